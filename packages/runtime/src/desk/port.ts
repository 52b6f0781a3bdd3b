import type { FileSystem } from "@contractc/kernel";
import type { Desk } from "../agents/port.js";
import type { RunEvent, Ticket, Tree } from "../model/index.js";
import type { Permissions } from "../roles/index.js";

/** What a desk tells the record of. */
export type DeskEvent = Extract<RunEvent, { type: "call-denied" | "out-of-scope" }>;

export type CommandAnswer =
  /** Exit code and output, as the worker is told of them. */
  { kind: "ran"; text: string } | { kind: "refused"; reason: string };

/**
 * Runs a command that is permitted, in a sandbox. It is passed in: the desk knows what may be run, not how.
 *
 * @param folder absolute: the files as they are now
 */
export type CommandRunner = (
  words: readonly string[],
  folder: string,
  signal: AbortSignal,
) => Promise<CommandAnswer>;

export interface DeskOptions {
  fs: FileSystem;
  /** Absolute, forward slashes: an empty folder for this attempt alone. Whoever made it removes it. */
  folder: string;
  ticket: Ticket;
  permissions: Permissions;
  /** Every file of the workspace with its content id. */
  tree: Tree;
  content(id: string): Uint8Array;
  /** Through the record of the run and within its budget. */
  call: Desk["call"];
  report(event: DeskEvent): void;
  /** Without one no command is run. */
  run?: CommandRunner;
  describe(name: string): string | undefined;
  /** Counts the tokens of a text. */
  tokens(text: string): number;
  /** Most tokens of the ticket with everything that is described on demand. */
  contextTokens: number;
  signal: AbortSignal;
}
