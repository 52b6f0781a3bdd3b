import type { TextEdit } from "../finding.js";
import { LineIndex } from "./line-index.js";

/** A stretch of lines that another one takes the place of; lines count from 0, and ends are exclusive. */
export interface LineChange {
  start: number;
  end: number;
  newStart: number;
  newEnd: number;
}

/** Lines with their line ends; the last may have none. */
export function linesOf(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

/** Steps times lines that are looked at: beyond, the stretch that differs is replaced as a whole. */
const LIMIT = 50_000_000;

/**
 * The shortest list of changes from one text to another, by lines (Myers, "An O(ND) Difference Algorithm", 1986). What
 * both have at their start and end costs nothing.
 */
export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const shorter = Math.min(before.length, after.length);
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail += 1;
  const a = before.slice(head, before.length - tail);
  const b = after.slice(head, after.length - tail);
  if (a.length === 0 && b.length === 0) return [];
  if (a.length === 0 || b.length === 0)
    return [{ start: head, end: head + a.length, newStart: head, newEnd: head + b.length }];
  return shortestScript(a, b).map(({ start, end, newStart, newEnd }) => ({
    start: start + head,
    end: end + head,
    newStart: newStart + head,
    newEnd: newEnd + head,
  }));
}

function shortestScript(a: readonly string[], b: readonly string[]): LineChange[] {
  const offset = a.length + b.length;
  const furthest = new Int32Array(2 * offset + 2);
  const trace: Int32Array[] = [];
  for (let steps = 0; steps <= offset && steps * offset <= LIMIT; steps++) {
    trace.push(furthest.slice());
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const down =
        diagonal === -steps ||
        (diagonal !== steps && furthest[offset + diagonal - 1]! < furthest[offset + diagonal + 1]!);
      let x = down ? furthest[offset + diagonal + 1]! : furthest[offset + diagonal - 1]! + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      furthest[offset + diagonal] = x;
      if (x >= a.length && x - diagonal >= b.length)
        return changesOf(trace, steps, offset, a.length, b.length);
    }
  }
  return [{ start: 0, end: a.length, newStart: 0, newEnd: b.length }];
}

/** Walks the shortest path back and puts neighbouring steps together. */
function changesOf(
  trace: readonly Int32Array[],
  steps: number,
  offset: number,
  endX: number,
  endY: number,
): LineChange[] {
  const changes: LineChange[] = [];
  let [x, y] = [endX, endY];
  for (let step = steps; step > 0; step--) {
    const furthest = trace[step]!;
    const diagonal = x - y;
    const down =
      diagonal === -step ||
      (diagonal !== step && furthest[offset + diagonal - 1]! < furthest[offset + diagonal + 1]!);
    const before = down ? diagonal + 1 : diagonal - 1;
    const fromX = furthest[offset + before]!;
    const fromY = fromX - before;
    // What lies between the end of this step and (x, y) is equal on both sides.
    const change = down
      ? { start: fromX, end: fromX, newStart: fromY, newEnd: fromY + 1 }
      : { start: fromX, end: fromX + 1, newStart: fromY, newEnd: fromY };
    const next = changes[0];
    if (next && next.start === change.end && next.newStart === change.newEnd) {
      next.start = change.start;
      next.newStart = change.newStart;
    } else changes.unshift(change);
    [x, y] = [fromX, fromY];
  }
  return changes;
}

const CONTEXT = 3;

/**
 * A unified diff, as `diff -u` and `git diff` write it.
 *
 * @param path of the file, relative and with forward slashes
 * @param before `undefined` for a file that is new
 * @returns `""` where nothing differs
 */
export function unifiedDiff(path: string, before: string | undefined, after: string): string {
  const [old, now] = [linesOf(before ?? ""), linesOf(after)];
  const changes = lineChanges(old, now);
  if (changes.length === 0) return "";
  const from = before === undefined ? "/dev/null" : diffPath(`a/${path}`);
  const out = [`--- ${from}\n`, `+++ ${diffPath(`b/${path}`)}\n`];
  for (let at = 0; at < changes.length; ) {
    let last = at;
    while (changes[last + 1] && changes[last + 1]!.start - changes[last]!.end <= 2 * CONTEXT) last += 1;
    const hunk = changes.slice(at, last + 1);
    const start = Math.max(0, hunk[0]!.start - CONTEXT);
    const end = Math.min(old.length, hunk.at(-1)!.end + CONTEXT);
    const newStart = hunk[0]!.newStart - (hunk[0]!.start - start);
    const newEnd = hunk.at(-1)!.newEnd + (end - hunk.at(-1)!.end);
    out.push(`@@ -${range(start, end)} +${range(newStart, newEnd)} @@\n`);
    let line = start;
    for (const change of hunk) {
      for (; line < change.start; line++) out.push(shownLine(" ", old[line]!));
      for (; line < change.end; line++) out.push(shownLine("-", old[line]!));
      for (const added of now.slice(change.newStart, change.newEnd)) out.push(shownLine("+", added));
    }
    for (; line < end; line++) out.push(shownLine(" ", old[line]!));
    at = last + 1;
  }
  return out.join("");
}

const ESCAPES: Readonly<Record<string, string>> = { "\n": "n", "\t": "t", "\r": "r", '"': '"', "\\": "\\" };

/** A path as git writes it where it holds what would end the line or the name. */
function diffPath(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
  const special = /[\x00-\x1f\x7f"\\]/g;
  if (!special.test(path)) return path;
  const octal = (char: string) => char.charCodeAt(0).toString(8).padStart(3, "0");
  return `"${path.replace(special, (char) => `\\${ESCAPES[char] ?? octal(char)}`)}"`;
}

function range(start: number, end: number): string {
  const count = end - start;
  // An empty range names the line before it.
  const first = count === 0 ? start : start + 1;
  return count === 1 ? String(first) : `${first},${count}`;
}

function shownLine(mark: string, line: string): string {
  if (/[\r\n]$/.test(line)) return line.endsWith("\n") ? mark + line : `${mark}${line}\n`;
  return `${mark}${line}\n\\ No newline at end of file\n`;
}

/** The edits that make one text another: of lines that differ, what both sides have at their ends stays. */
export function editsBetween(file: string, before: string, after: string): TextEdit[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const starts = [0];
  for (const line of old) starts.push(starts.at(-1)! + line.length);
  const index = new LineIndex(before);
  return lineChanges(old, now).map(({ start, end, newStart, newEnd }) => {
    const was = old.slice(start, end).join("");
    const is = now.slice(newStart, newEnd).join("");
    const shorter = Math.min(was.length, is.length);
    let head = 0;
    while (head < shorter && was[head] === is[head]) head += 1;
    let tail = 0;
    while (tail < shorter - head && was[was.length - 1 - tail] === is[is.length - 1 - tail]) tail += 1;
    // A line break of two characters is not taken apart.
    if (head > 0 && (was[head] === "\n" || is[head] === "\n") && was[head - 1] === "\r") head -= 1;
    if (tail > 0 && was[was.length - tail] === "\n") {
      const [one, other] = [was[was.length - tail - 1], is[is.length - tail - 1]];
      if (one === "\r" || other === "\r") tail -= 1;
    }
    const place = index.place(file, starts[start]! + head, starts[start]! + was.length - tail);
    return { ...place, text: is.slice(head, is.length - tail) };
  });
}
