import type { FileSystem, Finding } from "@contractc/kernel";
import { brokenEncoding, reportSyntax } from "../project/load.js";
import { SourceFiles } from "../project/source-files.js";
import { sortFindings } from "../source/report.js";
import { formatContract } from "./format.js";

/** What formatting would make of a file: its whole text, and whether that differs; or why it is left alone. */
export type FormattedFile =
  | { readonly text: string; readonly changed: boolean }
  | { readonly findings: readonly Finding[] };

/**
 * Formats the contents of a contract file; nothing is written.
 *
 * @param path absolute
 * @returns findings for a file that is not UTF-8 or does not parse
 * @throws FileSystemError where it cannot be read
 */
export function formatFile(fs: FileSystem, path: string): FormattedFile {
  const read = new SourceFiles(fs).read(path);
  if ("fault" in read) throw read.fault;
  const { source, brokenAt } = read.file;
  const findings: Finding[] = [];
  if (brokenAt !== undefined) findings.push(brokenEncoding(source, brokenAt));
  reportSyntax(source, (finding) => findings.push(finding), brokenAt);
  if (findings.length > 0) return { findings: sortFindings(findings) };
  const result = formatContract(source.text, path);
  // A text without problems has none with other line ends either.
  if ("problems" in result) throw new Error(`${path} has problems only in its canonical line ends`);
  return { text: result.text, changed: result.text !== source.text };
}
