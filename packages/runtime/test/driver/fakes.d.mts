import type { ContractState, Parts, RunStore, Ticket, WorkerResult, WorkspacePort } from "../../src/index.js";

export interface Behaviour {
  /** Called within each question to the model. */
  pause?(ticket: Ticket, signal: AbortSignal): Promise<void>;
  /** What is handed in; the usual where it gives nothing. */
  result?(ticket: Ticket): WorkerResult | undefined;
}

export interface FakeOptions {
  store: RunStore;
  workspace: WorkspacePort;
  asked(line: string): void;
  behaviour?: Behaviour;
}

export function contractState(revisions?: Record<string, number>): ContractState;
export function partsOf(options: FakeOptions): Parts;
export function logTo(file: string): (line: string) => void;
