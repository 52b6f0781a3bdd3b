import { bareName, keywords, type SourceToken, tokenize } from "@contractc/language";

/** An open block around a place: `module game "game.py" {`. */
export interface Block {
  /** The keyword that opens it; `map` for a literal, `example` for steps. */
  head: string;
  /** Its name, where it has one. */
  name: string;
  /** Index of its brace among the tokens. */
  brace: number;
}

/** What may be written at a place. */
export type Expectation =
  /** A declaration, clause or member begins. */
  | { kind: "statement" }
  | { kind: "type" }
  | { kind: "annotation" }
  /** Packages, modules and externals: in a `uses` those alone that can be used. */
  | { kind: "container"; usable: boolean }
  | { kind: "role" }
  | { kind: "requirement" }
  | { kind: "event" }
  | { kind: "error" }
  | { kind: "base" }
  | { kind: "function" }
  | { kind: "state" }
  | { kind: "trigger" }
  | { kind: "expression" }
  /** In a text: `what` is the keyword or key it belongs to, `@allow` for an annotation's argument. */
  | { kind: "text"; what: string }
  /** A new name, a number, a comment: nothing to suggest. */
  | { kind: "nothing" };

export interface CompletionPlace {
  expected: Expectation;
  /** From the outermost to the innermost. */
  blocks: readonly Block[];
  tokens: readonly SourceToken[];
  /** The number of tokens before the word that is being written. */
  before: number;
  /** What of the word or text is written: it is replaced. */
  start: number;
  end: number;
  prefix: string;
  /** The names before the last dot, in order, where the word follows one. */
  qualifier?: readonly string[];
}

const WORD = /[\p{ID_Continue}$]/u;

/** What may be written at an offset of a contract's text, whole or broken. */
export function placeAt(text: string, offset: number): CompletionPlace {
  const tokens = tokenize(text);
  const inside = tokens.find(
    (token) =>
      token.offset < offset && isInside(token, offset) && token.kind !== "name" && token.kind !== "keyword",
  );
  let start = offset;
  while (start > 0 && WORD.test(text[start - 1]!)) start--;
  let end = offset;
  while (end < text.length && WORD.test(text[end]!)) end++;
  const before = tokens.filter((token) => token.offset + token.text.length <= start).length;
  const blocks = blocksAround(tokens, before);
  const place = { blocks, tokens, before, start, end, prefix: text.slice(start, offset) };
  if (inside?.kind === "comment" || inside?.kind === "doc" || inside?.kind === "number") {
    return { ...place, expected: { kind: "nothing" } };
  }
  if (inside?.kind === "string") {
    const index = tokens.indexOf(inside);
    const closed = inside.text.length > 1 && inside.text.endsWith('"');
    return {
      ...place,
      before: index,
      start: inside.offset + 1,
      end: inside.offset + inside.text.length - (closed ? 1 : 0),
      prefix: text.slice(inside.offset + 1, offset),
      expected: { kind: "text", what: ownerOfText(tokens, index) },
    };
  }
  const qualifier = qualifierOf(tokens, before);
  const from = before - (qualifier ? qualifier.length * 2 : 0);
  return {
    ...place,
    expected: expectation(tokens, from, blocks, text.slice(lineStart(text, start), start).trim() === ""),
    ...(qualifier ? { qualifier } : {}),
  };
}

function isInside({ kind, text, offset: start }: SourceToken, offset: number): boolean {
  const end = start + text.length;
  // At the end of a line comment or of a text that is not closed one is still in it.
  const isOpen =
    ((kind === "comment" || kind === "doc") && !text.endsWith("*/")) ||
    (kind === "string" && (text.length < 2 || !text.endsWith('"')));
  return offset < end || (isOpen && offset === end);
}

function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && text[at - 1] !== "\n" && text[at - 1] !== "\r") at--;
  return at;
}

