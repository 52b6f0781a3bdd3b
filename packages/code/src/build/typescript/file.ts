import type { Address, External, Module, Type } from "@contractc/kernel";
import { codeName, exportedName } from "../../target/names.js";
import { printTypeScriptType } from "../../target/typescript-types.js";
import { ExpressionTypes } from "../examples/typing.js";
import type { KernelIndex } from "../kernel-index.js";
import { type ImportExtension, type Layout, typescriptSpecifier } from "../layout.js";
import { TypeScriptExpressions } from "./expressions.js";
import { isValue } from "./forms.js";
import { type BoundTypeScriptImport, type TypeScriptImportMode, TypeScriptImports } from "./imports.js";

/** What of a project's settings decides how its TypeScript is written. */
export interface TypeScriptStyle {
  extension: ImportExtension;
  /** `erasableSyntaxOnly`: enums are written as constant objects. */
  erasableOnly: boolean;
}

export interface TypeScriptFileOptions {
  index: KernelIndex;
  layout: Layout;
  /** Where the file stands, relative to the project's root. */
  path: string;
  style: TypeScriptStyle;
  /** The module whose file it is; absent for a file of tests. */
  module?: Module;
  /** Names that the file defines. */
  taken: Iterable<string>;
  existing?: readonly BoundTypeScriptImport[];
  /** Modules that it imports already, also without names. */
  specifiers?: Iterable<string>;
  /** How the file can say a name of another module already. */
  known?: (module: Address, name: string, load: boolean) => string | undefined;
}

/** Modules of Node that an external of the standard library may be called after. */
const NODE_MODULES = new Set(
  (
    "assert async_hooks buffer child_process cluster console crypto dgram diagnostics_channel dns events fs http http2 " +
    "https inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder " +
    "timers tls tty url util v8 vm wasi worker_threads zlib"
  ).split(" "),
);

/** One TypeScript file being written: its names and imports. */
export class TypeScriptFile {
  readonly index: KernelIndex;
  readonly imports: TypeScriptImports;
  readonly style: TypeScriptStyle;
  /** Declarations that the file would have to import and may not. */
  readonly hidden = new Set<Address>();
  readonly #layout: Layout;
  readonly #path: string;
  readonly #module: Module | undefined;
  readonly #own: ReadonlySet<string>;
  readonly #known: TypeScriptFileOptions["known"];

  constructor(options: TypeScriptFileOptions) {
    this.index = options.index;
    this.style = options.style;
    this.#layout = options.layout;
    this.#path = options.path;
    this.#module = options.module;
    this.#known = options.known;
    this.#own = new Set(options.taken);
    this.imports = new TypeScriptImports(this.#own, options.existing, options.specifiers);
  }

  ambient(name: string): string {
    return this.#own.has(name) || this.imports.isTaken(name) ? `globalThis.${name}` : name;
  }

  reference(target: Address): string {
    return this.#name(target, "type");
  }

  value(target: Address): string {
    return this.#name(target, "value");
  }

  #name(target: Address, wanted: TypeScriptImportMode): string {
    const home = this.index.home(target);
    if (!home) return codeName({ name: target.slice(target.lastIndexOf(".") + 1) }, "typescript", "symbol");
    const { declaration } = home;
    const name = codeName(declaration, "typescript", "symbol");
    const to = home.kind === "module" ? home.module.address : home.external.address;
    if (to === this.#module?.address) return name;
    // A declared run-time dependency is one in the code, too, where there is something to import at run time.
    const atRunTime = !this.#module || this.index.edge(this.#module.address, to)?.kind === "use";
    const mode =
      wanted === "value" || (atRunTime && this.#module && isValue(this.index, declaration))
        ? "value"
        : "type";
    // Of a namespace its own name is imported.
    const [first = name] = name.split(".");
    const rest = name.slice(first.length);
    const shown = rest === "" ? exportedName(declaration, "typescript") : first;
    const exported = "exportDefault" in declaration && declaration.exportDefault ? "default" : shown;
    if (home.kind === "external") {
      const specifier = typeScriptPackage(home.external);
      // Of a type that only the contract's author knows, nothing tells whether it is there at run time.
      const externalMode = wanted === "value" ? "value" : "type";
      return specifier === undefined
        ? name
        : this.imports.need(specifier, exported, first, externalMode, "package") + rest;
    }
    const known = this.#known?.(home.module.address, first, wanted === "value");
    if (known !== undefined) return known + rest;
    if (declaration.internal) this.hidden.add(target);
    return this.imports.need(this.specifier(home.module), exported, first, mode, "file") + rest;
  }

  /** How this file names another module's file. */
  specifier(module: Module): string {
    return typescriptSpecifier(this.#path, this.#layout.file(module), this.style.extension);
  }

  /** Makes the file depend on everything that the module `uses`, whether or not a signature shows it. */
  importUses(): void {
    if (!this.#module) return;
    for (const { to, kind, external } of this.index.edges(this.#module.address)) {
      // What is used lazily is imported inside of the functions to come: until then the dependency is one of types.
      const mode = kind === "use" ? "value" : "type";
      if (external) {
        const found = this.index.external(to);
        const specifier = found && typeScriptPackage(found);
        if (specifier !== undefined) this.imports.needModule(specifier, mode, "package");
        continue;
      }
      const used = this.index.module(to);
      if (used?.language === "typescript") this.imports.needModule(this.specifier(used), mode, "file");
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

  type(type: Type): string {
    return printTypeScriptType(type, this);
  }

  /** Writes expressions of defaults and constants. */
  expressions(): TypeScriptExpressions {
    return new TypeScriptExpressions(new ExpressionTypes(this.index), this);
  }
}

/** What TypeScript imports an external from; `undefined` for what is ambient. */
export function typeScriptPackage(external: External): string | undefined {
  if (external.from !== undefined) return external.from;
  if (external.requirement !== "std") return external.name;
  return NODE_MODULES.has(external.name) ? `node:${external.name}` : undefined;
}
