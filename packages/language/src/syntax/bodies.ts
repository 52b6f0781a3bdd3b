import { ID, modifierKeywords, STRING } from "./kinds.js";
import { marksMember, opensElement } from "./promotion.js";
import { endsValue, type Token } from "./token.js";

/** Keywords whose elements have a body. */
export const withBody = new Set([
  "package",
  "module",
  "external",
  "class",
  "interface",
  "record",
  "error",
  "enum",
  "states",
  "target",
  "role",
  "requirement",
  "quality",
]);

/** How many modifiers stand at an index. */
export function modifiersAt(tokens: readonly Token[], index: number): number {
  let count = 0;
  while (modifierKeywords.has(tokens[index + count]?.image ?? "")) count++;
  return count;
}

/**
 * The index of the first token of a body whose opening brace is missing; undefined if the brace is there or
 * the element has no body.
 *
 * @param index where the keyword stands
 */
export function bodyWithoutBrace(
  tokens: readonly Token[],
  index: number,
  keyword: string,
  indent: number,
): number | undefined {
  let angle = 0;
  for (let at = index + 2; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.kind === "{" || token.kind === "}") return undefined;
    if (token.kind === "<") angle++;
    else if (token.kind === ">") angle--;
    if (angle > 0) continue;
    const before = tokens[at - 1]!;
    if (token.first) {
      const goesOn = token.word && /^(extends|implements|from|initial|final)$/.test(token.image);
      if (goesOn || !endsValue(before)) continue;
      return token.indent > indent ? at : undefined;
    }
    if (opensElement(tokens, at)) return undefined;
    if (token.kind === ID && opensItemOf(keyword, tokens, at)) return at;
  }
  return undefined;
}

/** Whether the name at `at` starts the first item of a body, on the line of its element. */
function opensItemOf(keyword: string, tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  switch (keyword) {
    case "class":
    case "interface":
    case "record":
    case "error":
      return marksMember(tokens, at, true) && tokens[at - 1]?.kind !== ",";
    case "enum":
      return true;
    case "states":
      return next?.kind === "->";
    case "target":
    case "role":
      return next?.kind === STRING;
    case "requirement":
    case "quality":
      return next?.kind === STRING && tokens[at - 1]?.kind === STRING;
    default:
      return false;
  }
}
