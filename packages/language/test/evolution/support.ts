import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Clock, memoryFileSystem } from "@contractc/kernel";
import {
  type Accepted,
  type Action,
  compile,
  type EvolutionOutcome,
  evolve,
  type Refused,
  readActions,
} from "@contractc/language";
import { expect } from "vitest";

export const ROOT = "/w/root.contract";

/** An action as a test writes it. */
export type Short = { op: Action["op"]; target: string; content?: string; by?: string; base?: string };

/** A contract in memory that actions change. */
export class Contract {
  readonly fs;
  readonly clock: Clock;
  #time = 0;

  constructor(
    files: string | Record<string, string | Uint8Array>,
    readonly root = ROOT,
  ) {
    this.fs = memoryFileSystem(typeof files === "string" ? { [ROOT]: files } : files);
    this.clock = { now: () => new Date(Date.UTC(2026, 0, 1) + 1000 * this.#time++) };
  }

  apply(actions: Short | readonly Short[], options: { dryRun?: boolean } = {}): EvolutionOutcome {
    const parsed = readActions(actions);
    if (!("actions" in parsed)) throw new Error(parsed.problems.join("\n"));
    return evolve({ fs: this.fs, root: this.root, clock: this.clock }, parsed.actions, options);
  }

  accepted(actions: Short | readonly Short[]): Accepted {
    const outcome = this.apply(actions);
    if (outcome.kind === "accepted") return outcome;
    const findings = outcome.findings.map(({ line, code, message }) => `${line} ${code} ${message}`);
    throw new Error([`${outcome.kind}: ${outcome.message}`, ...findings].join("\n"));
  }

  /** Applies actions that must be refused, and sees to it that not a byte changes. */
  refused(actions: Short | readonly Short[]): Refused {
    const before = this.digest();
    const outcome = this.apply(actions);
    expect(outcome.kind).toBe("refused");
    expect(this.digest()).toBe(before);
    return outcome as Refused;
  }

  /** Of every file with its bytes. */
  digest(): string {
    const hash = createHash("sha256");
    for (const [path, bytes] of [...this.fs.files].sort())
      hash.update(path).update("\0").update(bytes).update("\0");
    return hash.digest("hex");
  }

  text(path = this.root): string {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.fs.files.get(path));
  }

  edit(from: string, to: string, path = this.root): void {
    const text = this.text(path);
    expect(text).toContain(from);
    this.fs.writeFile(path, text.replace(from, to));
  }

  get kernel() {
    return compile({ fs: this.fs, root: this.root }).kernel;
  }

  get log() {
    const bytes = this.fs.files.get("/w/.contract/evolution.jsonl");
    if (!bytes) return [];
    return new TextDecoder()
      .decode(bytes)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  }
}

/** A copy of an example's contract in memory. */
export function example(name: "plane-battle" | "link-shortener"): Contract {
  const folder = new URL(`../../../../examples/${name}/`, import.meta.url);
  const files: Record<string, Uint8Array> = {};
  const names = name === "plane-battle" ? ["plane-battle", "model"] : ["link-shortener"];
  for (const each of names) files[`/w/${each}.contract`] = readFileSync(new URL(`${each}.contract`, folder));
  return new Contract(files, `/w/${name}.contract`);
}

/** The lines that are in one text and not in the other, in order: `-` taken out, `+` put in. */
export function changedLines(before: string, after: string): string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const lengths = old.map(() => new Array<number>(now.length + 1).fill(0));
  lengths.push(new Array<number>(now.length + 1).fill(0));
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      lengths[row]![column] =
        old[row] === now[column]
          ? lengths[row + 1]![column + 1]! + 1
          : Math.max(lengths[row + 1]![column]!, lengths[row]![column + 1]!);
    }
  }
  const changes: string[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column])
      [row, column] = [row + 1, column + 1];
    else if (
      column >= now.length ||
      (row < old.length && lengths[row + 1]![column]! >= lengths[row]![column + 1]!)
    ) {
      changes.push(`-${old[row++]}`);
    } else changes.push(`+${now[column++]}`);
  }
  return changes;
}
