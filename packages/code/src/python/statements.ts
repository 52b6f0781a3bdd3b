import type { Node } from "web-tree-sitter";
import type { CodeImport } from "../reading/signature.js";
import { field, isTrivia, type Source, statementsOf } from "./source.js";

/** A statement of a module or class body, taken out of the `if`, `try` and the like around it. */
export interface Statement {
  node: Node;
  type: string;
  /** The branches it stands in, outermost first. */
  branches: readonly Branch[];
  /** How an import standing here counts. */
  mode: CodeImport["mode"];
  /** Its names exist only while the file runs as a program, or only inside a loop. */
  transient: boolean;
}

export interface Branch {
  /** Offset of the statement that branches. */
  owner: number;
  /** Two branches of one owner with different numbers exclude each other. */
  number: number;
}

/** CPython's own limit is 100 levels of indentation. */
const MAXIMUM_DEPTH = 100;

/** Flattens a body. Of branches on the Python version, those of current versions come first. */
export function collectStatements(block: Node, source: Source): Statement[] {
  const found: Statement[] = [];
  collect(block, source, { branches: [], mode: "load", transient: false, depth: 0 }, found);
  return found;
}

interface Place {
  branches: readonly Branch[];
  mode: CodeImport["mode"];
  transient: boolean;
  depth: number;
}

function collect(block: Node, source: Source, place: Place, found: Statement[]): void {
  if (place.depth > MAXIMUM_DEPTH) return;
  for (const node of statementsOf(block)) {
    const type = node.type;
    switch (type) {
      case "if_statement":
        collectIf(node, source, place, found);
        break;
      case "try_statement":
        collectTry(node, source, place, found);
        break;
      case "with_statement": {
        const optional = suppressesImportError(node, source);
        collectBody(node, source, enter(place, node, 0, optional ? "optional" : undefined), found);
        break;
      }
      case "for_statement":
      case "while_statement":
        collectBody(node, source, { ...enter(place, node, 0), transient: true }, found);
        for (const other of node.childrenForFieldName("alternative")) {
          collectBody(other, source, enter(place, node, 0), found);
        }
        break;
      case "match_statement":
        for (const [i, clause] of (field(node, "body")?.namedChildren ?? []).entries()) {
          const body = clause.type === "case_clause" ? field(clause, "consequence") : undefined;
          if (body) collect(body, source, enter(place, node, i), found);
        }
        break;
      case "ERROR":
        // What the parser could still make out between the parts that it could not.
        collect(node, source, { ...place, depth: place.depth + 1 }, found);
        break;
      default:
        found.push({ node, type, branches: place.branches, mode: place.mode, transient: place.transient });
    }
  }
}

function enter(place: Place, owner: Node, number: number, mode?: CodeImport["mode"]): Place {
  return {
    branches: [...place.branches, { owner: owner.startIndex, number }],
    mode: mode === undefined || place.mode === "type" ? place.mode : mode,
    transient: place.transient,
    depth: place.depth + 1,
  };
}

function collectBody(node: Node, source: Source, place: Place, found: Statement[]): void {
  const body =
    field(node, "body") ?? field(node, "consequence") ?? node.namedChildren.find((n) => n.type === "block");
  if (body) collect(body, source, place, found);
}

function collectIf(node: Node, source: Source, place: Place, found: Statement[]): void {
  const test = readCondition(field(node, "condition"), source);
  const first = () => {
    const inner = enter(
      place,
      node,
      0,
      test === "type-checking" ? "type" : test === "script" ? "lazy" : undefined,
    );
    collectBody(node, source, test === "script" ? { ...inner, transient: true } : inner, found);
  };
  const others = () => {
    for (const [i, clause] of node.childrenForFieldName("alternative").entries()) {
      const own =
        clause.type === "elif_clause" ? readCondition(field(clause, "condition"), source) : undefined;
      const types =
        own === "type-checking" || (test === "not-type-checking" && clause.type === "else_clause");
      collectBody(clause, source, enter(place, node, i + 1, types ? "type" : undefined), found);
    }
  };
  if (test === "old-version") {
    others();
    first();
  } else {
    first();
    others();
  }
}

