import { contentIdOf, type FileStat, type FileSystem, FileSystemError } from "@contractc/kernel";
import { OWN_FOLDER } from "./folder.js";

/*
 * What a result depends on, without having to know how it came about: everything that was asked of the file system. It is
 * a function of the answers, so that where these are the same again, so is the result.
 */

/**
 * A question with its answer: the id of a file's content, a listing, what stands at a path, a real path. `state`, of
 * regular files alone, tells states of a file apart, as its age and size do: while it is the same, so is the content.
 * `""` is a state that is not to be trusted.
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

/** A file system that notes what it is asked. */
export interface Recorded {
  /** The file system that is asked. */
  source: FileSystem;
  fs: FileSystem;
  recording: Recording;
  /** Takes the contents of files from questions of an earlier day, where their states are still the same. */
  learn(earlier: readonly Question[]): void;
}

/** Bytes of a source file of which only the id of its content is asked. */
const USUAL_SIZE = 2048;

/** The clock of a file system may be this coarse, in milliseconds: a younger file may change and keep its state. */
const COARSEST_CLOCK = 2000;

/**
 * A file system that notes what it is asked. It tells the id of every content: of a file in a known state without reading
 * it. Writing through it is a mistake of the caller.
 *
 * @param now milliseconds since 1970
 * @param known questions of an earlier day: the contents of files whose states are still the same
 */
export function recorded(fs: FileSystem, now: number, known: readonly Question[] = []): Recorded {
  const recording: Recording = { questions: [], size: 0 };
  const noted = new Map<string, Question>();
  const contents = new Map<string, Question>();
  const learn = (earlier: readonly Question[]): void => {
    for (const question of earlier)
      if (question[0] === "read" && question[3]) contents.set(question[1], question);
  };
  learn(known);
  /** The file that was read to tell its content: whoever asks for that may want to have it, too. */
  let held: { path: string; bytes: Uint8Array } | undefined;

  const note = (kind: Question[0], path: string, answer: () => string, state?: string): string => {
    const key = `${kind} ${path}`;
    let question = noted.get(key);
    if (question === undefined) {
      question = state === undefined ? [kind, path, answer()] : [kind, path, answer(), state];
      noted.set(key, question);
      recording.questions.push(question);
    }
    return question[2];
  };
  const noteContent = (path: string, bytes: Uint8Array, state: string | undefined): string => {
    if (!noted.has(`read ${path}`)) recording.size += bytes.length;
    return note("read", path, () => contentIdOf(bytes), state);
  };
  const read = (path: string): { bytes: Uint8Array; state: string | undefined } => {
    // Asked before it is read: what changes meanwhile has another state.
    const state = stateOf(fs.stat(path), now);
    try {
      return { bytes: fs.readFile(path), state };
    } catch (error) {
      if (error instanceof FileSystemError) note("read", path, () => answerOfFault(error));
      throw error;
    }
  };
  /** @returns `undefined` where something stands at the path that leads nowhere */
  const highestMissing = (path: string): string | undefined => {
    let missing: string | undefined;
    for (let at = path; at.includes("/", 1); at = at.slice(0, at.lastIndexOf("/"))) {
      if (noted.get(`stat ${at}`)?.[2] !== "" && fs.stat(at) !== null) break;
      missing = at;
    }
    return missing;
  };
  const refuse = (): never => {
    throw new Error("What is cached must not write");
  };

  return {
    source: fs,
    recording,
    learn,
    fs: {
      readFile(path) {
        if (held?.path === path) return held.bytes;
        const { bytes, state } = read(path);
        noteContent(path, bytes, state);
        return bytes;
      },
      contentId(path) {
        const given = fs.contentId?.(path);
        if (given !== undefined) {
          if (!noted.has(`read ${path}`)) recording.size += USUAL_SIZE;
          return note("read", path, () => given, "");
        }
        const before = noted.get(`read ${path}`);
        if (before) return isFault(before[2]) ? undefined : before[2];
        const stat = fs.stat(path);
        if (stat?.kind !== "file") return undefined;
        const state = stateOf(stat, now);
        const content = contents.get(path);
        if (content && content[3] === state) {
          recording.size += stat.size;
          return note("read", path, () => content[2], state);
        }
        try {
          held = { path, bytes: fs.readFile(path) };
          return noteContent(path, held.bytes, state);
        } catch (error) {
          if (error instanceof FileSystemError) return undefined;
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
        const missing = real === null ? highestMissing(path) : undefined;
        // Where a folder is missing, so is all that would lie below it.
        if (missing === undefined) note("real", path, () => answerOfPath(real, path));
        else note("stat", missing, () => "");
        return real;
      },
      writeFile: refuse,
      remove: refuse,
    },
  };
}

const FAULT = "fault ";
/** Of a file that is not there. */
export const MISSING = `${FAULT}missing`;

export function answerOfFault(error: FileSystemError): string {
  return FAULT + error.fault;
}

export function isFault(answer: string): boolean {
  return answer.startsWith(FAULT);
}

/** No name has a slash in it. */
export function answerOfList(entries: readonly { name: string; kind: string }[]): string {
  let answer = "";
  for (const { name, kind } of entries) if (name !== OWN_FOLDER) answer += `${name}/${kind}/`;
  return answer;
}

/** Most paths are their own real paths. */
export function answerOfPath(real: string | null, path: string): string {
  return real === path ? OWN_PATH : (real ?? "");
}

export const OWN_PATH = "=";

/** Of a file's own size and age nothing depends: what matters of it is read. */
function answerOfStat(stat: FileStat | null): string {
  return stat?.kind ?? "";
}

/** @returns `undefined` for what is no regular file, `""` where a change would not show */
export function stateOf(stat: FileStat | null, now: number): string | undefined {
  if (stat?.kind !== "file") return undefined;
  return isSettled(stat, now) ? `${stat.inode} ${stat.size} ${stat.modified} ${stat.changed}` : "";
}

/** Whether a change of a regular file would show in its state. */
export function isSettled({ changed }: FileStat, now: number): boolean {
  return changed !== undefined && changed <= now - COARSEST_CLOCK;
}
