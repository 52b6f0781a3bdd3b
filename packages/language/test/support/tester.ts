import { type Finding, LineIndex, memoryFileSystem } from "@contractc/kernel";
import { type Compilation, compile } from "@contractc/language";
import { expect } from "vitest";

/*
 * Contracts with marked places. `⟦text⟧` marks one place of a finding; the marks are taken out before compiling.
 * Several marks are numbered in the order in which they open.
 */

const ROOT = "/project/root.contract";
export const HEADER = 'contract Test version "1.0.0"\n';

/** A finding that is to be found: its code at the next mark, or with what else is to hold. */
export type ExpectedFinding = string | { code: string; message?: string | RegExp; symbol?: string };

export interface Marked {
  files: Record<string, string>;
  marks: { file: string; line: number; column: number; endLine: number; endColumn: number }[];
}

/** Takes the marks out of texts; files in the order given. */
export function unmark(texts: Record<string, string>): Marked {
  const files: Record<string, string> = {};
  const marks: Marked["marks"] = [];
  for (const [path, marked] of Object.entries(texts)) {
    let text = "";
    const open: number[] = [];
    const spans: { start: number; end: number }[] = [];
    for (const char of marked) {
      if (char === "⟦") {
        open.push(spans.length);
        spans.push({ start: text.length, end: -1 });
      } else if (char === "⟧") {
        spans[open.pop()!]!.end = text.length;
      } else {
        text += char;
      }
    }
    files[path] = text;
    const lines = new LineIndex(text);
    for (const { start, end } of spans) marks.push(lines.place(path, start, end));
  }
  return { files, marks };
}

/**
 * What is said of a contract as a whole and is no fault: a test about something else need not describe every function
 * or play every role. Such findings count only where a test asks for their code.
 */
const ASIDE = /^(?:complete\/|graph\/un(?:used|handled|emitted))/;

/** Compiles a contract of one file. A text without header gets one on a line of its own. */
export function compileText(text: string): Compilation {
  return compileFiles({ [ROOT]: withHeader(text) });
}

/**
 * Compiles a contract of several files; the first one is the root.
 *
 * @param asked codes of findings that are otherwise left out
 */
export function compileFiles(
  files: Record<string, string | Uint8Array>,
  asked: ReadonlySet<string> = new Set(),
): Compilation {
  const compilation = compile({ fs: memoryFileSystem(files), root: Object.keys(files)[0]! });
  const findings = compilation.findings.filter(({ code }) => !ASIDE.test(code) || asked.has(code));
  return { ...compilation, findings };
}

/**
 * Compiles a marked contract and compares its findings strictly: codes, places, count and order.
 *
 * @param expected the code of the finding at each mark, in the order of the marks
 * @returns the compilation, for what else is to be said of it
 */
export function expectFindings(
  marked: string | Record<string, string>,
  expected: readonly ExpectedFinding[],
): Compilation {
  const texts = typeof marked === "string" ? { [ROOT]: withHeader(marked) } : marked;
  const { files, marks } = unmark(texts);
  const compilation = compileFiles(files, new Set(expected.map((each) => codeOf(each).code)));
  const wanted = expected.map((each, at) => ({ ...codeOf(each), ...marks[at] }));
  expect(compilation.findings.map(shape)).toEqual(
    wanted.map(({ code, ...place }) => shape({ code, ...place })),
  );
  expect(marks).toHaveLength(expected.length);
  expected.forEach((each, at) => {
    if (typeof each === "string") return;
    const found = compilation.findings[at]!;
    if (each.symbol !== undefined) expect(found.symbol).toBe(each.symbol);
    if (typeof each.message === "string") expect(found.message).toBe(each.message);
    else if (each.message) expect(found.message).toMatch(each.message);
  });
  return compilation;
}

/** A contract without any finding. */
export function expectClean(text: string | Record<string, string>): Compilation {
  return expectFindings(text, []);
}

/** The text of a file after the edits of a finding's fix. */
export function applyFix(text: string, finding: Finding, index = 0): string {
  const fix = finding.fixes[index];
  expect(fix, `fix ${index} of ${finding.code}`).toBeDefined();
  const lines = new LineIndex(text);
  const offset = (line: number, column: number) => lines.offsetOfLine(line) + column - 1;
  const edits = [...fix!.edits].sort((a, b) => offset(b.line, b.column) - offset(a.line, a.column));
  let result = text;
  for (const edit of edits) {
    result =
      result.slice(0, offset(edit.line, edit.column)) +
      edit.text +
      result.slice(offset(edit.endLine, edit.endColumn));
  }
  return result;
}

export function withHeader(text: string): string {
  return /^\s*(?:\/\/.*\n)*contract /.test(text) ? text : HEADER + text;
}

function codeOf(expected: ExpectedFinding): { code: string } {
  return { code: typeof expected === "string" ? expected : expected.code };
}

function shape(of: { code: string } & Partial<Marked["marks"][number]>): string {
  return `${of.code} ${of.file}:${of.line}:${of.column}-${of.endLine}:${of.endColumn}`;
}
