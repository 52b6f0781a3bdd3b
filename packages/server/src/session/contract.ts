import {
  type ContractConfig,
  configured,
  defaultConfig,
  FileSystemError,
  type Finding,
  type Kernel,
  type ReadConfig,
  readConfig,
  type Subject,
  subjectsOf,
} from "@contractc/kernel";
import {
  type Compilation,
  type NameSite,
  nameSites,
  positionFiles,
  type Workspace,
} from "@contractc/language";
import { Belief } from "./belief.js";
import { Code } from "./code.js";
import { type ContractSymbol, symbolsByFile } from "./contract-symbols.js";
import { folderOf, type SessionFiles } from "./files.js";
import type { Readers } from "./readers.js";

/** One contract of a session: what its text says, always of the text as it is, and the code around it. */
export class Contract {
  /** Its folder: where module paths start. */
  readonly folder: string;
  readonly code: Code;
  #state: State | undefined;
  /** The last kernel without errors: the code is compared with it while the contract is being edited. */
  #sound: Kernel | undefined;
  #soundFiles: () => ReadonlySet<string> = () => new Set();

  constructor(
    /** Absolute path of the file with the header. */
    readonly root: string,
    readonly files: SessionFiles,
    readonly workspace: Workspace,
    readers: Readers,
  ) {
    this.folder = folderOf(root);
    this.code = new Code(this, files, readers);
  }

  /** The settings beside the contract changed. */
  settingsChanged(): void {
    this.#state = undefined;
  }

  /** Whether a change of a file may change the contract, as far as is known without compiling it again. */
  concerns(path: string): boolean {
    const state = this.#state;
    if (!state || path === this.root) return true;
    const { files, findings } = state.compilation;
    // An import that led nowhere may lead to the file now.
    return (
      files.some(({ file }) => file === path) || findings.some(({ code }) => code === "name/import-missing")
    );
  }

  get compilation(): Compilation {
    return this.#current.compilation;
  }

  get kernel(): Kernel {
    return this.#current.compilation.kernel;
  }

  get config(): ContractConfig {
    return this.#current.settings.config;
  }

  /** What is wrong in the contract and its settings. */
  get findings(): readonly Finding[] {
    return this.#current.findings;
  }

  /** It was compiled at least once. */
  get isCompiled(): boolean {
    return this.#state !== undefined;
  }

  /** The same as it was when the contract was last compiled; nothing where it never was. */
  get knownFindings(): readonly Finding[] {
    return this.#state?.findings ?? [];
  }

  /** No finding is an error: only then does the contract say what the code is to be. */
  get sound(): boolean {
    return this.#current.sound;
  }

  /**
   * The kernel that code is compared with: the current one or, while that has errors, the last without, with the places
   * of what is still there. Where the contract was never without errors it is the current one, of which not all is
   * believed. Absent where there is nothing to be read.
   */
  get comparable(): Kernel | undefined {
    const state = this.#current;
    if (state.sound) return state.compilation.kernel;
    if (!this.#sound) return state.compilation.lowered ? state.compilation.kernel : undefined;
    state.comparable ??= withPositions(this.#sound, state.compilation.kernel);
    return state.comparable;
  }

  /** The files of the comparable kernel, as positions name them. */
  get comparableFiles(): ReadonlySet<string> {
    const state = this.#current;
    const now = positionFiles(state.compilation);
    return state.sound || !this.#sound ? now : new Set([...this.#soundFiles(), ...now]);
  }

  /** What is believed of a contract that was never without errors; absent where all is. */
  get belief(): Belief | undefined {
    const state = this.#current;
    if (state.sound || this.#sound) return undefined;
    state.belief ??= new Belief(
      state.compilation,
      state.findings.filter(({ severity }) => severity === "error"),
    );
    return state.belief;
  }

  /** Names in the text that stand for something, by file and place. */
  get names(): readonly NameSite[] {
    const state = this.#current;
    state.names ??= nameSites(state.compilation);
    return state.names;
  }

  /** Every name in one of its files that declares something or stands for it, by place. */
  symbols(path: string): readonly ContractSymbol[] {
    const state = this.#current;
    state.symbols ??= symbolsByFile(this);
    return state.symbols.get(path) ?? [];
  }

  get subjects(): readonly Subject[] {
    const state = this.#current;
    state.subjects ??= subjectsOf(state.compilation.kernel);
    return state.subjects;
  }

  subject(address: string): Subject | undefined {
    const state = this.#current;
    state.byAddress ??= new Map(this.subjects.map((each) => [each.address, each]));
    return state.byAddress.get(address);
  }

  /** Whether a file is part of the contract's text. */
  has(path: string): boolean {
    return path === this.root || this.compilation.files.some(({ file }) => file === path);
  }

  absolute(relative: string): string {
    return this.folder === "/" ? `/${relative}` : `${this.folder}/${relative}`;
  }

  relative(path: string): string | undefined {
    const prefix = this.folder === "/" ? "/" : `${this.folder}/`;
    return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
  }

  get #current(): State {
    const compilation = this.workspace.compilation(this.root);
    if (this.#state?.compilation !== compilation) {
      this.#state = this.#read(compilation);
      this.code.kernelChanged();
    }
    return this.#state;
  }

  #read(compilation: Compilation): State {
    const settings = this.#settings();
    const own = configured(compilation.findings, settings.config);
    const sound = own.every(({ severity }) => severity !== "error") && compilation.lowered !== null;
    if (sound) {
      this.#sound = compilation.kernel;
      this.#soundFiles = () => positionFiles(compilation);
    }
    return { compilation, settings, findings: [...own, ...settings.findings], sound };
  }

  #settings(): ReadConfig {
    try {
      return readConfig(this.files, this.folder);
    } catch (error) {
      // A file that cannot be read at the moment says nothing.
      if (error instanceof FileSystemError) return { config: defaultConfig(), findings: [] };
      throw error;
    }
  }
}

interface State {
  compilation: Compilation;
  settings: ReadConfig;
  findings: readonly Finding[];
  sound: boolean;
  comparable?: Kernel;
  belief?: Belief;
  names?: readonly NameSite[];
  symbols?: ReadonlyMap<string, readonly ContractSymbol[]>;
  subjects?: readonly Subject[];
  byAddress?: ReadonlyMap<string, Subject>;
}

/** An earlier kernel with the places of what is still there, each of which is looked up when it is asked for. */
function withPositions(earlier: Kernel, now: Kernel): Kernel {
  const kernel: Partial<Kernel> = {};
  for (const key of Object.keys(earlier) as (keyof Kernel)[]) {
    if (key !== "positions") Object.assign(kernel, { [key]: earlier[key] });
  }
  const at = (key: string | symbol) =>
    typeof key === "string" ? (now.positions[key] ?? earlier.positions[key]) : undefined;
  const positions: Kernel["positions"] = new Proxy<Kernel["positions"]>(
    {},
    {
      get: (_, key) => at(key),
      has: (_, key) => at(key) !== undefined,
      ownKeys: () => [...new Set([...Object.keys(earlier.positions), ...Object.keys(now.positions)])],
      getOwnPropertyDescriptor: (_, key) => {
        const value = at(key);
        return value && { value, enumerable: true, configurable: true };
      },
    },
  );
  return { ...(kernel as Kernel), positions };
}
