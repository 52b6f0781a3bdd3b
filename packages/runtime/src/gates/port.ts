import type { Address, Kernel } from "@contractc/kernel";
import type { Gate, GateReport, Policy, Tree } from "../model/index.js";

/** What a gate tries. */
export interface GateInput {
  gate: Gate;
  kernel: Kernel;
  /**
   * The modules whose submission is tried; all of them for the whole. Empty where tests alone were submitted: only the
   * files of `tests` are looked at then.
   */
  modules: Address[];
  /**
   * Every file of the workspace: submissions over what was there, skeletons for modules that nobody has submitted yet.
   * The gate lays it out as a clean copy.
   */
  tree: Tree;
  /** The same with skeletons in place of `modules`: tests must fail on it. Only for `unit`. */
  skeletons?: Tree;
  /** Test files of `modules`. */
  tests: string[];
  /**
   * Absolute: the user's workspace. Installed packages (`node_modules`, `.venv`) are mounted from it, read-only; what is
   * tried comes from the tree alone.
   */
  workspace: string;
  limits: Policy["limits"];
  unsafeWithoutSandbox: boolean;
  /** The bytes of a content id of the trees. */
  content(id: string): Uint8Array;
  /** Keeps output and reports. @returns the content id */
  keep(content: string | Uint8Array): string;
}

/** Tries submissions. The verdict is code's, from exit codes and reports. */
export type RunGate = (input: GateInput, signal: AbortSignal) => Promise<GateReport>;
