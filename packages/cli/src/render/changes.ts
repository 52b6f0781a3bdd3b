import { type Change, countImpacts, IMPACTS, type Impact } from "@contractc/language";
import { createColors } from "picocolors";
import { type Context, hasColour } from "../context.js";
import { counted } from "./counted.js";

export interface ComparedSide {
  label: string;
  name: string;
  version: string;
  hash: string;
}

export interface ChangesOptions {
  format: "text" | "json" | "markdown";
  before: ComparedSide;
  after: ComparedSide;
}

const TITLES: Record<Impact, string> = {
  breaking: "Breaking",
  compatible: "Compatible",
  documentation: "Documentation only",
};

/** The changes between two contracts: for people, for programs, or for a pull request. */
export function renderChanges(context: Context, changes: readonly Change[], options: ChangesOptions): string {
  const { before, after } = options;
  switch (options.format) {
    case "json":
      return `${JSON.stringify({ before, after, changes, summary: countImpacts(changes) }, null, 2)}\n`;
    case "markdown":
      return markdown(changes, before, after);
    case "text":
      return text(context, changes, before, after);
  }
}

function text(
  context: Context,
  changes: readonly Change[],
  before: ComparedSide,
  after: ComparedSide,
): string {
  const colours = createColors(hasColour(context, context.out));
  const paint: Record<Impact, (text: string) => string> = {
    breaking: colours.red,
    compatible: colours.green,
    documentation: colours.cyan,
  };
  const blocks = IMPACTS.flatMap((impact) => {
    const own = changes.filter((change) => change.impact === impact);
    if (own.length === 0) return [];
    const lines = own.flatMap((change) => [
      `  ${colours.bold(place(change))}  ${change.message}`,
      ...(change.before ? [`    ${colours.red(`- ${change.before}`)}`] : []),
      ...(change.after ? [`    ${colours.green(`+ ${change.after}`)}`] : []),
    ]);
    return [`${paint[impact](TITLES[impact])}\n${lines.join("\n")}\n\n`];
  });
  const counts = countImpacts(changes);
  const total = IMPACTS.filter((impact) => counts[impact] > 0).map((impact) => `${counts[impact]} ${impact}`);
  const closing =
    total.length === 0 ? "no change" : `${counted(changes.length, "change")}: ${total.join(", ")}`;
  return `${blocks.join("")}${before.label} -> ${after.label}: ${closing}\n`;
}

function place({ address }: Change): string {
  return address === "" ? "(contract)" : address;
}

function markdown(changes: readonly Change[], before: ComparedSide, after: ComparedSide): string {
  const versions = before.version === after.version ? after.version : `${before.version} to ${after.version}`;
  const parts = [`# Changes of ${after.name} ${versions}\n`];
  if (changes.length === 0) parts.push("Nothing changed.\n");
  for (const impact of IMPACTS) {
    const own = changes.filter((change) => change.impact === impact);
    if (own.length === 0) continue;
    const lines = own.map((change) => `- ${codeSpan(place(change))}: ${change.message}${texts(change)}`);
    parts.push(`## ${TITLES[impact]}\n\n${lines.join("\n")}\n`);
  }
  return parts.join("\n");
}

function texts({ before, after }: Change): string {
  if (before && after) return ` (${codeSpan(before)} → ${codeSpan(after)})`;
  const only = before || after;
  return only ? ` (${codeSpan(only)})` : "";
}

/** Code in Markdown, whatever back-ticks it holds. */
function codeSpan(code: string): string {
  const runs = code.match(/`+/g) ?? [];
  const fence = "`".repeat(
    runs.some((run) => run.length === 1) ? Math.max(...runs.map((run) => run.length)) + 1 : 1,
  );
  const pad = fence.length > 1 ? " " : "";
  return `${fence}${pad}${code.replace(/[\r\n]+/g, " ")}${pad}${fence}`;
}
