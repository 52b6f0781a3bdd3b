import type { FileSystem, Kernel } from "@contractc/kernel";
import {
  type Change,
  compile,
  countImpacts,
  diffKernels,
  findRoots,
  IMPACTS,
  type Impact,
  SourceFiles,
} from "@contractc/language";
import { type Context, UsageError } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { filesAt, realPlace } from "../git/repository.js";
import { absolute, shown } from "../paths.js";
import { renderChanges } from "../render/changes.js";
import { report } from "../render/findings.js";

export interface DiffOptions {
  against?: string;
  failOn: Impact | "never";
  format: "text" | "json" | "markdown";
}

/** `diff A B` or `diff --against git:REV [B]`: what changed from one contract to the other. */
export function diff(
  context: Context,
  first: string | undefined,
  second: string,
  options: DiffOptions,
): ExitCode {
  const { against } = options;
  if (against !== undefined && !against.startsWith("git:")) {
    throw new UsageError(
      `--against names a revision of git, as in \`--against git:HEAD\`: "${against}" does not.`,
    );
  }
  if (first === undefined && against === undefined) {
    throw new UsageError(
      "Name two contracts, as in `contractc diff old.contract new.contract`, or give `--against git:HEAD`.",
    );
  }
  const afterSpec = against === undefined ? second : (first ?? ".");
  const after = side(context, afterSpec);
  const before =
    against === undefined
      ? side(context, first!)
      : side(context, `${against}:${parseSpec(afterSpec).path}`, after.root);
  for (const { compilation, label, fs } of [before, after]) {
    const errors = compilation.findings.filter(({ severity }) => severity === "error");
    if (errors.length === 0) continue;
    return report({ ...context, fs }, errors, {
      format: options.format === "json" ? "json" : "text",
      failOn: "error",
      subject: `${label} has errors, so that nothing was compared`,
    });
  }
  const changes = diffKernels(before.kernel, after.kernel);
  context.out.write(
    renderChanges(context, changes, {
      format: options.format,
      before: describedSide(before),
      after: describedSide(after),
    }),
  );
  return fails(changes, options.failOn) ? EXIT.findings : EXIT.clean;
}

function fails(changes: readonly Change[], failOn: Impact | "never"): boolean {
  if (failOn === "never") return false;
  const counts = countImpacts(changes);
  return IMPACTS.slice(0, IMPACTS.indexOf(failOn) + 1).some((impact) => counts[impact] > 0);
}

interface Side {
  /** As the user wrote it. */
  label: string;
  /** Where its files are read. */
  fs: FileSystem;
  root: string;
  compilation: ReturnType<typeof compile>;
  kernel: Kernel;
}

function describedSide({ label, kernel }: Side) {
  return { label, name: kernel.name, version: kernel.version, hash: kernel.hash };
}

/**
 * One of the two contracts.
 *
 * @param spec a path, `git:REV` or `git:REV:path`
 * @param like the root file of the other side, which is preferred where a folder has several
 */
function side(context: Context, spec: string, like?: string): Side {
  const { revision, path } = parseSpec(spec);
  let start = absolute(context.cwd, path);
  let fs: FileSystem = context.fs;
  if (revision !== undefined) {
    fs = filesAt(context, revision, start);
    start = realPlace(context.fs, start);
  }
  const where = revision === undefined ? `"${path}"` : `"${path}" of ${revision}`;
  if (fs.stat(start) === null) throw new UsageError(`There is no contract in ${where}.`);
  const files = new SourceFiles(fs);
  const { roots } = findRoots(fs, start, files);
  const root = roots.length === 1 ? roots[0] : roots.find((each) => each === like);
  if (root === undefined) {
    throw new UsageError(
      roots.length === 0
        ? `There is no contract in ${where}: no file with a header.`
        : `There are several contracts in ${where}: name one of ${roots.map((each) => shown(context.cwd, each)).join(", ")}.`,
    );
  }
  const compilation = compile({ fs, root, files });
  const label =
    revision === undefined ? shown(context.cwd, root) : `git:${revision}:${shown(context.cwd, root)}`;
  return { label, fs, root, compilation, kernel: compilation.kernel };
}

function parseSpec(spec: string): { revision?: string; path: string } {
  if (!spec.startsWith("git:")) return { path: spec };
  const rest = spec.slice("git:".length);
  const colon = rest.indexOf(":");
  return colon < 0
    ? { revision: rest, path: "." }
    : { revision: rest.slice(0, colon), path: rest.slice(colon + 1) || "." };
}
