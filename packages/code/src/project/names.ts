import { type Consulted, dependsOn, type Found, foundBy } from "./consulted.js";
import { PYTHON_BUILTINS } from "./data/python-names.js";
import { TYPESCRIPT_GLOBALS } from "./data/typescript-names.js";
import type { CodeFile, ImportTarget, NameMeaning } from "./project.js";
import { type PythonBinding, pythonBinding, pythonIsPublic } from "./python/bindings.js";
import { stubOf } from "./stubs.js";
import { ambientSymbols, type Binding, typeScriptExport, typeScriptLocal } from "./typescript/bindings.js";

/** A meaning on the way: a namespace package is remembered by how it was reached, so that its parts can be. */
type Meaning =
  | Exclude<NameMeaning, { kind: "unknown" }>
  | { kind: "folder"; from: string; specifier: string; external?: Meaning };

/**
 * Follows names through imports, re-exports, barrels and star imports to the file that defines them.
 *
 * Every answer is kept. Rings of re-exports end: a name that only leads back to itself is unknown.
 */
export class NameResolver {
  readonly #answers = new Map<string, Map<string, Found<NameMeaning>>>();
  readonly #exports = new Map<string, Map<string, Found<Meaning | undefined>>>();
  readonly #underWay = new Set<string>();
  #ambient: Found<ReadonlyMap<string, string>> | undefined;

  constructor(
    readonly files: ReadonlyMap<string, CodeFile>,
    private readonly resolveImport: (file: string, specifier: string) => ImportTarget,
    private readonly consulted?: Consulted,
  ) {}

  resolve(file: string, name: string): NameMeaning {
    let known = this.#answers.get(file);
    if (!known) {
      known = new Map();
      this.#answers.set(file, known);
    }
    let answer = known.get(name);
    if (!answer) {
      answer = foundBy(this.consulted, () => this.#resolve(file, name));
      known.set(name, answer);
      return answer.value;
    }
    return this.#taken(answer);
  }

  /** Drops every answer that depends on the contents of files. */
  forget(paths: ReadonlySet<string>): void {
    for (const answers of [this.#answers, this.#exports]) {
      for (const [file, known] of answers) {
        for (const [name, { looked }] of known) if (dependsOn(looked, paths)) known.delete(name);
        if (known.size === 0) answers.delete(file);
      }
    }
    if (dependsOn(this.#ambient?.looked, paths)) this.#ambient = undefined;
  }

  #taken<T>(found: Found<T>): T {
    return this.consulted ? this.consulted.take(found) : found.value;
  }

  /** What a file gets that imports a name; `*` for the module as a whole. */
  imported(file: string, specifier: string, name: string): NameMeaning {
    return toNameMeaning(this.#imported(file, specifier, name), name);
  }

  /** What importers of a file get for a name. */
  resolveExport(file: string, name: string): NameMeaning {
    return toNameMeaning(this.#export(file, name), name);
  }

  #resolve(file: string, name: string): NameMeaning {
    const source = this.files.get(file);
    if (!source) return { kind: "unknown", name };
    const parts = name.split(".");
    const found = source.language === "python" ? this.#python(source, parts) : this.#typeScript(source, name);
    return toNameMeaning(found, name);
  }

  #python(file: CodeFile, parts: readonly string[]): Meaning | undefined {
    const binding = pythonBinding(file, parts);
    if (binding) {
      const found = this.#followPython(file, binding, parts[0]!);
      return found && this.#walk(found, parts.slice(binding.length));
    }
    const [head = "", ...rest] = parts;
    const starred = this.#pythonStars(file, head, new Set());
    if (starred) return this.#walk(starred, rest);
    if (PYTHON_BUILTINS.has(head)) return { kind: "global", name: parts.join(".") };
    // A star import of one installed package is where the name must come from; of several it may be any.
    const guess = this.#onlyExternalStar(file);
    return guess && this.#walk(guess, parts);
  }

  #typeScript(file: CodeFile, name: string): Meaning | undefined {
    const inline = /^import\("([^"]+)"\)(?:\.(.+))?$/.exec(name);
    if (inline) {
      const [head, ...rest] = inline[2]?.split(".") ?? [];
      const found = this.#imported(file.path, inline[1]!, head ?? "*");
      return found && this.#walk(found, rest);
    }
    const parts = name.split(".");
    const [head = "", ...rest] = parts;
    const binding = typeScriptLocal(file, head);
    if (binding) {
      const found = this.#followTypeScript(file, binding);
      return found && this.#walk(found, rest);
    }
    if (TYPESCRIPT_GLOBALS.has(head)) return { kind: "global", name: parts.join(".") };
    this.#ambient ??= foundBy(this.consulted, () => ambientSymbols(this.files.values()));
    const ambient = this.#taken(this.#ambient).get(head);
    return ambient === undefined
      ? undefined
      : this.#walk({ kind: "symbol", file: ambient, name: head }, rest);
  }

  #walk(start: Meaning, parts: readonly string[]): Meaning | undefined {
    let at: Meaning | undefined = start;
    for (const [index, part] of parts.entries()) {
      if (at === undefined) return undefined;
      if (at.kind === "symbol") {
        const rest = parts.slice(index).join(".");
        return { ...at, member: at.member === undefined ? rest : `${at.member}.${rest}` };
      }
      if (at.kind === "global") return { kind: "global", name: [at.name, ...parts.slice(index)].join(".") };
      if (at.kind === "external") {
        // The default export of an installed package holds what the package exports: `React.Node`.
        const before: string = at.name === "default" ? "" : at.name;
        at = { ...at, name: before === "" ? part : `${before}.${part}` };
      } else if (at.kind === "file") at = this.#partOfFile(at.path, part);
      else at = this.#partOfFolder(at, part);
    }
    return at;
  }

