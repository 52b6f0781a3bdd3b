import {
  type Address,
  type ClassLike,
  codeName,
  type Declaration,
  type Kernel,
  type Language,
  nearestName,
} from "@contractc/kernel";

/** A name that code asked for, and what the contract says of it. */
export interface Asked {
  /** The module that would have to offer it. */
  module: Address;
  /** The contract has it: then its module's code lacks it. */
  isDeclared: boolean;
  /** What it is called in the contract, as far as a slip of the pen can be told. */
  near?: string;
}

/** What the contract declares, by the names of the code. */
export class DeclaredNames {
  readonly #classes = new Map<string, { module: Address; declaration: ClassLike }[]>();
  readonly #byAddress = new Map<Address, ClassLike>();
  readonly #languages: ReadonlyMap<Address, Language | undefined>;

  constructor(readonly kernel: Kernel) {
    this.#languages = new Map(kernel.modules.map(({ address, language }) => [address, language]));
    for (const [module, declarations] of Object.entries(kernel.signatures)) {
      for (const declaration of declarations) {
        if (!("members" in declaration) || declaration.kind === "enum") continue;
        this.#byAddress.set(declaration.address, declaration);
        for (const name of this.#names(declaration, module)) {
          this.#classes.set(name, [...(this.#classes.get(name) ?? []), { module, declaration }]);
        }
      }
    }
  }

  /** @param type of what lacks the member, as an error names it @returns `undefined` where no class has that name */
  member(type: string, name: string): Asked | undefined {
    const found =
      this.#classes.get(
        type
          .replace(/^typeof /, "")
          .split(/[.<]/)
          .at(-1) ?? "",
      ) ?? this.#classes.get(type.replace(/<.*$/, ""));
    const [first] = found ?? [];
    if (!found || !first) return undefined;
    const names: string[] = [];
    for (const { module, declaration } of found) {
      const own = this.#membersOf(declaration, this.#language(module), new Set());
      if (own.has(name)) return { module, isDeclared: true };
      names.push(...own);
    }
    const near = nearestName(name, names);
    return { module: first.module, isDeclared: false, ...(near === undefined ? {} : { near }) };
  }

  /** @param module whose name is asked for */
  symbol(module: Address, name: string): Asked {
    const declarations = this.kernel.signatures[module] ?? [];
    const names = declarations.flatMap((each) => this.#names(each, module));
    if (names.includes(name)) return { module, isDeclared: true };
    const near = nearestName(name, names);
    return { module, isDeclared: false, ...(near === undefined ? {} : { near }) };
  }

  /** The external of the contract that an import means. */
  external(specifier: string): { name: string; requirement: string } | undefined {
    const covers = (name: string) =>
      specifier === name || specifier.startsWith(`${name}.`) || specifier.startsWith(`${name}/`);
    return this.kernel.externals.find(({ name, from, requirement }) => {
      if (requirement === "std") return false;
      if (from !== undefined) return covers(from);
      const installed = /^(?:@[\w.-]+\/)?[\w.-]+/.exec(requirement)?.[0];
      return covers(name) || (installed !== undefined && covers(installed));
    });
  }

  #language(module: Address): Language {
    return this.#languages.get(module) ?? "typescript";
  }

  #names(declaration: Declaration, module: Address): string[] {
    const name = codeName(declaration, this.#language(module), "symbol");
    return [...new Set([name, declaration.name])];
  }

  /** With what is inherited. */
  #membersOf(declaration: ClassLike, language: Language, seen: Set<Address>): Set<string> {
    const names = new Set<string>();
    if (seen.has(declaration.address)) return names;
    seen.add(declaration.address);
    for (const member of declaration.members) {
      if (member.kind !== "constructor") names.add(codeName(member, language, "member"));
    }
    for (const base of [...(declaration.extends ?? []), ...(declaration.implements ?? [])]) {
      const above = base.kind === "reference" ? this.#byAddress.get(base.target) : undefined;
      if (above) for (const name of this.#membersOf(above, language, seen)) names.add(name);
    }
    return names;
  }
}
