import type { Clock, FileSystem, Finding, Kernel } from "@contractc/kernel";
import { baseName } from "../project/paths.js";
import { isWithin } from "../references/sites.js";
import type { Action } from "./actions.js";
import { add } from "./add.js";
import { commit } from "./commit.js";
import { isApplicable } from "./edits.js";
import {
  type ChangedModules,
  type Changes,
  changedModules,
  changesBetween,
  partHashes,
} from "./fingerprints.js";
import { History, type LogEntry, readLog } from "./log.js";
import { type Overlay, overlay } from "./overlay.js";
import { overlap, type Touched, touchedIn, whoChanged } from "./rebase.js";
import { isRefinement, refine } from "./refine.js";
import { remove } from "./remove.js";
import { changedMeaning, rename } from "./rename.js";
import { type Refusal, refuse, State, type StepResult } from "./state.js";
import { update } from "./update.js";

export interface EvolutionInput {
  fs: FileSystem;
  /** Absolute path of the file with the header, forward slashes. */
  root: string;
  clock: Clock;
}

/** What became of actions. */
export type EvolutionOutcome = Accepted | Refused | Fault;

export interface Accepted {
  kind: "accepted";
  /** Absolute paths of the contract files that changed, sorted. */
  files: string[];
  /** Their new bytes, by path. */
  contents: ReadonlyMap<string, Uint8Array>;
  /** What was logged, or would be: an edit that was found, then the actions. */
  entries: LogEntry[];
  revision: number;
  before: string;
  after: string;
  changed: Changes;
  modules: ChangedModules;
  /** The kernel after the actions. */
  kernel: Kernel;
}

export interface Refused extends Refusal {
  kind: "refused";
  /** Which action, from 0. */
  index: number;
  action: Action;
  /** The files as they were when the action was refused: what the places of findings are in. */
  preview: FileSystem;
}

/** Nothing could be tried: the contract or its log cannot be read, or the disk did not take the result. */
export interface Fault {
  kind: "fault";
  message: string;
  findings: Finding[];
}

/**
 * Changes a contract by actions: all of them, or not a byte.
 *
 * The actions are carried out one after the other on a copy in memory. They are accepted when each can be carried out
 * and when the contract has no error afterwards that it had not before; then the files are written and a line is added
 * to the log. What was edited by hand since the last line of the log is logged first, as an edit by `user`.
 *
 * @param options `dryRun` writes nothing, not even the log
 */
export function evolve(
  input: EvolutionInput,
  actions: readonly Action[],
  options: { dryRun?: boolean } = {},
): EvolutionOutcome {
  const opened = open(input);
  if ("kind" in opened) return opened;
  const { state: first, log, history, found, fs } = opened;
  let state = first;
  let parts = partHashes(first.compilation.kernel);
  const errorsAfter: Finding[][] = [];
  let mapped = (address: string): string => address;
  for (const [index, action] of actions.entries()) {
    const rejected = (refusal: Refusal): Refused => ({
      kind: "refused",
      index,
      action,
      preview: fs,
      ...refusal,
    });
    const touched = touchedSince(history, action, first.compilation.kernel.hash);
    if ("refusal" in touched) return rejected(touched.refusal);
    const step = carryOut(state, action, actions.slice(index + 1), `action ${index + 1}`);
    if ("refusal" in step) return rejected(explainedByRebase(step.refusal, action, touched.touched, state));
    if (step.mapped) {
      const before = mapped;
      mapped = (address) => step.mapped!(before(address));
    }
    const nextParts = partHashes(step.next.compilation.kernel);
    const overlapping = overlap(action, changesBetween(parts, nextParts), step.next, touched.touched);
    if (overlapping) return rejected(overlapping.refusal);
    state = step.next;
    parts = nextParts;
    errorsAfter.push(newErrors(first.errors, state.errors, mapped));
  }
  const errors = errorsAfter.at(-1) ?? [];
  if (errors.length > 0) {
    const index = errorsAfter.findIndex((found) =>
      found.some((each) => errors.some((error) => isSame(error, each))),
    );
    const { refusal } = refuse("errors", errorMessage(errors), errors);
    return { kind: "refused", index, action: actions[index]!, preview: fs, ...refusal };
  }
  return accept(input, { fs, first, last: state, log, history, found, actions }, options.dryRun === true);
}