  #partOfFile(path: string, part: string): Meaning | undefined {
    const exported = this.#export(path, part);
    if (exported || this.files.get(path)?.language !== "python") return exported;
    if (!/(?:^|\/)__init__\.pyi?$/.test(path)) return undefined;
    return toMeaning(this.resolveImport(path, `.${part}`));
  }

  #partOfFolder(folder: Meaning & { kind: "folder" }, part: string): Meaning | undefined {
    const specifier = submoduleSpecifier(folder.specifier, part);
    const target = this.resolveImport(folder.from, specifier);
    if (target.kind === "file") return { kind: "file", path: target.path };
    if (target.kind === "folder") return { kind: "folder", from: folder.from, specifier };
    return folder.external && this.#walk(folder.external, [part]);
  }

  /** What importers of a file get for a name. */
  #export(path: string, name: string): Meaning | undefined {
    const file = this.files.get(path);
    if (!file) return undefined;
    let known = this.#exports.get(path);
    if (!known) {
      known = new Map();
      this.#exports.set(path, known);
    }
    const before = known.get(name);
    if (before) return this.#taken(before);
    const key = `${path}\0${name}`;
    if (this.#underWay.has(key)) return undefined;
    this.#underWay.add(key);
    const found = foundBy(this.consulted, () =>
      file.language === "python" ? this.#exportOfPython(file, name) : this.#exportOfTypeScript(file, name),
    );
    this.#underWay.delete(key);
    // Nothing found in the middle of a ring may only mean that the ring was entered there.
    if (found.value || this.#underWay.size === 0) known.set(name, found);
    return found.value;
  }

  #exportOfPython(file: CodeFile, name: string): Meaning | undefined {
    // As type checkers do, a stub is asked before the source that it describes.
    const stub = stubOf(this, file);
    const declared = stub && pythonBinding(stub, [name]);
    const found = declared && this.#followPython(stub, declared, name);
    if (found) return found;
    const binding = pythonBinding(file, [name]);
    if (binding) return this.#followPython(file, binding, name);
    return this.#pythonStars(file, name, new Set());
  }

  #followPython(file: CodeFile, binding: PythonBinding, name: string): Meaning | undefined {
    if (binding.kind === "symbol") return { kind: "symbol", file: file.path, name };
    return this.#imported(file.path, binding.specifier, binding.original);
  }

  /** A name that comes by `from m import *`, nearest first. */
  #pythonStars(file: CodeFile, name: string, seen: Set<string>): Meaning | undefined {
    seen.add(file.path);
    for (const specifier of starImports(file)) {
      const target = this.resolveImport(file.path, specifier);
      const other = target.kind === "file" ? this.files.get(target.path) : undefined;
      if (!other || seen.has(other.path) || !this.#isPublic(other, name)) continue;
      const binding = pythonBinding(other, [name]);
      const found = binding ? this.#export(other.path, name) : this.#pythonStars(other, name, seen);
      if (found) return found;
      // `__all__` may name a module of the package that nothing imports.
      if (other.signature.exported?.includes(name)) {
        const part = this.#partOfFile(other.path, name);
        if (part) return part;
      }
    }
    return undefined;
  }

  /** Whether `from m import *` takes a name: by its own list, or by those of other modules that are part of it. */
  #isPublic(file: CodeFile, name: string, seen: ReadonlySet<string> = new Set()): boolean {
    if (pythonIsPublic(file, name)) return true;
    const { exportedFrom = [] } = file.signature;
    return exportedFrom.some((module) => {
      const meaning = this.resolve(file.path, module);
      // Importing a part of a package binds its name in the package: `from .a import *` also makes `a` known.
      const target = meaning.kind === "file" ? meaning : this.resolveImport(file.path, `.${module}`);
      const other = target.kind === "file" ? this.files.get(target.path) : undefined;
      if (!other || seen.has(other.path)) return false;
      return this.#isPublic(other, name, new Set([...seen, file.path]));
    });
  }

  #onlyExternalStar(file: CodeFile): Meaning | undefined {
    const targets = starImports(file).map((specifier) => ({
      specifier,
      target: this.resolveImport(file.path, specifier),
    }));
    const external = targets.filter(({ target }) => target.kind === "external");
    if (external.length !== 1 || targets.some(({ target }) => target.kind === "unresolved")) return undefined;
    return this.#imported(file.path, external[0]!.specifier, "*");
  }

  #exportOfTypeScript(file: CodeFile, name: string): Meaning | undefined {
    // Breadth first over `export *`; what a file names itself comes before what it passes on.
    const queue = [file];
    const seen = new Set([file.path]);
    const external: Meaning[] = [];
    for (let at = queue.shift(); at; at = queue.shift()) {
      const binding = typeScriptExport(at, name);
      const found = binding && this.#followTypeScript(at, binding);
      if (found) return found;
      if (name === "default") return undefined;
      for (const specifier of starImports(at)) {
        const target = this.resolveImport(at.path, specifier);
        if (target.kind === "external") external.push(externalMeaning(target, ""));
        const other = target.kind === "file" ? this.files.get(target.path) : undefined;
        if (!other || seen.has(other.path)) continue;
        seen.add(other.path);
        queue.push(other);
      }
    }
    return external.length === 1 ? this.#walk(external[0]!, [name]) : undefined;
  }

  #followTypeScript(file: CodeFile, binding: Binding): Meaning | undefined {
    if (binding.kind === "symbol") return { kind: "symbol", file: file.path, name: binding.name };
    return this.#imported(file.path, binding.specifier, binding.original);
  }

  /** @param original the name over there; `*` for the module as a whole */
  #imported(file: string, specifier: string, original: string): Meaning | undefined {
    const target = this.resolveImport(file, specifier);
    const isPython = this.files.get(file)?.language === "python";
    switch (target.kind) {
      case "external": {
        const inside = isPython ? specifier.split(".").slice(1).join(".") : "";
        const base = externalMeaning(target, inside);
        return original === "*" ? base : this.#externalName(base, original);
      }
      case "file":
        if (original === "*") return { kind: "file", path: target.path };
        return this.#export(target.path, original) ?? this.#submodule(file, specifier, original, isPython);
      case "folder": {
        // The folder may only happen to have an installed package's name.
        const isAbsolute = !specifier.startsWith(".");
        const external = isAbsolute
          ? externalMeaning(
              { name: specifier.split(".")[0]!, std: false },
              specifier.split(".").slice(1).join("."),
            )
          : undefined;
        const folder: Meaning = { kind: "folder", from: file, specifier, ...(external ? { external } : {}) };
        return original === "*" ? folder : this.#partOfFolder(folder, original);
      }
      default:
        return undefined;
    }
  }

  #externalName(base: Meaning & { kind: "external" }, original: string): Meaning {
    return { ...base, name: base.name === "" ? original : `${base.name}.${original}` };
  }

  #submodule(file: string, specifier: string, original: string, isPython: boolean): Meaning | undefined {
    if (!isPython) return undefined;
    return toMeaning(this.resolveImport(file, submoduleSpecifier(specifier, original)));
  }
}

