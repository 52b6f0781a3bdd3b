import { linesOf } from "@contractc/kernel";

/** Most bytes of one answer: what is longer fills a context without being read. */
export const LARGEST_READ = 30 * 1024;
/** Of a log the end is what matters. */
export const LOG_LINES = 50;

export type Reading = { kind: "text"; text: string } | { kind: "refused"; reason: string };

/** The part of a text that was asked for, within what one answer may hold. */
export function readPart(path: string, text: string, from?: number, to?: number): Reading {
  const lines = linesOf(text);
  if (from === undefined && to === undefined) {
    if (path.endsWith(".log")) return { kind: "text", text: lastLines(text, LOG_LINES) };
    const size = sizeOf(text);
    if (size <= LARGEST_READ) return { kind: "text", text };
    return refused(
      `${path} has ${lines.length} lines and ${Math.ceil(size / 1024)} KB: read at most 30 KB of it by range`,
    );
  }
  const first = from ?? 1;
  const last = Math.min(to ?? lines.length, lines.length);
  if (first > lines.length) return refused(`${path} has ${lines.length} lines only`);
  if (last < first) return refused(`the range ends before it begins`);
  const part = lines.slice(first - 1, last).join("");
  if (sizeOf(part) > LARGEST_READ) return refused(`lines ${first} to ${last} are over 30 KB: ask for fewer`);
  return { kind: "text", text: part };
}

/** The last lines of a text, with a word on what is left out; never more than one answer may hold. */
export function lastLines(text: string, count: number): string {
  const lines = linesOf(text);
  let kept = lines.slice(-count);
  while (kept.length > 1 && sizeOf(kept.join("")) > LARGEST_READ) kept = kept.slice(1);
  const end = kept.join("").slice(-LARGEST_READ);
  const left = lines.length - kept.length;
  return left > 0 ? `… ${left} lines before\n${end}` : end;
}

function sizeOf(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

function refused(reason: string): Reading {
  return { kind: "refused", reason };
}
