import { appendFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { median, run } from "../check/children.ts";
import { apiExtractor, dependencyCruiser, griffe, installPeers } from "./peers.ts";
import { copyCode, fetchPackage, generatedTree, PACKAGES, someFile } from "./trees.ts";

/** What `npm run bench -- drift` is asked for. */
export interface DriftOptions {
  runs: number;
  /** Sizes of generated trees. */
  files: number[];
  /** A folder of code in place of the public packages. */
  tree?: string;
  /** Folders to import griffe from; it is not measured without. */
  griffe: string[];
}

const COMMAND = fileURLToPath(new URL("../../packages/cli/bin/contractc.js", import.meta.url));

/** A tree may have findings that no contract can accept; they change nothing about the time. */
const FINDINGS = [0, 1];

/** Measures `contractc drift` beside its peers on the same trees, and its growth on generated ones. */
export function benchDrift(options: DriftOptions): void {
  const folder = mkdtempSync(join(tmpdir(), "contractc-bench-"));
  try {
    const empty = middle(options.runs, () => run(["--eval", ""]).processor);
    console.log(`Median of ${options.runs} runs; processor time in ms; an empty Node takes ${ms(empty)}.\n`);
    if (options.tree !== undefined) own(folder, resolve(options.tree), options, empty);
    else {
      const modules = installPeers(join(folder, "peers"));
      for (const each of PACKAGES) {
        const archive = fetchPackage(each, join(folder));
        const tree = join(folder, `tree-${each.name}`);
        copyCode(join(archive, each.source), join(tree, "src"));
        const ours = measured(`${each.name} ${each.version}`, tree, "src", options.runs, empty);
        const cruiser = middle(options.runs, () => dependencyCruiser(modules, tree));
        compare("dependency-cruiser", cruiser, ours);
        const extractor = apiExtractor(modules, archive, each.types);
        if (extractor !== undefined)
          compare(
            "api-extractor",
            middle(options.runs, () => apiExtractor(modules, archive, each.types) ?? Number.NaN),
            ours,
          );
      }
    }
    for (const files of options.files) {
      const tree = join(folder, `generated-${files}`);
      generatedTree(tree, files);
      measured(`${files} generated files`, tree, undefined, options.runs, empty);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Figures {
  cold: number;
  warm: number;
}

function own(folder: string, from: string, { runs, griffe: sources }: DriftOptions, empty: number): void {
  const name = basename(from);
  const tree = join(folder, "tree");
  copyCode(from, join(tree, name));
  const ours = measured(name, tree, name, runs, empty);
  if (sources.length > 0)
    compare(
      "griffe",
      middle(runs, () => griffe(sources, tree, name)),
      ours,
    );
}

/** @param code the folder to extract a contract from; absent where there is one already */
function measured(
  title: string,
  tree: string,
  code: string | undefined,
  runs: number,
  empty: number,
): Figures {
  if (code !== undefined) run([COMMAND, "extract", code, "--output", "main.contract"], tree);
  const drift = (...args: string[]) => run([COMMAND, "drift", ...args], tree, FINDINGS).processor;
  const cold = middle(runs, () => drift("--no-cache"));
  drift();
  // The state of files that have just been written is not trusted: their content is read, once more.
  wait();
  drift();
  const warm = middle(runs, () => drift());
  const file = someFile(tree);
  const comment = file.endsWith(".py") || file.endsWith(".pyi") ? "# again\n" : "// again\n";
  const changed = middle(runs, () => {
    appendFileSync(join(tree, file), comment);
    return drift();
  });
  const count = readdirSync(tree, { recursive: true }).length;
  console.log(
    `${title} (${count} files and folders): cold ${ms(cold)}, warm ${ms(warm)} (${times(warm / empty)} an empty Node), ` +
      `one changed file ${ms(changed)} (${times(changed / empty)})`,
  );
  return { cold, warm };
}

function wait(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500);
}

function compare(peer: string, theirs: number, { cold, warm }: Figures): void {
  console.log(`  ${peer} ${ms(theirs)}: cold is ${times(cold / theirs)} of it, warm ${times(warm / theirs)}`);
}

function middle(runs: number, action: () => number): number {
  return median(Array.from({ length: runs }, action), (figure) => figure);
}

function ms(figure: number): string {
  return `${figure.toFixed(0)} ms`;
}

function times(ratio: number): string {
  return `${ratio.toFixed(2)} times`;
}
