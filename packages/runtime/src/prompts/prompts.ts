import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { decodeText, type FileSystem } from "@contractc/kernel";

/** The texts that models are given, by the name of their file in `prompts/`. */
export const PROMPTS = [
  "analyst",
  "architect",
  "coder",
  "tester",
  "reviewer",
  "integrator",
  "generator",
  "evolution",
  "discriminator",
  "triage",
  "repair",
  "tools",
  "folder",
] as const;
export type PromptName = (typeof PROMPTS)[number];

export interface Prompt {
  /** Raised with each change of the text: a record tells by which brief a task failed. */
  version: number;
  text: string;
}

export type Prompts = Readonly<Record<PromptName, Prompt>>;

/** Where the texts lie: beside a bundle, or in this package. */
export function installedPrompts(): string {
  const beside = fileURLToPath(new URL("./prompts", import.meta.url));
  return existsSync(`${beside}/coder.md`) ? beside : fileURLToPath(new URL("../../prompts", import.meta.url));
}

/**
 * Reads all prompts.
 *
 * @param folder absolute
 * @throws where one is missing or has no version: a broken installation
 */
export function loadPrompts(fs: FileSystem, folder: string): Prompts {
  const read = (name: PromptName): Prompt => {
    const { text } = decodeText(fs.readFile(`${folder.replaceAll("\\", "/")}/${name}.md`));
    const head = /^---\r?\nversion: (\d+)\r?\n---\r?\n/.exec(text);
    if (!head) throw new Error(`The prompt ${name}.md starts with no version.`);
    return { version: Number(head[1]), text: text.slice(head[0].length).replaceAll("\r\n", "\n").trim() };
  };
  return Object.fromEntries(PROMPTS.map((name) => [name, read(name)])) as Record<PromptName, Prompt>;
}

/**
 * Puts values in place of `{{name}}`.
 *
 * @throws for a name without a value: a mistake in a prompt, which a test meets before a user does
 */
export function fillPrompt({ text }: Prompt, values: Readonly<Record<string, string>>): string {
  const filled = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`A prompt names {{${name}}}, which has no value.`);
    return value;
  });
  // A value may be empty; what is left of its paragraph goes with it.
  return filled.replace(/\n{3,}/g, "\n\n").trim();
}
