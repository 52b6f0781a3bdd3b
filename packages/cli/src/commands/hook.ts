import { posix } from "node:path";
import { type Context, UsageError } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { gitAt } from "../git/command.js";
import { hookBlock, hookOf, isEmptyHook, parseHook } from "../hooks/block.js";
import { type HookManager, hookManager } from "../hooks/managers.js";
import { absolute, shown } from "../paths.js";
import { printable } from "../render/printable.js";

interface HookPlace {
  /** Absolute: the pre-commit hook. */
  file: string;
  /** Absolute: the folder of hooks. */
  hooks: string;
  /** Absolute: the top of the work tree. */
  top: string;
  /** From the top to the working directory. */
  folder: string;
  /** The folder of hooks is this repository's. */
  isOwn: boolean;
}

/**
 * `hook install`: from now on git asks `drift --staged` before each commit. A hook that is not ours is never changed:
 * then the lines to add are shown.
 */
export function installHook(context: Context): ExitCode {
  const { file, hooks, top, folder, isOwn } = placeOf(context);
  const block = hookBlock(folder);
  const name = printable(shown(context.cwd, file), "name");
  const existing = textAt(context, file);
  const parsed = existing === undefined ? undefined : parseHook(existing);
  if (parsed) {
    const text = `${parsed.before}${block}${parsed.after}`;
    if (text === existing) context.out.write(`${name} has it already.\n`);
    else {
      context.out.write(`${name} was brought up to date.\n`);
    }
    // Written in any case: somebody may have taken the right to execute it.
    context.fs.writeFile(file, text, { executable: true });
    return EXIT.clean;
  }
  const manager = hookManager(context.fs, top, hooks);
  if (manager) {
    throw new UsageError(`${manager.name} manages the hooks here. Nothing was written; ${manager.advice}`);
  }
  if (existing !== undefined) {
    throw new UsageError(
      `${name} is there already and is not ours. Nothing was written; add these lines to it:\n\n${block}`,
    );
  }
  if (!isOwn) {
    throw new UsageError(
      `The hooks are in ${printable(shown(context.cwd, hooks), "name")}, which serves other repositories too (core.hooksPath). Nothing was written; \`git config --local core.hooksPath .git/hooks\` gives this repository hooks of its own.`,
    );
  }
  context.fs.writeFile(file, hookOf(block), { executable: true });
  context.out.write(`wrote ${name}: git asks \`contractc drift --staged\` before each commit.\n`);
  return EXIT.clean;
}

/** `hook uninstall`: takes out what `hook install` has put in, and nothing else. */
export function uninstallHook(context: Context): ExitCode {
  const { file } = placeOf(context);
  const name = printable(shown(context.cwd, file), "name");
  const existing = textAt(context, file);
  const parsed = existing === undefined ? undefined : parseHook(existing);
  if (!parsed) {
    context.out.write(`There is nothing of contractc in ${name}.\n`);
    return EXIT.clean;
  }
  if (isEmptyHook(parsed)) {
    context.fs.remove(file);
    context.out.write(`removed ${name}\n`);
  } else {
    context.fs.writeFile(file, `${parsed.before}${parsed.after}`);
    context.out.write(`took contractc out of ${name}\n`);
  }
  return EXIT.clean;
}

/** Who is asked before a commit here. */
export type HookState =
  | { kind: "ours"; file: string }
  | { kind: "managed"; manager: HookManager }
  | { kind: "none" }
  /** No repository of git. */
  | { kind: "nowhere" };

/** Looks, and changes nothing. */
export function hookState(context: Context): HookState {
  let place: HookPlace;
  try {
    place = placeOf(context);
  } catch (error) {
    if (error instanceof UsageError) return { kind: "nowhere" };
    throw error;
  }
  const isFile = context.fs.stat(place.file)?.kind === "file";
  if (isFile && parseHook(new TextDecoder().decode(context.fs.readFile(place.file)))) {
    return { kind: "ours", file: place.file };
  }
  const manager = hookManager(context.fs, place.top, place.hooks);
  return manager ? { kind: "managed", manager } : { kind: "none" };
}

function placeOf(context: Context): HookPlace {
  const git = gitAt(context, context.cwd);
  const problem = "is no git repository with a work tree";
  // One question at a time: the names of folders may hold line ends.
  const ask = (...args: string[]) => git.text(["rev-parse", ...args], problem).replace(/\r?\n$/, "");
  const top = ask("--show-toplevel");
  const common = ask("--git-common-dir");
  const hooks = ask("--git-path", "hooks");
  // Git itself gives the work tree for it, and runs nothing.
  if (git.attempt(["config", "--get", "core.hooksPath"])?.trim() === "") {
    throw new UsageError(
      "core.hooksPath is empty here, so that git runs no hooks. Nothing was written; `git config --unset core.hooksPath` gives this repository its own again.",
    );
  }
  // Relative to the folder that git was run in; a `~` of the setting is resolved by git.
  const real = (path: string) => {
    const place = absolute(git.folder, path);
    return context.fs.realPath(place) ?? place;
  };
  const folder = real(hooks);
  const within = (place: string) => folder === place || folder.startsWith(`${place}/`);
  return {
    file: posix.join(folder, "pre-commit"),
    hooks: folder,
    top: real(top),
    folder: posix.relative(real(top), context.fs.realPath(context.cwd) ?? context.cwd),
    isOwn: within(real(top)) || within(real(common)),
  };
}

/** @throws UsageError for a link or a folder, which are not ours to write through */
function textAt(context: Context, file: string): string | undefined {
  const kind = context.fs.stat(file)?.kind;
  if (kind === undefined) return undefined;
  if (kind !== "file") {
    throw new UsageError(
      `${printable(shown(context.cwd, file), "name")} is a ${kind}, and is left alone. Add \`contractc drift --staged\` to the hook it stands for.`,
    );
  }
  return new TextDecoder().decode(context.fs.readFile(file));
}
