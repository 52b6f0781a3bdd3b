import type { OpenedProject } from "@contractc/code";
import type {
  Address,
  ClassLike,
  Code,
  Declaration,
  EnumMember,
  Kernel,
  Member,
  Module,
} from "@contractc/kernel";

/** The contract as a mutator asks of it: what a file's names are declared as. */
export class Declared {
  readonly #modules = new Map<string, Module>();
  readonly #symbols = new Map<Address, Map<string, Declaration[]>>();
  readonly #allowed = new Map<Address, Set<string>>();

  readonly kernel: Kernel;
  readonly project: OpenedProject;

  constructor(kernel: Kernel, project: OpenedProject) {
    this.kernel = kernel;
    this.project = project;
    for (const module of kernel.modules) if (!module.folder) this.#modules.set(module.path, module);
    for (const [address, declarations] of Object.entries(kernel.signatures)) {
      const table = new Map<string, Declaration[]>();
      for (const declaration of declarations) {
        const name = codeName(
          declaration,
          kernel.modules.find((module) => module.address === address),
        );
        table.set(name, [...(table.get(name) ?? []), declaration]);
        this.#allow(declaration);
        if (isClassLike(declaration)) declaration.members.forEach((member) => void this.#allow(member));
      }
      this.#symbols.set(address, table);
    }
    for (const part of [...kernel.modules, ...kernel.packages]) this.#allow(part);
    for (const { from, allows = [] } of kernel.graph.uses) this.#allow({ address: from, allows });
  }

  /** The module that a file is. */
  module(path: string): Module | undefined {
    return this.#modules.get(path);
  }

  /** The only declaration of a name; nothing where there are overloads. */
  symbol(path: string, name: string): Declaration | undefined {
    const found = this.symbols(path, name);
    return found.length === 1 ? found[0] : undefined;
  }

  /** All declarations of a name: overloads are several. */
  symbols(path: string, name: string): readonly Declaration[] {
    return this.#symbols.get(this.module(path)?.address ?? "")?.get(name) ?? [];
  }

  /** The only member of a name; `new` for the constructor. */
  member(path: string, owner: string, name: string): Member | undefined {
    const found = this.members(path, owner, name);
    return found.length === 1 ? found[0] : undefined;
  }

  members(path: string, owner: string, name: string): readonly Member[] {
    const declaration = this.symbol(path, owner);
    if (!declaration || !isClassLike(declaration)) return [];
    const module = this.module(path);
    return declaration.members.filter((member) => codeName(member, module) === name);
  }

  enumMember(path: string, owner: string, name: string): EnumMember | undefined {
    const declaration = this.symbol(path, owner);
    if (declaration?.kind !== "enum") return undefined;
    return declaration.members.find((member) => codeName(member, this.module(path)) === name);
  }

  /** The contract accepts findings of a code at an address: there nothing can be found. */
  isAllowed(code: Code, address: Address): boolean {
    for (let at = address; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
      if (this.#allowed.get(at)?.has(code)) return true;
    }
    return false;
  }

  #allow({ address, allows = [] }: { address: Address; allows?: readonly { code: string }[] }): void {
    const codes = this.#allowed.get(address) ?? new Set();
    for (const { code } of allows) codes.add(code);
    this.#allowed.set(address, codes);
  }
}

export function isClassLike(declaration: Declaration): declaration is ClassLike {
  return "members" in declaration && declaration.kind !== "enum";
}

function codeName(
  { name, names }: { name: string; names?: Declaration["names"] },
  module: Module | undefined,
): string {
  return (module?.language ? names?.[module.language] : undefined) ?? name;
}
