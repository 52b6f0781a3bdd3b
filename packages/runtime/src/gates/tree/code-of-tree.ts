import {
  type OpenedProject,
  openProject,
  pythonReader,
  type Reader,
  typescriptReader,
} from "@contractc/code";
import {
  type ContractConfig,
  type FileSystem,
  type Kernel,
  type Language,
  readConfig,
} from "@contractc/kernel";
import type { GateInput } from "../port.js";
import { treeFileSystem } from "./tree-file-system.js";

/** The code of a tree, read and not run. */
export interface TreeCode {
  project: OpenedProject;
  config: ContractConfig;
  fs: FileSystem;
}

const started = new Map<Language, Promise<Reader>>();

/** Readers keep nothing of what they read, so each is started once. */
function readerOf(language: Language): Promise<Reader> {
  const start: Record<Language, () => Promise<Reader>> = {
    python: pythonReader,
    typescript: typescriptReader,
  };
  const known = started.get(language) ?? start[language]();
  started.set(language, known);
  return known;
}

export async function codeOfTree(
  input: Pick<GateInput, "kernel" | "tree" | "workspace" | "tests" | "content">,
  disk: FileSystem,
): Promise<TreeCode> {
  const { kernel, tree, workspace, tests } = input;
  const fs = treeFileSystem(workspace, tree, (id) => input.content(id), disk);
  const { config } = readConfig(fs, workspace);
  const project = openProject({
    fs,
    root: workspace,
    targets: kernel.targets,
    readers: await Promise.all(languagesOf(kernel).map(readerOf)),
    includes: [...kernel.modules.map(({ path }) => path), ...tests],
    excludes: config.excludes,
  });
  return { project, config, fs };
}

function languagesOf(kernel: Kernel): Language[] {
  const languages = new Set<Language>(kernel.targets.map(({ language }) => language));
  for (const { language } of kernel.modules) if (language) languages.add(language);
  return [...languages].sort();
}
