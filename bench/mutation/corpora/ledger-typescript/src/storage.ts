import { readFile, writeFile } from "node:fs/promises";
import type { Posted } from "./entry.js";

/** Writes a text, the whole of it or nothing. */
export async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text, "utf8");
}

export async function load(path: string): Promise<Posted[]> {
  const text = await readFile(path, "utf8");
  return decode(text);
}

export function encode(posted: readonly Posted[]): string {
  return JSON.stringify(posted);
}

export function decode(text: string): Posted[] {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? (value as Posted[]) : [];
}

export const checksum = (text: string): number => {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return sum;
};
