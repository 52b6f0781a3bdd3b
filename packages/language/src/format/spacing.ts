import type { Token } from "../syntax/token.js";

const tightAfter: ReadonlySet<string> = new Set(["(", "[", "<", ".", "@", "...", "**", "-"]);
const tightBefore: ReadonlySet<string> = new Set([")", "]", ",", ":", "?", ".", "<"]);

/** Words and brackets that what is called, or made an array of, ends with. */
const callable: ReadonlySet<string> = new Set(["ID", "START", "new", ">", ")", "]", "?"]);

/**
 * Whether a space stands between two tokens of a line.
 *
 * @param operator the second one, or the first, is the `>` between two layers
 */
export function spaced(before: Token, token: Token, operator: { before: boolean; token: boolean }): boolean {
  if (tightAfter.has(before.kind)) return false;
  switch (token.kind) {
    case ">":
      return operator.token;
    case "(":
    case "[":
      return !callable.has(before.kind) || operator.before;
    case "}":
      return before.kind !== "{";
    default:
      return !tightBefore.has(token.kind);
  }
}
