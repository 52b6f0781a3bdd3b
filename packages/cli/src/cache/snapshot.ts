import { contentIdOf, type FileSystem, FileSystemError } from "@contractc/kernel";
import { type Kind, Paths } from "./path-kinds.js";
import {
  answerOfFault,
  answerOfList,
  isFault,
  isSettled,
  MISSING,
  OWN_PATH,
  type Question,
  stateOf,
} from "./questions.js";

/*
 * Questions in the form in which they are asked again the fastest: files by folder, and the states of all of them as one
 * text. What each file's own state and content were is needed only where that is another.
 */

export interface Snapshot {
  /**
   * Folders with the regular files in them that were read. That each still is one goes without another question, and so
   * does its real path in a folder that is its own. Names stand in one text, with slashes between them.
   */
  reads: [folder: string, names: string][];
  /** Of `reads` in their order: their numbers in base 64; `""` where a state is not to be trusted. */
  states: string;
  /** Everything else: names and answers by turns. */
  others: [kind: Question[0], folder: string, answers: string[]][];
}

/** Of `reads` in their order: the id of the content and the state, `""` for one that is not to be trusted. */
export type Contents = (readonly [id: string, state: string])[];

/** Contents as they are kept: as few texts as may be, since many take long to read. */
export interface KeptContents {
  ids: string;
  /** `""` where none is to be trusted. */
  states: string;
}

export function keptContents(contents: Contents): KeptContents {
  const isAny = contents.some(([, state]) => state !== "");
  return {
    ids: contents.map(([id]) => id).join("\n"),
    states: isAny ? contents.map(([, state]) => state).join("\n") : "",
  };
}

export function contentsOf({ ids, states }: KeptContents): Contents {
  const each = states === "" ? undefined : states.split("\n");
  return ids === "" ? [] : ids.split("\n").map((id, at) => [id, each?.[at] ?? ""] as const);
}

export function snapshotOf(questions: readonly Question[]): { snapshot: Snapshot; contents: Contents } {
  const reads = new Map<string, { names: string[]; contents: Contents }>();
  const files = new Set<string>();
  for (const [kind, path, answer, state] of questions) {
    if (!isContent(kind, answer, state)) continue;
    const [folder, name] = split(path);
    const known = reads.get(folder) ?? { names: [], contents: [] };
    reads.set(folder, known);
    known.names.push(name);
    known.contents.push([answer, state]);
    files.add(path);
  }
  const others = new Map<string, Map<string, string>>();
  const add = (kind: Question[0], path: string, answer: string) => {
    const [folder, name] = split(path);
    const known = others.get(`${kind} ${folder}`) ?? new Map<string, string>();
    others.set(`${kind} ${folder}`, known.set(name, answer));
  };
  for (const [kind, path, answer, state] of questions) {
    if (isContent(kind, answer, state)) continue;
    if (files.has(path) && kind === "stat" && answer === "file") continue;
    if (kind === "real" && answer === OWN_PATH) add("real", split(path)[0] || "/", OWN_PATH);
    if (!(files.has(path) && kind === "real" && answer === OWN_PATH)) add(kind, path, answer);
  }
  const contents = [...reads.values()].flatMap((each) => each.contents);
  return {
    snapshot: {
      reads: [...reads].map(([folder, { names }]) => [folder, names.join("/")]),
      states: statesOf(contents),
      others: [...others].map(([key, answers]) => {
        const [kind, folder] = [key.slice(0, key.indexOf(" ")), key.slice(key.indexOf(" ") + 1)];
        return [kind as Question[0], folder, [...answers].flat()];
      }),
    },
    contents,
  };
}

/** Whether a question is about the content of a regular file that could be read. */
function isContent(kind: Question[0], answer: string, state: string | undefined): state is string {
  return kind === "read" && state !== undefined && !isFault(answer);
}

function split(path: string): [folder: string, name: string] {
  const slash = path.lastIndexOf("/");
  return [path.slice(0, slash), path.slice(slash + 1)];
}

/** The questions that a snapshot was made of. */
export function questionsOf(snapshot: Snapshot, contents: Contents): Question[] {
  const questions = pathsOf(snapshot).map((path, at): Question => {
    const [id = "", state = ""] = contents[at] ?? [];
    return ["read", path, id, state];
  });
  for (const [kind, folder, answers] of snapshot.others) {
    for (let at = 0; at < answers.length; at += 2)
      questions.push([kind, `${folder}/${answers[at]}`, answers[at + 1] ?? ""]);
  }
  return questions;
}

