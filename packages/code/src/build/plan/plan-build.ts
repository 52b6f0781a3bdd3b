import {
  decodeText,
  type FileSystem,
  FileSystemError,
  type Kernel,
  type Language,
  type Module,
} from "@contractc/kernel";
import { locateModules } from "../../drift/locate.js";
import type { CodeFile, CodeProject } from "../../project/project.js";
import { objectMaps } from "../examples/object-maps.js";
import { findMissing, type MissingCode } from "../insertion/missing.js";
import { insertPython } from "../insertion/python.js";
import { insertTypeScript } from "../insertion/typescript.js";
import { type CodeUnit, codeUnits, KernelIndex } from "../kernel-index.js";
import { join, type Layout, layoutOf } from "../layout.js";
import { nameProblems } from "../name-problems.js";
import { type BuildProblem, capitalised } from "../problem.js";
import { pythonSkeleton } from "../python/skeleton.js";
import type { TypeScriptStyle } from "../typescript/file.js";
import { typeScriptSkeleton } from "../typescript/skeleton.js";
import { typeScriptStyle } from "../typescript/style.js";
import { absolute, pathFault } from "./guard.js";
import { isGenerated, type ManifestOutput, manifestText, readManifest, sha256 } from "./manifest.js";
import { type Output, outputsOf } from "./outputs.js";
import type { BuildOptions, BuildPlan, Orphan, PlannedWrite } from "./plan.js";

/** What planning reads from. */
export interface BuildContext {
  fs: FileSystem;
  /** The folder of the root contract: absolute, forward slashes. */
  root: string;
  /** The source files below the root, as they are now; its `includes` name the modules' paths. */
  project: CodeProject;
}

/**
 * Plans everything a build writes, without writing: generated files, the files of modules that are missing, and what
 * is missing in those that are there.
 *
 * @param kernel of a contract without errors
 * @returns the plan; what cannot be done is among its problems
 */
export function planBuild(kernel: Kernel, context: BuildContext, options: BuildOptions = {}): BuildPlan {
  return new Planner(kernel, context, options).plan();
}

class Planner {
  readonly #writes: PlannedWrite[] = [];
  readonly #problems: BuildProblem[] = [];
  readonly #index: KernelIndex;
  readonly #layout: Layout;
  readonly #style: TypeScriptStyle;
  readonly #out: string;
  readonly #missing: ReadonlyMap<string, MissingCode>;
  readonly #moduleOfFile = new Map<string, string>();

  constructor(
    readonly kernel: Kernel,
    readonly context: BuildContext,
    readonly options: BuildOptions,
  ) {
    const { fs, root } = context;
    this.#index = new KernelIndex(kernel);
    this.#layout = layoutOf(kernel, (path) => fs.stat(absolute(root, path)) !== null);
    this.#style = typeScriptStyle(fs, root, kernel);
    this.#out = join(".", options.out ?? "contract-build");
    this.#missing = findMissing(kernel, context.project);
    for (const { module, files } of locateModules(kernel, context.project)) {
      for (const file of files) this.#moduleOfFile.set(file.path, module.address);
    }
  }

  plan(): BuildPlan {
    for (const module of this.kernel.modules) this.#module(module);
    const orphans = this.#outputs();
    const byPlace = (a: BuildProblem, b: BuildProblem) =>
      compare(a.path, b.path) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      compare(a.symbol, b.symbol) ||
      compare(a.message, b.message);
    return {
      root: this.context.root,
      writes: this.#writes.sort((a, b) => compare(a.path, b.path)),
      orphans,
      problems: this.#problems.sort(byPlace),
    };
  }

