import {
  applyEdits,
  decodeText,
  type FileSystem,
  FileSystemError,
  type Finding,
  type Fix,
  type OffsetEdit,
  offsetEdits,
  overlaps,
} from "@contractc/kernel";
import type { Context } from "./context.js";
import { withFiles } from "./overlay.js";

/** A fix that was applied, with the finding it is for. */
export interface AppliedFix {
  finding: Finding;
  fix: Fix;
}

/** A finding that stays, with why. */
export interface LeftFinding {
  finding: Finding;
  reason: string;
}

/** What fixes make of files; nothing is written yet. */
export interface FixRun {
  applied: readonly AppliedFix[];
  /** Findings with a fix that was not applied, or whose effect was none. */
  left: readonly LeftFinding[];
  files: ReadonlyMap<string, FixedFile>;
}

export interface FixedFile {
  /** As it was when it was looked at; absent for a new file. */
  before?: Uint8Array;
  after: Uint8Array;
}

/** Tells the fixes of a round that did not do what they were for; the round is done again without them. */
export type Judge = (
  before: readonly Finding[],
  after: readonly Finding[],
  applied: readonly AppliedFix[],
) => readonly AppliedFix[];

/** One mended fault may bring up another with a fix; what goes on for longer is a fix that undoes another. */
const ROUNDS = 10;

/**
 * Applies the fixes of findings in memory, again for what is found then, until none is left.
 *
 * Where a finding offers several fixes somebody has to choose, and it is left alone; of two that overlap the second
 * waits for the next round.
 *
 * @param kind what fixes may change
 * @param check finds what is wrong, in the given file system, which shows every file as it was when first looked at
 * @param judge by default a round that leaves more errors than it found is dropped
 */
export async function fixAll(
  context: Context,
  kind: Fix["kind"],
  check: (context: Context) => readonly Finding[] | Promise<readonly Finding[]>,
  judge: Judge = moreErrors,
): Promise<FixRun> {
  const fs = remembering(context.fs);
  const files = new Map<string, Uint8Array>();
  const applied: AppliedFix[] = [];
  const dropped = new Set<string>();
  let left: readonly LeftFinding[] = [];
  let findings = await check({ ...context, fs });
  for (let round = 0; round < ROUNDS; round++) {
    const chosen = choose(fs, files, kind, findings, dropped);
    left = chosen.left;
    if (chosen.applied.length === 0) break;
    const next = new Map([...files, ...chosen.files]);
    const found = await check({ ...context, fs: withFiles(fs, next) });
    const failed = judge(findings, found, chosen.applied);
    if (failed.length > 0) {
      for (const { finding } of failed) dropped.add(keyOf(finding));
      continue;
    }
    for (const [path, bytes] of chosen.files) files.set(path, bytes);
    applied.push(...chosen.applied);
    findings = found;
  }
  return {
    applied,
    left,
    files: new Map([...files].map(([path, after]) => [path, { ...bytesBefore(fs, path), after }])),
  };
}

const DROPPED = "What its fix does was tried, and mends nothing, or leaves the file with an error.";

function keyOf({ fingerprint, file, line, column }: Finding): string {
  return `${fingerprint} ${file}:${line}:${column}`;
}

function moreErrors(
  before: readonly Finding[],
  after: readonly Finding[],
  applied: readonly AppliedFix[],
): readonly AppliedFix[] {
  return errorsOf(after) > errorsOf(before) ? applied : [];
}

function errorsOf(findings: readonly Finding[]): number {
  return findings.filter(({ severity }) => severity === "error").length;
}

/** The file system with everything as it was when first looked at. */
export function remembering(fs: FileSystem): FileSystem {
  const { readPart: _, ...whole } = fs;
  return {
    ...whole,
    readFile: remembered((path) => fs.readFile(path)),
    stat: remembered((path) => fs.stat(path)),
    list: remembered((path) => fs.list(path)),
    realPath: remembered((path) => fs.realPath(path)),
  };
}

function remembered<T>(ask: (path: string) => T): (path: string) => T {
  const answers = new Map<string, { answer: T }>();
  return (path) => {
    const known = answers.get(path) ?? { answer: ask(path) };
    answers.set(path, known);
    return known.answer;
  };
}

