import { ID } from "./kinds.js";
import { opensElement } from "./promotion.js";
import { endsValue, Token } from "./token.js";
import type { SyntaxProblem } from "./types.js";

/**
 * A type or value may nest this deep without brackets as well: each `.b`, `()`, `?`, `[]` and `-> T` is a node around
 * or inside the one before it, and all that walk the tree are recursive.
 */
export const maximalChain = 200;

/** What is known of one pair of brackets, or of the file. */
interface Level {
  /** Links of the type or value that is being read, with those of the brackets in it. */
  links: number;
  /** How many of them there were at the last arrow. */
  arrows: number;
  /** Links of everything around the brackets. */
  readonly base: number;
  /** The longest chain so far. */
  longest: number;
  /** Whether a part of the chain has been cut already, and reported. */
  isCut: boolean;
  /** Whether the item is a data flow, whose arrows are a list. */
  isFlow: boolean;
}

/**
 * Cuts chains that are too long, and reports each once.
 *
 * @param tokens balanced, not promoted yet
 * @returns the tokens themselves where nothing is too long
 */
export function limitChains(tokens: readonly Token[], problems: SyntaxProblem[]): readonly Token[] {
  const levels: Level[] = [newLevel(0)];
  let kept: Token[] | undefined;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    const level = levels[levels.length - 1]!;
    if (opensItem(tokens, index)) {
      endChain(level);
      if (token.kind === ID && tokens[index - 1]?.image !== "flow") {
        level.isFlow = token.image === "flow" && tokens[index + 2]?.kind === "=";
      }
    }
    switch (token.kind) {
      case ".":
      case "?":
        level.links++;
        break;
      case "->":
        if (level.isFlow) endChain(level);
        else level.arrows = ++level.links;
        break;
      case "|":
        // The members of a union stand side by side, but an arrow takes all of them.
        level.longest = Math.max(level.longest, level.links);
        level.links = level.arrows;
        break;
      case "(":
      case "[":
      case "{":
        level.links++;
        if (level.base + level.links <= maximalChain) levels.push(newLevel(level.base + level.links));
        break;
      case ")":
      case "]":
      case "}":
        closeLevel(levels, token.kind === "}");
        break;
      default:
    }
    if (level.base + level.links > maximalChain && levels[levels.length - 1] === level) {
      kept ??= tokens.slice(0, index);
      if (!level.isCut) problems.push(problemAt(token));
      // An arrow with nothing behind it would be a problem of its own.
      if (token.kind === "->") kept.push(token, anyType(token));
      index = endOfChain(tokens, index) - 1;
      level.isCut = true;
      continue;
    }
    kept?.push(token);
  }
  return kept ?? tokens;
}

function newLevel(base: number): Level {
  return { links: 0, arrows: 0, base, longest: 0, isCut: false, isFlow: false };
}

function endChain(level: Level): void {
  level.longest = Math.max(level.longest, level.links);
  level.links = 0;
  level.arrows = 0;
  level.isCut = false;
}

function closeLevel(levels: Level[], endsItem: boolean): void {
  const inner = levels.pop()!;
  // Brackets are balanced, but for an end of the file that was not.
  if (levels.length === 0) levels.push(newLevel(0));
  const outer = levels[levels.length - 1]!;
  const { isCut } = inner;
  endChain(inner);
  outer.links += inner.longest;
  outer.isCut ||= isCut;
  if (endsItem) endChain(outer);
}

/** Whether the token at `index` belongs to no chain that came before it. */
function opensItem(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index]!;
  switch (token.kind) {
    case ",":
    case ";":
    case ":":
    case "=":
    case "==":
    case "@":
      return true;
    case ID:
      return endsValue(tokens[index - 1]) || (token.first && opensElement(tokens, index));
    default:
      return false;
  }
}

/** The index behind the chain that the token at `index` goes on: the next item's, or that of the bracket's end. */
function endOfChain(tokens: readonly Token[], index: number): number {
  let depth = 0;
  for (let at = index; at < tokens.length; at++) {
    switch (tokens[at]!.kind) {
      case "(":
      case "[":
      case "{":
        depth++;
        break;
      case ")":
      case "]":
      case "}":
        if (--depth < 0) return at;
        break;
      default:
        if (depth === 0 && at > index && opensItem(tokens, at)) return at;
    }
  }
  return tokens.length;
}

/** Stands for what is cut off behind an arrow. */
function anyType(arrow: Token): Token {
  const { end, endLine, endColumn, indent } = arrow;
  const from = endColumn + 1;
  return new Token(ID, "any", end, endLine, from, endLine, from + 2, false, indent);
}

function problemAt(token: Token): SyntaxProblem {
  return {
    message: `A chain has more than ${maximalChain} links here`,
    offset: token.startOffset,
    length: Math.max(1, token.image.length),
    hint: "Name a part of it in a declaration of its own.",
  };
}
