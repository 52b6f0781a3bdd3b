import { pythonReader, type Reader, typescriptReader } from "@contractc/code";
import type { Kernel, Language } from "@contractc/kernel";

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