type Condition = "type-checking" | "not-type-checking" | "script" | "old-version";

/** What a branch's condition says about when it holds. */
export function readCondition(node: Node | undefined, source: Source): Condition | undefined {
  if (!node) return undefined;
  const text = source.textOf(node);
  const flag = /^\(?\s*(not\s+)?([\w.]+)/.exec(text);
  if (flag && isTypeChecking(flag[2] as string, source))
    return flag[1] ? "not-type-checking" : "type-checking";
  if (/^\(?\s*__name__\s*==\s*["']__main__["']/.test(text)) return "script";
  if (/^\(?\s*(?:sys\.)?version_info(?:\s*\[\s*0\s*\]|\.major)?\s*(?:<|==\s*2\b)/.test(text))
    return "old-version";
  return undefined;
}

function isTypeChecking(name: string, source: Source): boolean {
  return name === "MYPY" || source.known(name) === "TYPE_CHECKING";
}

function collectTry(node: Node, source: Source, place: Place, found: Statement[]): void {
  const optional = handlesImportError(node, source);
  const mode = optional ? "optional" : undefined;
  collectBody(node, source, enter(place, node, 0, mode), found);
  let number = 0;
  for (const clause of node.namedChildren) {
    if (clause.type === "except_clause")
      collectBody(clause, source, enter(place, node, ++number, mode), found);
    else if (clause.type === "else_clause") collectBody(clause, source, enter(place, node, 0), found);
    else if (clause.type === "finally_clause") collectBody(clause, source, place, found);
  }
}

const IMPORT_ERRORS = new Set(["ImportError", "ModuleNotFoundError", "Exception", "BaseException"]);

/** Whether a `try` goes on when an import in it fails. */
export function handlesImportError(node: Node, source: Source): boolean {
  return node.namedChildren.some(
    (clause) =>
      clause.type === "except_clause" &&
      (caughtNames(clause, source)?.some((name) => IMPORT_ERRORS.has(source.known(name))) ?? true),
  );
}

/** Whether a `with` suppresses failing imports. */
export function suppressesImportError(node: Node, source: Source): boolean {
  return suppressedNames(node, source).some((name) => IMPORT_ERRORS.has(source.known(name)));
}

/** The exceptions that an `except` clause names; nothing for a bare `except:`. */
export function caughtNames(clause: Node, source: Source): string[] | undefined {
  const values = clause.childrenForFieldName("value");
  if (values.length === 0) return undefined;
  return values.flatMap((value) => {
    const named = value.type === "as_pattern" ? value.namedChild(0) : value;
    return named ? exceptionNames(source.textOf(named)) : [];
  });
}

/** The exceptions named by `with suppress(…)` (of `contextlib`). */
export function suppressedNames(node: Node, source: Source): string[] {
  const clause = node.namedChildren.find((child) => child.type === "with_clause");
  if (!clause) return [];
  return clause.namedChildren.flatMap((item) => {
    const call = /^([\w.]+)\s*\(([^()]*)\)/.exec(source.textOf(item));
    return call && source.known(call[1] as string) === "suppress" ? exceptionNames(call[2] as string) : [];
  });
}

function exceptionNames(text: string): string[] {
  return text.match(/[\p{XIDS}_][\p{XIDC}]*(?:\.[\p{XIDS}_][\p{XIDC}]*)*/gu) ?? [];
}

/** Whether two statements can never both be executed. */
export function exclude(one: readonly Branch[], other: readonly Branch[]): boolean {
  return one.some((a) => other.some((b) => a.owner === b.owner && a.number !== b.number));
}

/** The blocks of a compound statement, in order, without those of nested statements. */
export function blocksOf(node: Node): Node[] {
  return node.namedChildren.filter((child) => !isTrivia(child) && BLOCK_TYPES.has(child.type));
}

const BLOCK_TYPES = new Set([
  "block",
  "elif_clause",
  "else_clause",
  "except_clause",
  "finally_clause",
  "case_clause",
]);
