import type { Node } from "web-tree-sitter";
import type { CodeImport, CodeRaise } from "../reading/signature.js";
import { catches, type Handler, handlerOf } from "./handlers.js";
import { isImport, readImport } from "./imports.js";
import { field, isTrivia, type Source, statementsOf, targetsOf } from "./source.js";
import {
  blocksOf,
  handlesImportError,
  readCondition,
  suppressedNames,
  suppressesImportError,
} from "./statements.js";

/** What a function's body tells of the function. */
export interface BodyFacts {
  returnsValue: boolean;
  generator: boolean;
  raises: CodeRaise[];
  /** `self.x = …` statements: the assignment nodes. */
  assignments: Node[];
  /** What the `return` statements give: the expressions. */
  returned: Node[];
  /** Plain names that the body assigns. */
  assigned: ReadonlySet<string>;
}

interface Frame {
  nodes: Node[];
  next: number;
  mode: CodeImport["mode"];
  handlers: Handler | undefined;
  /** In a function or class of its own inside the body: only its imports matter. */
  nested: boolean;
}

/** Collects the imports inside a class whose members are not read. */
export function readNestedImports(definition: Node, source: Source): void {
  if (!source.mentions("import", definition.startIndex, definition.endIndex)) return;
  walk([definition], source, "load", true, new Set());
}

/**
 * Reads the statements of a body; expressions are looked into only where a `yield` may hide in one. Imports are added
 * to the source's.
 *
 * @param withAssignments whether the caller needs them
 * @param parameters the function's: `raise error` of one names no exception
 */
export function readBody(
  body: Node,
  source: Source,
  withAssignments: boolean,
  parameters: ReadonlySet<string>,
): BodyFacts {
  const { startIndex, endIndex } = body;
  const words = ["import", "yield", "return", "raise"] as const;
  const silent = !words.some((word) => source.mentions(word, startIndex, endIndex));
  if (silent && !withAssignments) return noFacts();
  return walk(statementsOf(body), source, "lazy", false, parameters);
}

/** Of a body that is missing. */
export function noFacts(): BodyFacts {
  return {
    returnsValue: false,
    generator: false,
    raises: [],
    assignments: [],
    returned: [],
    assigned: new Set(),
  };
}

/** Depth first and in order, with a stack of its own: bodies may be nested deeper than the machine's stack. */
function walk(
  nodes: Node[],
  source: Source,
  mode: CodeImport["mode"],
  nested: boolean,
  parameters: ReadonlySet<string>,
): BodyFacts {
  const facts = noFacts();
  const raised: Raised[] = [];
  const assigned = new Set<string>();
  const frames: Frame[] = [{ nodes, next: 0, mode, handlers: undefined, nested }];
  const seekYield = (node: Node, look: (node: Node, source: Source) => boolean) => {
    if (facts.generator || !source.mentions("yield", node.startIndex, node.endIndex)) return;
    facts.generator = look(node, source);
  };
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const node = frame.nodes[frame.next++];
    const type = node?.type;
    if (!node) {
      frames.pop();
    } else if (isImport(type as string)) {
      source.imports.push(...readImport(node, source, frame.mode));
    } else if (DEFINITIONS.has(type as string)) {
      enterDefinition(node, frame, source, frames);
    } else if (type === "expression_statement") {
      if (frame.nested) continue;
      const value = node.firstNamedChild;
      if (value?.type === "assignment") {
        facts.assignments.push(value);
        collectAssigned(value, source, assigned);
      }
      seekYield(node, containsYield);
    } else if (type === "return_statement") {
      if (frame.nested) continue;
      const value = node.namedChildren.find((child) => !isTrivia(child));
      if (value && value.type !== "none") facts.returnsValue = true;
      if (value) facts.returned.push(value);
      seekYield(node, containsYield);
    } else if (type === "raise_statement") {
      const found = frame.nested ? undefined : readRaise(node, source);
      if (found) raised.push({ ...found, node, handlers: frame.handlers });
    } else {
      if (!frame.nested) seekYield(node, headContainsYield);
      enterBlocks(node, frame, source, frames, assigned);
    }
  }
  const named = raised.filter(({ name, called }) => called || !(assigned.has(name) || parameters.has(name)));
  return {
    ...facts,
    assigned,
    raises: distinct(named.filter((one) => !catches(one.handlers, one.name, source))),
  };
}

const DEFINITIONS = new Set(["function_definition", "class_definition", "decorated_definition"]);

interface Raised {
  name: string;
  /** `raise E(…)` rather than `raise E`. */
  called: boolean;
  node: Node;
  handlers: Handler | undefined;
}

