import { fstatSync, writeSync } from "node:fs";
import { nodeFileSystem, systemClock } from "@contractc/kernel";
import { buildOf } from "./build-id.js";
import type { CacheContext, CachedAnswer } from "./commands/cached-check.js";
import { slashed } from "./paths.js";

/*
 * How what is answered before the command line is loaded meets the process.
 */

const STDOUT = 1;

/** The context of the real process, as far as a cache needs it. */
export function cacheContext(host: NodeJS.Process): CacheContext {
  const fs = nodeFileSystem();
  return { fs, clock: systemClock, build: buildOf(fs), cwd: slashed(host.cwd()), env: host.env };
}

/**
 * Prints an answer.
 *
 * @returns the exit code; `undefined` where the command line has to, of which nothing has been printed
 */
export function printAnswer(host: NodeJS.Process, answer: CachedAnswer): number | undefined {
  if (isTerminal(host)) return undefined;
  try {
    // Not the stream: making it takes longer than the rest.
    writeSync(STDOUT, answer.output);
    return answer.code;
  } catch {
    // The command line knows what to do where an output cannot be written.
    return undefined;
  }
}

/** Colours are the renderer's. Only of a device it takes the stream to tell whether it is a terminal. */
function isTerminal(host: NodeJS.Process): boolean {
  try {
    return fstatSync(STDOUT).isCharacterDevice() && host.stdout.isTTY === true;
  } catch {
    return true;
  }
}
