import type { Finding } from "@contractc/kernel";
import { textOf } from "./sarif.js";

export interface JunitOptions {
  /** Of the suite: `contractc drift`. */
  name: string;
  /** What was looked at; what has no finding is a test case that passed. */
  parts: readonly JunitPart[];
  /** Whether a finding fails. */
  fails(finding: Finding): boolean;
}

export interface JunitPart {
  /** The contract's name. */
  group: string;
  /** The module's address. */
  name: string;
}

/**
 * Findings as a JUnit report: a test case for each finding, since most readers show only one failure of a case, and one
 * that passed for each module without any. What does not fail is told in the output of its case.
 */
export function renderJunit(findings: readonly Finding[], options: JunitOptions): string {
  const withFinding = new Set<string>();
  for (const { symbol } of findings) {
    for (let at = symbol; at !== ""; at = at.slice(0, Math.max(at.lastIndexOf("."), 0))) withFinding.add(at);
  }
  const passed = options.parts
    .filter(({ name }) => !withFinding.has(name))
    .map(({ group, name }) => `    <testcase classname="${escaped(group)}" name="${escaped(name)}"/>\n`);
  const told = findings.map((finding) => testCase(finding, options.fails(finding)));
  const failures = findings.filter((finding) => options.fails(finding)).length;
  const counts = `tests="${passed.length + told.length}" failures="${failures}" errors="0" skipped="0"`;
  const name = `name="${escaped(options.name)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${name} ${counts}>
  <testsuite ${name} ${counts}>
${[...passed, ...told].join("")}  </testsuite>
</testsuites>
`;
}

function testCase(finding: Finding, fails: boolean): string {
  const { code, symbol, file, line, column, severity, message, related } = finding;
  const name = symbol === "" ? code : `${code} ${symbol}`;
  const detail = [
    `${file}:${line}:${column} ${severity} ${code}`,
    textOf(finding),
    ...related.map((place) => `${place.file}:${place.line}:${place.column} ${place.message}`),
  ].join("\n");
  const body = fails
    ? `      <failure type="${escaped(code)}" message="${escaped(message)}">${escaped(detail)}</failure>\n`
    : `      <system-out>${escaped(detail)}</system-out>\n`;
  return `    <testcase classname="${escaped(file)}" name="${escaped(name)}" file="${escaped(file)}" line="${line}">\n${body}    </testcase>\n`;
}

/** What XML 1.0 cannot hold, not even as a reference. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

function escaped(text: string): string {
  return text.replace(FORBIDDEN, "\uFFFD").replace(/[&<>"\n\r\t]/g, (character) => ENTITIES[character]!);
}
