import { posix } from "node:path";
import { type Finding, unifiedDiff } from "@contractc/kernel";
import type { Context } from "../context.js";
import { type FixedFile, type LeftFinding, writeAll } from "../fixing.js";
import { shown } from "../paths.js";
import { printable } from "../render/printable.js";
import { mendCode } from "./code.js";
import { mendContracts } from "./contract.js";
import type { Find } from "./mendable.js";

export type { Find, Found } from "./mendable.js";
export { withOffers } from "./offers.js";

/** What is brought to the other: `code` to the contract, or `contract` to the code. */
export type Direction = "code" | "contract";
export const DIRECTIONS: readonly Direction[] = ["code", "contract"];

/**
 * Mends what can be mended in one direction and says on the standard error what was, and what was not and why.
 *
 * @param dryRun writes nothing but a unified diff to the standard output
 * @returns the files as they are, or would be, with what was mended
 * @throws FileSystemError, UsageError where a file cannot be written; then nothing is
 */
export async function mend(
  context: Context,
  paths: readonly string[],
  find: Find,
  { direction, dryRun }: { direction: Direction; dryRun: boolean },
): Promise<{ files: ReadonlyMap<string, FixedFile> }> {
  const tell = (applied: readonly { finding: Finding; title: string }[], left: readonly LeftFinding[]) => {
    for (const { finding, title } of applied)
      context.err.write(
        `${dryRun ? "would fix" : "fixed"} ${placeOf(context, finding)} ${printable(title)}\n`,
      );
    for (const { finding, reason } of left)
      context.err.write(`not fixed ${placeOf(context, finding)} ${printable(reason)}\n`);
  };
  if (direction === "code") {
    const { applied, left, files } = await mendCode(context, paths, find);
    if (!dryRun) writeAll(context.fs, files);
    tell(
      applied.map(({ finding, fix }) => ({ finding, title: fix.title })),
      left,
    );
    if (dryRun) writeDiff(context, files);
    return { files };
  }
  const { applied, left, files, commit } = await mendContracts(context, paths, find);
  if (!dryRun && applied.length > 0) commit();
  tell(applied, left);
  if (dryRun) writeDiff(context, files);
  return { files };
}

function placeOf({ cwd }: Context, { file, line, column, code }: Finding): string {
  return printable(`${shown(cwd, file)}:${line}:${column} ${code}`);
}

/** With the byte order mark: a patch without it fits no file that has one. */
function wholeText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function writeDiff(context: Context, files: ReadonlyMap<string, FixedFile>): void {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const base = commonFolder(context.cwd, [...files.keys()]);
  if (base !== context.cwd)
    context.err.write(
      `The diff is one for ${printable(shown(context.cwd, base), "name")}: apply it there.\n`,
    );
  for (const [path, { before, after }] of sorted) {
    const old = before && wholeText(before);
    context.out.write(unifiedDiff(shown(base, path), old, wholeText(after)));
  }
}

/** The nearest folder at or above one that all paths are in: no tool applies a diff to what lies above it. */
function commonFolder(folder: string, paths: readonly string[]): string {
  let base = folder;
  while (posix.dirname(base) !== base && !paths.every((path) => path.startsWith(`${base}/`)))
    base = posix.dirname(base);
  return base;
}
