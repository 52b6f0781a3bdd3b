import type { CodeImport } from "../../reading/signature.js";
import type { CodeFile } from "../project.js";

export type Binding =
  | { kind: "symbol"; name: string }
  /** `original` is `*` for a module as a whole, `default` for its default export. */
  | { kind: "import"; specifier: string; original: string };

interface Bindings {
  locals: ReadonlyMap<string, Binding>;
  exports: ReadonlyMap<string, Binding>;
}

const known = new WeakMap<CodeFile, Bindings>();

function bindingsOf(file: CodeFile): Bindings {
  // Asked each time: whoever takes the bindings looks at the file.
  const { signature } = file;
  let found = known.get(file);
  if (!found) {
    const locals = new Map<string, Binding>();
    const exports = new Map<string, Binding>();
    // Declaration files may leave `export` out, and CommonJS files have none.
    const exportsAll = /\.d\.[cm]?ts$|\.c?js$/.test(file.path);
    for (const symbol of signature.symbols) {
      if (symbol.kind === "re-export") {
        setOnce(exports, symbol.name, {
          kind: "import",
          specifier: symbol.specifier,
          original: symbol.original,
        });
        continue;
      }
      const binding: Binding = { kind: "symbol", name: symbol.name };
      setOnce(locals, symbol.name, binding);
      if (symbol.exported || exportsAll) setOnce(exports, symbol.name, binding);
      if (symbol.exportDefault) setOnce(exports, "default", binding);
    }
    // What `import()` binds in a function comes after what the file imports.
    const imports = signature.imports.filter((each) => !each.reExport);
    const isLazy = (each: CodeImport) => each.mode === "lazy";
    for (const each of [...imports.filter((each) => !isLazy(each)), ...imports.filter(isLazy)]) {
      for (const { name, local } of each.names) {
        if (local === undefined) continue;
        setOnce(locals, local, { kind: "import", specifier: each.specifier, original: name });
      }
    }
    found = { locals, exports };
    known.set(file, found);
  }
  return found;
}

function setOnce(bindings: Map<string, Binding>, name: string, binding: Binding): void {
  if (!bindings.has(name)) bindings.set(name, binding);
}

export function typeScriptLocal(file: CodeFile, name: string): Binding | undefined {
  return bindingsOf(file).locals.get(name);
}

/** What a file exports under a name itself; `export *` is not looked at. */
export function typeScriptExport(file: CodeFile, name: string): Binding | undefined {
  return bindingsOf(file).exports.get(name);
}

/**
 * The names that declaration files without imports and exports give to every file, with the file of each.
 */
export function ambientSymbols(files: Iterable<CodeFile>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of files) {
    if (!/\.d\.[cm]?ts$/.test(file.path)) continue;
    const { imports, symbols } = file.signature;
    if (imports.length > 0 || symbols.some((symbol) => symbol.exported)) continue;
    for (const { name } of symbols) if (!found.has(name)) found.set(name, file.path);
  }
  return found;
}
