import type { Finding, Place, Severity } from "@contractc/kernel";
import { createColors } from "picocolors";
import { type Context, hasColour, isAgent } from "../context.js";
import { counted } from "./counted.js";
import { printable } from "./printable.js";
import { summarise } from "./summary.js";

/** Longest stretch of a source line that is shown, in characters. */
const LINE_WIDTH = 160;

/**
 * Findings for people: place, severity and code, message, the line with the fault underlined, expected and
 * actual, and the other places concerned. One line a finding where an agent reads.
 *
 * @param files where the file of each shown path lies
 * @param subject what was looked at, for the closing line: `3 modules`
 */
export function renderText(
  context: Context,
  findings: readonly Finding[],
  files: ReadonlyMap<string, string>,
  subject: string,
): string {
  const colours = createColors(hasColour(context, context.out));
  const paint: Record<Severity, (text: string) => string> = {
    error: colours.red,
    warning: colours.yellow,
    info: colours.cyan,
  };
  const compact = isAgent(context);
  const sources = new Sources(context, files);
  const blocks = findings.map((finding) => {
    const head = `${colours.bold(location(finding))} ${paint[finding.severity](finding.severity)} ${colours.dim(finding.code)}`;
    const message = printable(finding.message);
    if (compact) return `${head} ${message}${printable(compactDetail(finding))}\n`;
    const rows = [
      `${head}\n  ${message}`,
      ...sources.frame(finding, paint[finding.severity], colours.dim),
      ...(finding.expected === undefined
        ? []
        : [`  ${colours.dim("expected")}  ${colours.green(printable(finding.expected))}`]),
      ...(finding.actual === undefined
        ? []
        : [`  ${colours.dim("actual")}    ${colours.red(printable(finding.actual))}`]),
      ...finding.related.map(
        (place) => `  ${colours.dim(`${location(place)}  ${printable(place.message)}`)}`,
      ),
      ...finding.fixes.map((fix) => `  ${colours.dim("fix")}       ${printable(fix.title)}`),
    ];
    return `${rows.join("\n")}\n\n`;
  });
  return blocks.join("") + closing(findings, subject, colours);
}

function location({ file, line, column }: Place): string {
  return `${printable(file, "name")}:${line}:${column}`;
}

function compactDetail(finding: Finding): string {
  const { expected, actual } = finding;
  const place = finding.related[0];
  return [
    expected === undefined ? "" : ` | expected: ${expected}`,
    actual === undefined ? "" : ` | actual: ${actual}`,
    place === undefined ? "" : ` | ${location(place)}`,
  ].join("");
}

function closing(
  findings: readonly Finding[],
  subject: string,
  colours: ReturnType<typeof createColors>,
): string {
  const { errors, warnings, infos } = summarise(findings);
  if (findings.length === 0) return `${colours.green("✓")} ${subject}: no findings\n`;
  const parts = [
    errors > 0 ? colours.red(counted(errors, "error")) : "",
    warnings > 0 ? colours.yellow(counted(warnings, "warning")) : "",
    infos > 0 ? colours.cyan(counted(infos, "info")) : "",
  ];
  return `${errors > 0 ? colours.red("✗") : colours.yellow("!")} ${subject}: ${parts.filter(Boolean).join(", ")}\n`;
}

/** The lines of the files that findings speak of, read once. */
class Sources {
  readonly #lines = new Map<string, string[] | null>();

  constructor(
    private readonly context: Context,
    private readonly files: ReadonlyMap<string, string>,
  ) {}

  frame(place: Place, paint: (text: string) => string, dim: (text: string) => string): string[] {
    const line = this.#read(place.file)?.[place.line - 1];
    if (line === undefined || line.trim() === "") return [];
    const from = Math.max(0, place.column - 1 - LINE_WIDTH / 2);
    const shownLine = printable(line.slice(from, from + LINE_WIDTH).replaceAll("\t", " "));
    const start = place.column - 1 - from;
    const end = place.endLine === place.line ? place.endColumn - 1 - from : shownLine.trimEnd().length;
    const length = Math.max(1, Math.min(end, shownLine.length) - start);
    const number = String(place.line);
    return [
      `  ${dim(`${number} │`)} ${shownLine.trimEnd()}`,
      `  ${dim(`${" ".repeat(number.length)} │`)} ${" ".repeat(start)}${paint("^".repeat(length))}`,
    ];
  }

  #read(file: string): string[] | null {
    let lines = this.#lines.get(file);
    if (lines === undefined) {
      try {
        const bytes = this.context.fs.readFile(this.files.get(file) ?? file);
        lines = new TextDecoder("utf-8").decode(bytes).split(/\r\n|\n|\r/);
      } catch {
        lines = null;
      }
      this.#lines.set(file, lines);
    }
    return lines;
  }
}
