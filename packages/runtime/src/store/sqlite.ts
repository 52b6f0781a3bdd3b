import { DatabaseSync, type StatementSync } from "node:sqlite";
import { type Clock, contentIdOf } from "@contractc/kernel";
import type { Entry, RunEvent } from "../model/index.js";
import type { Appended, Claimed, Lease, RunStore, Settled } from "./port.js";

/** Raised whenever tables change; a record of a later version is left alone. */
const VERSION = 1;

const TABLES = `
  CREATE TABLE runs (run TEXT PRIMARY KEY, number INTEGER NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE events (
    run TEXT NOT NULL, sequence INTEGER NOT NULL, at TEXT NOT NULL, event TEXT NOT NULL,
    PRIMARY KEY (run, sequence)
  ) WITHOUT ROWID;
  CREATE TABLE leases (
    run TEXT NOT NULL, task TEXT NOT NULL, worker TEXT NOT NULL, attempt INTEGER NOT NULL, until INTEGER NOT NULL,
    PRIMARY KEY (run, task)
  ) WITHOUT ROWID;
  CREATE TABLE files (run TEXT NOT NULL, path TEXT NOT NULL, task TEXT NOT NULL, PRIMARY KEY (run, path)) WITHOUT ROWID;
  CREATE TABLE signals (run TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (run, key)) WITHOUT ROWID;
  CREATE TABLE contents (id TEXT PRIMARY KEY, bytes BLOB NOT NULL);
`;

export type OpenedStore =
  | { kind: "opened"; store: RunStore }
  /** It cannot be read, and is left as it is: the message says what to do. */
  | { kind: "unreadable"; message: string };

/**
 * Opens the record of a workspace, and makes it where there is none.
 *
 * What is written is on the disk when a method returns. A file that is damaged or of a later version is never changed.
 *
 * @param file absolute path; its folder exists
 * @param shown the path as messages name it
 */
export function openSqliteStore(file: string, clock: Clock, shown = file): OpenedStore {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec("PRAGMA busy_timeout = 20000");
    const problem = prepare(database);
    if (problem === undefined) return { kind: "opened", store: new SqliteStore(database, clock) };
    database.close();
    return { kind: "unreadable", message: `${shown} ${problem}` };
  } catch (error) {
    database?.close();
    const detail = error instanceof Error ? error.message : String(error);
    return {
      kind: "unreadable",
      message:
        `${shown} cannot be read as the record of runs: ${detail}. It was left as it is: bring it back from a copy, ` +
        "or move it away to begin a new record.",
    };
  }
}

/** @returns what is wrong with the file */
function prepare(database: DatabaseSync): string | undefined {
  const version = numberOf(database.prepare("PRAGMA user_version").get(), "user_version");
  if (version > VERSION)
    return `was written by a later version of contractc (record ${version}, this one knows ${VERSION}): update contractc.`;
  const [found] = database.prepare("PRAGMA quick_check(1)").all();
  const said = found === undefined ? "nothing" : String(Object.values(found)[0]);
  if (said !== "ok") {
    return `is damaged (${said}). It was left as it is: bring it back from a copy, or move it away to begin a new record.`;
  }
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  if (version === VERSION) return undefined;
  database.exec("BEGIN IMMEDIATE");
  // Another process may have been first.
  if (numberOf(database.prepare("PRAGMA user_version").get(), "user_version") === 0)
    database.exec(`${TABLES}; PRAGMA user_version = ${VERSION}`);
  database.exec("COMMIT");
  return undefined;
}

class SqliteStore implements RunStore {
  readonly #statements = new Map<string, StatementSync>();

  constructor(
    readonly database: DatabaseSync,
    readonly clock: Clock,
  ) {}

