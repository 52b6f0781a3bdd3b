import { type ActionDraft, Remedies } from "@contractc/code";
import type { FileSystem, Finding } from "@contractc/kernel";
import { type Action, evolve, type Refused } from "@contractc/language";
import { faultError } from "../commands/apply.js";
import type { Context } from "../context.js";
import type { Contract } from "../contracts.js";
import { type FixedFile, type LeftFinding, mayWrite, remembering } from "../fixing.js";
import { withFiles } from "../overlay.js";
import { type Find, type Mendable, mendables } from "./mendable.js";

/** What became of bringing contracts to their code. */
export interface MendedContracts {
  applied: readonly { finding: Finding; title: string }[];
  left: readonly LeftFinding[];
  files: ReadonlyMap<string, FixedFile>;
  /** Writes the files and their logs. */
  commit: () => void;
}

/** The actions for one finding. */
interface Proposal {
  finding: Finding;
  title: string;
  actions: readonly ActionDraft[];
}

/** What one round opens up (a module, a dependency) the next one builds on. */
const ROUNDS = 10;

/** Another round may finish what one began, as where a new declaration takes the name that a type was written by. */
const TRIES = 3;

const IN_VAIN = "What the contract can say of it was tried, and the code still differs.";

/** What a finding is about: what the contract says of it may change from round to round. */
function subjectOf({ code, symbol, file, line, column, actual }: Finding): string {
  return JSON.stringify([code, symbol, file, line, column, actual]);
}

/**
 * Brings contracts to their code, in memory: what can be accepted of the actions for the findings, all together. An
 * action that is refused takes its finding with it, and no other.
 */
export async function mendContracts(
  context: Context,
  paths: readonly string[],
  find: Find,
): Promise<MendedContracts> {
  const fs = remembering(context.fs);
  let contents = new Map<string, Uint8Array>();
  const actions = new Map<string, { contract: Contract; actions: Action[] }>();
  const applied = new Map<string, { finding: Finding; title: string }>();
  const tries = new Map<string, number>();
  const refused = new Map<string, LeftFinding>();
  let left: LeftFinding[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const within = { ...context, fs: withFiles(fs, contents) };
    const parts = mendables(await find(within, paths));
    // What is found again was not mended, whatever was done for it.
    for (const finding of parts.flatMap(({ findings }) => findings)) {
      const key = subjectOf(finding);
      applied.delete(key);
      if (round === ROUNDS || (tries.get(key) ?? 0) >= TRIES) {
        refused.set(finding.fingerprint, { finding, reason: IN_VAIN });
      }
    }
    left = [];
    let hasChanged = false;
    for (const part of parts) {
      const { proposals, reasons } = proposalsOf(within.fs, part, refused);
      left.push(...reasons);
      for (const phase of phasesOf(proposals)) {
        const outcome = tryAll(within, part.contract, phase);
        for (const each of outcome.refused) {
          refused.set(each.finding.fingerprint, each);
          left.push(each);
        }
        if (outcome.taken.length === 0) continue;
        contents = new Map([...contents, ...outcome.contents]);
        const known = actions.get(part.contract.file) ?? { contract: part.contract, actions: [] };
        known.actions.push(...outcome.actions);
        actions.set(part.contract.file, known);
        for (const each of outcome.taken) {
          const key = subjectOf(each.finding);
          applied.set(key, each);
          tries.set(key, (tries.get(key) ?? 0) + 1);
        }
        hasChanged = true;
        break;
      }
    }
    if (!hasChanged) break;
  }
  const files = new Map(
    [...contents].map(([path, after]): [string, FixedFile] => [path, { before: fs.readFile(path), after }]),
  );
  return {
    applied: [...applied.values()],
    left,
    files,
    commit: () => commit(context, files, [...actions.values()]),
  };
}

function proposalsOf(
  fs: FileSystem,
  { contract, project, findings }: Mendable,
  refused: ReadonlyMap<string, LeftFinding>,
): { proposals: Proposal[]; reasons: LeftFinding[] } {
  const { kernel } = contract.compilation;
  const remedies = new Remedies({ kernel, project, fs, only: findings });
  const proposals: Proposal[] = [];
  const reasons: LeftFinding[] = [];
  for (const finding of findings) {
    const before = refused.get(finding.fingerprint);
    if (before) {
      reasons.push({ finding, reason: before.reason });
      continue;
    }
    const remedy = remedies.contract(finding);
    if (remedy.kind === "none") reasons.push({ finding, reason: remedy.reason });
    else proposals.push({ finding, title: remedy.title, actions: remedy.actions });
  }
  return { proposals, reasons };
}

