import {
  type Consulted,
  type OpenedProject,
  openProject,
  pythonReader,
  type Reader,
  typescriptReader,
} from "@contractc/code";
import type { Kernel, Language } from "@contractc/kernel";
import type { KnownCode } from "./cache/tree-cache.js";
import type { Context } from "./context.js";
import type { Contract } from "./contracts.js";

/** Starts the readers of the given languages. Each loads a parser, so that none is started that is not needed. */
export async function readersOf(languages: Iterable<Language>): Promise<Reader[]> {
  const start = { python: pythonReader, typescript: typescriptReader };
  return Promise.all([...new Set(languages)].sort().map((language) => start[language]()));
}

/** The languages a contract speaks of. */
export function languagesOf(kernel: Kernel): Set<Language> {
  const languages = new Set<Language>(kernel.targets.map(({ language }) => language));
  for (const { language } of kernel.modules) if (language) languages.add(language);
  return languages;
}

/**
 * Opens the code that a contract speaks of.
 *
 * @param cache what is known of its files
 * @param consulted notes whose contents what is found out depends on
 */
export async function openCode(
  context: Context,
  { compilation, folder, config }: Contract,
  cache?: KnownCode,
  consulted?: Consulted,
): Promise<OpenedProject> {
  const { kernel } = compilation;
  return openProject({
    fs: cache?.fs ?? context.fs,
    ...(cache ? { readings: cache.readings } : {}),
    ...(consulted ? { consulted } : {}),
    root: folder,
    targets: kernel.targets,
    readers: await readersOf(languagesOf(kernel)),
    includes: kernel.modules.map(({ path }) => path),
    excludes: config.excludes,
  });
}
