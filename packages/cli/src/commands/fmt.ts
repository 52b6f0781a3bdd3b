import type { Finding } from "@contractc/kernel";
import { contractFiles, formatFile } from "@contractc/language";
import { type Context, UsageError } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { absolute, shown } from "../paths.js";
import { counted } from "../render/counted.js";
import { byPlace, findingsByFile, localised } from "../render/findings.js";
import { printable } from "../render/printable.js";
import { renderText } from "../render/text.js";

/**
 * `fmt [path...]`: gives contract files their one layout. Files that do not parse are left alone and told.
 * With `--check` nothing is written, and a file that would change is as bad as one that does not parse.
 */
export function fmt(context: Context, paths: readonly string[], options: { check?: true }): ExitCode {
  const files = filesOf(context, paths);
  const changes: { path: string; text: string }[] = [];
  const findings: Finding[] = [];
  let broken = 0;
  for (const path of files) {
    const result = formatFile(context.fs, path);
    if ("findings" in result) {
      findings.push(...result.findings);
      broken++;
    } else if (result.changed) changes.push({ path, text: result.text });
  }
  // Nothing is written before every file has been read.
  for (const { path, text } of changes) {
    if (!options.check) context.fs.writeFile(path, text);
    const name = printable(shown(context.cwd, path), "name");
    context.out.write(`${options.check ? "not formatted" : "formatted"} ${name}\n`);
  }
  const differ =
    changes.length === 0 ? "" : `, ${changes.length} ${options.check ? "not formatted" : "formatted"}`;
  const alone = broken === 0 ? "" : `, ${broken} left alone`;
  const subject = `${counted(files.length, "file")}${differ}${alone}`;
  if (broken === 0) context.out.write(`${subject}\n`);
  else {
    const local = findings.map((finding) => localised(finding, context.cwd)).sort(byPlace);
    context.out.write(renderText(context, local, findingsByFile(findings, context), subject));
  }
  return broken > 0 || (options.check && changes.length > 0) ? EXIT.findings : EXIT.clean;
}

/** The contract files that paths name or hold, each once, in order. */
function filesOf(context: Context, paths: readonly string[]): string[] {
  const files = new Set<string>();
  for (const path of paths) {
    const start = absolute(context.cwd, path);
    const kind = context.fs.stat(context.fs.realPath(start) ?? start)?.kind;
    if (kind === undefined) throw new UsageError(`There is no file or folder "${path}".`);
    if (kind === "folder") {
      for (const file of contractFiles(context.fs, start)) files.add(file);
    } else if (start.endsWith(".contract")) files.add(start);
    else throw new UsageError(`"${path}" is no contract file: their names end in .contract.`);
  }
  if (files.size === 0) {
    throw new UsageError(
      `There is no contract file in ${paths.map((path) => `"${path}"`).join(", ")}. \`contractc init\` writes a first one.`,
    );
  }
  return [...files].sort();
}
