import { posix } from "node:path";
import type { Granularity } from "@contractc/code";
import type { Language } from "@contractc/kernel";
import { findRoots } from "@contractc/language";
import { type Context, UsageError } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { absolute, shown } from "../paths.js";
import { contractName, contractOf, writeContract } from "./extract.js";
import { contractOfDocument } from "./import.js";

export interface InitOptions {
  /** `true` for the working directory. */
  fromCode?: string | true;
  /** A Markdown contract. */
  fromDoc?: string;
  name?: string;
  target?: Language;
  modules?: Granularity;
}

/** `init`: a first contract beside the code it will describe. Never overwrites. */
export async function init(context: Context, options: InitOptions): Promise<ExitCode> {
  const { fromCode, fromDoc } = options;
  if (fromCode !== undefined && fromDoc !== undefined) {
    throw new UsageError(
      "A first contract comes from code or from a document: give --from-code or --from-doc.",
    );
  }
  const code = absolute(context.cwd, typeof fromCode === "string" ? fromCode : ".");
  if (context.fs.stat(context.fs.realPath(code) ?? code)?.kind !== "folder") {
    throw new UsageError(`There is no folder "${String(fromCode)}".`);
  }
  // The contract stands where the command was given, so that it can grow to the code beside the folder.
  const root = code.startsWith(`${context.cwd}/`) ? context.cwd : code;
  const name = options.name ?? contractName(posix.basename(root));
  const file = posix.join(root, `${fileName(posix.basename(root))}.contract`);
  const [existing] = findRoots(context.fs, root).roots;
  if (existing !== undefined && posix.dirname(existing) === root) {
    throw new UsageError(
      `${shown(context.cwd, existing)} is there already. Nothing was written; \`contractc drift\` compares it with the code, \`contractc extract\` prints what the code would say.`,
    );
  }
  const text =
    fromDoc !== undefined
      ? await contractOfDocument(context, fromDoc, options.name)
      : fromCode === undefined
        ? scaffold(name, options.target ?? "python")
        : await contractOf(context, { ...options, root, folder: posix.relative(root, code), name });
  writeContract(context, file, text);
  const next =
    fromCode === undefined
      ? "edit it, then `contractc check` and `contractc build`"
      : "`contractc drift` holds the code to it";
  context.err.write(`Next: ${next}.\n`);
  return EXIT.clean;
}

function fileName(folder: string): string {
  return folder === "" ? "main" : folder;
}

/** A contract small enough to read at once, with one of each thing a newcomer needs first. */
function scaffold(name: string, target: Language): string {
  const extension = target === "python" ? "py" : "ts";
  return `contract ${name} version "0.1.0"

target ${target} {
  roots "."
}

requirement Greeting must "Who says their name is greeted by it" {
  accept "Ada is greeted with her name"
}

/// What this module is for.
module greeting "greeting.${extension}" {
  satisfies Greeting

  /// The sentence that greets somebody.
  fn greet(name: string) -> string
    requires "the name is not empty"
    example "Ada is greeted with her name" verifies Greeting {
      greet("Ada") == "Hello, Ada!"
    }
}
`;
}
