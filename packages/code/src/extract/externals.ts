import { type External, isIdentifier, type Language } from "@contractc/kernel";

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

  /** @param taken names of packages and modules, which an external cannot have */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** Counts what has been gathered, to see whether another pass is needed. */
  get size(): number {
    let size = this.#packages.size;
    for (const { types } of this.#packages.values())
      for (const arities of types.values()) size += arities.size;
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
    const arities = types.get(name) ?? new Set();
    types.set(name, arities.add(arity));
    return arities.size > 1 ? undefined : `${external}.${name}`;
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
  externals(requirements: ReadonlyMap<string, string>, used: ReadonlySet<string>): External[] {
    const externals: External[] = [];
    for (const { specifier, std, types } of this.#packages.values()) {
      const name = this.#names.get(specifier)!;
      if (!used.has(name)) continue;
      externals.push({
        name,
        address: name,
        requirement: std
          ? "std"
          : (requirements.get(specifier) ?? requirements.get(specifier.toLowerCase()) ?? specifier),
        ...(specifier === "" || specifier === name ? {} : { from: specifier }),
        declarations: [...types]
          .filter(([, arities]) => arities.size === 1)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([type, arities]) => {
            const [arity] = arities;
            const typeParameters = Array.from({ length: arity! }, (_, index) => ({ name: `T${index + 1}` }));
            return {
              kind: "class",
              name: type,
              address: `${name}.${type}`,
              members: [],
              ...(arity! > 0 ? { typeParameters } : {}),
            };
          }),
      });
    }
    return externals.sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
