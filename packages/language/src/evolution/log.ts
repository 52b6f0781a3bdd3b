import { canonicalJson, decodeText, type FileSystem } from "@contractc/kernel";
import { baseName, folderOf, joinPath } from "../project/paths.js";
import type { Action } from "./actions.js";
import type { ChangedModules, Changes } from "./fingerprints.js";

/** One line of the log. Lines are only ever added. */
export interface LogEntry {
  format: "contractc-evolution/1";
  /** Name of the root file: several contracts in one folder share the log. */
  root: string;
  revision: number;
  /** `start` holds the whole contract as it was found, `edit` what somebody changed by hand. */
  kind: "start" | "actions" | "edit";
  /** ISO 8601, UTC. */
  time: string;
  /** Authors, each once. */
  by: string[];
  /** Hash of the kernel before; empty for `start`. */
  before: string;
  /** Hash of the kernel after. */
  after: string;
  actions?: Action[];
  /** New hash of each part that changed, `null` for one that is gone; for `start` of every part. */
  changed: Changes;
  modules: ChangedModules;
}

const LOG = ".contract/evolution.jsonl";

export function logPath(root: string): string {
  return joinPath(folderOf(root), LOG);
}

/** The log of one contract, folded up. */
export class History {
  /** @param text of the whole file, with the lines of other contracts */
  constructor(
    readonly root: string,
    readonly entries: readonly LogEntry[],
    readonly text: string,
  ) {}

  get last(): LogEntry | undefined {
    return this.entries.at(-1);
  }

  get revision(): number {
    return this.last?.revision ?? 0;
  }

  /** The parts of the contract at the last entry. */
  parts(): Map<string, string> {
    const parts = new Map<string, string>();
    for (const { changed } of this.entries) {
      for (const [key, hash] of Object.entries(changed)) {
        if (hash === null) parts.delete(key);
        else parts.set(key, hash);
      }
    }
    return parts;
  }

  /** @returns the entries after the contract had this hash; `null` where it never had */
  since(hash: string): LogEntry[] | null {
    const at = this.entries.findLastIndex((entry) => entry.after === hash);
    if (at >= 0) return this.entries.slice(at + 1);
    const first = this.entries.findIndex((entry) => entry.before === hash && entry.before !== "");
    return first < 0 ? null : this.entries.slice(first);
  }

  with(entry: LogEntry): History {
    const open = this.text === "" || this.text.endsWith("\n") ? this.text : `${this.text}\n`;
    return new History(this.root, [...this.entries, entry], `${open}${canonicalJson(entry, 0)}\n`);
  }
}

/** A log that is not what this program writes: a merge that was not finished, or an edit. */
export interface LogFault {
  file: string;
  /** From 1. */
  line: number;
  message: string;
}

/** Reads the log beside a root contract; there need not be one. */
export function readLog(fs: FileSystem, root: string): History | LogFault {
  const file = logPath(root);
  const text = fs.stat(file) === null ? "" : decodeText(fs.readFile(file)).text;
  const entries: LogEntry[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const entry = readEntry(line);
    if (!entry) {
      return {
        file,
        line: at + 1,
        message: "is no entry of the log; restore the line, or finish the merge that left it",
      };
    }
    if (entry.root === baseName(root)) entries.push(entry);
  }
  return new History(root, entries, text);
}

function readEntry(line: string): LogEntry | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  return isEntry(value) ? value : null;
}

function isEntry(value: unknown): value is LogEntry {
  if (typeof value !== "object" || value === null) return false;
  const entry = value as Partial<Record<keyof LogEntry, unknown>>;
  return (
    entry.format === "contractc-evolution/1" &&
    typeof entry.root === "string" &&
    typeof entry.revision === "number" &&
    typeof entry.before === "string" &&
    typeof entry.after === "string" &&
    Array.isArray(entry.by) &&
    typeof entry.changed === "object" &&
    entry.changed !== null
  );
}
