import { clauseKeywords, elementKeywords, ID, modifierKeywords, STRING } from "./kinds.js";
import { endsValue, type Token } from "./token.js";
import type { SyntaxProblem, TextEdit } from "./types.js";

/** What a pair of brackets holds. */
export type ContextKind =
  | "elements"
  | "class"
  | "enum"
  | "states"
  | "entries"
  | "steps"
  | "values"
  | "parameters";

/** Where the pass stands inside one pair of brackets, or in the file. */
export interface Context {
  readonly kind: ContextKind;
  /** Whether the next token opens an item. */
  start: boolean;
  /** The keyword that opened the current item; `field` or `method` for members. */
  head: string;
  /** The clause of a function that is being read. */
  clause: string;
  /** Whether the example that is being read has its `==`. */
  compared: boolean;
  /** Open angle brackets. */
  angle: number;
  /** Whether the open angle brackets declare type parameters. */
  declares: boolean;
  /** Whether the body of the current item has been seen. */
  body: boolean;
  /** Whether these are the arguments of an annotation, after which an item may still begin. */
  readonly annotation: boolean;
}

/** The state that the parts of the pass share: tokens in, tokens out, open brackets, problems. */
export class Promotion {
  readonly out: Token[] = [];
  readonly stack: Context[] = [newContext("elements")];
  /** The index of the token that is being looked at. */
  index = 0;

  constructor(
    readonly tokens: readonly Token[],
    readonly problems: SyntaxProblem[],
  ) {}

  get context(): Context {
    return this.stack[this.stack.length - 1]!;
  }

  /** The last token that was kept. */
  get previous(): Token | undefined {
    return this.out[this.out.length - 1];
  }

  at(index: number): Token | undefined {
    return this.tokens[index];
  }

  emit(token: Token): void {
    if (token.kind === "==") this.context.compared = true;
    this.out.push(token);
  }

  open(kind: ContextKind, annotation = false): void {
    this.stack.push(newContext(kind, annotation));
  }

  /** A comma that turned out to stand between items does not reach the parser. */
  dropComma(): void {
    if (this.previous?.kind === ",") this.out.pop();
  }

  /** Reports a problem with a token, and what to put in its place. */
  report(token: Token, message: string, hint?: string, fix?: { title: string; edits: TextEdit[] }): void {
    this.problems.push({
      message,
      offset: token.startOffset,
      length: Math.max(1, token.image.length),
      ...(hint === undefined ? {} : { hint }),
      ...(fix === undefined ? {} : { fix }),
    });
  }

  /** Takes a token for another that was meant, and reports it. */
  replace(token: Token, kind: string, message: string) {
    this.report(token, message, undefined, {
      title: `Write '${kind}'`,
      edits: [{ offset: token.startOffset, length: token.image.length, text: kind }],
    });
    token.become(kind);
  }

  /** Starts a new item in the current context. */
  begin(head: string): void {
    const { context } = this;
    context.start = false;
    context.head = head;
    context.clause = "";
    context.compared = false;
    context.angle = 0;
    context.declares = false;
    context.body = false;
  }

  /** Leaves out a block that may not stand here; the index moves to its closing bracket. */
  skipBlock(message: string, hint?: string): void {
    const open = this.tokens[this.index]!;
    const end = this.closing(this.index);
    const last = this.tokens[end]!;
    this.report(open, message, hint, {
      title: "Remove the block",
      edits: [{ offset: open.startOffset, length: last.end - open.startOffset, text: "" }],
    });
    this.index = end;
    this.context.start = true;
  }

  /** The index of the bracket that closes the one at `index`. Brackets are balanced. */
  closing(index: number): number {
    let depth = 0;
    for (let at = index; at < this.tokens.length; at++) {
      const kind = this.tokens[at]!.kind;
      if (kind === "{" || kind === "(" || kind === "[") depth++;
      else if (kind === "}" || kind === ")" || kind === "]") depth--;
      if (depth === 0) return at;
    }
    return this.tokens.length - 1;
  }

  /** Whether a name, a type or a value ends just before the current token. */
  get afterValue(): boolean {
    return endsValue(this.previous);
  }
}

function newContext(kind: ContextKind, annotation = false): Context {
  return {
    kind,
    start: true,
    head: "",
    clause: "",
    compared: false,
    angle: 0,
    declares: false,
    body: false,
    annotation,
  };
}

/** There are fewer; a longer row of them is no declaration, and is not looked through again from each of its words. */
const MODIFIERS = 10;

/** Whether an element keyword stands at `index` and its name or text follows on the same line. */
export function opensElement(tokens: readonly Token[], index: number): boolean {
  if (tokens[index]?.kind === "@") return true;
  for (let at = index; at < index + MODIFIERS; at++) {
    const token = tokens[at];
    const next = tokens[at + 1];
    if (!token?.word || next === undefined || next.first) return false;
    if (modifierKeywords.has(token.image)) {
      if (!next.word || !(modifierKeywords.has(next.image) || elementKeywords.has(next.image))) return false;
      continue;
    }
    if (!elementKeywords.has(token.image)) return false;
    if (token.image === "import" || token.image === "risk" || token.image === "question") {
      return next.kind === STRING;
    }
    return next.kind === ID;
  }
  return false;
}

/** As `opensElement`, but with a look at what follows the name: safe after a comma in a list of names. */
export function surelyOpensElement(tokens: readonly Token[], index: number): boolean {
  if (!opensElement(tokens, index)) return false;
  const token = tokens[index]!;
  if (token.kind === "@" || modifierKeywords.has(token.image)) return true;
  const third = tokens[index + 2];
  switch (token.image) {
    case "class":
    case "interface":
    case "record":
    case "error":
      return third?.kind === "{" || third?.kind === "<" || third?.image === "extends";
    case "fn":
    case "event":
      return third?.kind === "(" || third?.kind === "<";
    case "type":
      return third?.kind === "=" || third?.kind === "<";
    default:
      return true;
  }
}

/** Whether what follows the name at `index` makes it the name of a member: `name:`, `name?:`, `name(`, `name<T>(`. */
export function marksMember(tokens: readonly Token[], index: number, calls: boolean): boolean {
  const next = tokens[index + 1];
  if (next === undefined) return false;
  if (next.kind === ":") return true;
  if (next.kind === "?") return tokens[index + 2]?.kind === ":";
  if (!calls) return false;
  if (next.kind === "(") return true;
  if (next.kind !== "<") return false;
  let depth = 0;
  let parentheses = 0;
  // Type parameters are short; a longer run of tokens is something else.
  for (let at = index + 1; at < Math.min(tokens.length, index + 60); at++) {
    const kind = tokens[at]!.kind;
    if (kind === "<") depth++;
    else if (kind === ">" && --depth === 0) return tokens[at + 1]?.kind === "(";
    else if (kind === "(") parentheses++;
    else if (kind === ")" && --parentheses < 0) return false;
    else if (kind === "{" || kind === "}") return false;
  }
  return false;
}

/** Whether a clause of a function opens here: the word is one, and what follows it fits. */
export function opensClause(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index]!;
  if (!token.word || !clauseKeywords.has(token.image)) return false;
  const next = tokens[index + 1];
  switch (token.image) {
    case "requires":
    case "ensures":
      return next?.kind === STRING;
    case "example":
      return next !== undefined && next.kind !== ":" && next.kind !== "?" && next.kind !== "=";
    default:
      return next?.kind === ID && !next.first;
  }
}
