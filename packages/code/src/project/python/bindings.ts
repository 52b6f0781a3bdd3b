import type { CodeImport } from "../../reading/signature.js";
import type { CodeFile } from "../project.js";

/** What binds a name at the top of a Python file. `length` says how many parts of the dotted name it takes. */
export type PythonBinding = { length: number } & (
  | { kind: "symbol" }
  /** `original` is `*` for a module as a whole. */
  | { kind: "import"; specifier: string; original: string }
);

/** The bindings of one file by the first part of what they bind. */
interface Bindings {
  symbols: ReadonlySet<string>;
  /** Only defined in an `if` or `try`, so that an import of the same name comes first. */
  conditional: ReadonlySet<string>;
  imports: ReadonlyMap<string, readonly ImportBinding[]>;
}
interface ImportBinding {
  /** Parts of the bound name; several for `import a.b`. */
  parts: readonly string[];
  specifier: string;
  original: string;
}

const known = new WeakMap<CodeFile, Bindings>();

function bindingsOf(file: CodeFile): Bindings {
  // Asked each time: whoever takes the bindings looks at the file.
  const { signature } = file;
  let found = known.get(file);
  if (!found) {
    const symbols = new Set<string>();
    const conditional = new Set<string>();
    for (const symbol of signature.symbols) {
      if (symbol.kind === "re-export") continue;
      symbols.add(symbol.name);
      if (symbol.conditional) conditional.add(symbol.name);
      else conditional.delete(symbol.name);
    }
    const imports = new Map<string, ImportBinding[]>();
    // An import in a function binds nothing here, but it tells what a quoted annotation may mean.
    const isLazy = (each: CodeImport) => each.mode === "lazy";
    const atTop = signature.imports.filter((each) => !isLazy(each));
    const bound = new Set(atTop.flatMap((each) => each.names.map(({ local }) => local?.split(".")[0])));
    for (const each of [...atTop, ...signature.imports.filter(isLazy)]) {
      for (const { name, local } of each.names) {
        if (local === undefined) continue;
        if (isLazy(each) && bound.has(local.split(".")[0])) continue;
        const parts = local.split(".");
        const same = imports.get(parts[0]!) ?? [];
        same.push({ parts, specifier: each.specifier, original: name });
        imports.set(parts[0]!, same);
      }
    }
    found = { symbols, conditional, imports };
    known.set(file, found);
  }
  return found;
}

/**
 * What binds the longest beginning of a dotted name. `import a.b` binds `a.b` and, with it, the package `a`.
 *
 * @returns `undefined` where the file itself binds nothing of the name; star imports are not looked at
 */
export function pythonBinding(file: CodeFile, parts: readonly string[]): PythonBinding | undefined {
  const { symbols, conditional, imports } = bindingsOf(file);
  const head = parts[0]!;
  const candidates = imports.get(head);
  if (symbols.has(head) && !(candidates && conditional.has(head))) return { kind: "symbol", length: 1 };
  if (!candidates) return undefined;
  let best: ImportBinding | undefined;
  for (const candidate of candidates) {
    const fits = candidate.parts.every((part, index) => part === parts[index]);
    // Of imports of one name in the branches of an `if` or `try`, the first counts.
    if (fits && (!best || candidate.parts.length > best.parts.length)) best = candidate;
  }
  if (best) {
    return { kind: "import", length: best.parts.length, specifier: best.specifier, original: best.original };
  }
  return { kind: "import", length: 1, specifier: head, original: "*" };
}

/** Whether `from m import *` takes the name: listed in `__all__` or, without one, no leading underscore. */
export function pythonIsPublic(file: CodeFile, name: string): boolean {
  const { exported } = file.signature;
  return exported ? exported.includes(name) : !name.startsWith("_");
}
