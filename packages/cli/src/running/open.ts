import { tmpdir } from "node:os";
import { posix } from "node:path";
import { type ContractConfig, type Kernel, readConfig } from "@contractc/kernel";
import { compile } from "@contractc/language";
import {
  type ContractState,
  deskOpener,
  gatesOf,
  initialiser,
  installedPrompts,
  loadPrompts,
  openRecord,
  openWorkspace,
  type Parts,
  RunRecord,
  type RunStore,
  ticketMaker,
} from "@contractc/runtime";
import { contractOf } from "../commands/extract.js";
import { type Context, UsageError } from "../context.js";
import { type Contract, loadContracts } from "../contracts.js";
import { filesAt } from "../git/repository.js";
import { absolute, shown, slashed } from "../paths.js";
import { tokenCounter } from "../tokens.js";
import { contractPort } from "./contract-port.js";
import { agentsOf, type RunSettings } from "./settings.js";

/** The folder that runs work on, and the contract in it. */
export interface Place {
  /** Absolute: the contract's folder, or where the command was called where there is none. */
  root: string;
  contract?: Contract;
  config: ContractConfig;
}

/**
 * Where runs of this folder are: beside the contract in it or above it.
 *
 * @param path as the user wrote it
 */
export function placeOf(context: Context, path = "."): Place {
  const start = absolute(context.cwd, path);
  if (context.fs.stat(start) === null) throw new UsageError(`There is no file or folder "${path}".`);
  let found: Contract[] = [];
  try {
    found = loadContracts(context, [path]).contracts;
  } catch (error) {
    // That there is no contract is no fault: one can be made.
    if (!(error instanceof UsageError)) throw error;
  }
  if (found.length > 1) {
    const files = found.map(({ file }) => shown(context.cwd, file)).join(", ");
    throw new UsageError(`There are ${found.length} contracts here: name one of ${files} with --contract.`);
  }
  const [contract] = found;
  const root = contract?.folder ?? start;
  return { root, config: readConfig(context.fs, root).config, ...(contract ? { contract } : {}) };
}

/**
 * The record of runs.
 *
 * @param make whether one is made where there is none
 * @throws UsageError where there is none, or it cannot be read
 */
export function recordOf(context: Context, root: string, make = false): RunStore {
  const opened = openRecord(context.fs, context.clock, root, make);
  if (opened?.kind === "opened") return opened.store;
  throw new UsageError(
    opened?.message ?? `There is no run in ${shown(context.cwd, root)}: begin one with \`contractc run\`.`,
  );
}

/** The run that is meant: the one that was named, or the latest. */
export function runOf(store: RunStore, name?: string): string {
  const runs = store.runs();
  const run = name === undefined ? runs[0] : runs.find((each) => each === name);
  if (run !== undefined) return run;
  const known = runs.slice(0, 5).join(", ");
  throw new UsageError(
    name === undefined
      ? "There is no run here: begin one with `contractc run`."
      : `There is no run "${name}"; there are ${known === "" ? "none" : known}.`,
  );
}

/** A run that is there, to be read or to be said something to. */
export function openRun(
  context: Context,
  name?: string,
): { store: RunStore; record: RunRecord; place: Place } {
  const place = placeOf(context);
  const store = recordOf(context, place.root);
  return { store, record: new RunRecord(store, runOf(store, name)), place };
}

/** The contract as runs have it: its kernel, and its files by paths from its folder. */
export function contractState({ compilation, folder }: Contract): ContractState {
  const files = compilation.files.map(({ file, text }): [string, string] => [
    posix.relative(folder, file),
    text,
  ]);
  return { kernel: compilation.kernel, files: new Map(files) };
}

/** Everything that a run is carried on with. */
export async function partsOf(
  context: Context,
  store: RunStore,
  { root, contract, config }: Place,
  settings: RunSettings & { pull?: boolean },
): Promise<Parts> {
  const tokens = await tokenCounter();
  const prompts = loadPrompts(context.fs, installedPrompts());
  const earlier = contract && earlierKernel(context, contract);
  const runGate = gatesOf({
    platform: process.platform,
    path: (context.env.PATH ?? "").split(posix.delimiter),
    temporary: slashed(tmpdir()),
    isRoot: process.getuid?.() === 0,
    processes: context.processes,
    fs: context.fs,
    node: slashed(process.execPath),
  });
  return {
    store,
    contract: contractPort({
      clock: context.clock,
      tokens,
      extract: (folder) => contractOf(context, { root: folder, folder: "" }),
    }),
    runGate,
    agents: await agentsOf(context, config, settings, { tokens, prompts }),
    makeTicket: ticketMaker(prompts),
    openDesk: deskOpener(context.fs),
    initialise: initialiser(prompts),
    workspace: openWorkspace({
      fs: context.fs,
      processes: context.processes,
      store,
      root,
      excludes: config.excludes,
      ...(contract?.sound ? { contract: contractState(contract) } : {}),
      ...(earlier ? { earlier } : {}),
    }),
    fs: context.fs,
    clock: context.clock,
    processes: context.processes,
  };
}

/** The contract of the last commit, where there is one: what it said otherwise is to be done. */
function earlierKernel(context: Context, { file }: Contract): Kernel | undefined {
  try {
    const fs = filesAt(context, "HEAD", file);
    if (fs.stat(file) === null) return undefined;
    const { kernel, sound } = compile({ fs, root: file });
    return sound ? kernel : undefined;
  } catch (error) {
    // No repository, no git, no commit.
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
