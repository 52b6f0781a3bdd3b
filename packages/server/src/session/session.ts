import { decodeText, type FileSystem, FileSystemError, type Finding, type Place } from "@contractc/kernel";
import { Workspace } from "@contractc/language";
import type { Location, Range, TextDocumentContentChangeEvent } from "vscode-languageserver";
import type { Encoding } from "../text/encoding.js";
import { changedText, type LiveDocument, Text, textOf } from "../text/live-document.js";
import { isUntitled, pathOfUri, uriOfPath } from "../text/uris.js";
import { Contract } from "./contract.js";
import { folderOf, SessionFiles } from "./files.js";
import { movedFindings } from "./moved-findings.js";
import { Readers } from "./readers.js";

export const CONTRACT = ".contract";
const CODE = /\.(?:pyi?|[cm]?[jt]s|[jt]sx)$/;
const CONFIG = "contract.config.json";
/** Files that steer how the imports of code resolve, or which files there are. */
const SETTINGS =
  /(?:^|\/)(?:package\.json|[jt]sconfig(?:\..+)?\.json|pyproject\.toml|setup\.(?:py|cfg)|\.gitignore)$/;

export interface SessionOptions {
  /** The unit in which the client counts. */
  encoding: Encoding;
  /** Address of the folder with a page for each diagnostic, with a slash at its end. */
  documentation: string;
}

/** What one client works on: its open documents, and every contract that was found around them. */
export class Session {
  readonly encoding: Encoding;
  readonly documentation: string;
  readonly files: SessionFiles;
  readonly documents = new Map<string, LiveDocument>();
  readonly contracts = new Map<string, Contract>();
  /** Findings about files that belong to no contract, by file. */
  readonly strays = new Map<string, readonly Finding[]>();
  readonly workspace: Workspace;
  readonly #readers = new Readers();
  readonly #texts = new Map<string, Text>();
  /** The files that each contract was last seen to be made of, by root. */
  readonly #members = new Map<string, readonly string[]>();

  constructor(disk: FileSystem, { encoding, documentation }: SessionOptions) {
    this.encoding = encoding;
    this.documentation = documentation;
    this.files = new SessionFiles(disk);
    this.workspace = new Workspace(this.files);
  }

  // ---------------------------------------------------------------- documents

  /** @returns `undefined` for a document that is no file: a revision, a cell of a notebook */
  openDocument(uri: string, languageId: string, version: number, text: string): LiveDocument | undefined {
    const path = pathOfUri(uri, languageId);
    if (path === undefined) return undefined;
    const document = { uri, path, languageId, version, text: textOf(text, this.encoding) };
    const what = this.#isFile(path) ? "text" : "existence";
    this.documents.set(path, document);
    this.files.open(path, document.text.value);
    this.changed(path, what);
    this.findContracts(path);
    return document;
  }

  /** @returns the document after the changes, and the contracts that have to be looked at again */
  changeDocument(
    uri: string,
    version: number,
    changes: readonly TextDocumentContentChangeEvent[],
  ): { document?: LiveDocument; touched: Contract[] } {
    const document = this.documentOf(uri);
    if (!document) return { touched: [] };
    const before = document.text;
    document.text = changedText(before, changes);
    document.version = version;
    for (const { code } of this.contracts.values()) {
      code.findings = movedFindings(code.findings, document.path, before, document.text);
    }
    this.files.open(document.path, document.text.value);
    const touched = this.changed(document.path, "text");
    if (isContract(document.path)) {
      this.findContracts(document.path);
      for (const contract of this.contractsOf(document.path))
        if (!touched.includes(contract)) touched.push(contract);
    }
    return { document, touched };
  }