/** Of what is defined inside a body only the imports matter. */
function enterDefinition(node: Node, frame: Frame, source: Source, frames: Frame[]): void {
  if (!source.mentions("import", node.startIndex, node.endIndex)) return;
  const definition = node.type === "decorated_definition" ? field(node, "definition") : node;
  const body = definition && field(definition, "body");
  if (!body) return;
  const mode = frame.mode === "load" && definition.type === "function_definition" ? "lazy" : frame.mode;
  frames.push({ nodes: statementsOf(body), next: 0, mode, nested: true, handlers: undefined });
}

/** Puts the blocks of a compound statement on the stack, the first one on top. */
function enterBlocks(node: Node, frame: Frame, source: Source, frames: Frame[], assigned: Set<string>): void {
  const type = node.type;
  const below = (block: Node, change: Partial<Frame>): Frame => ({
    nodes: statementsOf(block),
    next: 0,
    mode: frame.mode,
    handlers: frame.handlers,
    nested: frame.nested,
    ...change,
  });
  const inner: Frame[] = [];
  const blocks = blocksOf(node);
  const target = type === "for_statement" ? field(node, "left") : undefined;
  if (target?.type === "identifier") assigned.add(source.textOf(target));
  if (type === "try_statement") {
    const optional = handlesImportError(node, source);
    const mode = optional && frame.mode !== "type" ? "optional" : frame.mode;
    const handlers = source.mentions("raise", node.startIndex, node.endIndex)
      ? handlerOf(node, source, frame.handlers)
      : frame.handlers;
    for (const block of blocks) {
      if (block.type === "block") inner.push(below(block, { handlers, mode }));
      else if (block.type === "except_clause") {
        const alias = /\bas\s+(\w+)\s*:?$/.exec(
          source.text.slice(block.startIndex, bodyOf(block)?.startIndex).trimEnd(),
        );
        if (alias) assigned.add(alias[1] as string);
        inner.push(below(bodyOf(block) ?? block, { mode }));
      } else inner.push(below(bodyOf(block) ?? block, {}));
    }
  } else if (type === "with_statement") {
    const suppressed = suppressedNames(node, source);
    const handlers = suppressed.length > 0 ? { names: suppressed, outer: frame.handlers } : frame.handlers;
    const optional =
      source.mentions("import", node.startIndex, node.endIndex) && suppressesImportError(node, source);
    for (const block of blocks)
      inner.push(below(block, optional ? { handlers, mode: "optional" } : { handlers }));
  } else {
    const types =
      type === "if_statement" && readCondition(field(node, "condition"), source) === "type-checking";
    for (const [i, block] of blocks.entries()) {
      const body = block.type === "block" ? block : (bodyOf(block) ?? block);
      inner.push(below(body, types && i === 0 ? { mode: "type" } : {}));
    }
  }
  frames.push(...inner.reverse());
}

function bodyOf(clause: Node): Node | undefined {
  return (
    field(clause, "body") ??
    field(clause, "consequence") ??
    clause.namedChildren.find((child) => child.type === "block")
  );
}

function readRaise(node: Node, source: Source): { name: string; called: boolean } | undefined {
  const value = node.namedChildren.find((child) => !isTrivia(child));
  if (!value) return undefined;
  const called = value.type === "call";
  const named = called ? field(value, "function") : value;
  if (!named || (named.type !== "identifier" && named.type !== "attribute")) return undefined;
  const name = source.textOf(named).replace(/\s+/g, "");
  return /^[\p{XIDC}.]+$/u.test(name) ? { name, called } : undefined;
}

function distinct(raised: { name: string; node: Node }[]): CodeRaise[] {
  const found = new Map<string, CodeRaise>();
  for (const { name, node } of raised) {
    if (!found.has(name)) found.set(name, { name, start: node.startIndex, end: node.endIndex });
  }
  return [...found.values()];
}

function collectAssigned(assignment: Node, source: Source, assigned: Set<string>): void {
  for (
    let node: Node | null = assignment;
    node?.type === "assignment";
    node = node.childForFieldName("right")
  ) {
    const left = field(node, "left");
    for (const target of left ? targetsOf(left) : []) {
      if (target.type === "identifier") assigned.add(source.textOf(target));
    }
  }
}

/** Looks for `yield` in an expression, but not in a function or lambda inside it. */
function containsYield(root: Node, source: Source): boolean {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const type = node.type;
    if (type === "yield") return true;
    if (type === "lambda" || type === "block" || !source.mentions("yield", node.startIndex, node.endIndex))
      continue;
    stack.push(...node.namedChildren);
  }
  return false;
}

/** The same for what stands before and between the blocks of a compound statement. */
function headContainsYield(node: Node, source: Source): boolean {
  return (
    node.namedChildren.some((child) => !BLOCKS.has(child.type) && containsYield(child, source)) ||
    node.namedChildren.some((child) => child.type === "elif_clause" && containsYield(child, source))
  );
}

const BLOCKS = new Set(["block", "elif_clause", "else_clause", "except_clause", "finally_clause"]);
