import { stripVTControlCharacters } from "node:util";
import type { Anchor, Failure } from "../../model/index.js";
import { WORK_FOLDER } from "../../sandbox/index.js";

const MOST_LINES = 20;
const LONGEST_LINE = 400;
const TAIL = 2_000;

/** Lines of runners and interpreters between those of the workspace. */
const NOISE =
  /^\s*(?:at .*\(?(?:node:|.*node_modules\/)|❯ .*node_modules\/|\^+\s*$|[-=_⎯]{5,}\s*$|\/.*\/(?:site-packages|lib\/python[\d.]+)\/)|^\s*$/;

/**
 * The most telling lines: without those of runners, and where they are too many the last, since what went wrong stands at
 * the end of a trace; of a Node trace the first.
 */
export function excerptOf(text: string): string[] {
  const lines = clean(text)
    .split("\n")
    .filter((line) => !NOISE.test(line))
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line.trimEnd()));
  if (lines.length <= MOST_LINES) return lines;
  return /^\s*(?:at|❯) /m.test(text) ? lines.slice(0, MOST_LINES) : lines.slice(-MOST_LINES);
}

/** The end of an output, cut at a line where that costs little. */
export function tailOf(output: string): string {
  const text = clean(output).trimEnd();
  if (text.length <= TAIL) return text;
  const tail = text.slice(-TAIL);
  const line = tail.indexOf("\n");
  return line >= 0 && line < 200 ? tail.slice(line + 1) : tail;
}

export function anchorsOf(frames: readonly Anchor[]): Anchor[] {
  return frames.slice(0, 8).map(({ file, line }) => ({ file, line }));
}

function clean(text: string): string {
  return stripVTControlCharacters(text).replaceAll(`${WORK_FOLDER}/`, "").replaceAll("\r\n", "\n");
}

/** A failure with the parts that it always has. */
export function failureOf(
  parts: Pick<Failure, "class" | "source" | "module" | "fingerprint" | "summary"> & Partial<Failure>,
): Failure {
  return { tests: [], excerpt: [], tail: "", anchors: [], ...parts };
}
