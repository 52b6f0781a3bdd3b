import type { Language } from "@contractc/kernel";

export const LANGUAGES: readonly Language[] = ["python", "typescript"];

const EXTENSIONS: ReadonlyMap<string, Language> = new Map([
  ["py", "python"],
  ["pyi", "python"],
  ["ts", "typescript"],
  ["tsx", "typescript"],
  ["mts", "typescript"],
  ["cts", "typescript"],
  ["js", "typescript"],
  ["jsx", "typescript"],
  ["mjs", "typescript"],
  ["cjs", "typescript"],
]);

/** Extensions with their dots, for messages. */
export const KNOWN_EXTENSIONS: readonly string[] = [...EXTENSIONS.keys()].map((extension) => `.${extension}`);

/** @returns the target that a file's extension picks; `undefined` for none */
export function languageOf(path: string): Language | undefined {
  const dot = path.lastIndexOf(".");
  return dot < 0 ? undefined : EXTENSIONS.get(path.slice(dot + 1));
}

export function isLanguage(name: string): name is Language {
  return (LANGUAGES as readonly string[]).includes(name);
}
