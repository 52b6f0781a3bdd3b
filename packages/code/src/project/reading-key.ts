import type { Language } from "@contractc/kernel";

/**
 * The key of a reading.
 *
 * @param content the id of the file's content
 * @param typeVariables of other files, as JSON; `""` for none
 */
export function readingKey(content: string, language: Language, path: string, typeVariables = ""): string {
  return `${content} ${language} ${path} ${typeVariables}`;
}
