import { type Kernel, matchesGlob, type Role, type Target } from "@contractc/kernel";
import type { Ticket } from "../model/index.js";
import { type BuiltInRole, type Gates, isBuiltInRole, MATRIX, type Room } from "./matrix.js";
import { commandWords, startsWithWords } from "./words.js";

/** Where reports of tests may be written: it is never part of a submission. */
export const TEST_REPORTS = "test-report/";

/** The parts of a workspace, seen from one task: paths, folders (with `/` at the end) and globs. */
export type Rooms = Readonly<Record<Exclude<Room, "all" | "report">, readonly string[]>> & {
  /** Paths below a folder of `own` that belong to other tasks. */
  readonly except?: readonly string[];
};

/** What one attempt may do, as plain data: it is also told to the worker. */
export interface Permissions {
  role: string;
  read: string[];
  /** Not to be read or listed whatever `read` says. */
  hidden: string[];
  list: string[];
  write: string[];
  /** What the contract's word on the role leaves of `write`; all of it where there is none. */
  only?: string[];
  /** Not to be written whatever `write` says. */
  kept: string[];
  /** Each a command, or the beginning of one, in words. */
  run: string[][];
  diff: boolean;
}

/** @param path relative to the workspace with every link resolved; `""` for the workspace itself */
export type Call =
  | { action: "read" | "list" | "write" | "delete"; path: string }
  | { action: "run"; words: readonly string[] };

export type Verdict = { kind: "allowed" } | { kind: "denied"; reason: string };

/** The built-in role whose rights a role has: a contract's own roles do the coder's work. */
export function baseOf(role: string): BuiltInRole {
  return isBuiltInRole(role) ? role : "coder";
}

/**
 * The rooms of a task.
 *
 * @param tests every test file of the workspace: what testers write, and what is compiled from examples
 */
export function roomsOf(
  kernel: Kernel,
  task: Pick<Ticket, "subject" | "writes" | "except">,
  tests: readonly string[],
): Rooms {
  const module = kernel.modules.find(({ address }) => address === task.subject);
  return {
    contract: [...new Set(Object.values(kernel.positions).map(({ file }) => file))].sort(),
    own: task.writes,
    module: module ? [module.folder ? asFolder(module.path) : module.path] : [],
    tests,
    ...(task.except ? { except: task.except } : {}),
  };
}

/**
 * What a worker on a ticket may do: the matrix of its role, refined by what the contract says of it.
 *
 * A contract widens what is read and names the commands; it never widens what is written beyond the task's own files.
 */
export function permissionsOf(
  kernel: Kernel,
  ticket: Pick<Ticket, "role" | "round" | "subject">,
  rooms: Rooms,
): Permissions {
  const base = baseOf(ticket.role);
  const grants = MATRIX[base];
  const role = kernel.projection.roles.find(({ name }) => name === ticket.role);
  const patterns = (wanted: readonly Room[]) => [
    ...new Set(wanted.flatMap((room) => patternsOf(room, rooms))),
  ];
  const read = [...patterns(grants.read), ...(role?.read ?? [])];
  const mayReadTests = base !== "coder" || ticket.round > 1;
  return {
    role: ticket.role,
    read: mayReadTests && base === "coder" ? [...read, ...rooms.tests] : read,
    // Whoever has seen the tests writes code for them rather than for the contract.
    hidden: mayReadTests ? [] : [...rooms.tests],
    list: [...patterns(grants.list), ...(role?.read ?? [])],
    write: patterns(grants.write),
    ...(role?.write ? { only: [...role.write, TEST_REPORTS] } : {}),
    kept: keptFrom(base, rooms),
    run: role?.run ? wordsOf(role.run) : gatesOf(kernel, ticket.subject, grants.run),
    diff: grants.diff,
  };
}

/** What another's hands are for, whatever a task's write set says: tests are not the coder's, code is not the tester's. */
function keptFrom(base: BuiltInRole, { module, tests, own, except = [] }: Rooms): string[] {
  if (base === "coder") return [...except, ...tests.filter((path) => !own.includes(path))];
  // Tests may lie in the folder of a module.
  return [...except, ...(base === "tester" ? module.filter((path) => !path.endsWith("/")) : [])];
}