  #wants(language: Language | undefined): boolean {
    return language === undefined || !this.options.targets || this.options.targets.includes(language);
  }

  #module(module: Module): void {
    const { language } = module;
    if (language === undefined || !this.#wants(language)) return;
    const path = this.#layout.file(module);
    if (!this.#mayWrite(path)) return;
    const missing = this.#missing.get(module.address);
    if (missing?.entry) {
      const files = new Set([
        missing.entry,
        ...missing.classes.map(({ file }) => file),
        ...missing.enums.map(({ file }) => file),
      ]);
      for (const file of files) this.#insert(module, language, file, missing);
      return;
    }
    if (this.context.fs.stat(absolute(this.context.root, path)) !== null) {
      this.#tell("conflict", path, module.address, "The file is excluded from the project: it is left alone");
      return;
    }
    // The other files of a folder may define everything already.
    const units = missing?.hasFiles ? missing.units : codeUnits(this.#index.declarations(module.address));
    if (missing?.hasFiles && units.length === 0) return;
    if (language === "typescript" && !/(?<!\.d)\.[cm]?tsx?$/.test(path)) {
      this.#tell(
        "unsupported",
        path,
        module.address,
        "A first version is only written for files of TypeScript code",
      );
      return;
    }
    this.#problems.push(...nameProblems(this.#index, module, language));
    const text = this.#skeleton(module, language, path, units);
    this.#writes.push({ path, kind: "skeleton", after: text });
  }

  #skeleton(module: Module, language: Language, path: string, units: readonly CodeUnit[]): string {
    if (language === "python") {
      const { text, unimportable } = pythonSkeleton(this.#index, this.#layout, module, units);
      for (const address of unimportable) {
        this.#tell(
          "unimportable",
          path,
          module.address,
          `Python cannot import '${address}' by its path: no import is written`,
        );
      }
      return text;
    }
    const { text, hidden } = typeScriptSkeleton(this.#index, this.#layout, module, this.#style, units);
    for (const address of hidden) {
      this.#tell(
        "unimportable",
        path,
        module.address,
        `'${address}' is internal to its module and cannot be imported`,
      );
    }
    return text;
  }

  #insert(module: Module, language: Language, file: CodeFile, missing: MissingCode): void {
    const { path, signature } = file;
    if (!this.#mayWrite(path)) return;
    const bytes = this.#read(path);
    if (!bytes) return;
    const decoded = decodeText(bytes);
    if (decoded.fault || decoded.text !== file.text) {
      this.#tell(
        "unparsable",
        path,
        module.address,
        "The file is left alone: it is not UTF-8, or it has just changed",
      );
      return;
    }
    const [problem] = signature.problems;
    if (problem) {
      const line = file.lines.position(problem.start).line;
      const message = `The file is left alone until it parses: ${problem.message}`;
      this.#problems.push({
        kind: "unparsable",
        severity: "error",
        path,
        line,
        symbol: module.address,
        message,
      });
      return;
    }
    const target = {
      index: this.#index,
      layout: this.#layout,
      style: this.#style,
      project: this.context.project,
      module,
      moduleOf: (other: string) => this.#moduleOfFile.get(other),
    };
    const text =
      language === "python" ? insertPython(target, file, missing) : insertTypeScript(target, file, missing);
    if (text === file.text) return;
    this.#problems.push(...nameProblems(this.#index, module, language));
    const mark = decoded.bom ? "\uFEFF" : "";
    this.#writes.push({
      path,
      kind: "insertion",
      before: mark + file.text,
      beforeHash: sha256(bytes),
      after: mark + text,
    });
  }

  /** Plans the generated files and the manifest; returns what earlier builds left. */
  #outputs(): Orphan[] {
    const { outputs, problems } = outputsOf({
      kernel: this.kernel,
      index: this.#index,
      layout: this.#layout,
      style: this.#style,
      maps: objectMaps(this.kernel, this.context.project),
      out: this.#out,
    });
    const manifestPath = this.#out === "." ? "manifest.json" : `${this.#out}/manifest.json`;
    if (!this.#mayWrite(manifestPath)) return [];
    const stored = this.#read(manifestPath);
    // Where no manifest can be written, nothing is that would have to be listed in it.
    if (stored === null || (stored && !this.#mayReplace(manifestPath, stored, false))) return [];
    const old = stored ? readManifest(decodeText(stored).text, this.#out) : [];
    const oldByPath = new Map(old.map((entry) => [entry.path, entry]));
    const listed: ManifestOutput[] = [];
    for (const output of outputs) {
      const entry = this.#output(output, oldByPath.get(output.path));
      if (entry) listed.push(entry);
    }
    this.#problems.push(...problems.filter(({ symbol }) => this.#wants(this.#languageOf(symbol))));
    this.#generated(manifestPath, manifestText(listed), true);
    const current = new Set(outputs.map((output) => output.path));
    return old.flatMap((entry) => (current.has(entry.path) ? [] : this.#orphan(entry)));
  }

  #languageOf(symbol: string): Language | undefined {
    const home = this.#index.home(symbol);
    return home?.kind === "module" ? home.module.language : undefined;
  }

  /** @returns what the manifest says of the output; nothing of one that was not asked for and is not there */
  #output(output: Output, old: ManifestOutput | undefined): ManifestOutput | undefined {
    // The outputs of languages that were not asked for stay as they are.
    if (!this.#wants(output.language)) return old;
    if (!this.#mayWrite(output.path)) return undefined;
    if (!this.#generated(output.path, output.text, old !== undefined)) return undefined;
    return { path: output.path, sha256: sha256(output.text), source: output.source };
  }

  /**
   * @param known an earlier build has written the file
   * @returns whether it is, or will be, as the build makes it
   */
  #generated(path: string, text: string, known: boolean): boolean {
    const bytes = this.#read(path);
    if (bytes === null) return false;
    if (bytes && sha256(bytes) === sha256(text)) return true;
    if (bytes && !this.#mayReplace(path, bytes, known)) return false;
    this.#writes.push({
      path,
      kind: "generated",
      ...(bytes ? { before: new TextDecoder().decode(bytes), beforeHash: sha256(bytes) } : {}),
      after: text,
    });
    return true;
  }

  /** A file in the place of an output that contractc has not made is the user's. */
  #mayReplace(path: string, bytes: Uint8Array, known: boolean): boolean {
    if (known || isGenerated(new TextDecoder().decode(bytes))) return true;
    const message =
      "The file is there already and was not made by contractc, so it is left alone: move it, or choose another folder with --out";
    this.#tell("conflict", path, "", message);
    return false;
  }

  #orphan(entry: ManifestOutput): Orphan[] {
    const { fs, root } = this.context;
    if (fs.stat(absolute(root, entry.path)) === null) return [];
    if (!this.#mayWrite(entry.path)) return [];
    const bytes = this.#read(entry.path);
    if (!bytes) return [];
    const hash = sha256(bytes);
    const edited = hash !== entry.sha256;
    if (edited) {
      const message =
        "No longer an output of the build, but edited by hand: remove it, or move it out of the folder";
      this.#problems.push({ kind: "edited", severity: "warning", path: entry.path, symbol: "", message });
    }
    return [{ path: entry.path, edited, hash }];
  }

  #mayWrite(path: string): boolean {
    const fault = pathFault(this.context.fs, this.context.root, path);
    if (fault !== undefined) this.#tell("path", path, "", fault);
    return fault === undefined;
  }

  /** @returns the bytes of a file; nothing where there is none; `null` where it cannot be read, which is told */
  #read(path: string): Uint8Array | undefined | null {
    const { fs, root } = this.context;
    try {
      return fs.stat(absolute(root, path))?.kind === "file" ? fs.readFile(absolute(root, path)) : undefined;
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error;
      this.#tell("conflict", path, "", capitalised(error.detail));
      return null;
    }
  }

  #tell(kind: BuildProblem["kind"], path: string, symbol: string, message: string): void {
    const severity = kind === "unsupported" || kind === "unimportable" ? "warning" : "error";
    this.#problems.push({ kind, severity, path, symbol, message });
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
