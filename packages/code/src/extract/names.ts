import {
  type Address,
  type Declaration,
  lastName,
  type PrintOptions,
  printName,
  typesOf,
} from "@contractc/kernel";
import type { ExternalCollector } from "./externals.js";
import type { PlannedModule } from "./plan.js";

/** How modules and types are written in a contract: short wherever a short name means one thing. */
export class NameTable {
  readonly #modules = new Map<Address, PlannedModule>();
  /** How many modules have a name. */
  readonly #counts = new Map<string, number>();
  readonly #offers = new Map<Address, Set<string>>();
  /** Those of the names offered that are types. */
  readonly #types = new Map<Address, ReadonlySet<string>>();

  constructor(
    modules: readonly PlannedModule[],
    declarations: ReadonlyMap<PlannedModule, readonly Declaration[]>,
    externals: ExternalCollector,
  ) {
    for (const module of modules) {
      this.#modules.set(module.address, module);
      this.#counts.set(module.name, (this.#counts.get(module.name) ?? 0) + 1);
      this.#offers.set(module.address, new Set(declarations.get(module)!.map(({ name }) => name)));
      this.#types.set(module.address, new Set(typesOf(declarations.get(module)!)));
    }
    for (const [name, types] of externals.offers()) {
      this.#offers.set(name, types);
      this.#types.set(name, types);
    }
  }

  /** The name of a module or external in a `uses` clause. */
  moduleName(address: Address): string {
    const module = this.#modules.get(address);
    const text = !module || this.#counts.get(module.name) === 1 ? lastName(address) : address;
    return text.split(".").map(printName).join(".");
  }

  /**
   * How a module writes the names of types.
   *
   * @param used addresses of the modules and externals it uses
   */
  namesIn(
    module: PlannedModule,
    used: readonly Address[],
  ): Required<Pick<PrintOptions, "nameOf" | "isTaken">> {
    const offers = new Map<string, number>();
    for (const address of used) {
      for (const name of this.#offers.get(address) ?? []) offers.set(name, (offers.get(name) ?? 0) + 1);
    }
    const own = this.#offers.get(module.address)!;
    const owners = [module.address, ...used];
    return {
      isTaken: (name) => owners.some((address) => this.#types.get(address)?.has(name)),
      nameOf: (target) => {
        const name = lastName(target);
        const home = target.slice(0, target.length - name.length - 1);
        const plain = home === module.address || (!own.has(name) && (offers.get(name) ?? 0) <= 1);
        return plain ? printName(name) : `${this.moduleName(home)}.${printName(name)}`;
      },
    };
  }
}
