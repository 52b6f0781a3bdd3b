import type { Language } from "@contractc/kernel";
import type { MutationResult, TreeResult } from "./measure.ts";

const LANGUAGES: readonly Language[] = ["python", "typescript"];

/** What a set of mutations scores. */
export interface Score {
  mutations: number;
  found: number;
  /** Of the mutations that matter, the share that is found at the right place. */
  recall: number;
  /** Of all findings, the share that says what was changed, or what follows from it. */
  precision: number;
  collateral: number;
  benign: number;
  /** Findings on edits that change nothing. */
  falseAlarms: number;
}

export function scoreOf(results: readonly MutationResult[]): Score {
  const real = results.filter(({ benign }) => !benign);
  const harmless = results.filter(({ benign }) => benign);
  const sum = (list: readonly MutationResult[], count: (each: MutationResult) => number) =>
    list.reduce((total, each) => total + count(each), 0);
  const right = sum(real, (each) => each.fitting.length + each.consequences.length);
  const collateral = sum(real, (each) => each.collateral.length);
  const falseAlarms = sum(harmless, (each) => each.collateral.length);
  const found = real.filter((each) => each.found).length;
  const all = right + collateral + falseAlarms;
  return {
    mutations: real.length,
    found,
    recall: real.length === 0 ? 1 : found / real.length,
    precision: all === 0 ? 1 : right / all,
    collateral,
    benign: harmless.length,
    falseAlarms,
  };
}

/** Everything as text. */
export function report(trees: readonly TreeResult[], again: (result: MutationResult) => string): string {
  const all = trees.flatMap(({ results }) => results);
  return [kinds(all), summary(trees, all), misses(all, again)].filter((part) => part !== "").join("\n\n");
}

/** `found/made` of each kind and language, with the findings that nothing explains. */
function kinds(all: readonly MutationResult[]): string {
  const names = [...new Set(all.map(({ kind }) => kind))];
  const lines = names.map((kind) => {
    const cells = LANGUAGES.flatMap((language) => {
      const own = all.filter((each) => each.kind === kind && each.language === language);
      if (own.length === 0) return ["", ""];
      const { collateral, falseAlarms } = scoreOf(own);
      const found = own.filter((each) => each.found).length;
      return [`${found}/${own.length}`, collateral + falseAlarms === 0 ? "" : `+${collateral + falseAlarms}`];
    });
    return [kind, ...cells];
  });
  return table(["kind", "python", "", "typescript", ""], lines);
}

function summary(trees: readonly TreeResult[], all: readonly MutationResult[]): string {
  const row = (name: string, size: [string, string], own: readonly MutationResult[], each: string) => {
    const score = scoreOf(own);
    return [
      name,
      ...size,
      `${score.found}/${score.mutations}`,
      percent(score.recall),
      percent(score.precision),
      String(score.collateral),
      `${score.falseAlarms}/${score.benign}`,
      each,
    ];
  };
  const rows = trees.map(({ tree, modules, lines, results, each }) =>
    row(tree, [String(modules), String(lines)], results, each.toFixed(0)),
  );
  const sums = LANGUAGES.flatMap((language) => {
    const own = all.filter((each) => each.language === language);
    return own.length === 0 ? [] : [row(language, ["", ""], own, "")];
  });
  return table(
    ["tree", "modules", "lines", "found", "recall", "precision", "collateral", "false alarms", "ms each"],
    [...rows, ...sums],
  );
}

function misses(all: readonly MutationResult[], again: (result: MutationResult) => string): string {
  const missed = all.filter(({ found }) => !found);
  if (missed.length === 0) return "";
  return missed
    .map((each) => {
      const title = each.benign ? "false alarm" : "missed";
      const others = each.collateral
        .slice(0, 3)
        .map(({ code, symbol, message }) => `    ${code} ${symbol}: ${message}`);
      return [
        `${title}: ${each.tree} ${each.kind} ${each.at} (${each.file})`,
        `    ${again(each)}`,
        ...others,
      ].join("\n");
    })
    .join("\n");
}

function percent(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[index]!)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
