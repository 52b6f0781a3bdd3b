import { posix } from "node:path";
import { FileSystemError, type Finding } from "@contractc/kernel";
import { type Context, UsageError } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import type { Outcome, OutcomeOptions } from "../outcome.js";
import { absolute, shown } from "../paths.js";
import { byPlace, findingsByFile, localised, report } from "../render/findings.js";
import { printable } from "../render/printable.js";
import { renderText } from "../render/text.js";

/** Editors and checkouts write several files at once; milliseconds of silence after which they are done. */
const SILENCE = 100;

/** Files that a comparison reads. */
const RELEVANT =
  /\.(?:contract|pyi?|[cm]?[jt]sx?|json|jsonc|toml|cfg|ya?ml)$|(?:^|\/)\.gitignore$|(?:^|\/)[^./]+$/;

/**
 * Tells an outcome, and from then on what is new and what is gone whenever files have changed. Ends when the process is
 * interrupted, or when `stopped` is.
 *
 * @throws UsageError for options that make no sense together, or where the first run cannot be made
 */
export async function watched(
  context: Context,
  paths: readonly string[],
  options: OutcomeOptions,
  run: () => Promise<Outcome>,
  stopped?: Promise<void>,
): Promise<ExitCode> {
  if (options.format !== "text") throw new UsageError("--watch tells what changes, which only text can.");
  if (options.staged) throw new UsageError("--watch looks at the work tree, and --staged at the index.");
  const { watcher } = context;
  if (!watcher) throw new UsageError("Nothing can be watched here.");

  const first = await run();
  const folders = [...new Set([...first.folders, ...paths.map((path) => folderOf(context, path))])];
  let due = false;
  let wake = () => {};
  const stop = await watcher.watch(outermost(folders), (path) => {
    if (!RELEVANT.test(path)) return;
    due = true;
    wake();
  });
  report(first.context, first.findings, { ...first.told, format: "text", failOn: options.failOn });
  const places = folders.map((folder) => shown(context.cwd, folder)).join(", ");
  context.err.write(printable(`Watching ${places}; Ctrl-C ends it.\n`));

  let isOver = false;
  const over = stopped?.then(() => {
    isOver = true;
    wake();
  });
  let before = first.findings;
  // What was written while the first run read, nobody has told of.
  due = true;
  while (!isOver) {
    if (!due) await new Promise<void>((resolve) => (wake = resolve));
    while (due && !isOver) {
      due = false;
      await new Promise((resolve) => setTimeout(resolve, SILENCE));
    }
    if (isOver) break;
    const next = await attempt(context, run);
    if (next === undefined) continue;
    tellChanges(next, before);
    before = next.findings;
  }
  await over;
  await stop();
  return EXIT.interrupted;
}

/** In between, a contract may be gone or half written: that is told, and the next change may mend it. */
async function attempt(context: Context, run: () => Promise<Outcome>): Promise<Outcome | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof UsageError) context.err.write(printable(`contractc: ${error.message}\n`));
    else if (error instanceof FileSystemError) {
      context.err.write(printable(`contractc: ${shown(context.cwd, error.path)}: ${error.detail}\n`));
    } else throw error;
    return undefined;
  }
}

/** Nothing is told where nothing but places has changed. */
function tellChanges({ context, findings, told }: Outcome, before: readonly Finding[]): void {
  const gone = without(before, findings);
  const news = without(findings, before);
  if (gone.length === 0 && news.length === 0) return;
  for (const each of gone.map((finding) => localised(finding, context.cwd)).sort(byPlace)) {
    const symbol = each.symbol === "" ? "" : ` ${each.symbol}`;
    context.out.write(printable(`gone ${each.file} ${each.code}${symbol}\n`));
  }
  const local = news.map((finding) => localised(finding, context.cwd)).sort(byPlace);
  const all = findings.length === news.length ? "" : `, ${findings.length} findings in all`;
  context.out.write(
    findings.length === 0
      ? renderText(context, [], new Map(), told.subject)
      : renderText(context, local, findingsByFile(news, context), `${told.subject}${all}, of which new`),
  );
}

/** Findings that the others do not have; several that are the same are counted. */
function without(findings: readonly Finding[], others: readonly Finding[]): Finding[] {
  const counts = new Map<string, number>();
  const keyOf = ({ fingerprint, file, severity }: Finding) => `${fingerprint} ${severity} ${file}`;
  for (const each of others) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return findings.filter((each) => {
    const left = counts.get(keyOf(each)) ?? 0;
    counts.set(keyOf(each), left - 1);
    return left <= 0;
  });
}

function folderOf(context: Context, path: string): string {
  const start = absolute(context.cwd, path);
  return context.fs.stat(start)?.kind === "file" ? posix.dirname(start) : start;
}

/** Folders that lie in none of the others. */
function outermost(folders: readonly string[]): string[] {
  return folders.filter((folder) => !folders.some((other) => folder.startsWith(`${other}/`)));
}
