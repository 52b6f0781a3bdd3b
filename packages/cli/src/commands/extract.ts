import { posix } from "node:path";
import {
  extract as extractContract,
  type Granularity,
  openProject,
  READABLE_LANGUAGES,
} from "@contractc/code";
import type { Language } from "@contractc/kernel";
import { type Context, UsageError } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { absolute, shown } from "../paths.js";
import { readersOf } from "../readers.js";
import { counted } from "../render/counted.js";
import { settle } from "../settle.js";

export interface ExtractOptions {
  output?: string;
  name?: string;
  target?: Language;
  modules?: Granularity;
}

/** `extract DIR`: the contract of existing code, to the standard output or a file that does not exist yet. */
export async function extract(context: Context, folder: string, options: ExtractOptions): Promise<ExitCode> {
  const code = absolute(context.cwd, folder);
  if (context.fs.stat(context.fs.realPath(code) ?? code)?.kind !== "folder") {
    throw new UsageError(`There is no folder "${folder}".`);
  }
  const file = options.output === undefined ? undefined : absolute(context.cwd, options.output);
  const root = file === undefined ? code : posix.dirname(file);
  if (code !== root && !code.startsWith(`${root}/`)) {
    throw new UsageError(
      `A contract describes code in its own folder or below: write it to ${shown(context.cwd, code)} or above, not to ${shown(context.cwd, root)}.`,
    );
  }
  const text = await contractOf(context, { root, folder: posix.relative(root, code), ...options });
  if (file === undefined) context.out.write(text);
  else writeContract(context, file, text);
  return EXIT.clean;
}

/**
 * Reads the code of a folder and says on the standard error what was found.
 *
 * @param from `root` is where module paths start, `folder` the part of it to read
 * @throws UsageError where there is no code
 */
export async function contractOf(
  context: Context,
  from: { root: string; folder: string; name?: string; target?: Language; modules?: Granularity },
): Promise<string> {
  const { root, folder, target } = from;
  const readers = await readersOf(target ? [target] : READABLE_LANGUAGES);
  const project = openProject({ fs: context.fs, root, targets: [], readers });
  const options = {
    fs: context.fs,
    project,
    name: from.name ?? contractName(posix.basename(folder === "" ? root : posix.join(root, folder))),
    folder,
    granularity: from.modules ?? "file",
    ...(target ? { language: target } : {}),
  };
  const first = extractContract(options);
  if (first.modules === 0) {
    throw new UsageError(
      `There is no ${LANGUAGE_NAME[target ?? "any"]} code in ${shown(context.cwd, posix.join(root, folder))} beside tests and generated files.`,
    );
  }
  const { text, accepted, left } = settle(context, project, options, first.text);
  for (const path of first.unparsable) {
    context.err.write(
      `contractc: ${shown(context.cwd, posix.join(root, path))} does not parse; only a part of it is in the contract.\n`,
    );
  }
  context.err.write(`Read ${counted(first.modules, "module")}.\n`);
  if (accepted > 0) {
    context.err.write(
      `${counted(accepted, "finding")} of today's code ${accepted === 1 ? "is" : "are"} accepted with @allow.\n`,
    );
  }
  if (left > 0)
    context.err.write(
      `${counted(left, "finding")} cannot be accepted in the contract: see \`contractc drift\`.\n`,
    );
  return text;
}

const LANGUAGE_NAME = { python: "Python", typescript: "TypeScript", any: "Python or TypeScript" };

/** Writes a contract, but never over a file that says something else. */
export function writeContract(context: Context, file: string, text: string): void {
  const existing =
    context.fs.stat(file) === null ? undefined : new TextDecoder().decode(context.fs.readFile(file));
  const path = shown(context.cwd, file);
  if (existing === text) {
    context.err.write(`${path} says so already.\n`);
    return;
  }
  if (existing !== undefined) {
    throw new UsageError(
      `${path} exists and says something else; name another file with --output, or remove it first.`,
    );
  }
  context.fs.writeFile(file, text);
  context.err.write(`Wrote ${path}.\n`);
}

/** A folder's name as the name of a contract: `link-shortener` becomes `LinkShortener`. */
export function contractName(folder: string): string {
  const words = folder.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
  return /^[\p{L}]/u.test(name) ? name : `Contract${name}`;
}
