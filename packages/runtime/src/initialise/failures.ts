import { type Finding, linesOf } from "@contractc/kernel";
import type { Failure } from "../model/index.js";

/** What the checker found, as a ticket tells it: with the line of the draft that it is about. */
export function failuresOf(findings: readonly Finding[], files: ReadonlyMap<string, string>): Failure[] {
  return findings.map((finding) => {
    const { code, message, file, line } = finding;
    const text = linesOf(files.get(file) ?? "")[line - 1]?.trimEnd();
    return {
      ...failure(`${code}: ${message}`),
      fingerprint: finding.fingerprint,
      excerpt: text === undefined ? [] : [`${line} | ${text}`],
      anchors: [{ file, line }],
    };
  });
}

/** A fault of a draft that no place can be named for. */
export function failure(summary: string): Failure {
  return {
    class: "contract",
    source: "audit",
    module: "",
    fingerprint: summary,
    summary,
    tests: [],
    excerpt: [],
    tail: "",
    anchors: [],
  };
}
