import type { CommandEvidence, SandboxLevel } from "../model/index.js";

/** What bounds one command. */
export interface SandboxLimits {
  /** Wall clock, from the first process to the last. */
  milliseconds: number;
  /** Resident memory of all processes together. */
  memoryBytes: number;
  /** Processes at one time. */
  processes: number;
  /** Standard output and error together. */
  outputBytes: number;
  /** Each of the copy of the files and `/tmp`. */
  diskBytes: number;
}

export const DEFAULT_SANDBOX_LIMITS: SandboxLimits = {
  milliseconds: 120_000,
  memoryBytes: 2 * 1024 ** 3,
  processes: 64,
  outputBytes: 8 * 1024 ** 2,
  diskBytes: 512 * 1024 ** 2,
};

/** The command's working folder, where the copy of the files lies. */
export const WORK_FOLDER = "/gate/work";
/** Files that a command leaves here are brought back; nothing else is. */
export const REPORT_FOLDER = "/gate/report";

/** Something of the machine that the command sees, and cannot write. */
export interface ReadOnlyMount {
  /** Absolute. */
  source: string;
  /** Where it appears: absolute, or relative to the working folder. */
  target: string;
}

export interface SandboxRequest {
  /** Words; no shell takes part. The first is looked up in `path` and in the system's folders. */
  command: readonly string[];
  /** The clean copy by path, relative, with forward slashes. Whatever becomes of it is thrown away. */
  files: ReadonlyMap<string, Uint8Array>;
  /** Paths of `files` that the command cannot change. */
  fixed: ReadonlySet<string>;
  mounts: readonly ReadOnlyMount[];
  /** Folders searched for programs before the system's, as the command sees them. */
  path: readonly string[];
  /** Besides the few variables that are always set. Nothing else is inherited. */
  environment: Readonly<Record<string, string>>;
  limits: SandboxLimits;
}

export type Limit = NonNullable<CommandEvidence["limit"]>;

/** How a command ended. */
export interface SandboxRun {
  level: SandboxLevel;
  /** `null` where a limit, a signal or the caller stopped it. */
  exit: number | null;
  milliseconds: number;
  limit?: Limit;
  /** The caller's signal stopped it. */
  cancelled?: true;
  /** Standard output and error as they came. */
  output: Uint8Array;
  /** What lay in the report folder, by file name. */
  reports: ReadonlyMap<string, Uint8Array>;
  /** What it was refused, as far as its output tells, and what it left running. */
  denied: string[];
}

export type SandboxResult =
  | { kind: "ran"; run: SandboxRun }
  /** The command was not tried: a fault of the machine or of the request. */
  | { kind: "failed"; message: string };

/** Runs commands of others' making. */
export interface Sandbox {
  readonly level: SandboxLevel;
  /** Never throws for what the command does. */
  run(request: SandboxRequest, signal?: AbortSignal): Promise<SandboxResult>;
}