/** A namespace package as such means nothing; where a package is called the same, that is meant. */
function toNameMeaning(found: Meaning | undefined, name: string): NameMeaning {
  if (found?.kind !== "folder") return found ?? { kind: "unknown", name };
  return found.external && found.external.kind !== "folder" ? found.external : { kind: "unknown", name };
}

function externalMeaning(
  target: { name: string; std: boolean },
  name: string,
): Meaning & { kind: "external" } {
  return { kind: "external", package: target.name, std: target.std, name };
}

function toMeaning(target: ImportTarget): Meaning | undefined {
  return target.kind === "file" ? { kind: "file", path: target.path } : undefined;
}

/** The specifiers of `from m import *` and `export * from "m"`, in order. */
function starImports(file: CodeFile): string[] {
  const isPython = file.language === "python";
  return file.signature.imports
    .filter((each) =>
      each.names.some(({ name, local, span }) => {
        if (name !== "*" || local !== undefined) return false;
        // `import_module("m")` and `import("m")` without a name look alike; they stand for their whole span.
        return isPython ? span.start !== each.specifierSpan.start : each.reExport === true;
      }),
    )
    .map((each) => each.specifier);
}

/** Python: `a.b` and `c` are `a.b.c`, `.` and `c` are `.c`. */
export function submoduleSpecifier(specifier: string, name: string): string {
  return specifier.endsWith(".") ? specifier + name : `${specifier}.${name}`;
}
