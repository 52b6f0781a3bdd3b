import type { Token } from "./token.js";
import type { SyntaxProblem } from "./types.js";

/** Balances brackets. */
export function balance(tokens: Token[], _problems: SyntaxProblem[]): Token[] {
  return tokens;
}
