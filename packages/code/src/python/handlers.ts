import type { Node } from "web-tree-sitter";
import type { Source } from "./source.js";
import { caughtNames } from "./statements.js";

/** The `try` statements around a place, innermost first. */
export interface Handler {
  /** Exceptions caught here and not raised again; absent names stand for all. */
  names: string[] | "all";
  outer: Handler | undefined;
}

/** Direct bases of the built-in exceptions that have one other than `Exception`. */
const BUILT_IN_BASES: ReadonlyMap<string, string> = new Map([
  ["ArithmeticError", "Exception"],
  ["FloatingPointError", "ArithmeticError"],
  ["OverflowError", "ArithmeticError"],
  ["ZeroDivisionError", "ArithmeticError"],
  ["LookupError", "Exception"],
  ["IndexError", "LookupError"],
  ["KeyError", "LookupError"],
  ["ModuleNotFoundError", "ImportError"],
  ["BlockingIOError", "OSError"],
  ["ChildProcessError", "OSError"],
  ["ConnectionError", "OSError"],
  ["BrokenPipeError", "ConnectionError"],
  ["ConnectionAbortedError", "ConnectionError"],
  ["ConnectionRefusedError", "ConnectionError"],
  ["ConnectionResetError", "ConnectionError"],
  ["FileExistsError", "OSError"],
  ["FileNotFoundError", "OSError"],
  ["InterruptedError", "OSError"],
  ["IsADirectoryError", "OSError"],
  ["NotADirectoryError", "OSError"],
  ["PermissionError", "OSError"],
  ["ProcessLookupError", "OSError"],
  ["TimeoutError", "OSError"],
  ["NotImplementedError", "RuntimeError"],
  ["RecursionError", "RuntimeError"],
  ["IndentationError", "SyntaxError"],
  ["TabError", "IndentationError"],
  ["UnicodeError", "ValueError"],
  ["UnicodeDecodeError", "UnicodeError"],
  ["UnicodeEncodeError", "UnicodeError"],
  ["UnicodeTranslateError", "UnicodeError"],
  ["UnboundLocalError", "NameError"],
  ["JSONDecodeError", "ValueError"],
]);

/** These are no `Exception`s. */
const NO_EXCEPTIONS = new Set([
  "BaseException",
  "KeyboardInterrupt",
  "SystemExit",
  "GeneratorExit",
  "CancelledError",
]);

/** What the `except` clauses of a `try` catch for good. A clause that raises again catches nothing. */
export function handlerOf(node: Node, source: Source, outer: Handler | undefined): Handler | undefined {
  const names: string[] = [];
  for (const clause of node.namedChildren) {
    if (clause.type !== "except_clause" || raisesAgain(clause, source)) continue;
    const caught = caughtNames(clause, source);
    if (!caught) return { names: "all", outer };
    names.push(...caught);
  }
  return names.length > 0 ? { names, outer } : outer;
}

/** A bare `raise` in the clause, or one of the name it binds. */
function raisesAgain(clause: Node, source: Source): boolean {
  if (!source.mentions("raise", clause.startIndex, clause.endIndex)) return false;
  const alias = clause.descendantsOfType("as_pattern_target")[0];
  const bound = alias && source.textOf(alias);
  return clause.descendantsOfType("raise_statement").some((raise) => {
    const value = raise.firstNamedChild;
    return !value || (bound !== undefined && source.textOf(value) === bound);
  });
}

/** Whether an exception raised here stays inside. */
export function catches(handlers: Handler | undefined, name: string, source: Source): boolean {
  if (!handlers) return false;
  const chain = new Set(basesOf(name, source));
  for (let handler: Handler | undefined = handlers; handler; handler = handler.outer) {
    if (handler.names === "all") return true;
    if (handler.names.some((caught) => chain.has(lastName(source.canonical(caught))))) return true;
  }
  return false;
}

/** An exception's name and those of the bases that are known: of this file's classes and of the built-in ones. */
function basesOf(name: string, source: Source): string[] {
  const found = new Set<string>();
  const pending = [name];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const last = lastName(source.canonical(next));
    if (found.has(last)) continue;
    found.add(last);
    const local = source.classes.get(next);
    const base = BUILT_IN_BASES.get(last);
    if (local && local.length > 0) pending.push(...local);
    else if (base !== undefined) pending.push(base);
    else if (!NO_EXCEPTIONS.has(last)) pending.push("Exception", "BaseException");
  }
  found.add("BaseException");
  return [...found];
}

function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