/** Modules and dependencies come first: what signatures name has to be within reach. */
function phasesOf(proposals: readonly Proposal[]): Proposal[][] {
  const isFirst = ({ finding: { code } }: Proposal) =>
    code.startsWith("import/") || code === "drift/unlisted-file" || code === "drift/missing-file";
  return [proposals.filter(isFirst), proposals.filter((each) => !isFirst(each))];
}

interface Tried {
  taken: Proposal[];
  refused: LeftFinding[];
  actions: Action[];
  contents: ReadonlyMap<string, Uint8Array>;
}

/** Tries all proposals as one batch, without those that are refused. Of two that change one thing the second waits. */
function tryAll(context: Context, contract: Contract, proposals: readonly Proposal[]): Tried {
  const refused: LeftFinding[] = [];
  let open = withoutConflicts(proposals);
  while (open.length > 0) {
    const actions = actionsOf(open);
    const input = { fs: context.fs, root: contract.file, clock: context.clock };
    const outcome = evolve(input, actions, { dryRun: true });
    if (outcome.kind === "fault") throw faultError(context, contract, outcome);
    if (outcome.kind === "accepted") return { taken: open, refused, actions, contents: outcome.contents };
    const isOfIt = ({ actions: own }: Proposal) => own.some((each) => isSame(each, outcome.action));
    for (const { finding } of open.filter(isOfIt)) refused.push({ finding, reason: messageOf(outcome) });
    open = open.filter((each) => !isOfIt(each));
  }
  return { taken: [], refused, actions: [], contents: new Map() };
}

function withoutConflicts(proposals: readonly Proposal[]): Proposal[] {
  const chosen = new Map<string, string>();
  return proposals.filter(({ actions }) => {
    const changes = actions
      .filter(({ op }) => op !== "add")
      .map((each) => [slotOf(each), textOf(each)] as const);
    if (changes.some(([slot, text]) => (chosen.get(slot) ?? text) !== text)) return false;
    for (const [slot, text] of changes) chosen.set(slot, text);
    return true;
  });
}

/** What an action changes: the target or, of a removal of clauses, those. */
function slotOf({ op, target, content }: ActionDraft): string {
  return op === "remove" && content !== "" ? `${target} ${content}` : target;
}

function textOf({ op, content }: ActionDraft): string {
  return `${op} ${content}`;
}

type Described = Pick<Action, "op" | "target" | "content">;

function isSame(a: Described, b: Described): boolean {
  return a.op === b.op && a.target === b.target && a.content === b.content;
}

/** Each action once. */
function actionsOf(proposals: readonly Proposal[]): Action[] {
  const actions: Action[] = [];
  for (const { finding, actions: own } of proposals) {
    for (const draft of own) {
      if (actions.some((each) => isSame(each, draft))) continue;
      actions.push(asAction(draft, finding));
    }
  }
  return actions;
}

/** An action as it stands in the log. */
export function asAction(draft: ActionDraft, { code }: Finding): Action {
  return { ...draft, reason: `drift --fix contract: ${code}`, by: "user" };
}

/** Why actions are not taken, in one sentence or two. */
export function messageOf({ message, findings, reason }: Refused): string {
  const [first] = findings;
  return reason === "errors" || reason === "syntax" ? `${message} ${first?.message ?? ""}`.trim() : message;
}

/** @throws FileSystemError, UsageError where something cannot be written; nothing is then changed */
function commit(
  context: Context,
  files: ReadonlyMap<string, FixedFile>,
  batches: readonly { contract: Contract; actions: Action[] }[],
): void {
  for (const [path, { before }] of files) mayWrite(context.fs, path, before);
  for (const { contract, actions } of batches) {
    const input = { fs: context.fs, root: contract.file, clock: context.clock };
    const outcome = evolve(input, actions);
    if (outcome.kind === "fault") throw faultError(context, contract, outcome);
    if (outcome.kind === "refused")
      throw new Error(`what was accepted in parts is refused as a whole: ${messageOf(outcome)}`);
  }
}
