import { createColors } from "picocolors";
import { type Context, hasColour } from "../context.js";
import { editorLines } from "../doctor/editors.js";
import { cacheLine, contractLines, hookLine, versionLine } from "../doctor/folder-state.js";
import type { Line } from "../doctor/line.js";
import type { Machine } from "../doctor/machine.js";
import { agentsLine, gitLine, nodeLine, sandboxLine } from "../doctor/programs.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import type { Format } from "../render/findings.js";

/** `doctor`: what contractc needs of this machine and this folder, and a remedy for what is missing. Changes nothing. */
export function doctor(context: Context, machine: Machine, options: { format: Format }): ExitCode {
  const lines: Line[] = [
    nodeLine(machine),
    versionLine(context),
    gitLine(context),
    ...contractLines(context),
    hookLine(context),
    cacheLine(context),
    sandboxLine(context, machine),
    agentsLine(context, machine),
    ...editorLines(context, machine),
  ];
  const isFaulty = lines.some(({ state }) => state === "fault");
  context.out.write(
    options.format === "json" ? `${JSON.stringify({ checks: lines }, null, 2)}\n` : textOf(context, lines),
  );
  return isFaulty ? EXIT.findings : EXIT.clean;
}

function textOf(context: Context, lines: readonly Line[]): string {
  const colours = createColors(hasColour(context, context.out));
  const marks: Record<Line["state"], string> = {
    ok: colours.green("✓"),
    fault: colours.red("✗"),
    advice: colours.yellow("!"),
    fact: " ",
  };
  const width = Math.max(...lines.map(({ name }) => name.length));
  const indent = " ".repeat(width + 4);
  return lines
    .map(({ name, state, text, remedy }) => {
      const first = `${marks[state]} ${name.padEnd(width)}  ${text}\n`;
      return remedy === undefined ? first : `${first}${indent}→ ${remedy}\n`;
    })
    .join("");
}
