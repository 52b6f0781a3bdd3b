import { readdirSync } from "node:fs";
import { join } from "node:path";

/** What a child process prints: processor time in milliseconds. */
export interface Measured {
  parsing: number;
  rest: number;
}

/** Runs something and tells the processor time of this process meanwhile, its helper threads included. */
export function measure<T>(run: () => T): { result: T; milliseconds: number } {
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  return { result, milliseconds: (user + system) / 1000 };
}

/** The contract files below a folder, sorted. */
export function contractFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".contract"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