  /** @returns the path of the document, and the contracts that have to be looked at again */
  closeDocument(uri: string): { path?: string; touched: Contract[] } {
    const document = this.documentOf(uri);
    if (!document) return { touched: [] };
    const { path } = document;
    this.documents.delete(path);
    this.files.close(path);
    if (isUntitled(path)) this.removeContract(path);
    return { path, touched: this.changed(path, this.#isFile(path) ? "text" : "existence") };
  }

  /** It is there whether or not it is open, and no link to somewhere else. */
  #isFile(path: string): boolean {
    return this.files.disk.stat(path)?.kind === "file";
  }

  /** The path of a document, open or not; `undefined` for what is no file. */
  pathOf(uri: string): string | undefined {
    return this.documentOf(uri)?.path ?? pathOfUri(uri);
  }

  documentOf(uri: string): LiveDocument | undefined {
    const path = pathOfUri(uri) ?? "";
    const found = this.documents.get(path);
    if (found) return found;
    // An untitled document is known by its language, which its URI does not tell.
    return uri.startsWith("untitled:") ? this.documents.get(`${path}${CONTRACT}`) : undefined;
  }

  /** The text of an open document, or of a file on disk; `undefined` where there is none. */
  textOf(path: string): Text | undefined {
    const open = this.documents.get(path);
    if (open) return open.text;
    let known = this.#texts.get(path);
    if (!known) {
      try {
        known = new Text(decodeText(this.files.readFile(path)).text, this.encoding);
      } catch (error) {
        if (error instanceof FileSystemError) return undefined;
        throw error;
      }
      this.#texts.set(path, known);
    }
    return known;
  }

  uriOf(path: string): string {
    return this.documents.get(path)?.uri ?? uriOfPath(path);
  }

  // ---------------------------------------------------------------- places

  /** A stretch of a file as the client counts it. */
  range({ file, line, column, endLine, endColumn }: Place): Range {
    const text = this.textOf(file);
    if (!text) {
      return {
        start: { line: line - 1, character: column - 1 },
        end: { line: endLine - 1, character: endColumn - 1 },
      };
    }
    const at = (atLine: number, atColumn: number) =>
      text.positionAt(text.lines.offsetOfLine(atLine) + atColumn - 1);
    return { start: at(line, column), end: at(endLine, endColumn) };
  }

  rangeOf(path: string, start: number, end: number): Range {
    const text = this.textOf(path);
    const zero = { line: 0, character: 0 };
    return text ? { start: text.positionAt(start), end: text.positionAt(end) } : { start: zero, end: zero };
  }

  location(place: Place): Location {
    return { uri: this.uriOf(place.file), range: this.range(place) };
  }

  locationOf(path: string, start: number, end: number): Location {
    return { uri: this.uriOf(path), range: this.rangeOf(path, start, end) };
  }

  // ---------------------------------------------------------------- contracts

  /** The contracts that a file is part of, or whose code it is. The innermost first. */
  contractsOf(path: string): Contract[] {
    const found = isContract(path)
      ? new Set(this.workspace.roots(path).roots.map((root) => this.addContract(root)))
      : new Set([...this.contracts.values()].filter((contract) => contract.relative(path) !== undefined));
    // A file that nobody imports any more is still what its contract was made of.
    if (isContract(path) && found.size === 0) {
      for (const contract of this.contracts.values()) if (contract.concerns(path)) found.add(contract);
    }
    return [...found].sort((a, b) => b.folder.length - a.folder.length || (a.root < b.root ? -1 : 1));
  }

  /** Looks for the contracts that a file is part of, or whose code it is. */
  findContracts(path: string): void {
    if (isContract(path)) {
      const { roots, findings } = this.workspace.roots(path);
      for (const root of roots) this.addContract(root);
      this.strays.delete(path);
      if (roots.length > 0) {
        // It was on its own before another file imported it.
        if (!roots.includes(path)) this.removeContract(path);
      } else if (this.workspace.compilation(path).findings.some(({ code }) => code.startsWith("syntax/"))) {
        // Its header may be what is not understood; what is wrong with it is told as of any contract.
        this.addContract(path);
      } else {
        this.removeContract(path);
        this.strays.set(path, findings);
      }
    } else if (isCode(path) || path.endsWith(`/${CONFIG}`)) {
      for (const root of this.#rootsAbove(path)) this.addContract(root);
    }
  }

  addContract(root: string): Contract {
    let contract = this.contracts.get(root);
    if (!contract) {
      contract = new Contract(root, this.files, this.workspace, this.#readers);
      this.contracts.set(root, contract);
    }
    return contract;
  }

  /**
   * Looks again at the files that joined a contract or left it since the last time: what nobody imports any more stands
   * by itself, and what is imported now does no longer.
   *
   * @returns the contracts that were not known before
   */
  membersChanged(contract: Contract): Contract[] {
    const { root } = contract;
    if (this.contracts.get(root) !== contract) return [];
    const now = contract.compilation.files.map(({ file }) => file);
    const before = this.#members.get(root) ?? [];
    this.#members.set(root, now);
    const known = new Set(this.contracts.values());
    const [had, has] = [new Set(before), new Set(now)];
    for (const file of [
      ...before.filter((each) => !has.has(each)),
      ...now.filter((each) => !had.has(each)),
    ]) {
      if (file !== root && this.files.stat(file) !== null) this.findContracts(file);
    }
    return [...this.contracts.values()].filter((each) => !known.has(each));
  }

  removeContract(root: string): void {
    this.#members.delete(root);
    this.contracts.delete(root);
    this.strays.delete(root);
    this.workspace.close(root);
  }

  /** The roots in the nearest folder above a file that has any, within the repository. */
  #rootsAbove(path: string): string[] {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const roots = this.#contractFilesIn(folder).flatMap((file) => this.workspace.roots(file).roots);
      if (roots.length > 0) return roots;
      if (this.files.stat(`${folder}/.git`) !== null || folder === folderOf(folder)) return [];
    }
  }

  #contractFilesIn(folder: string): string[] {
    try {
      return this.files
        .list(folder)
        .filter(({ name, kind }) => kind === "file" && name.endsWith(CONTRACT))
        .map(({ name }) => (folder === "/" ? `/${name}` : `${folder}/${name}`));
    } catch (error) {
      if (error instanceof FileSystemError) return [];
      throw error;
    }
  }

