import {
  type Declaration,
  type External,
  isIdentifier,
  type Language,
  type TypeParameter,
} from "@contractc/kernel";

import type { Requirements } from "./manifest.js";

/** The external that holds the types of the language's ambient library. */
const AMBIENT = "globals";

interface Package {
  /** How the code imports it; `""` for the ambient library. */
  specifier: string;
  std: boolean;
  language: Language;
  /** Types that signatures name, with the numbers of arguments they are given. */
  types: Map<string, Set<number>>;
}

/** The third-party packages and library types that a contract has to name, gathered while signatures are read. */
export class ExternalCollector {
  readonly #packages = new Map<string, Package>();
  readonly #names = new Map<string, string>();
  readonly #taken: Set<string>;
  /** The numbers of arguments that each type is given, whichever module it is taken from. */
  readonly #arities = new Map<string, Set<number>>();

  /** @param taken names of packages and modules, which an external cannot have */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** Counts what has been gathered, to see whether another pass is needed. */
  get size(): number {
    let size = this.#packages.size;
    for (const { types } of this.#packages.values()) size += types.size;
    for (const arities of this.#arities.values()) size += arities.size;
    return size;
  }

  /** @returns the external's name in the contract */
  use(specifier: string, std: boolean, language: Language): string {
    if (!this.#packages.has(specifier)) {
      this.#packages.set(specifier, { specifier, std, language, types: new Map() });
    }
    let name = this.#names.get(specifier);
    if (name === undefined) {
      const plain =
        specifier === "" ? AMBIENT : specifier.replace(/[^\p{L}\p{N}_$]+/gu, "_").replace(/^_+/, "");
      name = isIdentifier(plain) ? plain : `_${plain}`;
      while (this.#taken.has(name)) name = `${std ? "std" : "lib"}_${name}`;
      this.#taken.add(name);
      this.#names.set(specifier, name);
    }
    return name;
  }

  /**
   * @param type the type's name, dotted where it stands in a part of the package
   * @returns its address; `undefined` where one declaration cannot stand for all its uses
   */
  type(specifier: string, std: boolean, language: Language, type: string, arity: number): string | undefined {
    const name = type.slice(type.lastIndexOf(".") + 1);
    if (!isIdentifier(name)) return undefined;
    const external = this.use(specifier, std, language);
    const { types } = this.#packages.get(specifier)!;
    // One type of the standard library may be known by several modules of it.
    const key = std ? `std ${language} ${name}` : `${specifier} ${name}`;
    const arities = this.#arities.get(key) ?? new Set();
    this.#arities.set(key, arities.add(arity));
    types.set(name, arities);
    return arityOf(arities, language) === undefined ? undefined : `${external}.${name}`;
  }

  /** The types that each external offers, by its name. */
  offers(): Map<string, Set<string>> {
    return new Map(
      [...this.#packages.values()].map(({ specifier, types }) => [
        this.#names.get(specifier)!,
        new Set(types.keys()),
      ]),
    );
  }

  /**
   * The externals as the contract declares them, sorted by name.
   *
   * @param requirements what the project's manifests ask for
   * @param used names of those that some module uses
   */
  externals(requirements: Requirements, used: ReadonlySet<string>): External[] {
    const externals: External[] = [];
    for (const { specifier, std, language, types } of this.#packages.values()) {
      const name = this.#names.get(specifier)!;
      if (!used.has(name)) continue;
      externals.push({
        name,
        address: name,
        requirement: std ? "std" : (requirements.of(specifier, language) ?? specifier),
        ...(specifier === "" || specifier === name ? {} : { from: specifier }),
        declarations: [...types]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .flatMap(([type, arities]): Declaration[] => {
            const arity = arityOf(arities, language);
            if (arity === undefined) return [];
            const typeParameters = Array.from({ length: arity }, (_, index): TypeParameter => {
              const parameter = { name: `T${index + 1}` };
              return arities.has(0)
                ? { ...parameter, default: { kind: "primitive", name: "any" } }
                : parameter;
            });
            const declared = { kind: "class" as const, name: type, address: `${name}.${type}`, members: [] };
            return [arity > 0 ? { ...declared, typeParameters } : declared];
          }),
      });
    }
    return externals.sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

/**
 * How many type arguments a type takes; `undefined` where one declaration cannot stand for all its uses. In Python a
 * generic type may be named without any.
 */
function arityOf(arities: ReadonlySet<number>, language: Language): number | undefined {
  const given = language === "python" ? [...arities].filter((arity) => arity > 0) : [...arities];
  if (given.length > 1) return undefined;
  return given[0] ?? 0;
}
