import type { Clock, FileSystem, Processes } from "@contractc/kernel";
import type { Watcher } from "./watching/watcher.js";

/** Everything a command touches outside itself. */
export interface Context {
  fs: FileSystem;
  clock: Clock;
  processes: Processes;
  /** Absent: nothing can be watched. */
  watcher?: Watcher;
  /** Absolute, forward slashes. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The result, and nothing else. */
  out: Output;
  /** Progress, logs and warnings. */
  err: Output;
  /** Absent: an interruption ends the process at once. */
  interruptions?: Interruptions;
  /** Tells builds of the program apart, so that one does not believe what another has cached; absent: no caches. */
  build?: string;
}

/** Who wants to end cleanly when the user interrupts. */
export interface Interruptions {
  /** @returns what stops the listening */
  listen(listener: () => void): () => void;
}

export interface Output {
  write(text: string): void;
  terminal: boolean;
  /** Columns of the terminal. */
  width: number;
}

/** A wrong call: told in one sentence with the remedy, exit code 2. */
export class UsageError extends Error {}

/** Names of variables that coding agents set in the commands they run. */
const AGENT_VARIABLES = [
  "CLAUDECODE",
  "CODEX_SANDBOX",
  "GEMINI_CLI",
  "OPENCODE",
  "CURSOR_AGENT",
  "AGENT",
  "AI_AGENT",
];

/** @returns whether the command runs on behalf of a coding agent, for which text output is compact */
export function isAgent(context: Context): boolean {
  return AGENT_VARIABLES.some((name) => context.env[name]);
}

/** @returns whether an output takes colours (`NO_COLOR`, `FORCE_COLOR` and `TERM=dumb` respected) */
export function hasColour(context: Context, output: Output): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = context.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== "0";
  return output.terminal && TERM !== "dumb";
}
