import { type Clock, contentIdOf } from "@contractc/kernel";
import type { Entry, RunEvent } from "../model/index.js";
import type { Appended, Claimed, Lease, RunStore, Settled } from "./port.js";

interface Run {
  entries: Entry[];
  leases: Map<string, Lease>;
  /** The task that last had a path. */
  files: Map<string, string>;
  signals: Set<string>;
}

/** A record in memory: for tests, and gone with the process. */
export function memoryStore(clock: Clock): RunStore {
  const runs = new Map<string, Run>();
  const contents = new Map<string, Uint8Array>();
  const now = () => clock.now().getTime();
  const runOf = (run: string): Run => {
    const known = runs.get(run);
    if (known) return known;
    const fresh: Run = { entries: [], leases: new Map(), files: new Map(), signals: new Set() };
    runs.set(run, fresh);
    return fresh;
  };
  const add = (run: string, events: readonly RunEvent[]): number => {
    const { entries } = runOf(run);
    const at = clock.now().toISOString();
    // What is handed in may be changed later; the record may not.
    for (const event of events)
      entries.push({
        sequence: entries.length + 1,
        at,
        event: JSON.parse(JSON.stringify(event)) as RunEvent,
      });
    return entries.length;
  };
  const isLive = (lease: Lease | undefined) => lease !== undefined && lease.until > now();

  return {
    runs: () =>
      [...runs]
        .filter(([, { entries }]) => entries.length > 0)
        .map(([run]) => run)
        .reverse(),
    append(run, expected, events): Appended {
      const last = runs.get(run)?.entries.length ?? 0;
      return last === expected ? { kind: "appended", last: add(run, events) } : { kind: "conflict", last };
    },
    read: (run, after = 0) => runs.get(run)?.entries.slice(after) ?? [],
    claim(run, task, worker, { milliseconds, files }): Claimed {
      const { leases, files: owners } = runOf(run);
      const held = leases.get(task);
      if (held && isLive(held)) return { kind: "held", by: held.worker, until: held.until };
      for (const path of files) {
        const owner = owners.get(path);
        const other = owner === undefined || owner === task ? undefined : leases.get(owner);
        if (other && isLive(other)) return { kind: "files-held", path, by: other.worker };
      }
      const lease = { task, worker, attempt: (held?.attempt ?? 0) + 1, until: now() + milliseconds };
      leases.set(task, lease);
      for (const path of files) owners.set(path, task);
      return { kind: "claimed", lease: { ...lease } };
    },
    leases: (run) => [...runOf(run).leases.values()].filter(isLive).map((lease) => ({ ...lease })),
    abandon(run, worker) {
      for (const lease of runOf(run).leases.values()) {
        if (lease.worker !== worker || !isLive(lease)) continue;
        lease.until = 0;
        lease.attempt += 1;
      }
    },
    renew(run, { task, attempt, worker }, milliseconds) {
      const lease = runOf(run).leases.get(task);
      if (lease?.attempt !== attempt || lease.worker !== worker) return false;
      lease.until = now() + milliseconds;
      return true;
    },
    settle(run, { task, attempt, worker }, events): Settled {
      const lease = runOf(run).leases.get(task);
      if (lease?.attempt !== attempt || lease.worker !== worker)
        return { kind: "fenced", attempt: lease?.attempt ?? 0 };
      lease.until = 0;
      return { kind: "settled", last: add(run, events) };
    },
    signal(run, key, event) {
      const { signals } = runOf(run);
      if (signals.has(key)) return false;
      signals.add(key);
      add(run, [event]);
      return true;
    },
    put(content) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content.slice();
      const id = contentIdOf(bytes);
      contents.set(id, bytes);
      return id;
    },
    get: (id) => contents.get(id),
    close() {},
  };
}
