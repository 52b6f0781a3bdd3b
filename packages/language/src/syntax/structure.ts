import { elementKeywords, modifierKeywords } from "./kinds.js";
import { Mender } from "./mender.js";
import { opensElement } from "./promotion.js";
import type { Token } from "./token.js";
import type { SyntaxProblem } from "./types.js";

/** Brackets may nest this deep; the parser and all that walk its trees are recursive. */
export const maximalDepth = 100;

/** What the pass over the brackets leaves to the parser. */
export interface Balanced {
  readonly tokens: readonly Token[];
  /** Offsets of tokens at which the parser's complaints only echo a problem that has been reported. */
  readonly quiet: ReadonlySet<number>;
}

/**
 * Gives every bracket its partner, so that a declaration that is being written does not swallow the ones
 * after it. Well-formed text passes unchanged and its layout does not matter. Where brackets do not match,
 * the keywords that open declarations and the indentation tell which one is missing or too many; brackets
 * are then inserted or left out, and reported.
 */
export function balance(tokens: readonly Token[], problems: SyntaxProblem[]): Balanced {
  if (isSound(tokens)) return { tokens, quiet: new Set() };
  return new Mender(tokens, problems).run();
}

/** One open bracket of the quick check. */
interface Open {
  readonly kind: string;
  /** The keyword whose body it is; empty for other brackets. */
  readonly head: string;
  readonly indent: number;
}

/** Whether all brackets match, none is too deep, and no declaration stands where none can. */
function isSound(tokens: readonly Token[]): boolean {
  const stack: Open[] = [];
  let head = "";
  let angle = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    switch (token.kind) {
      case "<":
        if (++angle > maximalDepth) return false;
        break;
      case ">":
        if (angle > 0) angle--;
        break;
      case "{":
      case "(":
      case "[":
        if (token.kind === "{") angle = 0;
        if (stack.length >= maximalDepth) return false;
        stack.push({ kind: token.kind, head: token.kind === "{" ? head : "", indent: token.indent });
        head = "";
        break;
      case "}":
      case ")":
      case "]":
        if (stack.pop()?.kind !== partner(token.kind)) return false;
        break;
      case "ID": {
        if (!token.word || !(elementKeywords.has(token.image) || modifierKeywords.has(token.image))) break;
        const before = tokens[index - 1]?.kind;
        // An annotation may stand on the line of its declaration.
        const annotated = before === ")" || tokens[index - 2]?.kind === "@";
        const starts = token.first || before === "{" || before === "}" || before === "," || annotated;
        const modified = index > 0 && modifierKeywords.has(tokens[index - 1]!.image);
        if (!(starts || modified) || !opensElement(tokens, index)) break;
        angle = 0;
        const top = stack.at(-1);
        const keyword = keywordAt(tokens, index);
        if (top !== undefined && token.first && !mayHold(top, keyword) && token.indent <= top.indent)
          return false;
        if (top === undefined || top.kind === "{") head = keyword;
        break;
      }
      default:
    }
  }
  return stack.length === 0;
}

/** The element keyword at or behind the modifiers at `index`. */
export function keywordAt(tokens: readonly Token[], index: number): string {
  let at = index;
  while (tokens[at] !== undefined && modifierKeywords.has(tokens[at]!.image) && tokens[at]!.word) at++;
  return tokens[at]?.image ?? "";
}

const clausesAndDeclarations = new Set([
  "owner",
  "satisfies",
  "uses",
  "handles",
  "class",
  "interface",
  "record",
  "error",
  "enum",
  "type",
  "fn",
  "const",
  "event",
  "states",
]);

/** Whether an element may stand directly in a bracket, by what the bracket belongs to. */
export function mayHold(open: { readonly kind: string; readonly head: string }, keyword: string): boolean {
  if (open.kind !== "{") return false;
  switch (open.head) {
    case "package":
      return keyword === "package" || keyword === "module";
    case "module":
    case "external":
      return clausesAndDeclarations.has(keyword);
    default:
      return false;
  }
}

/** The opening bracket of a closing one and the other way round. */
export function partner(kind: string): string {
  switch (kind) {
    case "{":
      return "}";
    case "(":
      return ")";
    case "[":
      return "]";
    case "}":
      return "{";
    case ")":
      return "(";
    default:
      return "[";
  }
}
