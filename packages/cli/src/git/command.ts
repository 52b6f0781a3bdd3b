import { posix } from "node:path";
import { type Context, UsageError } from "../context.js";
import { shown } from "../paths.js";

/** Variables by which git tells a hook which repository and index it works on; their paths may be relative to the folder. */
const PLACES = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR"];

/** Runs git in one folder. */
export class Git {
  constructor(
    readonly context: Context,
    /** Absolute. */
    readonly folder: string,
  ) {}

  /**
   * @param problem what a failure says of the folder: `is no git repository`
   * @throws UsageError where git is missing or fails
   */
  run(args: readonly string[], problem: string): Uint8Array {
    const { status, stdout, stderr } = this.#start(args);
    if (status === 0) return stdout;
    const detail =
      stderr
        .trim()
        .split("\n")[0]
        ?.replace(/^fatal: /, "") ?? "";
    const said = detail === "" || /not a git repository/.test(detail) ? "" : ` (git: ${detail})`;
    throw new UsageError(`${shown(this.context.cwd, this.folder)} ${problem}${said}.`);
  }

  /** The same as text; of bytes that are no UTF-8 it keeps what it can. */
  text(args: readonly string[], problem: string): string {
    return new TextDecoder().decode(this.run(args, problem));
  }

  /** @returns `undefined` where git ends with a failure, which may be an answer */
  attempt(args: readonly string[]): string | undefined {
    const stdout = this.attemptBytes(args);
    return stdout && new TextDecoder().decode(stdout);
  }

  /** The same, of an output that need not be text. */
  attemptBytes(args: readonly string[]): Uint8Array | undefined {
    const { status, stdout } = this.#start(args);
    return status === 0 ? stdout : undefined;
  }

  #start(args: readonly string[], input?: string) {
    const result = this.context.processes.run("git", args, {
      cwd: this.folder,
      ...(input === undefined ? {} : { input }),
    });
    if (result.status === null) throw new UsageError(`git could not be started: ${result.stderr.trim()}`);
    return result;
  }

  /**
   * The contents of blobs, in the order asked for.
   *
   * @throws UsageError where the repository lacks one
   */
  blobs(hashes: readonly string[]): Uint8Array[] {
    if (hashes.length === 0) return [];
    const input = hashes.map((hash) => `${hash}\n`).join("");
    const { status, stdout, stderr } = this.context.processes.run("git", ["cat-file", "--batch"], {
      cwd: this.folder,
      input,
    });
    if (status === null && hashes.length > 1) {
      // More than a buffer holds at once.
      const middle = hashes.length >> 1;
      return [...this.blobs(hashes.slice(0, middle)), ...this.blobs(hashes.slice(middle))];
    }
    if (status !== 0) throw new UsageError(`git could not read its objects: ${stderr.trim()}`);
    const contents: Uint8Array[] = [];
    let at = 0;
    for (const hash of hashes) {
      const end = stdout.indexOf(10, at);
      const size = Number(new TextDecoder().decode(stdout.subarray(at, end)).split(" ")[2]);
      // A partial clone that is offline, or a damaged repository.
      if (end < 0 || !Number.isInteger(size)) throw new UsageError(`git has no content for ${hash}.`);
      contents.push(stdout.subarray(end + 1, end + 1 + size));
      at = end + 1 + size + 1;
    }
    return contents;
  }
}

/**
 * Git for what lies at a path: run in its folder, or the nearest that is there. In a hook, where variables say which
 * repository is meant, it is run where the hook is.
 */
export function gitAt(context: Context, path: string): Git {
  if (PLACES.some((name) => context.env[name])) return new Git(context, context.cwd);
  let folder = path;
  while (posix.dirname(folder) !== folder) {
    const kind = context.fs.stat(context.fs.realPath(folder) ?? folder)?.kind;
    if (kind === "folder") break;
    folder = posix.dirname(folder);
  }
  return new Git(context, folder);
}
