import type { Implementations, LiveComparison, OpenedProject } from "@contractc/code";
import { configured, type Finding, type Kernel, type Language } from "@contractc/kernel";
import { findPositions } from "@contractc/language";
import type { Contract } from "./contract.js";
import type { SessionFiles } from "./files.js";
import type { CodeTools, Readers } from "./readers.js";

/** The code around one contract. */
export class Code {
  /** What the last comparison found; empty before the first. */
  findings: readonly Finding[] = [];
  /** It was compared at least once. */
  wasCompared = false;
  #project: { project: OpenedProject; key: string } | undefined;
  #implementations: Implementations | undefined;
  #comparison: LiveComparison | undefined;
  /** The project whose files have been read. */
  #read: OpenedProject | undefined;

  constructor(
    readonly contract: Contract,
    readonly files: SessionFiles,
    readonly readers: Readers,
  ) {}

  /** What reads and compares code, once it is loaded. */
  get tools(): CodeTools | undefined {
    return this.readers.tools;
  }

  /** The contract says something else now. */
  kernelChanged(): void {
    this.#implementations = undefined;
  }

  /**
   * The text of a source file changed.
   *
   * @param path from the contract's folder
   */
  textChanged(path: string): void {
    const { project } = this.#project ?? {};
    if (!project?.files.has(path)) return;
    project.changed(new Set([path]));
    this.#comparison?.changed(path);
    this.#implementations = undefined;
  }

  /** Which source files there are may be different now, or what steers how they import each other. */
  filesChanged(): void {
    this.#project = undefined;
    this.#implementations = undefined;
  }

  /** The project, once the readers that the contract needs are started. */
  async open(): Promise<OpenedProject> {
    await this.readers.load(this.#languages());
    return this.project!;
  }

  /** The project, where the readers are there already. */
  get project(): OpenedProject | undefined {
    const { contract } = this;
    const readers = this.readers.loaded(this.#languages());
    const { tools } = this;
    if (!readers || !tools) return undefined;
    const kernel = contract.comparable ?? contract.kernel;
    const options = {
      targets: kernel.targets,
      includes: kernel.modules.map(({ path }) => path),
      excludes: contract.config.excludes,
    };
    const key = JSON.stringify([options, readers.map(({ language }) => language)]);
    if (this.#project?.key !== key) {
      const project = tools.openProject({
        fs: this.files,
        root: contract.folder,
        readers,
        consulted: new tools.Consulted(),
        ...options,
      });
      this.#project = { project, key };
      this.#implementations = undefined;
    }
    return this.#project.project;
  }

  /** Where the contract is in the code; absent before the readers are started. */
  get implementations(): Implementations | undefined {
    const { project, contract, tools } = this;
    if (!project || !tools) return undefined;
    this.#implementations ??= new tools.Implementations(contract.kernel, project);
    return this.#implementations;
  }

  /** Reads the files of a project that has just been opened, one by one. */
  *#reading(kernel: Kernel, project: OpenedProject): Generator<void> {
    if (this.#read === project || !this.tools) return;
    const map = this.tools.mapModules(kernel, project);
    for (const { address } of kernel.modules) {
      for (const path of map.filesOf(address)) {
        void project.files.get(path)?.signature;
        yield;
      }
    }
    this.#read = project;
  }

  /** Compares the code with a kernel, in steps between which other work may be done. */
  *compare(kernel: Kernel, project: OpenedProject): Generator<void> {
    const { tools } = this;
    if (!tools) return;
    yield* findPositions(this.contract.compilation);
    tools.rememberOwnFiles(kernel, this.contract.comparableFiles);
    yield* this.#reading(kernel, project);
    this.#comparison ??= new tools.LiveComparison();
    const found = configured(yield* this.#comparison.compare(kernel, project), this.contract.config);
    const { belief } = this.contract;
    this.findings = belief ? found.filter((finding) => belief.holds(finding)) : found;
  }

  #languages(): Set<Language> {
    const kernel = this.contract.comparable ?? this.contract.kernel;
    const languages = new Set<Language>(kernel.targets.map(({ language }) => language));
    for (const { language } of kernel.modules) if (language) languages.add(language);
    return languages;
  }
}
