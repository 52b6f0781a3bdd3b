import type { Declaration } from "../model/declarations.js";
import type { Edge, EdgeKind, Kernel, Module } from "../model/kernel.js";
import type { Address } from "../model/types.js";
import type { ModuleText, UsesText } from "./modules.js";
import { declaredName, lastName, printName } from "./names.js";
import type { PrintOptions } from "./types.js";

const EDGE_KINDS: readonly EdgeKind[] = ["use", "type", "lazy"];

/** How the parts of a kernel name each other in contract text: short wherever a short name means one thing. */
export class KernelNames {
  readonly #edges = new Map<Address, Edge[]>();
  /** How many modules and externals have a name. */
  readonly #counts = new Map<string, number>();
  /** The names that others may take from a module or external. */
  readonly #offers = new Map<Address, ReadonlySet<string>>();
  /** Those of them that are types. */
  readonly #types = new Map<Address, ReadonlySet<string>>();
  readonly #modules: ReadonlySet<Address>;
  readonly #folders: ReadonlyMap<Address, string>;

  constructor(readonly kernel: Kernel) {
    this.#modules = new Set(kernel.modules.map(({ address }) => address));
    this.#folders = new Map(kernel.packages.map(({ address, path }) => [address, path]));
    for (const { address } of [...kernel.modules, ...kernel.externals]) {
      const name = lastName(address);
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    }
    const owners = [
      ...kernel.externals.map(({ address, declarations }) => [address, declarations] as const),
      ...Object.entries(kernel.signatures),
    ];
    for (const [address, declarations] of owners) {
      this.#offers.set(address, offered(declarations));
      this.#types.set(address, new Set(typesOf(declarations.filter(({ internal }) => !internal))));
    }
    for (const edge of kernel.graph.uses) {
      const edges = this.#edges.get(edge.from);
      if (edges) edges.push(edge);
      else this.#edges.set(edge.from, [edge]);
    }
  }

  /** The dependencies that a module declares. */
  edges(module: Address): readonly Edge[] {
    return this.#edges.get(module) ?? [];
  }

  /** A module or external, as a `uses` clause names it. */
  moduleName(address: Address): string {
    const name = lastName(address);
    return this.#counts.get(name) === 1 ? printName(name) : qualified(address);
  }

  /** A declaration or member, as a flow names it: `game.Game.step`. */
  memberName(address: Address, module: Address): string {
    const rest = address.slice(module.length + 1).replace(/#\d+$/, "");
    return `${this.moduleName(module)}.${qualified(rest)}`;
  }

  /** How a module writes the names of what it declares and of what it uses. */
  optionsIn(module: Address): PrintOptions {
    const own = new Set((this.kernel.signatures[module] ?? []).map(({ name }) => name));
    const targets = [...new Set(this.edges(module).map(({ to }) => to))];
    const modules = targets.filter((target) => this.#modules.has(target));
    const externals = targets.filter((target) => !this.#modules.has(target));
    const among = (owners: readonly Address[], name: string) =>
      owners.filter((owner) => this.#offers.get(owner)?.has(name));
    const isPlain = (name: string, home: Address): boolean => {
      if (home === module) return true;
      if (own.has(name)) return false;
      // The first of modules and externals that has a name decides; one that is unreachable is as good as its bare name.
      const nearest = [among(modules, name), among(externals, name)].find((owners) => owners.length > 0);
      return nearest === undefined || (nearest.length === 1 && nearest[0] === home);
    };
    const types = new Set(typesOf(this.kernel.signatures[module] ?? []));
    return {
      isTaken: (name) => types.has(name) || targets.some((target) => this.#types.get(target)?.has(name)),
      nameOf: (target) => {
        const name = declaredName(target);
        const home = target.slice(0, Math.max(0, target.lastIndexOf(".")));
        return isPlain(name, home) ? printName(name) : `${this.moduleName(home)}.${printName(name)}`;
      },
    };
  }

  /**
   * A module of the kernel as it stands in the contract.
   *
   * @param isNested its path is to be relative to the package around it, as inside of that package's braces
   */
  moduleText(module: Module, isNested: boolean): ModuleText {
    const { address, name, path, folder, doc, deprecated, stable, names, allows, owner, satisfies, handles } =
      module;
    const { nameOf } = this.optionsIn(address);
    const base = isNested && module.package !== undefined ? this.#folders.get(module.package) : undefined;
    return {
      name,
      path: `${relative(base, path)}${folder ? "/" : ""}`,
      ...(doc === undefined ? {} : { doc }),
      ...(deprecated === undefined ? {} : { deprecated }),
      ...(stable ? { stable } : {}),
      ...(names ? { names } : {}),
      ...(allows ? { allows } : {}),
      ...(owner === undefined ? {} : { owner }),
      ...(satisfies && satisfies.length > 0 ? { satisfies } : {}),
      ...(handles && handles.length > 0 && nameOf ? { handles: handles.map(nameOf) } : {}),
      uses: this.#usesOf(address),
      declarations: this.kernel.signatures[address] ?? [],
    };
  }

  /** One clause for each kind, and for each reason to accept something. */
  #usesOf(module: Address): UsesText[] {
    const clauses = new Map<string, UsesText & { names: string[] }>();
    const plain = this.edges(module).filter(({ allows }) => !allows);
    const accepted = this.edges(module).filter(({ allows }) => allows);
    for (const edges of [plain, accepted]) {
      for (const kind of EDGE_KINDS) {
        for (const edge of edges.filter((each) => each.kind === kind)) {
          const key = `${kind} ${JSON.stringify(edge.allows ?? [])}`;
          const clause = clauses.get(key) ?? {
            kind,
            names: [],
            ...(edge.allows ? { allows: edge.allows } : {}),
          };
          clause.names.push(this.moduleName(edge.to));
          clauses.set(key, clause);
        }
      }
    }
    return [...clauses.values()];
  }
}

function offered(declarations: readonly Declaration[]): Set<string> {
  return new Set(declarations.filter(({ internal }) => !internal).map(({ name }) => name));
}

const VALUES: ReadonlySet<Declaration["kind"]> = new Set(["function", "const", "event", "states"]);

/** The names of declarations that a type annotation may name. */
export function typesOf(declarations: readonly Declaration[]): string[] {
  return declarations.filter(({ kind }) => !VALUES.has(kind)).map(({ name }) => name);
}

function qualified(address: Address): string {
  return address.split(".").map(printName).join(".");
}

/** A path below a folder, relative to it. */
export function relative(folder: string | undefined, path: string): string {
  if (folder === undefined || folder === ".") return path;
  return path === folder ? "." : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