function bytesBefore(fs: FileSystem, path: string): { before?: Uint8Array } {
  return fs.stat(path) === null ? {} : { before: fs.readFile(path) };
}

function choose(
  fs: FileSystem,
  current: ReadonlyMap<string, Uint8Array>,
  kind: Fix["kind"],
  findings: readonly Finding[],
  dropped: ReadonlySet<string>,
): { applied: AppliedFix[]; left: LeftFinding[]; files: Map<string, Uint8Array> } {
  const sources = new Map<string, { text: string; bom: boolean; edits: OffsetEdit[]; isWhole: boolean }>();
  const source = (path: string) => {
    let known = sources.get(path);
    if (!known) {
      const bytes = current.get(path) ?? bytesBefore(fs, path).before ?? new Uint8Array();
      const { text, bom, fault } = decodeText(bytes);
      known = { text, bom, edits: [], isWhole: fault === undefined };
      sources.set(path, known);
    }
    return known;
  };
  const applied: AppliedFix[] = [];
  const left: LeftFinding[] = [];
  for (const finding of findings) {
    if (dropped.has(keyOf(finding))) {
      left.push({ finding, reason: DROPPED });
      continue;
    }
    const [fix, ...others] = finding.fixes.filter((each) => each.kind === kind);
    if (!fix || others.length > 0 || fix.edits.length === 0) continue;
    const edits = fix.edits.flatMap((edit) =>
      offsetEdits(source(edit.file).text, [edit]).map((by) => ({ of: source(edit.file), by })),
    );
    // What is no UTF-8 could not be written back as it was.
    if (edits.some(({ of }) => !of.isWhole)) {
      left.push({ finding, reason: "The file is no UTF-8 text." });
      continue;
    }
    if (edits.some(({ of, by }) => of.edits.some((other) => overlaps(other, by)))) {
      left.push({ finding, reason: "Another fix changes the same place." });
      continue;
    }
    for (const { of, by } of edits) of.edits.push(by);
    applied.push({ finding, fix });
  }
  const files = new Map<string, Uint8Array>();
  for (const [path, { text, bom, edits }] of sources) {
    if (edits.length === 0) continue;
    files.set(path, new TextEncoder().encode((bom ? "\uFEFF" : "") + applyEdits(text, edits)));
  }
  return { applied, left, files };
}

/**
 * Writes all files, or leaves all as they were.
 *
 * @throws FileSystemError for a file that cannot or must not be written, or that is another than was looked at
 */
export function writeAll(fs: FileSystem, files: ReadonlyMap<string, FixedFile>): void {
  for (const [path, { before }] of files) mayWrite(fs, path, before);
  const written: [string, Uint8Array | undefined][] = [];
  try {
    for (const [path, { before, after }] of files) {
      fs.writeFile(path, after);
      written.push([path, before]);
    }
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    const lost = takeBack(fs, written);
    const rest = lost.length === 0 ? "nothing was changed" : `not taken back: ${lost.join(", ")}`;
    throw new FileSystemError(error.fault, error.path, `${error.detail}; ${rest}`);
  }
}

/** @returns the files that stay changed, because the disk does not take what they were */
function takeBack(fs: FileSystem, written: readonly [string, Uint8Array | undefined][]): string[] {
  const lost: string[] = [];
  for (const [path, before] of [...written].reverse()) {
    try {
      if (before) fs.writeFile(path, before);
      else fs.remove(path);
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error;
      lost.push(path);
    }
  }
  return lost;
}

/** @throws FileSystemError for a file that is read-only, or that is no longer as it was */
export function mayWrite(fs: FileSystem, path: string, before: Uint8Array | undefined): void {
  const there = fs.stat(path);
  if (there?.readOnly) {
    throw new FileSystemError("denied", path, "not written, because it is read-only; nothing was changed");
  }
  const same =
    there === null ? before === undefined : before !== undefined && equal(fs.readFile(path), before);
  if (!same) {
    throw new FileSystemError(
      "other",
      path,
      "not written, because it changed meanwhile; nothing was changed: run the command again",
    );
  }
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
