import type { Address } from "@contractc/kernel";
import type { CodeFile, CodeProject, NameMeaning } from "../project/project.js";
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
  /** Private symbols that signatures name, by file: whether another module does. */
  readonly #needed = new Map<string, Map<string, boolean>>();
  readonly #standard = new Set<string>();
  readonly #offers = new Map<PlannedModule, ReadonlyMap<string, Offer>>();

  constructor(
    readonly project: CodeProject,
    readonly modules: readonly PlannedModule[],
    readonly externals: ExternalCollector,
  ) {
    for (const module of modules) {
      for (const file of module.files) this.#modules.set(file.path, module);
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
      if (offer.file === file && offer.symbol === wanted) return `${module.address}.${name}`;
    }
    if (isNested) return undefined;
    // Two files of a folder may have private types of one name: a contract cannot tell them apart.
    if (offers.has(meaning.name) || this.#isNeededOfOther(module, file, meaning.name)) return undefined;
    const names = this.#needed.get(meaning.file) ?? new Map<string, boolean>();
    const elsewhere = this.#modules.get(from) !== module || names.get(meaning.name) === true;
    this.#needed.set(meaning.file, names.set(meaning.name, elsewhere));
    return `${module.address}.${meaning.name}`;
  }

  #isNeededOfOther(module: PlannedModule, file: CodeFile, name: string): boolean {
    return module.files.some((other) => other !== file && this.needed(other).has(name));
  }
}

/** Whether a symbol becomes a declaration that may stand as a type. */
function namesType(symbol: CodeSymbol): boolean {
  return symbol.kind === "class" || symbol.kind === "enum" || symbol.kind === "alias";
}
