import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandFindings } from "./command.ts";
import { type MutationResult, measureTree, type Tree, type TreeResult } from "./measure.ts";
import { report, scoreOf } from "./report.ts";
import { ownTrees, publicTrees, treeOf } from "./trees.ts";

/** What `npm run bench -- mutation` is asked for. */
export interface MutationOptions {
  corpus: "own" | "public";
  seed: number;
  perKind: number;
  /** Kinds that begin so. */
  only?: string;
  /** One mutation of each kind, with its change and what is found. */
  at?: number;
  /** A folder of code to mutate instead of the corpora. */
  tree?: string;
  /** Names of trees of the corpus; all if empty. */
  trees: string[];
  /** A folder of clones of the public packages. */
  clones?: string;
  /** A file for the results. */
  json?: string;
  /** So many mutations are compared with what the command says of them. */
  verify: number;
}

/** Mutates every tree and prints what was found; the misses last. */
export async function benchMutation(options: MutationOptions): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "contractc-mutation-"));
  try {
    const trees = treesOf(options, scratch);
    const results: TreeResult[] = [];
    for (const tree of trees) {
      const result = await measureTree(tree, { ...options, seen: observer(tree, options, scratch) });
      for (const { code, file, line, message } of result.baseline) {
        console.log(`${tree.name} is not clean: ${code} ${file}:${line} ${message}`);
      }
      results.push(result);
    }
    console.log(report(results, (each) => again(each, options)));
    if (options.json !== undefined) {
      const scores = results.map((each) => ({ ...each, score: scoreOf(each.results) }));
      writeFileSync(options.json, `${JSON.stringify({ seed: options.seed, trees: scores }, null, 2)}\n`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function treesOf({ corpus, tree, trees, clones }: MutationOptions, scratch: string): Tree[] {
  if (tree !== undefined) return [treeOf(tree, scratch)];
  if (corpus === "public") return publicTrees(scratch, clones, trees);
  return ownTrees().filter(({ name }) => trees.length === 0 || trees.includes(name));
}

/** The command line that makes one mutation again. */
function again({ kind, index, tree }: MutationResult, options: MutationOptions): string {
  const where =
    options.tree !== undefined
      ? `--tree ${options.tree}`
      : `--corpus ${options.corpus} --trees ${tree}${options.clones === undefined ? "" : ` --clones ${options.clones}`}`;
  return `npm run bench -- mutation ${where} --only ${kind} --seed ${options.seed} --at ${index}`;
}

type Observer = NonNullable<Parameters<typeof measureTree>[1]["seen"]>;

function observer(tree: Tree, options: MutationOptions, scratch: string): Observer {
  let left = options.verify;
  return (result, changes, findings) => {
    if (options.at !== undefined) {
      console.log(`${result.tree} ${result.kind} ${result.at}`);
      for (const [path, text] of changes) console.log(changeOf(tree, path, text));
      for (const each of findings) console.log(`  ${each.code} ${each.symbol}: ${each.message}`);
    }
    if (left-- <= 0) return;
    const folder = join(scratch, "verify");
    mkdirSync(folder, { recursive: true });
    const said = commandFindings(tree, changes, folder);
    const before = commandFindings(tree, new Map(), folder);
    const own = findings.map(({ fingerprint }) => fingerprint);
    if (without(said, before).join() !== own.toSorted().join()) {
      console.log(`The command says something else of ${result.kind} at ${result.at}.`);
    }
  };
}

/** What is in a list more often than in another. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return list.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The lines that differ. */
function changeOf(tree: Tree, path: string, text: string | null): string {
  if (text === null) return `--- ${path} is gone`;
  let old: string[];
  try {
    old = readFileSync(join(tree.folder, path), "utf8").split("\n");
  } catch {
    return `+++ ${path} is new`;
  }
  const now = text.split("\n");
  let start = 0;
  while (start < old.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const part = (lines: string[], sign: string) =>
    lines
      .slice(start, lines.length - end)
      .slice(0, 40)
      .map((line) => `${sign} ${line}`);
  return [`@@ ${path}:${start + 1}`, ...part(old, "-"), ...part(now, "+")].join("\n");
}
