import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Tree } from "./measure.ts";

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
export const COMMAND = here("../../packages/cli/bin/contractc.js");
const CORPORA = here("corpora");
const CONTRACT = "contractc.contract";

/** A public package: nothing of it is kept here, it is fetched by whoever runs the benchmark. */
interface PublicPackage {
  name: string;
  repository: string;
  /** The state that figures speak of. */
  commit: string;
  /** The folder with its sources. */
  sources: string;
  /** Files that steer its imports. */
  settings: string[];
}

/** Our own small corpora, each with a contract of its own. */
export function ownTrees(): Tree[] {
  if (!existsSync(CORPORA)) return [];
  return readdirSync(CORPORA)
    .sort()
    .map((name) => ({ name, folder: join(CORPORA, name), contract: CONTRACT }));
}

/**
 * Fetches public packages and extracts their contracts.
 *
 * @param folder where the trees are written
 * @param clones a folder of clones that are there already, by the packages' names; what is missing is fetched
 * @param only names; all if empty
 */
export function publicTrees(folder: string, clones: string | undefined, only: readonly string[]): Tree[] {
  const manifest = JSON.parse(readFileSync(here("public.json"), "utf8")) as PublicPackage[];
  return manifest
    .filter(({ name }) => only.length === 0 || only.includes(name))
    .map((each) => {
      const ready = clones === undefined ? undefined : join(resolve(clones), each.name);
      const source = ready !== undefined && existsSync(ready) ? ready : fetched(each, join(folder, "clones"));
      const state = git(source, "rev-parse", "HEAD").trim();
      if (state !== each.commit) {
        console.error(`${each.name}: ${source} is at ${state}, the manifest says ${each.commit}`);
      }
      const tree = join(folder, each.name);
      for (const path of [each.sources, ...each.settings]) {
        if (existsSync(join(source, path))) cpSync(join(source, path), join(tree, path), { recursive: true });
      }
      return extracted(each.name, tree);
    });
}

/** Any folder: with the contract in it, or a copy of it with an extracted one. */
export function treeOf(folder: string, scratch: string): Tree {
  const path = resolve(folder);
  const name = basename(path);
  const contract = readdirSync(path).find((file) => file.endsWith(".contract"));
  if (contract !== undefined) return { name, folder: path, contract };
  const copy = join(scratch, name);
  cpSync(path, copy, {
    recursive: true,
    filter: (file) => !/[/\\](?:\.git|node_modules)$/.test(file),
  });
  return extracted(name, copy);
}

function extracted(name: string, folder: string): Tree {
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, "extract", ".", "-o", CONTRACT], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`No contract could be extracted from ${name}: ${stderr}`);
  return { name, folder, contract: CONTRACT };
}

function fetched({ name, repository, commit }: PublicPackage, folder: string): string {
  const clone = join(folder, name);
  mkdirSync(clone, { recursive: true });
  git(clone, "init", "--quiet");
  git(clone, "fetch", "--quiet", "--depth", "1", repository, commit);
  git(clone, "checkout", "--quiet", "FETCH_HEAD");
  return clone;
}

function git(folder: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${error?.message ?? stderr}`);
  return stdout;
}