/** The blocks that are open behind the first `count` tokens. */
function blocksAround(tokens: readonly SourceToken[], count: number): Block[] {
  const stack: Block[] = [];
  let head: { word: string; index: number } | undefined;
  let parentheses = 0;
  for (let index = 0; index < count; index++) {
    const { kind, text } = tokens[index]!;
    if (kind === "sign") {
      if (text === "(" || text === "[") parentheses++;
      else if (text === ")" || text === "]") parentheses = Math.max(0, parentheses - 1);
      else if (text === "{") {
        const isValue = parentheses > 0 || /^(?:[=:,([]|==)$/.test(tokens[index - 1]?.text ?? "");
        const name = head ? tokens[head.index + 1] : undefined;
        stack.push(
          isValue || !head
            ? { head: "map", name: "", brace: index }
            : { head: head.word, name: name?.kind === "name" ? bareName(name.text) : "", brace: index },
        );
        head = undefined;
      } else if (text === "}") {
        stack.pop();
        head = undefined;
      }
    } else if (kind === "keyword" && parentheses === 0 && OPENERS.has(text)) head = { word: text, index };
  }
  return stack;
}

/** Keywords whose braces hold statements, entries or steps. */
const OPENERS = new Set([
  "target",
  "requirement",
  "quality",
  "role",
  "external",
  "package",
  "module",
  "class",
  "interface",
  "record",
  "error",
  "enum",
  "states",
  "example",
]);

/** What a text belongs to. */
function ownerOfText(tokens: readonly SourceToken[], index: number): string {
  const annotation = annotationAround(tokens, index);
  if (annotation) return annotation;
  for (let at = index - 1; at >= 0; at--) {
    const { kind, text } = tokens[at]!;
    if (kind === "keyword") return text;
    // An entry of a role or target begins with its key, which is a name.
    if (kind === "name" && /^(?:read|write|run|roots|tsconfig|check|test|smoke|accept)$/.test(text))
      return text;
    if (kind === "sign" && (text === "{" || text === "}")) return "";
  }
  return "";
}

/** `@allow` where a place is among its arguments, the first of them; `@allow why` for the others. */
function annotationAround(tokens: readonly SourceToken[], index: number): string | undefined {
  for (let at = index - 1; at >= Math.max(0, index - 8); at--) {
    if (tokens[at]!.text !== "(") continue;
    if (tokens[at - 2]?.text !== "@") return undefined;
    const name = `@${tokens[at - 1]!.text}`;
    return at === index - 1 ? name : `${name} why`;
  }
  return undefined;
}

/** The names before dots that end at `count`: `a.b.` gives both. */
function qualifierOf(tokens: readonly SourceToken[], count: number): string[] | undefined {
  const parts: string[] = [];
  for (let at = count - 1; at >= 1 && tokens[at]!.text === "."; at -= 2) {
    const name = tokens[at - 1]!;
    if (name.kind !== "name" && name.kind !== "keyword") return parts.length > 0 ? parts : [];
    parts.unshift(bareName(name.text));
  }
  return parts.length > 0 ? parts : undefined;
}

/** Clauses that open a list of names, and what the names are of. */
const LISTS: Readonly<Record<string, Expectation>> = {
  uses: { kind: "container", usable: true },
  lazy: { kind: "container", usable: true },
  layers: { kind: "container", usable: false },
  independent: { kind: "container", usable: false },
  forbid: { kind: "container", usable: false },
  owner: { kind: "role" },
  satisfies: { kind: "requirement" },
  verifies: { kind: "requirement" },
  handles: { kind: "event" },
  emits: { kind: "event" },
  raises: { kind: "error" },
  extends: { kind: "base" },
  implements: { kind: "base" },
  on: { kind: "trigger" },
  initial: { kind: "state" },
  final: { kind: "state" },
};

/** Keywords behind which a new name, a text or a number stands. */
const NAMING = new Set([
  ...OPENERS,
  "contract",
  "import",
  "decision",
  "risk",
  "question",
  "fn",
  "const",
  "event",
  "flow",
  "version",
  "because",
  "answer",
  "from",
  "let",
  "requires",
  "ensures",
]);

function expectation(
  tokens: readonly SourceToken[],
  count: number,
  blocks: readonly Block[],
  opensLine: boolean,
): Expectation {
  const last = tokens[count - 1];
  const block = blocks.at(-1);
  if (last?.text === "@") return { kind: "annotation" };
  const open = openBracket(tokens, count, block);
  if (open !== undefined) return insideBracket(tokens, open, count, blocks);
  if (!last || last.text === "{" || last.text === "}") return startOf(block);
  if (last.text === "->") return block?.head === "states" ? { kind: "state" } : hopOrType(tokens, count);
  if (last.text === "|" || last.text === "?" || last.text === "&") return { kind: "type" };
  if (last.text === "==") return { kind: "expression" };
  if (last.text === ":") return { kind: "type" };
  if (last.text === "=") return afterEquals(tokens, count);
  if (last.text === "example") return { kind: "expression" };
  const clause = clauseBefore(tokens, count);
  // A list goes on behind its comma or sign; behind a name something new may begin.
  const goesOn = last.text === "," || last.text === ">" || last === clause?.token;
  if (clause && goesOn) {
    const list = clause.word === "type" ? typeClause(tokens, clause.index) : LISTS[clause.word];
    if (list) return list;
  }
  if (last.kind === "keyword" && NAMING.has(last.text)) return { kind: "nothing" };
  if (last.kind === "keyword" && last.text === "type") return { kind: "nothing" };
  return opensLine || last.kind !== "sign" || last.text === ")" || last.text === ","
    ? startOf(block)
    : { kind: "nothing" };
}

function startOf(block: Block | undefined): Expectation {
  if (block?.head === "example") return { kind: "expression" };
  if (block?.head === "map") return { kind: "expression" };
  if (block?.head === "states") return { kind: "state" };
  if (block?.head === "enum") return { kind: "nothing" };
  return { kind: "statement" };
}

/** `uses type a` is a list of modules, `type A` a new name. */
function typeClause(tokens: readonly SourceToken[], index: number): Expectation | undefined {
  return tokens[index - 1]?.text === "uses" ? { kind: "container", usable: true } : undefined;
}

function hopOrType(tokens: readonly SourceToken[], count: number): Expectation {
  const clause = clauseBefore(tokens, count);
  if (clause?.word === "flow") return { kind: "function" };
  return clause?.word === "forbid" ? { kind: "container", usable: false } : { kind: "type" };
}

function afterEquals(tokens: readonly SourceToken[], count: number): Expectation {
  const clause = clauseBefore(tokens, count);
  if (clause?.word === "flow") return { kind: "function" };
  return clause?.word === "type" ? { kind: "type" } : { kind: "expression" };
}

/** The last keyword before a place that is no modifier, on the same level of braces. */
function clauseBefore(
  tokens: readonly SourceToken[],
  count: number,
): { word: string; index: number; token: SourceToken } | undefined {
  for (let index = count - 1; index >= 0; index--) {
    const token = tokens[index]!;
    if (token.text === "{" || token.text === "}") return undefined;
    if (token.kind === "keyword" && keywords.has(token.text)) return { word: token.text, index, token };
    if (token.kind === "keyword") return undefined;
  }
  return undefined;
}

/** The innermost `(`, `[` or `<` that is open at a place, inside of the innermost block. */
function openBracket(
  tokens: readonly SourceToken[],
  count: number,
  block: Block | undefined,
): number | undefined {
  let depth = 0;
  let angles = 0;
  for (let index = count - 1; index > (block?.brace ?? -1); index--) {
    const { kind, text } = tokens[index]!;
    if (kind === "keyword" && depth === 0 && text !== "raises" && !/^(?:let|on|new)$/.test(text)) {
      // A declaration or clause begins inside of a bracket that was never closed.
      return undefined;
    }
    if (kind !== "sign") continue;
    if (text === ")" || text === "]" || text === "}") depth++;
    else if (text === "(" || text === "[" || text === "{") {
      if (depth === 0) return index;
      depth--;
    } else if (text === ">" && depth === 0) angles++;
    else if (text === "<" && depth === 0) {
      if (angles === 0) return index;
      angles--;
    }
  }
  return undefined;
}

/** In parentheses: of parameters, of a call, of an annotation or of a type. */
function insideBracket(
  tokens: readonly SourceToken[],
  open: number,
  count: number,
  blocks: readonly Block[],
): Expectation {
  const last = tokens[count - 1]!;
  const bracket = tokens[open]!.text;
  if (tokens[open - 2]?.text === "@") return { kind: "nothing" };
  if (bracket === "<") return { kind: "type" };
  if (bracket === "{") return { kind: "expression" };
  if (isDeclared(tokens, open, blocks)) {
    if (last.text === "=") return { kind: "expression" };
    return last.text === ":" || /^[|<?]$/.test(last.text) ? { kind: "type" } : { kind: "nothing" };
  }
  const around = expectation(tokens, open, blocks, false);
  return around.kind === "type" ? { kind: "type" } : { kind: "expression" };
}

/** Whether parentheses hold the parameters of a declaration. */
function isDeclared(tokens: readonly SourceToken[], open: number, blocks: readonly Block[]): boolean {
  let at = open - 1;
  // Type parameters stand between a name and its parameters.
  if (tokens[at]?.text === ">") {
    while (at > 0 && tokens[at]!.text !== "<") at--;
    at--;
  }
  if (tokens[at]?.text === "new" && tokens[at]?.kind === "keyword") return true;
  const before = tokens[at - 1];
  if (tokens[at]?.kind !== "name") return false;
  if (before?.kind === "keyword" && /^(?:fn|event)$/.test(before.text)) return true;
  const block = blocks.at(-1);
  if (!block || !/^(?:class|interface|record|error)$/.test(block.head)) return false;
  const clause = clauseBefore(tokens, open);
  return (
    !(clause && clause.index > block.brace && /^(?:example|let)$/.test(clause.word)) || before?.text === "{"
  );
}
