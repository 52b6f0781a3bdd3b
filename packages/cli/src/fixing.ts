import {
  applyEdits,
  decodeText,
  type FileSystem,
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

/** One mended fault may bring up another with a fix; what goes on for longer is a fix that undoes another. */
const ROUNDS = 10;

/**
 * Applies the fixes of findings to files, again for what is found then, until none is left.
 *
 * Where a finding offers several fixes somebody has to choose, and it is left alone; of two that overlap the second
 * waits for the next round. A round that leaves more errors than it found is dropped. Nothing is written before all is
 * done; where a file cannot be written, those before it get their old contents back.
 *
 * @param kind what fixes may change
 * @param check finds what is wrong, in the given file system
 * @returns what was applied, in order
 * @throws FileSystemError for a file that cannot be written
 */
export function fixAll(
  context: Context,
  kind: Fix["kind"],
  check: (context: Context) => readonly Finding[],
): AppliedFix[] {
  const files = new Map<string, Uint8Array>();
  const applied: AppliedFix[] = [];
  let findings = check(context);
  for (let round = 0; round < ROUNDS; round++) {
    const chosen = choose(context.fs, files, kind, findings);
    if (chosen.applied.length === 0) break;
    const next = new Map([...files, ...chosen.files]);
    const found = check({ ...context, fs: withFiles(context.fs, next) });
    if (errorsOf(found) > errorsOf(findings)) break;
    for (const [path, bytes] of chosen.files) files.set(path, bytes);
    applied.push(...chosen.applied);
    findings = found;
  }
  writeAll(context.fs, files);
  return applied;
}

function errorsOf(findings: readonly Finding[]): number {
  return findings.filter(({ severity }) => severity === "error").length;
}

function choose(
  fs: FileSystem,
  current: ReadonlyMap<string, Uint8Array>,
  kind: Fix["kind"],
  findings: readonly Finding[],
): { applied: AppliedFix[]; files: Map<string, Uint8Array> } {
  const sources = new Map<string, { text: string; bom: boolean; edits: OffsetEdit[] }>();
  const source = (path: string) => {
    let known = sources.get(path);
    if (!known) {
      const { text, bom } = decodeText(current.get(path) ?? fs.readFile(path));
      known = { text, bom, edits: [] };
      sources.set(path, known);
    }
    return known;
  };
  const applied: AppliedFix[] = [];
  for (const finding of findings) {
    const [fix, ...others] = finding.fixes.filter((each) => each.kind === kind);
    if (!fix || others.length > 0 || fix.edits.length === 0) continue;
    const edits = fix.edits.flatMap((edit) =>
      offsetEdits(source(edit.file).text, [edit]).map((by) => ({ of: source(edit.file), by })),
    );
    if (edits.some(({ of, by }) => of.edits.some((other) => overlaps(other, by)))) continue;
    for (const { of, by } of edits) of.edits.push(by);
    applied.push({ finding, fix });
  }
  const files = new Map<string, Uint8Array>();
  for (const [path, { text, bom, edits }] of sources) {
    if (edits.length === 0) continue;
    files.set(path, new TextEncoder().encode((bom ? "\uFEFF" : "") + applyEdits(text, edits)));
  }
  return { applied, files };
}

/** Writes all files, or leaves all as they were. */
function writeAll(fs: FileSystem, files: ReadonlyMap<string, Uint8Array>): void {
  const before = new Map([...files.keys()].map((path) => [path, fs.readFile(path)]));
  const written: string[] = [];
  try {
    for (const [path, bytes] of files) {
      written.push(path);
      fs.writeFile(path, bytes);
    }
  } catch (error) {
    for (const path of written) {
      const bytes = before.get(path);
      if (bytes) fs.writeFile(path, bytes);
    }
    throw error;
  }
}
