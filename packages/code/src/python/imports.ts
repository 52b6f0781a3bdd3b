import type { Node } from "web-tree-sitter";
import type { CodeImport, CodeImportedName } from "../reading/signature.js";
import { field, type Source, spanOf } from "./source.js";

const IMPORT_TYPES = new Set(["import_statement", "import_from_statement", "future_import_statement"]);

export function isImport(type: string): boolean {
  return IMPORT_TYPES.has(type);
}

/** Reads an import statement. `import a, b` are two imports. */
export function readImport(node: Node, source: Source, mode: CodeImport["mode"]): CodeImport[] {
  if (node.type === "import_statement") {
    return node.childrenForFieldName("name").map((name) => {
      const { specifier, specifierNode, local } = aliased(name, source);
      const names: CodeImportedName[] = [{ name: "*", local: local ?? specifier, span: spanOf(name) }];
      return { specifier, specifierSpan: spanOf(specifierNode), names, mode, ...spanOf(node) };
    });
  }
  const future = node.type === "future_import_statement";
  const module = field(node, "module_name");
  if (!module && !future) return [];
  const names: CodeImportedName[] = [];
  for (const child of node.childrenForFieldName("name")) {
    const { specifier, local } = aliased(child, source);
    // A statement that breaks off leaves an empty name.
    if (specifier) names.push({ name: specifier, local: local ?? specifier, span: spanOf(child) });
  }
  const wildcard = node.namedChildren.find((child) => child.type === "wildcard_import");
  if (wildcard) names.push({ name: "*", span: spanOf(wildcard) });
  const start = node.startIndex + source.textOf(node).indexOf("__future__");
  const specifierSpan = module ? spanOf(module) : { start, end: start + "__future__".length };
  const specifier = module ? dotted(module, source) : "__future__";
  return [{ specifier, specifierSpan, names, mode, ...spanOf(node) }];
}

function aliased(node: Node, source: Source): { specifier: string; specifierNode: Node; local?: string } {
  if (node.type !== "aliased_import") return { specifier: dotted(node, source), specifierNode: node };
  const name = field(node, "name") ?? node;
  const alias = field(node, "alias");
  const specifier = { specifier: dotted(name, source), specifierNode: name };
  return alias ? { ...specifier, local: source.textOf(alias) } : specifier;
}

/** A dotted name without the blanks and continued lines that may stand between its parts. */
function dotted(node: Node, source: Source): string {
  return source.textOf(node).replace(/\\\r?\n|\s+/g, "");
}

/** Makes the names of the module's own imports known to {@link Source.canonical}. */
export function bindImport(found: CodeImport, source: Source): void {
  for (const { name, local } of found.names) {
    if (local === undefined) continue;
    const separator = found.specifier.endsWith(".") ? "" : ".";
    source.bindings.set(local, name === "*" ? found.specifier : `${found.specifier}${separator}${name}`);
  }
}

/**
 * `importlib.import_module("x")` and `__import__("x")`: lazy in a function, otherwise an import like others.
 * Only a literal name counts.
 */
export function readDynamicImports(root: Node, source: Source): CodeImport[] {
  const found: CodeImport[] = [];
  for (const match of source.text.matchAll(/\b(import_module|__import__)\s*\(\s*(["'])([\w.]+)\2/g)) {
    const callee = root.descendantForIndex(match.index, match.index + (match[1] as string).length);
    // In a comment or string it is no call.
    if (callee?.type !== "identifier") continue;
    let call: Node | null = callee;
    while (call && call.type !== "call") call = call.parent;
    const target = call && field(call, "function");
    if (!call || !target) continue;
    const called = source.canonical(source.textOf(target));
    if (called !== "importlib.import_module" && called !== "__import__") continue;
    const start = match.index + match[0].length - 1 - (match[3] as string).length;
    const specifierSpan = { start, end: start + (match[3] as string).length };
    const names = [{ name: "*", span: specifierSpan }];
    const mode = inFunction(call) ? "lazy" : "load";
    found.push({ specifier: match[3] as string, specifierSpan, names, mode, ...spanOf(call) });
  }
  return found;
}

function inFunction(node: Node): boolean {
  for (let parent = node.parent; parent; parent = parent.parent) {
    if (parent.type === "function_definition" || parent.type === "lambda") return true;
  }
  return false;
}
