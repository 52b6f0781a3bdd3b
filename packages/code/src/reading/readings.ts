import type { ModuleSignature } from "./signature.js";

/** What a file's content gives: all that there is to know of a file in which nothing is to be reported. */
export interface Reading {
  signature: ModuleSignature;
  /** A generator left its mark at the head of the file. */
  generated: boolean;
}

/**
 * Readings by what they were made of, so that no content is parsed twice. The key holds all that a reading depends on
 * but the readers themselves: whoever keeps readings for another day keeps those of other readers apart.
 */
export interface Readings {
  /** @returns `undefined` where there is none */
  get(key: string): Reading | undefined;
  /** Absent where nothing is kept. */
  set?(key: string, reading: Reading): void;
}
