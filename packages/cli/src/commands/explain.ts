import {
  type Code,
  DIAGNOSTICS,
  EXAMPLE_CONTRACT,
  exampleFiles,
  type FixNote,
  type FixNotes,
  isCode,
} from "@contractc/kernel";
import { createColors } from "picocolors";
import { type Context, hasColour, UsageError } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";

/** `explain CODE`: what a diagnostic means, with a wrong and a right example. */
export function explain(context: Context, code: string, options: { format: "text" | "json" }): ExitCode {
  if (!isCode(code)) {
    const family = Object.keys(DIAGNOSTICS).filter((known) => known.split("/")[0] === code.split("/")[0]);
    const known =
      family.length > 0
        ? `Codes of this family: ${family.join(", ")}.`
        : "See them all with `contractc explain --list`.";
    throw new UsageError(`There is no diagnostic "${code}". ${known}`);
  }
  const { severity, title, explanation, wrong, right, fixes } = DIAGNOSTICS[code];
  if (options.format === "json") {
    const all = { code, severity, title, explanation, wrong, right, ...(fixes ? { fixes } : {}) };
    context.out.write(`${JSON.stringify(all, null, 2)}\n`);
    return EXIT.clean;
  }
  const colours = createColors(hasColour(context, context.out));
  const example = (text: string) =>
    [...exampleFiles(text)]
      .map(
        ([path, content]) =>
          (path === EXAMPLE_CONTRACT ? "" : `  ${colours.dim(path)}\n`) + indented(content),
      )
      .join("\n");
  const indented = (text: string) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => (line === "" ? "" : `    ${line}`))
      .join("\n");
  context.out.write(
    [
      `${colours.bold(code)} (${severity})`,
      title,
      "",
      explanation,
      "",
      ...(fixes ? fixLines(fixes, colours.bold) : []),
      colours.red("Wrong"),
      example(wrong),
      "",
      colours.green("Right"),
      example(right),
      "",
    ].join("\n"),
  );
  return EXIT.clean;
}

/** What `drift --fix` does in each direction, or why nothing. */
function fixLines({ code, contract }: FixNotes, bold: (text: string) => string): string[] {
  const line = (direction: string, note: FixNote) =>
    `  --fix ${direction.padEnd(8)}  ${"does" in note ? note.does : `Nothing. ${note.not}`}`;
  return [bold("Fixes"), line("code", code), line("contract", contract), ""];
}

/** `explain --list`: every code with its severity and title. */
export function explainAll(context: Context): ExitCode {
  const codes = (Object.keys(DIAGNOSTICS) as Code[]).sort();
  const width = Math.max(...codes.map((code) => code.length));
  for (const code of codes) {
    const { severity, title } = DIAGNOSTICS[code];
    context.out.write(`${code.padEnd(width)}  ${severity.padEnd(7)}  ${title}\n`);
  }
  return EXIT.clean;
}
