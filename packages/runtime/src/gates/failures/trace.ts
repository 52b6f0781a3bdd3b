import type { Anchor } from "../../model/index.js";
import type { WorkspacePaths } from "./workspace-paths.js";

/** What an output tells of one failure. */
export interface Trace {
  /** Lines of the workspace that were on the way, the innermost first. */
  frames: Anchor[];
  /** `ValueError`; `""` where it is not told. */
  type: string;
  /** The first line of what the error says. */
  message: string;
}

/** `a.py:4: in g` of pytest's short traces, `a.py:4: ValueError` of its long ones. */
const PYTEST_FRAME = /^(?:E\s+)?([^\s:"'<>|][^:\n"'<>|]*\.pyi?):(\d+):/;
const PYTHON_FRAME = /^\s*(?:E\s+)?File "([^"\n]+)", line (\d+)/;
/** `at g (file:///a.ts:2:39)`, `at async a.js:2:39`, Vitest's `❯ g a.ts:2:39`. */
const NODE_FRAME = /^\s*(?:at|❯)\s+(?:.*?[(\s])?((?:file:\/\/)?[^\s()]+?\.[cm]?[jt]sx?):(\d+):(\d+)\)?\s*,?$/;

const PYTEST_ERROR = /^E\s+([A-Za-z_][\w.]*)(?::\s?(.*))?$/;
const PYTHON_ERROR =
  /^([A-Za-z_][\w.]*(?:Error|Exception|Exit|Interrupt|Warning|Iteration|Group)\w*)(?::\s?(.*))?$/;
const NODE_ERROR = /(?:^|\bcause: |\[)([A-Z]\w*)(?: \[(\w+)\])?: (.*)$/;
const NOT_TYPES = new Set([
  "ERR_TEST_FAILURE",
  "Hint",
  "Note",
  "File",
  "Traceback",
  "Expected",
  "Received",
  "Serialized",
]);

/**
 * Reads the trace of a failure as Python, pytest, Node or Vitest writes it.
 *
 * @param type and message as the report has them apart, where it does
 */
export function traceIn(
  text: string,
  paths: WorkspacePaths,
  told: { type?: string; message?: string } = {},
): Trace {
  const python: Anchor[] = [];
  const node: Anchor[] = [];
  for (const line of text.split("\n")) {
    const isPython = PYTHON_FRAME.exec(line) ?? PYTEST_FRAME.exec(line);
    const found = isPython ?? NODE_FRAME.exec(line);
    const file = found?.[1] === undefined ? undefined : paths.relative(found[1].trim());
    if (file === undefined) continue;
    (isPython ? python : node).push({ file, line: Number(found?.[2]) });
  }
  const frames = distinct([...node, ...python.reverse()]);
  const error =
    node.length > 0 ? nodeError(text) : (pytestError(text) ?? pythonError(text) ?? nodeError(text));
  const type = error?.type ?? told.type ?? "";
  return { frames, type, message: error?.message ?? firstLine(told.message ?? "") };
}

/** The block of the error that was raised last: those before it were on the way. */
function pytestError(text: string): { type: string; message: string } | undefined {
  const lines = text.split("\n");
  let at = lines.length - 1;
  while (at >= 0 && !/^E(?:\s|$)/.test(lines[at] ?? "")) at--;
  if (at < 0) return undefined;
  while (at > 0 && /^E(?:\s|$)/.test(lines[at - 1] ?? "")) at--;
  // What does not parse is shown first, and named last.
  const first = /^E\s+File "/.test(lines[at] ?? "") ? lastOfBlock(lines, at) : (lines[at] ?? "");
  const found = PYTEST_ERROR.exec(first);
  if (found?.[1] !== undefined && /^(?:[A-Z]|[a-z_]\w*\.)/.test(found[1])) {
    return { type: lastName(found[1]), message: (found[2] ?? "").trim() };
  }
  // What stands in for an error is the statement that did not hold, or the words of pytest itself.
  const words = first.replace(/^E\s+/, "");
  return { type: /^(?:assert\b|\+)/.test(words) ? "AssertionError" : "", message: words };
}

function lastOfBlock(lines: readonly string[], from: number): string {
  let at = from;
  while (/^E(?:\s|$)/.test(lines[at + 1] ?? "")) at++;
  return lines[at] ?? "";
}

function pythonError(text: string): { type: string; message: string } | undefined {
  for (const line of text.split("\n").reverse()) {
    const found = PYTHON_ERROR.exec(line);
    if (found?.[1] !== undefined) return { type: lastName(found[1]), message: (found[2] ?? "").trim() };
  }
  return undefined;
}

function nodeError(text: string): { type: string; message: string } | undefined {
  for (const line of text.split("\n")) {
    const found = NODE_ERROR.exec(line);
    if (found?.[1] === undefined || NOT_TYPES.has(found[1]) || NOT_TYPES.has(found[2] ?? "")) continue;
    return { type: found[1], message: (found[3] ?? "").trim() };
  }
  return undefined;
}

function lastName(dotted: string): string {
  return dotted.slice(dotted.lastIndexOf(".") + 1);
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}

function distinct(frames: readonly Anchor[]): Anchor[] {
  const seen = new Set<string>();
  return frames.filter(({ file, line }) => {
    const key = `${file}:${line}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