interface Opened {
  state: State;
  /** As it is on disk. */
  log: History;
  /** With the edit that was found. */
  history: History;
  found: LogEntry | undefined;
  fs: Overlay;
}

/** The contract with its log: an edit by hand since the last entry is in it, though not yet on disk. */
function open({ fs: below, root, clock }: EvolutionInput): Opened | Fault {
  const fs = overlay(below);
  const state = State.open(fs, root);
  if (!state) return { kind: "fault", message: "The contract cannot be read.", findings: [] };
  const log = readLog(below, root);
  if (!(log instanceof History)) {
    return { kind: "fault", message: `${log.file}:${log.line} ${log.message}.`, findings: [] };
  }
  const entry = entryOfHand(log, state.compilation.kernel, clock);
  return { state, log, history: entry ? log.with(entry) : log, found: entry, fs };
}

/** The entry that brings the log up to the contract as it is; `undefined` where it is. */
export function entryOfHand(log: History, kernel: Kernel, clock: Clock): LogEntry | undefined {
  const { last } = log;
  if (last?.after === kernel.hash) return undefined;
  const now = partHashes(kernel);
  const changed = changesBetween(log.parts(), now);
  return {
    format: "contractc-evolution/1",
    root: baseName(log.root),
    revision: last ? last.revision + 1 : 0,
    kind: last ? "edit" : "start",
    time: clock.now().toISOString(),
    by: ["user"],
    before: last?.after ?? "",
    after: kernel.hash,
    changed,
    modules: modulesOf(changed, kernel),
  };
}

/** Of a contract that is known by its parts alone: the modules in which a part changed. */
function modulesOf(changed: Changes, kernel: Kernel): ChangedModules {
  const keys = Object.keys(changed).map((key) => key.split(" ")[0]!);
  const own = kernel.modules
    .map(({ address }) => address)
    .filter((address) => keys.some((key) => isWithin(key, address)));
  const users = kernel.graph.uses.filter(({ to }) => own.includes(to)).map(({ from }) => from);
  return { signature: own, slice: own, surroundings: [...new Set([...own, ...users])].sort() };
}

function touchedSince(
  history: History,
  { base }: Action,
  current: string,
): { touched: Touched } | { refusal: Refusal } {
  if (base === undefined || base === current) return { touched: new Map() };
  const entries = history.since(base);
  if (entries) return { touched: touchedIn(entries) };
  return refuse(
    "base",
    `The contract never had the hash ${base.slice(0, 12)}… of this action's base, as far as its log goes back. It now has ${current}.`,
  );
}

interface Step {
  next: State;
  mapped?: (address: string) => string;
}

function carryOut(
  state: State,
  action: Action,
  later: readonly Action[],
  label: string,
): Step | { refusal: Refusal } {
  if (action.op === "rename") {
    const renaming = rename(state, action);
    if ("refusal" in renaming) return renaming;
    const before = state.sites;
    const next = state.after(renaming.edits);
    const other = changedMeaning(before, next.sites, renaming.mapped);
    if (other && next.errors.length <= state.errors.length) {
      const { line, file } = other.site.source.placeAt(other.site.span);
      const place = `${baseName(file)}:${line}`;
      return refuse(
        "meaning",
        `With that name, what \`${other.site.target}\` is called at ${place} would mean \`${other.now}\`.`,
      );
    }
    return { next, mapped: renaming.mapped };
  }
  const gone = later.filter(({ op }) => op === "remove" || op === "update").map(({ target }) => target);
  const step: StepResult =
    action.op === "add"
      ? add(state, action, label)
      : action.op === "update"
        ? update(state, action, label)
        : action.op === "refine"
          ? refine(state, action, label)
          : remove(state, action, label, gone);
  if ("refusal" in step) return step;
  if (![...step.edits.values()].every(isApplicable)) {
    return refuse(
      "mismatch",
      "Parts of this action change one stretch of the text: make them actions of their own.",
    );
  }
  const before = state.compilation.kernel;
  const next = state.after(step.edits);
  const after = next.compilation.kernel;
  if (action.op === "refine" && !isRefinement(before, after)) {
    return refuse(
      "signature",
      "A refinement adds docs, clauses and criteria; this one changes signatures or dependencies: `add` and `update` do.",
    );
  }
  if (before.hash === after.hash && next.errors.length <= state.errors.length) {
    return refuse("unchanged", "Nothing in the contract changes by it.");
  }
  return { next };
}

