import {
  drift,
  type OpenedProject,
  openProject,
  planBuild,
  pythonReader,
  type Reader,
  typescriptReader,
} from "@contractc/code";
import type { Address, Kernel, Language } from "@contractc/kernel";
import type { ContractState } from "../contract/port.js";
import type { Tree } from "../model/index.js";
import type { Skeletons } from "./ports.js";
import { treeFileSystem } from "./tree-files.js";

/** What skeletons are made with. */
export interface SkeletonSource {
  /** Absolute. */
  root: string;
  content(id: string): Uint8Array;
  keep(text: string): string;
  /** Code that is not read, as the settings of the contract have it. */
  excludes: readonly string[];
}

/** Where a build puts what it generates, and the list of it. */
const OUTPUTS = "contract-build";

/**
 * What a contract adds to a tree. The `bare` tree has a skeleton in place of all code of its modules: what tests have to
 * fail on.
 */
export async function makeSkeletons(
  base: Tree,
  { kernel, files }: ContractState,
  source: SkeletonSource,
): Promise<Skeletons> {
  const withContract: Tree = { ...base };
  for (const [path, text] of files) withContract[path] = source.keep(text);
  const tree = await built(kernel, withContract, source);
  const isCode = (path: string) =>
    kernel.modules.some(
      (module) => path === module.path || (module.folder && path.startsWith(`${module.path}/`)),
    );
  const withoutCode = Object.fromEntries(Object.entries(withContract).filter(([path]) => !isCode(path)));
  const bare = await built(kernel, withoutCode, source);
  return { tree, bare, examples: examplesOf(tree, source) };
}

async function built(kernel: Kernel, tree: Tree, source: SkeletonSource): Promise<Tree> {
  const fs = treeFileSystem(source.root, tree, source.content);
  const project = await opened(kernel, tree, source);
  const plan = planBuild(kernel, { fs, root: source.root, project }, { out: OUTPUTS });
  const result = { ...tree };
  for (const { path, after } of plan.writes) result[path] = source.keep(after);
  return result;
}

async function opened(kernel: Kernel, tree: Tree, source: SkeletonSource): Promise<OpenedProject> {
  return openProject({
    fs: treeFileSystem(source.root, tree, source.content),
    root: source.root,
    targets: kernel.targets,
    readers: await readersOf(kernel),
    includes: kernel.modules.map(({ path }) => path),
    excludes: source.excludes,
  });
}

/** Modules whose code is all there and has no drift that is an error. */
export async function implemented(
  tree: Tree,
  { kernel, files }: ContractState,
  source: SkeletonSource,
): Promise<Address[]> {
  const withContract: Tree = { ...tree };
  for (const [path, text] of files) withContract[path] = source.keep(text);
  const project = await opened(kernel, withContract, source);
  const faulty = drift(kernel, project).filter(
    ({ severity, code }) => severity === "error" || code === "drift/hollow",
  );
  const isAt = (address: Address, path: string, folder: true | undefined) =>
    faulty.some(({ symbol, file }) => {
      const place = file.slice(source.root.length + 1);
      const isOwn = symbol === address || symbol.startsWith(`${address}.`);
      return isOwn || place === path || (folder === true && place.startsWith(`${path}/`));
    });
  return kernel.modules.flatMap(({ address, path, folder }) => {
    const isThere = folder
      ? [...project.files.keys()].some((file) => file.startsWith(`${path}/`))
      : path in tree;
    return isThere && !isAt(address, path, folder) ? [address] : [];
  });
}

async function readersOf(kernel: Kernel): Promise<Reader[]> {
  const languages = new Set<Language>(kernel.targets.map(({ language }) => language));
  for (const { language } of kernel.modules) if (language) languages.add(language);
  const start = { python: pythonReader, typescript: typescriptReader };
  return Promise.all([...languages].sort().map((language) => start[language]()));
}

/** The tests that a build made of each module's examples, by its own list. */
function examplesOf(tree: Tree, { content }: SkeletonSource): Record<Address, string[]> {
  const id = tree[`${OUTPUTS}/manifest.json`];
  if (id === undefined) return {};
  const manifest: unknown = JSON.parse(new TextDecoder().decode(content(id)));
  if (typeof manifest !== "object" || manifest === null || !("outputs" in manifest)) return {};
  const outputs = Array.isArray(manifest.outputs) ? manifest.outputs : [];
  const examples: Record<Address, string[]> = {};
  for (const { path, source } of outputs as { path: string; source: string }[]) {
    if (source === "" || !path.startsWith(`${OUTPUTS}/tests/`)) continue;
    examples[source] = [...(examples[source] ?? []), path];
  }
  return examples;
}
