import type { FileSystem } from "@contractc/kernel";
import { type Compilation, compileAgain } from "../compile.js";
import { Memory } from "../incremental/memory.js";
import { findRoots, type Roots, rootTraits } from "../project/roots.js";
import { SourceFiles } from "../project/source-files.js";
import { View } from "./view.js";

/**
 * Contracts kept compiled while their files change: for language servers and whoever else lives longer than one check.
 *
 * ```ts
 * const workspace = new Workspace(nodeFileSystem());
 * const { roots, findings } = workspace.roots("/home/me/shop");
 * workspace.update("/home/me/shop/core.contract", textInTheEditor); // opened, or a key was struck
 * for (const root of roots) publish(workspace.compilation(root).findings);
 * workspace.update("/home/me/shop/core.contract", undefined);       // closed: the file on the disk counts again
 * workspace.changed("/home/me/shop/ui.contract");                   // the disk: written, made, renamed or removed
 * ```
 *
 * Nothing happens when something is told; the work is done when `roots` or `compilation` is asked, for all that was
 * told since. A result is the same object until something it was made of changes, so that asking again is free and a
 * caller may compare by identity. What it holds is always what `compile` would make of the same files: kernel,
 * findings, hashes.
 *
 * Files are read when they are first needed and never again until `changed` names them or a folder around them:
 * whoever holds a workspace watches the disk. That goes for contract files, and for links among the paths of modules.
 *
 * Paths are absolute, normalised, with forward slashes: the form in which findings name them.
 */
export class Workspace {
  readonly #view: View;
  readonly #files: SourceFiles;
  readonly #roots = new Map<string, Roots>();
  /** Files whose texts changed since roots were looked for, with what those saw of them. */
  readonly #edited = new Map<string, string | undefined>();
  readonly #compilations = new Map<string, Compilation>();
  /** By root. */
  readonly #memories = new Map<string, Memory>();

  /** @param disk is read and never written */
  constructor(disk: FileSystem) {
    this.#view = new View(disk);
    this.#files = new SourceFiles(this.#view);
  }

  /** The files as the workspace sees them, texts of editors included; it refuses to write. */
  get fs(): FileSystem {
    return this.#view;
  }

  /**
   * The text of a file as an editor has it, which from now on counts instead of the one on the disk; the file need
   * not exist there. `undefined` when the editor closed it.
   */
  update(path: string, text: string | undefined): void {
    if (this.#view.setText(path, text)) this.#touchDisk();
    this.#forgetText(path);
  }

  /** Something changed on the disk: a file or folder was written, made, renamed (tell both names) or removed. */
  changed(path: string): void {
    if (this.#view.isStillFile(path)) {
      this.#forgetText(path);
      return;
    }
    this.#view.forget(path);
    this.#files.forgetBelow(path);
    this.#touchDisk();
  }

  /** Anything may have changed on the disk, as after another branch was checked out. */
  refresh(): void {
    this.#view.forgetAll();
    this.#touchDisk();
    this.#files.forget();
  }

  /**
   * The contracts under a path, as `findRoots` finds them: files with a header, and findings about files that are of
   * no contract.
   *
   * @param path of a folder, or of one file: then the contracts that this file is part of
   */
  roots(path: string): Roots {
    this.#reviewRoots();
    let known = this.#roots.get(path);
    if (!known) {
      known = findRoots(this.#view, path, this.#files);
      this.#roots.set(path, known);
    }
    return known;
  }

  /**
   * A compiled contract.
   *
   * @param root of one that `roots` gave
   * @returns what `compile` gives: always a result, of a missing root one whose findings say so. Kernel, findings and
   * files may be kept; `lowered` belongs to the latest result and is not to be used once another was asked for.
   */
  compilation(root: string): Compilation {
    let known = this.#compilations.get(root);
    if (!known) {
      let memory = this.#memories.get(root);
      if (!memory) {
        memory = new Memory();
        this.#memories.set(root, memory);
      }
      known = compileAgain({ fs: this.#view, root, files: this.#files }, memory);
      this.#compilations.set(root, known);
    }
    return known;
  }

  /** Forgets a contract that nobody asks for any more. */
  close(root: string): void {
    this.#compilations.delete(root);
    this.#memories.delete(root);
  }

  #forgetText(path: string): void {
    for (const name of this.#view.namesOf(path)) {
      const known = this.#files.known(name);
      if (known && !this.#edited.has(name)) this.#edited.set(name, rootTraits(known));
      this.#files.forgetText(name);
    }
    this.#compilations.clear();
  }

  /** Most edits change no header and no import: then the roots are those that were found. */
  #reviewRoots(): void {
    for (const [path, traits] of this.#edited) {
      if (traits === undefined || rootTraits(this.#files.read(path)) !== traits) this.#roots.clear();
    }
    this.#edited.clear();
  }

  /** Files or folders came or went, or may have. */
  #touchDisk(): void {
    this.#files.forgetTargets();
    for (const memory of this.#memories.values()) memory.touchDisk();
    this.#roots.clear();
    this.#compilations.clear();
  }
}
