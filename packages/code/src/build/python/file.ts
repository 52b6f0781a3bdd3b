import type { Address, External, Module, Type, TypeParameter } from "@contractc/kernel";
import { codeName } from "../../target/names.js";
import { type PythonPosition, printPythonType, pythonString } from "../../target/python-types.js";
import { ExpressionTypes } from "../examples/typing.js";
import type { KernelIndex } from "../kernel-index.js";
import { type Layout, pythonModuleName } from "../layout.js";
import { namesLocalTypes } from "../type-parts.js";
import { PythonExpressions } from "./expressions.js";
import { type BoundImport, type PythonImportMode, PythonImports } from "./imports.js";

export interface PythonFileOptions {
  index: KernelIndex;
  layout: Layout;
  /** The module whose file it is; absent for a file of tests. */
  module?: Module;
  /** Names that the file defines. */
  taken: Iterable<string>;
  existing?: readonly BoundImport[];
  /** How the file can say a name of another module already. */
  known?: (module: Address, name: string, load: boolean) => string | undefined;
  /** `from __future__ import annotations` stands at its head: annotations are never evaluated. */
  lazyAnnotations: boolean;
  /** Type variables that the file defines already, with the text of their bounds. */
  typeVariables?: ReadonlyMap<string, string>;
}

interface TypeVariable {
  local: string;
  /** The text of its bound; `""` for none. */
  bound: string;
  existing: boolean;
}

/** One Python file being written: its names, imports and type variables. */
export class PythonFile {
  readonly index: KernelIndex;
  readonly imports: PythonImports;
  readonly lazyAnnotations: boolean;
  /** Modules that no import statement can name. */
  readonly unimportable = new Set<Address>();
  readonly #layout: Layout;
  readonly #module: Module | undefined;
  readonly #known: PythonFileOptions["known"];
  readonly #typeVariables = new Map<string, TypeVariable>();
  readonly #scopes: Map<string, string>[] = [];

  constructor(options: PythonFileOptions) {
    this.index = options.index;
    this.#layout = options.layout;
    this.#module = options.module;
    this.#known = options.known;
    this.lazyAnnotations = options.lazyAnnotations;
    this.imports = new PythonImports(options.taken, options.existing);
    for (const [local, bound] of options.typeVariables ?? []) {
      this.#typeVariables.set(`${local} ${bound}`, { local, bound, existing: true });
    }
  }

  standard(module: string, name: string): string {
    return this.imports.need(module, name, "load", "standard");
  }

  /** The local name of a declared or external type. */
  reference(target: Address, position: PythonPosition): string {
    return this.#name(target, position === "runtime" ? "load" : "type");
  }

  /** The local name of something that is needed when the code runs. */
  value(target: Address): string {
    return this.#name(target, "load");
  }