  runs(): string[] {
    return this.#all("SELECT run FROM runs WHERE last > 0 ORDER BY number DESC").map((row) =>
      textOf(row, "run"),
    );
  }

  append(run: string, expected: number, events: readonly RunEvent[]): Appended {
    return this.#atomically(() => {
      const last = this.#last(run);
      if (last !== expected) return { kind: "conflict", last };
      return { kind: "appended", last: this.#add(run, last, events) };
    });
  }

  read(run: string, after = 0): Entry[] {
    return this.#all(
      "SELECT sequence, at, event FROM events WHERE run = ? AND sequence > ? ORDER BY sequence",
      run,
      after,
    ).map((row) => ({
      sequence: numberOf(row, "sequence"),
      at: textOf(row, "at"),
      event: JSON.parse(textOf(row, "event")) as RunEvent,
    }));
  }

  claim(
    run: string,
    task: string,
    worker: string,
    { milliseconds, files }: { milliseconds: number; files: readonly string[] },
  ): Claimed {
    return this.#atomically((): Claimed => {
      const now = this.#now();
      const held = this.#lease(run, task);
      if (held && held.until > now) return { kind: "held", by: held.worker, until: held.until };
      for (const path of files) {
        const other = this.#get(
          "SELECT l.worker AS worker FROM files f JOIN leases l ON l.run = f.run AND l.task = f.task " +
            "WHERE f.run = ? AND f.path = ? AND f.task <> ? AND l.until > ?",
          run,
          path,
          task,
          now,
        );
        if (other) return { kind: "files-held", path, by: textOf(other, "worker") };
      }
      const lease: Lease = { task, worker, attempt: (held?.attempt ?? 0) + 1, until: now + milliseconds };
      this.#run(
        "INSERT OR REPLACE INTO leases (run, task, worker, attempt, until) VALUES (?, ?, ?, ?, ?)",
        run,
        task,
        worker,
        lease.attempt,
        lease.until,
      );
      for (const path of files)
        this.#run("INSERT OR REPLACE INTO files (run, path, task) VALUES (?, ?, ?)", run, path, task);
      return { kind: "claimed", lease };
    });
  }

  leases(run: string): Lease[] {
    return this.#all(
      "SELECT task, worker, attempt, until FROM leases WHERE run = ? AND until > ? ORDER BY task",
      run,
      this.#now(),
    ).map(leaseOf);
  }

  abandon(run: string, worker: string): void {
    this.#run(
      "UPDATE leases SET until = 0, attempt = attempt + 1 WHERE run = ? AND worker = ? AND until > ?",
      run,
      worker,
      this.#now(),
    );
  }

  renew(run: string, { task, worker, attempt }: Lease, milliseconds: number): boolean {
    const { changes } = this.#run(
      "UPDATE leases SET until = ? WHERE run = ? AND task = ? AND worker = ? AND attempt = ?",
      this.#now() + milliseconds,
      run,
      task,
      worker,
      attempt,
    );
    return Number(changes) === 1;
  }

  settle(run: string, { task, worker, attempt }: Lease, events: readonly RunEvent[]): Settled {
    return this.#atomically((): Settled => {
      const held = this.#lease(run, task);
      if (held?.attempt !== attempt || held.worker !== worker)
        return { kind: "fenced", attempt: held?.attempt ?? 0 };
      this.#run("UPDATE leases SET until = 0 WHERE run = ? AND task = ?", run, task);
      return { kind: "settled", last: this.#add(run, this.#last(run), events) };
    });
  }

  signal(run: string, key: string, event: RunEvent): boolean {
    return this.#atomically(() => {
      const { changes } = this.#run("INSERT OR IGNORE INTO signals (run, key) VALUES (?, ?)", run, key);
      if (Number(changes) === 0) return false;
      this.#add(run, this.#last(run), [event]);
      return true;
    });
  }

  put(content: string | Uint8Array): string {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const id = contentIdOf(bytes);
    this.#run("INSERT OR IGNORE INTO contents (id, bytes) VALUES (?, ?)", id, bytes);
    return id;
  }

  get(id: string): Uint8Array | undefined {
    const bytes = this.#get("SELECT bytes FROM contents WHERE id = ?", id)?.bytes;
    return bytes instanceof Uint8Array ? bytes : undefined;
  }

  close(): void {
    this.#statements.clear();
    this.database.close();
  }

  #now(): number {
    return this.clock.now().getTime();
  }

  #last(run: string): number {
    const row = this.#get("SELECT last FROM runs WHERE run = ?", run);
    return row === undefined ? 0 : numberOf(row, "last");
  }

  #add(run: string, last: number, events: readonly RunEvent[]): number {
    if (events.length === 0) return last;
    const at = this.clock.now().toISOString();
    let sequence = last;
    for (const event of events) {
      sequence += 1;
      this.#run(
        "INSERT INTO events (run, sequence, at, event) VALUES (?, ?, ?, ?)",
        run,
        sequence,
        at,
        JSON.stringify(event),
      );
    }
    this.#run(
      "INSERT INTO runs (run, number, last) VALUES (?, (SELECT count(*) FROM runs), ?) " +
        "ON CONFLICT (run) DO UPDATE SET last = excluded.last",
      run,
      sequence,
    );
    return sequence;
  }

  #lease(run: string, task: string): Lease | undefined {
    const row = this.#get(
      "SELECT task, worker, attempt, until FROM leases WHERE run = ? AND task = ?",
      run,
      task,
    );
    return row && leaseOf(row);
  }

  /** All of it or nothing, and nobody else in between. */
  #atomically<T>(action: () => T): T {
    this.database.exec("BEGIN IMMEDIATE");
    try {
      const result = action();
      this.database.exec("COMMIT");
      return result;
    } catch (error) {
      this.database.exec("ROLLBACK");
      throw error;
    }
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #run(sql: string, ...values: Value[]) {
    return this.#statement(sql).run(...values);
  }

  #get(sql: string, ...values: Value[]): Row | undefined {
    return this.#statement(sql).get(...values);
  }

  #all(sql: string, ...values: Value[]): Row[] {
    return this.#statement(sql).all(...values);
  }
}

type Value = string | number | Uint8Array;
type Row = Record<string, unknown>;

function leaseOf(row: Row): Lease {
  return {
    task: textOf(row, "task"),
    worker: textOf(row, "worker"),
    attempt: numberOf(row, "attempt"),
    until: numberOf(row, "until"),
  };
}

function textOf(row: Row, column: string): string {
  return String(row[column]);
}

function numberOf(row: Row | undefined, column: string): number {
  return Number(row?.[column]);
}