/** Where a target is missing because somebody took it away since the base, that is the reason. */
function explainedByRebase(refusal: Refusal, { target }: Action, touched: Touched, state: State): Refusal {
  if (refusal.reason !== "missing") return refusal;
  for (const [key, entry] of touched) {
    if (key === "" || !isWithin(target, key)) continue;
    return { ...refusal, reason: "overlap", message: `${whoChanged(key, entry, state)} ${refusal.message}` };
  }
  return refusal;
}

/** Errors that were not there before; of several alike, as many as came on top. */
function newErrors(
  before: readonly Finding[],
  after: readonly Finding[],
  mapped: (address: string) => string,
): Finding[] {
  const isRenamed = before.some(({ symbol }) => mapped(symbol) !== symbol);
  const keyOf = (finding: Finding, symbol: string) =>
    isRenamed ? `${finding.code} ${symbol}` : finding.fingerprint;
  const known = new Map<string, number>();
  for (const finding of before) {
    const key = keyOf(finding, mapped(finding.symbol));
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  return after.filter((finding) => {
    const key = keyOf(finding, finding.symbol);
    const count = known.get(key) ?? 0;
    known.set(key, count - 1);
    return count <= 0;
  });
}

function isSame(a: Finding, b: Finding): boolean {
  return a.fingerprint === b.fingerprint;
}

function errorMessage(errors: readonly Finding[]): string {
  return errors.length === 1
    ? "The contract would have an error that it has not now."
    : `The contract would have ${errors.length} errors that it has not now.`;
}

interface Simulated {
  fs: Overlay;
  first: State;
  last: State;
  log: History;
  history: History;
  /** What brought the history up to the contract as it was found. */
  found: LogEntry | undefined;
  actions: readonly Action[];
}

function accept(input: EvolutionInput, simulated: Simulated, isRehearsal: boolean): Accepted | Fault {
  const { fs, first, last, log, history, found, actions } = simulated;
  const [before, after] = [first.compilation.kernel, last.compilation.kernel];
  const changed = changesBetween(partHashes(before), partHashes(after));
  const modules = changedModules(before, after);
  const entry: LogEntry = {
    format: "contractc-evolution/1",
    root: baseName(input.root),
    revision: history.revision + 1,
    kind: "actions",
    time: input.clock.now().toISOString(),
    by: [...new Set(actions.map(({ by }) => by))],
    before: before.hash,
    after: after.hash,
    actions: [...actions],
    changed,
    modules,
  };
  const entries = [...(found ? [found] : []), entry];
  const files = [...fs.changes.keys()].sort();
  if (!isRehearsal) {
    const problem = commit(input.fs, input.root, first.compilation.files, fs.changes, log, entries);
    if (problem !== undefined) return { kind: "fault", message: problem, findings: [] };
  }
  return {
    kind: "accepted",
    files,
    contents: new Map([...fs.changes].flatMap(([path, data]) => (data ? [[path, data] as const] : []))),
    entries,
    revision: entry.revision,
    before: before.hash,
    after: after.hash,
    changed,
    modules,
    kernel: after,
  };
}

/** A contract with its place in its history. */
export interface ContractStatus {
  revision: number;
  /** What was edited by hand since the last line of the log, if there is one. */
  edit?: LogEntry;
}

/**
 * Records what was edited by hand since the last line of the log. Where there is no log none is begun, and an edit that
 * leaves errors is not recorded before they are mended.
 *
 * @param kernel of the contract as it is
 * @param sound whether it is without errors
 */
export function recordEdit(
  { fs, root, clock }: EvolutionInput,
  kernel: Kernel,
  sound: boolean,
): ContractStatus | Fault {
  const log = readLog(fs, root);
  if (!(log instanceof History)) {
    return { kind: "fault", message: `${log.file}:${log.line} ${log.message}.`, findings: [] };
  }
  const entry = log.last && sound ? entryOfHand(log, kernel, clock) : undefined;
  if (!entry) return { revision: log.revision };
  const problem = commit(fs, root, [], new Map(), log, [entry]);
  if (problem === undefined) return { revision: entry.revision, edit: entry };
  // Another process may have recorded the same edit in between.
  const later = readLog(fs, root);
  if (later instanceof History && later.last?.after === kernel.hash) return { revision: later.revision };
  return { kind: "fault", message: problem, findings: [] };
}
