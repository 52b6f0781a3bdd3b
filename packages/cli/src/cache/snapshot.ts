import { contentIdOf, type FileSystem, FileSystemError } from "@contractc/kernel";
import { checksum } from "./checksum.js";
import { Paths } from "./path-kinds.js";
import { answerOfFault, answerOfList, isFault, isSettled, type Question, stateOf } from "./questions.js";

/*
 * Questions in the form in which they are asked again the fastest: files by folder, and the states of all of them as one
 * checksum. What each file's own state and content were is needed only where that is another.
 */

export interface Snapshot {
  /** Folders with the files in them that were read. */
  reads: [folder: string, names: string[]][];
  /** Of `reads` in their order; `""` where a state is not to be trusted. */
  states: string;
  /** Everything else. */
  others: Question[];
}

/** Of `reads` in their order: the id of the content and the state, `""` for one that is not to be trusted. */
export type Contents = (readonly [id: string, state: string])[];

export function snapshotOf(questions: readonly Question[]): { snapshot: Snapshot; contents: Contents } {
  const folders = new Map<string, { names: string[]; contents: Contents }>();
  const others: Question[] = [];
  for (const question of questions) {
    const [kind, path, answer, state = ""] = question;
    if (kind !== "read" || isFault(answer)) {
      others.push(question);
      continue;
    }
    const slash = path.lastIndexOf("/");
    const folder = path.slice(0, slash);
    const known = folders.get(folder) ?? { names: [], contents: [] };
    folders.set(folder, known);
    known.names.push(path.slice(slash + 1));
    known.contents.push([answer, state]);
  }
  const contents = [...folders.values()].flatMap((each) => each.contents);
  return {
    snapshot: {
      reads: [...folders].map(([folder, { names }]) => [folder, names]),
      states: statesOf(contents),
      others,
    },
    contents,
  };
}

/** The questions that a snapshot was made of; those of one kind in their order. */
export function questionsOf({ reads, others }: Snapshot, contents: Contents): Question[] {
  const paths = reads.flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`));
  return [
    ...paths.map((path, at): Question => {
      const [id = "", state = ""] = contents[at] ?? [];
      return state === "" ? ["read", path, id] : ["read", path, id, state];
    }),
    ...others,
  ];
}

function statesOf(contents: Contents): string {
  const numbers = new Float64Array(contents.length * PER_FILE);
  for (const [at, [, state]] of contents.entries()) {
    if (state === "") return "";
    numbers.set(state.split(" ").map(Number), at * PER_FILE);
  }
  return checksum(new Uint8Array(numbers.buffer));
}

/** Numbers that make a file's state. */
const PER_FILE = 4;

/** What became of a snapshot: nothing, or what is in files that are not in the states that they were in. */
export type Answer = { kind: "same" } | { kind: "other" } | { kind: "states" };

/**
 * Asks everything again.
 *
 * @param now milliseconds since 1970
 * @returns `states` where everything is the same but for the states of some files, whose contents have to be compared
 */
export function ask(fs: FileSystem, snapshot: Snapshot, now: number): Answer {
  const paths = new Paths(fs, snapshot.others);
  for (const [kind, path, answer] of snapshot.others) {
    if (answerAgain(fs, paths, kind, path) !== answer) return { kind: "other" };
  }
  const count = snapshot.reads.reduce((sum, [, names]) => sum + names.length, 0);
  const numbers = new Float64Array(count * PER_FILE);
  let at = 0;
  let settled = true;
  for (const [folder, names] of snapshot.reads) {
    for (const name of names) {
      const stat = fs.stat(`${folder}/${name}`);
      if (stat === null) return { kind: "other" };
      settled &&= isSettled(stat, now);
      numbers[at++] = stat.inode ?? 0;
      numbers[at++] = stat.size;
      numbers[at++] = stat.modified;
      numbers[at++] = stat.changed ?? 0;
    }
  }
  const isSame = settled && checksum(new Uint8Array(numbers.buffer)) === snapshot.states;
  return { kind: isSame ? "same" : "states" };
}

/** A file whose content is another than it was. */
export interface Changed {
  path: string;
  /** The id of its content now; `undefined` where there is none to be had. */
  id: string | undefined;
}

/**
 * Compares the contents of the files whose states are others.
 *
 * @returns what changed, and the contents as they are now
 */
export function compareContents(
  fs: FileSystem,
  snapshot: Snapshot,
  contents: Contents,
  now: number,
): { changed: Changed[]; contents: Contents } {
  const changed: Changed[] = [];
  const current: Contents = [];
  const paths = snapshot.reads.flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`));
  for (const [at, path] of paths.entries()) {
    const [known = "", before = ""] = contents[at] ?? [];
    const state = stateOf(fs.stat(path), now) ?? "";
    if (state !== "" && state === before) {
      current.push([known, before]);
      continue;
    }
    const id = attempt(() => fs.contentId?.(path) ?? contentIdOf(fs.readFile(path)));
    if (id !== known) changed.push({ path, id: isFault(id) ? undefined : id });
    current.push([id, state]);
  }
  return { changed, contents: current };
}

function answerAgain(fs: FileSystem, paths: Paths, kind: Question[0], path: string): string {
  switch (kind) {
    case "read":
      return attempt(() => contentIdOf(fs.readFile(path)));
    case "list":
      return attempt(() => answerOfList(fs.list(path)));
    case "stat":
      return paths.kind(path);
    case "real":
      return attempt(() => paths.answerOfPath(path));
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