/** Whether a call is allowed. Whatever is not granted is denied. */
export function judge(permissions: Permissions, call: Call): Verdict {
  switch (call.action) {
    case "read":
      if (covers(permissions.hidden, call.path)) {
        return denied("tests are not shown before the first submission: work from the contract");
      }
      if (covers(permissions.read, call.path)) return ALLOWED;
      return denied(`${permissions.role} may read ${only(permissions.read)}`);
    case "list":
      if (covers(permissions.hidden, call.path))
        return denied("tests are not shown before the first submission");
      if (isWithinOrAbove(permissions.list, call.path)) return ALLOWED;
      return denied(`${permissions.role} may list ${only(permissions.list)}`);
    case "write":
      if (covers(permissions.kept, call.path)) {
        const what = baseOf(permissions.role) === "tester" ? "code" : "tests and files of other tasks";
        return denied(`${permissions.role} may not change ${what}`);
      }
      if (!covers(permissions.write, call.path)) {
        return denied(`${permissions.role} may write ${only(permissions.write)}`);
      }
      if (permissions.only === undefined || covers(permissions.only, call.path)) return ALLOWED;
      return denied(`the contract lets ${permissions.role} write ${only(permissions.only)}`);
    case "delete":
      return denied("nothing is ever deleted: say in the summary what is to go");
    case "run":
      if (permissions.run.some((prefix) => startsWithWords(call.words, prefix))) return ALLOWED;
      return denied(`${permissions.role} may run ${only(permissions.run.map((words) => words.join(" ")))}`);
  }
}

const ALLOWED: Verdict = { kind: "allowed" };

function denied(reason: string): Verdict {
  return { kind: "denied", reason };
}

const TOLD = 8;

function only(patterns: readonly string[]): string {
  if (patterns.length === 0) return "nothing";
  const more = patterns.length - TOLD;
  return `${patterns.slice(0, TOLD).join(", ")}${more > 0 ? ` and ${more} more` : ""} only`;
}

function patternsOf(room: Room, rooms: Rooms): readonly string[] {
  if (room === "all") return ["**"];
  return room === "report" ? [TEST_REPORTS] : rooms[room];
}

/** Whether a path is one of the patterns' own: the path itself, in a folder, or matched by a glob. */
export function covers(patterns: readonly string[], path: string): boolean {
  return patterns.some((pattern) => coversOne(pattern, path));
}

function coversOne(pattern: string, path: string): boolean {
  if (pattern === path || pattern === `${path}/`) return true;
  if (pattern.endsWith("/")) return path.startsWith(pattern);
  return isGlob(pattern) && matchesGlob(pattern, path);
}

function isGlob(pattern: string): boolean {
  return /[*?{]/.test(pattern);
}

/** Folders on the way to what may be listed may be listed as well: what they show is what lies on the way. */
function isWithinOrAbove(patterns: readonly string[], folder: string): boolean {
  if (covers(patterns, folder)) return true;
  const prefix = folder === "" ? "" : `${folder}/`;
  return patterns.some((pattern) => {
    if (pattern.startsWith(prefix)) return true;
    const fixed = pattern.slice(0, pattern.search(/[*?{]|$/));
    return isGlob(pattern) && prefix.startsWith(fixed);
  });
}

function gatesOf(kernel: Kernel, subject: string, gates: readonly Gates[]): string[][] {
  const language = kernel.modules.find(({ address }) => address === subject)?.language;
  const targets: readonly Target[] = kernel.targets.filter(
    (target) => language === undefined || target.language === language,
  );
  return wordsOf(targets.flatMap((target) => gates.flatMap((gate) => target[gate] ?? [])));
}

/** A command that asks for a shell grants nothing: there is none to run it. */
function wordsOf(commands: readonly string[]): string[][] {
  const all = commands.flatMap((command) => {
    const words = commandWords(command);
    return words.kind === "words" ? [words.words] : [];
  });
  return [...new Map(all.map((words) => [JSON.stringify(words), words])).values()];
}

function asFolder(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}

/** The contract's own word on a role, where it has one. */
export function contractRole(kernel: Kernel, role: string): Role | undefined {
  return kernel.projection.roles.find(({ name }) => name === role);
}