  // ---------------------------------------------------------------- changes

  /**
   * A file changed, appeared or is gone: forgets what was known of it.
   *
   * @param what `text` where the file was there before and still is
   * @returns the contracts that have to be looked at again
   */
  changed(path: string, what: "text" | "existence"): Contract[] {
    this.files.forget(path);
    this.#texts.delete(path);
    if (isContract(path)) {
      const open = this.documents.get(path);
      this.workspace.update(path, open?.text.value);
      if (!open) this.workspace.changed(path);
    } else if (what === "existence") this.workspace.changed(path);
    return [...this.contracts.values()].filter((contract) => this.#touches(contract, path, what));
  }

  /** Anything may have changed on the disk. */
  refresh(): Contract[] {
    this.files.forgetAll();
    this.#texts.clear();
    this.workspace.refresh();
    for (const contract of this.contracts.values()) {
      contract.settingsChanged();
      contract.code.filesChanged();
    }
    return [...this.contracts.values()];
  }

  #touches(contract: Contract, path: string, what: "text" | "existence"): boolean {
    if (path === contract.absolute(CONFIG)) {
      contract.settingsChanged();
      return true;
    }
    if (isContract(path)) return contract.concerns(path);
    if (!isCode(path) && !SETTINGS.test(path)) return false;
    const relative = contract.relative(path);
    if (relative === undefined) return false;
    if (what === "text" && isCode(path)) contract.code.textChanged(relative);
    else contract.code.filesChanged();
    return true;
  }
}

export function isContract(path: string): boolean {
  return path.endsWith(CONTRACT);
}

export function isCode(path: string): boolean {
  return CODE.test(path);
}

export function isConfig(path: string): boolean {
  return path.endsWith(`/${CONFIG}`);
}
