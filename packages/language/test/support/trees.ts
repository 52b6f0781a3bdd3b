import type { AstNode } from "langium";
import { docOf, keywords, type ParsedFile } from "../../src/syntax/index.js";
import { scan } from "../../src/syntax/scanner.js";

/** What a file says: its tree without positions, with the documentation of each node. */
export function treeOf(parsed: ParsedFile): unknown {
  return plain(parsed.root);
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    if (!key.startsWith("$") || key === "$type") result[key] = plain(part);
  }
  // What may be annotated may be documented.
  const doc = "annotations" in value ? docOf(value as AstNode) : undefined;
  if (doc !== undefined) result.$doc = doc;
  return result;
}

/**
 * The comments of a text and the tokens between them, without the signs that only separate and without layout:
 * it stays the same as long as no comment leaves its place.
 */
export function commentTrace(text: string): string[] {
  const { tokens, comments } = scan(text);
  const entries = [
    ...tokens
      .filter(({ kind }) => kind !== "," && kind !== ";" && kind !== "|")
      .map(({ startOffset, image }) => ({ offset: startOffset, shown: image })),
    ...comments.map((comment) => ({ offset: comment.offset, shown: `comment ${comment.text}` })),
  ];
  entries.sort((a, b) => a.offset - b.offset);
  return entries.map(({ shown }) => shown.trimEnd().replaceAll(/\s+/g, " "));
}

/**
 * The places at which a comment may be put: before each token, separators included, and at the end.
 *
 * @param broken only those where a line break means nothing: the name of a declaration, for one, stands on the line
 *   of its keyword, and a line that starts with a parenthesis may be a step
 */
export function gapOffsets(text: string, broken = false): number[] {
  const { tokens } = scan(text);
  const kept = tokens.filter((token, index) => {
    const before = tokens[index - 1]?.image ?? "";
    const label = /^(quality|requirement)$/.test(tokens[index - 2]?.image ?? "");
    return !broken || !(keywords.has(before) || before === "@" || token.kind === "(" || label);
  });
  return [...kept.map(({ startOffset }) => startOffset), text.length];
}
