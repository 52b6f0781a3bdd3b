import type { Entry, RunEvent } from "../model/index.js";

/** A claim on a task for a while. */
export interface Lease {
  task: string;
  worker: string;
  /** Raised by each claim: a result of an earlier attempt is refused. */
  attempt: number;
  /** Milliseconds since 1970. */
  until: number;
}

export type Appended = { kind: "appended"; last: number } | { kind: "conflict"; last: number };
export type Claimed =
  | { kind: "claimed"; lease: Lease }
  | { kind: "held"; by: string; until: number }
  /** A path of the task belongs to another task's lease. */
  | { kind: "files-held"; path: string; by: string };
export type Settled = { kind: "settled"; last: number } | { kind: "fenced"; attempt: number };

/**
 * The durable thing, one per workspace. Whatever implements it passes `storeConformance`. Every method is atomic and holds
 * across processes; what it has answered survives the end of the process at any point.
 */
export interface RunStore {
  /** @returns run ids, the latest first */
  runs(): string[];
  /**
   * @param expected the sequence that the caller has seen as the last; `0` for a run that does not exist yet
   * @returns `conflict` where others appended meanwhile; nothing was appended then
   */
  append(run: string, expected: number, events: readonly RunEvent[]): Appended;
  /** @param after only entries after this sequence */
  read(run: string, after?: number): Entry[];
  /** Takes a task, with its files, until the lease ends. A lease that has ended is anybody's. */
  claim(
    run: string,
    task: string,
    worker: string,
    options: { milliseconds: number; files: readonly string[] },
  ): Claimed;
  /** Leases that have not ended. */
  leases(run: string): Lease[];
  /** Ends all leases of a worker that is known to be gone. */
  abandon(run: string, worker: string): void;
  /** @returns `false` where the lease is somebody else's by now */
  renew(run: string, lease: Lease, milliseconds: number): boolean;
  /** Ends a lease and appends what came of it, both or neither; refused where the attempt is not the latest. */
  settle(run: string, lease: Lease, events: readonly RunEvent[]): Settled;
  /** Appends once, however often it is called with the same key. @returns whether this call did */
  signal(run: string, key: string, event: RunEvent): boolean;
  /** Keeps bytes under their content id. */
  put(content: string | Uint8Array): string;
  get(id: string): Uint8Array | undefined;
  close(): void;
}