function pathsOf({ reads }: Snapshot): string[] {
  return reads.flatMap(([folder, names]) => names.split("/").map((name) => `${folder}/${name}`));
}

function statesOf(contents: Contents): string {
  const numbers = new Float64Array(contents.length * PER_FILE);
  for (const [at, [, state]] of contents.entries()) {
    if (state === "") return "";
    numbers.set(state.split(" ").map(Number), at * PER_FILE);
  }
  return textOf(numbers);
}

/** What the machine compares as it is: a checksum would take longer to work out than the numbers to read. */
function textOf(numbers: Float64Array): string {
  return Buffer.from(numbers.buffer).toString("base64");
}

/** From so many questions on about what stands in a folder, listing it takes less time than asking for each. */
const CROWDED = 4;

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
  const paths = new Paths(fs);
  for (const [kind, folder, answers] of snapshot.others) {
    const isCrowded = (kind === "stat" || kind === "real") && answers.length > CROWDED * 2;
    const kinds = isCrowded ? paths.kindsIn(folder) : undefined;
    for (let at = 0; at < answers.length; at += 2) {
      const name = answers[at]!;
      const answer = answers[at + 1]!;
      if (kinds && isTold(kind, kinds.get(name) ?? "", answer)) continue;
      if (answerAgain(fs, paths, kind, `${folder}/${name}`) !== answer) return { kind: "other" };
    }
  }
  const files = snapshot.reads.map(([folder, names]) => [folder, names.split("/")] as const);
  const count = files.reduce((sum, [, names]) => sum + names.length, 0);
  const numbers = new Float64Array(count * PER_FILE);
  let at = 0;
  let settled = true;
  for (const [folder, names] of files) {
    if (snapshot.states === "") {
      // Where states tell nothing, the contents are compared anyway.
      const kinds = names.length > CROWDED ? paths.kindsIn(folder) : undefined;
      const isThere = (name: string) =>
        (kinds ? (kinds.get(name) ?? "") : paths.kind(`${folder}/${name}`)) === "file";
      if (!names.every(isThere)) return { kind: "other" };
      continue;
    }
    for (const name of names) {
      const stat = fs.stat(`${folder}/${name}`);
      if (stat?.kind !== "file") return { kind: "other" };
      settled &&= isSettled(stat, now);
      numbers[at++] = stat.inode ?? 0;
      numbers[at++] = stat.size;
      numbers[at++] = stat.modified;
      numbers[at++] = stat.changed ?? 0;
    }
  }
  const isSame = settled && snapshot.states !== "" && textOf(numbers) === snapshot.states;
  return { kind: isSame ? "same" : "states" };
}

/**
 * Whether a listing of the folder tells that the answer is the same; of a real path, in a folder whose own is known to be
 * the same.
 */
function isTold(kind: Question[0], found: Kind, answer: string): boolean {
  if (kind === "stat") return found === answer;
  return answer === "" ? found === "" : answer === OWN_PATH && (found === "file" || found === "folder");
}

/** A file whose content is another than it was. */
export interface Changed {
  path: string;
  /** The id of its content when the result was made. */
  before: string;
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
  for (const [at, path] of pathsOf(snapshot).entries()) {
    const [known = "", before = ""] = contents[at] ?? [];
    const given = before === "" ? fs.contentId?.(path) : undefined;
    if (given !== undefined) {
      if (given !== known) changed.push({ path, before: known, id: given });
      current.push([given, ""]);
      continue;
    }
    const state = stateOf(fs.stat(path), now);
    if (state && state === before) {
      current.push([known, before]);
      continue;
    }
    const id = attempt(() => contentIdOf(fs.readFile(path)));
    const isFile = state !== undefined && !isFault(id);
    if (id !== known || !isFile) changed.push({ path, before: known, id: isFile ? id : undefined });
    current.push([id, state ?? ""]);
  }
  return { changed, contents: current };
}

function answerAgain(fs: FileSystem, paths: Paths, kind: Question[0], path: string): string {
  switch (kind) {
    case "read":
      // Of most that cannot be read there is nothing, and to be told so by an error takes a millisecond.
      if (paths.kind(path) === "" && paths.kind(split(path)[0]) === "folder") return MISSING;
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
