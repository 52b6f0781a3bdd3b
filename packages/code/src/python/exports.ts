import type { Node } from "web-tree-sitter";
import type { CodeImport, CodeReExport } from "../reading/signature.js";
import { type Expression, parseExpression } from "./expression.js";
import { field, type Source, statementsOf } from "./source.js";
import type { Statement } from "./statements.js";

/** What `__all__` lists. */
export interface ListedNames {
  names: string[];
  /** Modules whose own `__all__` is part of it, as dotted names. */
  from: string[];
}

/**
 * The names of `__all__`, put together from its assignment, `+=`, `.extend([…])`, `.append("…")`, `.remove("…")` and
 * the lists of other modules (`a.__all__`).
 *
 * @returns nothing where there is no `__all__`, or where part of it is computed
 */
export function readAll(statements: readonly Statement[], source: Source): ListedNames | undefined {
  let names: string[] | undefined;
  let from: string[] = [];
  for (const { node, type } of statements) {
    if (type !== "expression_statement") continue;
    const value = node.firstNamedChild;
    if (!value || !source.text.startsWith("__all__", value.startIndex)) continue;
    const found = namesOf(value, source);
    if (!found) continue;
    if (!found.names) return undefined;
    const { names: listed, from: others } = found.names;
    if (found.change === "set") [names, from] = [listed, others];
    else if (found.change === "remove") names = names?.filter((name) => !listed.includes(name));
    else
      [names, from] = [
        [...(names ?? []), ...listed],
        [...from, ...others],
      ];
  }
  return names && { names: [...new Set(names)], from: [...new Set(from)] };
}

/** Whether a statement only speaks of `__all__`. */
export function concernsAll(node: Node, source: Source): boolean {
  const value = node.firstNamedChild;
  return value !== null && namesOf(value, source) !== undefined;
}

interface Change {
  change: "set" | "add" | "remove";
  /** Nothing where they are computed. */
  names: ListedNames | undefined;
}

function namesOf(value: Node, source: Source): Change | undefined {
  const parse = (node: Node) => parseExpression(source.text, node.startIndex, node.endIndex);
  if (value.type === "assignment" || value.type === "augmented_assignment") {
    const left = field(value, "left");
    const right = field(value, "right");
    if (!left || !right || source.textOf(left) !== "__all__") return undefined;
    return { change: value.type === "assignment" ? "set" : "add", names: listed(right, source) };
  }
  const call = value.type === "call" ? parse(value) : undefined;
  if (call?.kind !== "call" || call.callee.kind !== "name") return undefined;
  const [argument] = call.arguments;
  if (!argument) return undefined;
  switch (call.callee.name) {
    case "__all__.extend":
      return { change: "add", names: strings(argument.value) };
    case "__all__.append":
      return { change: "add", names: one(argument.value) };
    case "__all__.remove":
      return { change: "remove", names: one(argument.value) };
    default:
      return undefined;
  }
}

/** A list or tuple of strings, another module's `__all__`, or a sum of them, also of `__all__` itself. */
function listed(node: Node, source: Source): ListedNames | undefined {
  const found: ListedNames = { names: [], from: [] };
  const pending = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.type === "parenthesized_expression") {
      const inner = statementsOf(next)[0];
      if (!inner) return undefined;
      pending.push(inner);
    } else if (next.type === "binary_operator" && field(next, "operator")?.type === "+") {
      const left = field(next, "left");
      const right = field(next, "right");
      if (!left || !right) return undefined;
      pending.push(right, left);
    } else {
      const part = strings(parseExpression(source.text, next.startIndex, next.endIndex));
      if (!part) return undefined;
      found.names.push(...part.names);
      found.from.push(...part.from);
    }
  }
  return found;
}

function strings(value: Expression): ListedNames | undefined {
  if (value.kind === "name" && value.name.endsWith(".__all__")) {
    return { names: [], from: [value.name.slice(0, -".__all__".length)] };
  }
  if (
    value.kind === "call" &&
    value.callee.kind === "name" &&
    /^(?:list|tuple|sorted)$/.test(value.callee.name)
  ) {
    const [argument, ...others] = value.arguments;
    return argument && others.length === 0 ? strings(argument.value) : undefined;
  }
  if (value.kind !== "list" && value.kind !== "tuple") return undefined;
  const found: ListedNames = { names: [], from: [] };
  for (const item of value.items) {
    const part =
      item.kind === "string"
        ? { names: [item.value], from: [] }
        : item.kind === "star"
          ? strings(item.value)
          : undefined;
    if (!part) return undefined;
    found.names.push(...part.names);
    found.from.push(...part.from);
  }
  return found;
}

function one(value: Expression): ListedNames | undefined {
  return value.kind === "string" ? { names: [value.value], from: [] } : undefined;
}

/**
 * Names that the file passes on: those it imports and lists in `__all__`; `import a as a` (the form of stubs); and in
 * an `__init__` file what it imports from its own package.
 */
export function readReExports(
  imports: readonly CodeImport[],
  all: ReadonlySet<string>,
  source: Source,
): CodeReExport[] {
  const found: CodeReExport[] = [];
  for (const statement of imports) {
    if (statement.mode === "lazy" || statement.specifier === "__future__") continue;
    const own = source.packageEntry && isOwnPackage(statement.specifier, source.file);
    for (const { name, local, span } of statement.names) {
      if (local === undefined || local.includes(".")) continue;
      const written = source.text.slice(span.start, span.end);
      const redundant = /\bas\b/.test(written) && (name === local || statement.specifier === local);
      const passesOn = all.has(local) || redundant || (own && name !== "*");
      if (!passesOn) continue;
      const read: CodeReExport = {
        kind: "re-export",
        name: local,
        nameSpan: span,
        span: { start: statement.start, end: statement.end },
        exported: all.has(local) || !local.startsWith("_"),
        specifier: statement.specifier,
        original: name,
      };
      if (statement.mode === "type") read.typeOnly = true;
      found.push(read);
    }
  }
  return found;
}

/** A relative import, or an absolute one whose first names are the last folders of the file's path. */
function isOwnPackage(specifier: string, file: string): boolean {
  if (specifier.startsWith(".")) return true;
  const folders = file.split("/").slice(0, -1);
  const parts = specifier.split(".");
  for (let count = 1; count <= Math.min(folders.length, parts.length); count++) {
    if (folders.slice(-count).every((folder, i) => folder === parts[i])) return true;
  }
  return false;
}
