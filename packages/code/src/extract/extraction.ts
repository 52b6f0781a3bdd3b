import type { Address, Module } from "@contractc/kernel";
import { type ImportGraph, importGraph } from "../imports/graph.js";
import { isPrivateElsewhere } from "../imports/internal.js";
import { mapModules } from "../project/module-map.js";
import { folderOf } from "../project/paths.js";
import type { CodeFile, CodeProject, NameMeaning } from "../project/project.js";
import { sourceOf, stubOf } from "../project/stubs.js";
import { symbolsNamed } from "../project/typescript/namespaces.js";
import type { CodeSymbol } from "../reading/signature.js";
import { isTypeVariable } from "../types/type-variables.js";
import type { ExternalCollector } from "./externals.js";
import { type Offer, offersOf } from "./offers.js";
import type { PlannedModule } from "./plan.js";

const NOTHING: ReadonlyMap<string, boolean> = new Map();

/** What is known of the whole project while its modules are turned into declarations. */
export class Extraction {
  readonly #modules = new Map<string, PlannedModule>();
  readonly #symbols = new Map<string, Map<string, CodeSymbol[]>>();
  #imports: ImportGraph | undefined;
  /** Private symbols that signatures name or other packages import, by file: whether another module does. */
  readonly #needed = new Map<string, Map<string, boolean>>();
  /** Names that other modules import, by file. */
  readonly #shared = new Map<string, Set<string>>();
  readonly #standard = new Set<string>();
  readonly #offers = new Map<PlannedModule, ReadonlyMap<string, Offer>>();

  constructor(
    readonly project: CodeProject,
    readonly modules: readonly PlannedModule[],
    readonly externals: ExternalCollector,
  ) {
    for (const module of modules) {
      for (const file of module.files) {
        this.#modules.set(file.path, module);
        const stub = stubOf(project, file);
        if (stub) this.#modules.set(stub.path, module);
      }
    }
  }

  /** What the planned modules import. */
  get imports(): ImportGraph {
    if (!this.#imports) {
      const kernel = { modules: this.modules.map(moduleOf) };
      this.#imports = importGraph(kernel, this.project, mapModules(kernel, this.project));
    }
    return this.#imports;
  }

  /** Notes which private names other packages take, as what they take has to be declared. */
  noteShared(): void {
    for (const { file, name, ...each } of this.imports.names) {
      const shared = this.#shared.get(file.path) ?? new Set();
      this.#shared.set(file.path, shared.add(name));
      // What another package takes is offered to it, whatever its name says.
      const module = this.#modules.get(file.path);
      if (!module || this.#isNeededOfOther(module, file, name)) continue;
      if (isPrivateElsewhere({ file, name, ...each })) {
        this.#need(file.path, name, true);
      }
    }
  }

  /** Grows as long as reading finds more that the contract has to declare. */
  get size(): number {
    let size = this.externals.size;
    for (const names of this.#needed.values()) {
      for (const elsewhere of names.values()) size += elsewhere ? 2 : 1;
    }
    return size;
  }

  module(file: string): PlannedModule | undefined {
    return this.#modules.get(file);
  }

  isStandard(specifier: string): boolean {
    return this.#standard.has(specifier);
  }

  /** What a module offers to others, by name. */
  offers(module: PlannedModule): ReadonlyMap<string, Offer> {
    let offers = this.#offers.get(module);
    if (!offers) {
      offers = offersOf(module, this.project);
      this.#offers.set(module, offers);
    }
    return offers;
  }

  /** Private symbols of a file that signatures name. */
  needed(file: CodeFile): ReadonlyMap<string, boolean> {
    return this.#needed.get(file.path) ?? NOTHING;
  }

  /** The declarations of one name in a file, in order. */
  symbols(file: CodeFile, name: string): readonly CodeSymbol[] {
    if (name.includes(".") && file.language === "typescript") return symbolsNamed(file, name);
    let table = this.#symbols.get(file.path);
    if (!table) {
      table = new Map();
      for (const symbol of file.signature.symbols) {
        const same = table.get(symbol.name);
        if (same) same.push(symbol);
        else table.set(symbol.name, [symbol]);
      }
      this.#symbols.set(file.path, table);
    }
    return table.get(name) ?? [];
  }

  /**
   * The address a name will have in the contract; asking makes the contract declare it.
   *
   * @param from path of the file that names it
   * @param _written the name as the file has it
   */
  addressOf(meaning: NameMeaning, from: string, _written: string): Address | undefined {
    if (meaning.kind === "external" && meaning.std) this.#standard.add(meaning.package);
    if (meaning.kind !== "symbol") return undefined;
    const module = this.#modules.get(meaning.file);
    const file = this.project.files.get(meaning.file);
    if (!module || !file || isTypeVariable(this.project, meaning)) return undefined;
    const isNested = meaning.member !== undefined;
    if (isNested && file.language === "python") return undefined;
    const wanted = isNested ? `${meaning.name}.${meaning.member}` : meaning.name;
    if (!this.symbols(file, wanted).some(namesType)) return undefined;
    const offers = this.offers(module);
    for (const [name, offer] of offers) {
      const isSame = offer.file === file || stubOf(this.project, file) === offer.file;
      if (isSame && offer.symbol === wanted) return `${module.address}.${name}`;
    }
    if (isNested) return undefined;
    // Two files of a folder may have private types of one name: a contract cannot tell them apart.
    if (offers.has(meaning.name) || this.#isNeededOfOther(module, file, meaning.name)) return undefined;
    const isShared = this.#shared.get(meaning.file)?.has(meaning.name) === true;
    this.#need(meaning.file, meaning.name, isShared || this.#modules.get(from) !== module);
    return `${module.address}.${meaning.name}`;
  }

  #need(file: string, name: string, elsewhere: boolean): void {
    const names = this.#needed.get(file) ?? new Map<string, boolean>();
    this.#needed.set(file, names.set(name, elsewhere || names.get(name) === true));
  }

  #isNeededOfOther(module: PlannedModule, file: CodeFile, name: string): boolean {
    // A private type of a stub is one with the source's.
    const stub = stubOf(this.project, file) ?? sourceOf(this.project, file);
    if (stub && this.needed(stub).has(name)) return true;
    return module.files.some((other) => other !== file && other !== stub && this.needed(other).has(name));
  }
}

/** A planned module as the kernel of its contract will have it. */
function moduleOf({ name, address, path, file }: PlannedModule): Module {
  const isFolder = path.endsWith("/");
  return {
    name,
    address,
    path: isFolder ? folderOf(file.path) : file.path,
    ...(isFolder ? { folder: true as const } : {}),
    language: file.language,
    ...(address.includes(".") ? { package: address.slice(0, address.lastIndexOf(".")) } : {}),
    hashes: { signature: "", slice: "", surroundings: "" },
  };
}

/** Whether a symbol becomes a declaration that may stand as a type. */
function namesType(symbol: CodeSymbol): boolean {
  return symbol.kind === "class" || symbol.kind === "enum" || symbol.kind === "alias";
}