  /** Whether the name is there when the module has loaded: declared here, or imported at run time. */
  isLoaded(target: Address): boolean {
    const home = this.index.home(target);
    if (!home || !this.#module) return true;
    if (home.kind === "module" && home.module.address === this.#module.address) return true;
    const to = home.kind === "module" ? home.module.address : home.external.address;
    return this.index.edge(this.#module.address, to)?.kind === "use";
  }

  /** Whether the module of this file declares it. */
  isOwn(target: Address): boolean {
    const home = this.index.home(target);
    return home?.kind === "module" && home.module.address === this.#module?.address;
  }

  #name(target: Address, wanted: PythonImportMode): string {
    const home = this.index.home(target);
    if (!home) return codeName({ name: target.slice(target.lastIndexOf(".") + 1) }, "python", "symbol");
    const name = codeName(home.declaration, "python", "symbol");
    const mode = wanted === "load" || this.isLoaded(target) ? "load" : "type";
    if (home.kind === "external") {
      const module = pythonPackage(home.external);
      const standard = home.external.requirement === "std";
      return module === "builtins"
        ? name
        : this.imports.need(module, name, mode, standard ? "standard" : "external");
    }
    if (home.module.address === this.#module?.address) return name;
    const known = this.#known?.(home.module.address, name, wanted === "load");
    if (known !== undefined) return known;
    const module = pythonModuleName(this.#layout.file(home.module), this.#layout.roots("python"));
    if (module === undefined) {
      this.unimportable.add(home.module.address);
      return name;
    }
    return this.imports.need(module, name, mode, "local");
  }

  /** Makes the file depend on everything that the module `uses`, whether or not a signature shows it. */
  importUses(): void {
    if (!this.#module) return;
    for (const { to, kind, external } of this.index.edges(this.#module.address)) {
      // What is used lazily is imported inside of the functions to come: until then the dependency is one of types.
      const mode = kind === "use" ? "load" : "type";
      if (external) {
        const found = this.index.external(to);
        const name = found && pythonPackage(found);
        if (!found || name === undefined || name === "builtins") continue;
        this.imports.needModule(name, mode, found.requirement === "std" ? "standard" : "external");
        continue;
      }
      const used = this.index.module(to);
      if (used?.language !== "python") continue;
      const name = pythonModuleName(this.#layout.file(used), this.#layout.roots("python"));
      if (name === undefined) this.unimportable.add(to);
      else this.imports.needModule(name, mode, "local");
    }
  }

  /** The module's dependencies that must be imported inside of functions. */
  lazyUses(): string[] {
    if (!this.#module) return [];
    return this.index
      .edges(this.#module.address)
      .filter((edge) => edge.kind === "lazy")
      .map((edge) => edge.to);
  }

  /** Prints with the type parameters of a declaration in scope. */
  withTypeParameters<T>(parameters: readonly TypeParameter[] | undefined, print: () => T): T {
    const scope = new Map<string, string>();
    this.#scopes.push(scope);
    try {
      for (const { name, bound } of parameters ?? []) scope.set(name, this.#declareTypeVariable(name, bound));
      return print();
    } finally {
      this.#scopes.pop();
    }
  }

  #declareTypeVariable(name: string, bound: Type | undefined): string {
    const boundText = bound ? printPythonType(bound, this, "annotation") : "";
    const legal = codeName({ name }, "python", "symbol");
    for (const variable of this.#typeVariables.values()) {
      const same = variable.local === legal || variable.local.startsWith(`${legal}_`);
      if (same && variable.bound === boundText) return variable.local;
    }
    const local = this.imports.claim(legal);
    this.#typeVariables.set(`${local} ${boundText}`, { local, bound: boundText, existing: false });
    this.standard("typing", "TypeVar");
    return local;
  }

  typeVariable(name: string): string {
    for (let at = this.#scopes.length - 1; at >= 0; at -= 1) {
      const local = this.#scopes[at]!.get(name);
      if (local !== undefined) return local;
    }
    return name;
  }

  /** Definitions of the type variables that the printed text needs and the file lacks. */
  typeVariableLines(): string[] {
    const lines: string[] = [];
    for (const { local, bound, existing } of this.#typeVariables.values()) {
      if (existing) continue;
      const boundText = bound === "" ? "" : `, bound=${pythonString(bound)}`;
      lines.push(`${local} = ${this.standard("typing", "TypeVar")}(${pythonString(local)}${boundText})`);
    }
    return lines;
  }

  /** A type that only checkers read, without quotes. */
  checkedType(type: Type): string {
    return printPythonType(type, this, "annotation");
  }

  /** A type in an annotation; quoted where Python would evaluate it and a name might not be there yet. */
  annotation(type: Type): string {
    const text = this.checkedType(type);
    return this.lazyAnnotations || !namesLocalTypes(type) ? text : quoted(text);
  }

  /** A type that is evaluated when the module loads. */
  runtimeType(type: Type): string {
    return printPythonType(type, this, "runtime");
  }

  /** Writes expressions of defaults and constants. */
  expressions(): PythonExpressions {
    return new PythonExpressions(new ExpressionTypes(this.index), this);
  }
}

/** The module by which Python imports an external. */
export function pythonPackage(external: External): string {
  return external.from ?? external.name;
}

/** A type as a string annotation. */
export function quoted(text: string): string {
  return text.includes('"') && !/['\\]/.test(text) ? `'${text}'` : pythonString(text);
}
