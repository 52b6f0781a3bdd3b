import type { Address, Finding } from "@contractc/kernel";
import type { Gate } from "./task.js";

/**
 * Whose fault it is, which decides where it goes: `code` back to the worker, `environment` is tried again without blame,
 * `requirement` asks a person, `contract` starts a repair of the contract.
 */
export type FailureClass = "code" | "environment" | "requirement" | "contract";

/** A line of the workspace that a failure points at. */
export interface Anchor {
  /** Relative to the workspace, forward slashes. */
  file: string;
  /** From 1. */
  line: number;
}

/** Why a submission was sent back: derived from exit codes, reports and findings, never from what a model says. */
export interface Failure {
  class: FailureClass;
  /** Which gate, or a reviewer. */
  source: Gate | "review" | "audit" | "scope" | "person" | "proposal";
  /** The module that owns the failing frame; it need not be the one whose gate ran. `""` where it is nobody's. */
  module: Address;
  /**
   * Present where not the module's code is at fault but its tests: none ran, they pass on a skeleton, they cannot be
   * loaded. It goes back to the tester then.
   */
  blames?: "tests";
  /** The same for the same failure: without times, addresses of memory, temporary paths and line numbers. */
  fingerprint: string;
  /** One sentence: what went wrong. */
  summary: string;
  /** Failing tests by name. */
  tests: string[];
  /** Exit code of the command that failed, where one ran. */
  exit?: number;
  /** What is most telling of the output: at most 20 lines. */
  excerpt: string[];
  /** The end of the output: at most 2,000 characters. */
  tail: string;
  anchors: Anchor[];
  /** A suspected cause, where there is one. */
  cause?: string;
  findings?: Finding[];
  /** Of the contract's faults: evolution actions that would mend it, which nobody has tried yet. */
  actions?: unknown[];
}

/** How isolated a command was. `none` only where the user asked for it. */
export type SandboxLevel = "bubblewrap" | "none";

/** A command that a gate ran. */
export interface CommandEvidence {
  /** Words; no shell is involved. */
  command: string[];
  /** `null` where it was stopped by a limit or a signal. */
  exit: number | null;
  milliseconds: number;
  /** The limit that stopped it. */
  limit?: "time" | "memory" | "processes" | "output" | "disk";
  /** Content id of the whole output, kept in the record. */
  output: string;
  /** What the sandbox refused it, as far as that can be told. */
  denied?: string[];
}

/** What a verdict rests on. A report without it is void. */
export interface Evidence {
  sandbox: SandboxLevel;
  /** Hash of the tree that was tried. */
  tree: string;
  commands: CommandEvidence[];
  /** Report files (JUnit) by path, with their content ids. */
  reports: { path: string; content: string }[];
  /** Tests that ran, failed and were skipped, by the report. */
  tests?: { run: number; failed: number; skipped: number };
}

export interface GateReport {
  gate: Gate;
  /** `void`: nothing was proved, as where no test ran. It counts as failed. */
  verdict: "passed" | "failed" | "void";
  evidence: Evidence;
  /** Empty where it passed. */
  failures: Failure[];
  /** Told, but no reason to fail: a smoke that no flow or criterion speaks of, tests that look soft. */
  warnings: string[];
}
