import type { Address, Code, Finding, Language } from "@contractc/kernel";
import type { Declared } from "./declared.ts";
import type { Random } from "./random.ts";
import type { Outline, Span } from "./syntax/outline.ts";
import type { Changes } from "./workspace.ts";

/** What has to be found. */
export interface Expected {
  /** One of these. */
  codes: readonly Code[];
  /** At one of these; overloads of one count as it. `*` for anywhere. */
  symbols: readonly Address[];
  /** Codes that the same change gives, too, wherever they stand. */
  also?: readonly Code[];
}

export interface Edit extends Span {
  text: string;
}

/** One change at one place. */
export interface Mutation {
  /** What was changed, for people: `click.core.Command.main`. */
  at: string;
  file: string;
  edits: readonly Edit[];
  /** Other files that come, change or go. */
  files?: Changes;
  /** The change is that a file does not parse any more. */
  unparsable?: true;
  /** Absent for an edit that changes nothing of what the contract says. */
  expected?: Expected;
}

/** What a mutator may look at. */
export interface Site {
  outline: Outline;
  declared: Declared;
  /** Of every file of the tree that parses. */
  outlines: ReadonlyMap<string, Outline>;
  random: Random;
}

/** One kind of change. */
export interface Mutator {
  kind: string;
  /** Nothing may be found. */
  benign?: boolean;
  /** Absent: all. */
  languages?: readonly Language[];
  /** Every place in a file where the change can be made. */
  mutations(site: Site): Iterable<Mutation>;
}

/** The changed files; `null` where the edits overlap. */
export function changesOf(mutation: Mutation, text: string): Changes | null {
  const changes = new Map(mutation.files);
  if (mutation.edits.length === 0) return changes;
  let result = "";
  let at = 0;
  const edits = mutation.edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  for (const { start, end, text: inserted } of edits) {
    if (start < at) return null;
    result += text.slice(at, start) + inserted;
    at = end;
  }
  return changes.set(mutation.file, result + text.slice(at));
}

export interface Verdict {
  /** Findings of a fitting code at the right place. */
  fitting: readonly Finding[];
  /** Others that the same change gives. */
  consequences: readonly Finding[];
  /** Findings that the change does not explain. */
  collateral: readonly Finding[];
}

export function judge(mutation: Mutation, findings: readonly Finding[]): Verdict {
  const { expected } = mutation;
  if (!expected) return { fitting: [], consequences: [], collateral: findings };
  const isRight = ({ code, symbol, file }: Finding) =>
    expected.codes.some((each) => each === code) &&
    (file.endsWith(".contract") || file === mutation.file || (mutation.files?.has(file) ?? false)) &&
    expected.symbols.some((each) => each === "*" || symbol === each || symbol.startsWith(`${each}#`));
  const follows = (finding: Finding) => expected.also?.some((each) => each === finding.code) ?? false;
  return {
    fitting: findings.filter(isRight),
    consequences: findings.filter((each) => !isRight(each) && follows(each)),
    collateral: findings.filter((each) => !isRight(each) && !follows(each)),
  };
}

export function replace({ start, end }: Span, text: string): Edit {
  return { start, end, text };
}

export function insert(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

/** Takes a declaration out, with its line where nothing else stands there. */
export function removeLines(text: string, { start, end }: Span): Edit {
  const line = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", end);
  const before = text.slice(line, start);
  const after = text.slice(end, lineEnd < 0 ? text.length : lineEnd);
  if (before.trim() !== "" || !/^[ \t\r;,]*(?:(?:#|\/\/).*)?$/.test(after)) return { start, end, text: "" };
  return { start: line, end: lineEnd < 0 ? text.length : lineEnd + 1, text: "" };
}
