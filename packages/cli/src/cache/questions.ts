import { type FileStat, type FileSystem, FileSystemError } from "@contractc/kernel";

/*
 * What a check depends on, without having to know what it does: everything it asked the file system. It is a function
 * of the answers, so that where these are the same again, so is its result.
 */

/**
 * A question with its answer: the hash of a file's content, a listing, what stands at a path, a real path. `state`
 * tells states of a file apart, as its age and size do: while it is the same, so is the content.
 */
export type Question = [
  kind: "read" | "list" | "stat" | "real",
  path: string,
  answer: string,
  state?: string,
];

/** What was asked, in the order it was first asked. */
export interface Recording {
  questions: Question[];
  /** Bytes of the files that were read. */
  size: number;
}

/** A folder of ours, whose appearing must not count. */
export const OWN_FOLDER = ".contract";

/** The clock of a file system may be this coarse, in milliseconds: a younger file may change and keep its state. */
const COARSEST_CLOCK = 2000;

/**
 * A file system that notes what it is asked. Writing through it is a mistake of the caller.
 *
 * @param now milliseconds since 1970
 */
export function recorded(fs: FileSystem, now: number): { fs: FileSystem; recording: Recording } {
  const recording: Recording = { questions: [], size: 0 };
  const known = new Set<string>();
  const note = (kind: Question[0], path: string, answer: () => string, state?: string): void => {
    const key = `${kind} ${path}`;
    if (known.has(key)) return;
    known.add(key);
    recording.questions.push(state === undefined ? [kind, path, answer()] : [kind, path, answer(), state]);
  };
  const refuse = (): never => {
    throw new Error("What is cached must not write");
  };
  return {
    recording,
    fs: {
      readFile(path) {
        // Asked before it is read: what changes meanwhile has another state.
        const state = stateOf(fs.stat(path), now);
        try {
          const bytes = fs.readFile(path);
          recording.size += bytes.length;
          note("read", path, () => answerOfBytes(bytes), state);
          return bytes;
        } catch (error) {
          if (error instanceof FileSystemError) note("read", path, () => answerOfFault(error));
          throw error;
        }
      },
      list(path) {
        try {
          const entries = fs.list(path);
          note("list", path, () => answerOfList(entries));
          return entries;
        } catch (error) {
          if (error instanceof FileSystemError) note("list", path, () => answerOfFault(error));
          throw error;
        }
      },
      stat(path) {
        const stat = fs.stat(path);
        note("stat", path, () => answerOfStat(stat));
        return stat;
      },
      realPath(path) {
        const real = fs.realPath(path);
        note("real", path, () => answerOfPath(real, path));
        return real;
      },
      writeFile: refuse,
      remove: refuse,
    },
  };
}

/** Whether the questions have the answers again that they had. */
export type Verdict = "changed" | "same" | "same, in other states";

/**
 * Asks the questions again, until an answer is another.
 *
 * @param now milliseconds since 1970
 * @returns "same, in other states" where files had to be read; the questions hold the new states then
 */
export function ask(fs: FileSystem, questions: readonly Question[], now: number): Verdict {
  const paths = new Paths(fs);
  let verdict: Verdict = "same";
  for (const question of questions) {
    const [kind, path, answer, state] = question;
    if (kind === "read") {
      const current = stateOf(paths.stat(path), now);
      if (current !== undefined && current === state) continue;
      if (attempt(() => answerOfBytes(fs.readFile(path))) !== answer) return "changed";
      if (current !== undefined) {
        question[3] = current;
        verdict = "same, in other states";
      }
    } else if (again(fs, paths, kind, path) !== answer) return "changed";
  }
  return verdict;
}

function again(fs: FileSystem, paths: Paths, kind: "list" | "stat" | "real", path: string): string {
  switch (kind) {
    case "list":
      return attempt(() => answerOfList(fs.list(path)));
    case "stat":
      return attempt(() => answerOfStat(paths.stat(path)));
    case "real":
      return attempt(() => answerOfPath(paths.real(path), path));
  }
}

function attempt(answer: () => string): string {
  try {
    return answer();
  } catch (error) {
    if (error instanceof FileSystemError) return answerOfFault(error);
    throw error;
  }
}

function answerOfFault(error: FileSystemError): string {
  return `fault ${error.fault}`;
}

/** Loaded only for files whose state does not tell that they are the same: it takes longer than all the rest. */
function answerOfBytes(bytes: Uint8Array): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", bytes, "base64url");
}

function answerOfList(entries: readonly { name: string; kind: string }[]): string {
  return JSON.stringify(entries.flatMap(({ name, kind }) => (name === OWN_FOLDER ? [] : [name, kind])));
}

/** Most paths are their own real paths. */
function answerOfPath(real: string | null, path: string): string {
  return real === path ? "=" : (real ?? "");
}

/** Of a file's own size and age nothing depends: what matters of it is read. */
function answerOfStat(stat: FileStat | null): string {
  return stat?.kind ?? "";
}

/** @returns `undefined` for a file that may change without being told from what it is now */
function stateOf(stat: FileStat | null, now: number): string | undefined {
  if (stat?.kind !== "file" || stat.changed === undefined || stat.changed > now - COARSEST_CLOCK)
    return undefined;
  return `${stat.inode} ${stat.size} ${stat.modified} ${stat.changed}`;
}

/** Paths whose ends such as `..` are the system's to resolve. */
const odd = /^[^/]|\/\.{0,2}(?:\/|$)/;

/** What stands at many paths in few folders: every path is asked for once, and only links are followed. */
class Paths {
  readonly #stats = new Map<string, FileStat | null>();
  readonly #folders = new Map<string, string | null>();

  constructor(readonly fs: FileSystem) {}

  stat(path: string): FileStat | null {
    let stat = this.#stats.get(path);
    if (stat === undefined) {
      stat = this.fs.stat(path);
      this.#stats.set(path, stat);
    }
    return stat;
  }

  real(path: string): string | null {
    const slash = path.lastIndexOf("/");
    if (slash <= 0 || odd.test(path)) return this.fs.realPath(path);
    const folder = this.#folder(path.slice(0, slash));
    // In a folder that is not there nothing is.
    if (folder === null) return null;
    const stat = this.stat(path);
    if (stat === null) return null;
    return stat.kind === "file" || stat.kind === "folder"
      ? `${folder}${path.slice(slash)}`
      : this.fs.realPath(path);
  }

  #folder(path: string): string | null {
    let real = this.#folders.get(path);
    if (real === undefined) {
      real = this.real(path);
      this.#folders.set(path, real);
    }
    return real;
  }
}
