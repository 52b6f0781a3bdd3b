import { fstatSync, writeSync } from "node:fs";
import { nodeFileSystem, systemClock } from "@contractc/kernel";
import { buildOf } from "./build-id.js";
import { cachedCheck } from "./commands/cached-check.js";
import { cachedDrift } from "./commands/cached-drift.js";
import { slashed } from "./paths.js";

/*
 * What is answered before the command line is loaded. It is a bundle of its own, so that an answer from a cache takes
 * little more than starting Node: whatever is imported here is paid by it.
 */

const STDOUT = 1;

/**
 * Answers a command from a cache, where one can.
 *
 * @returns the exit code; `undefined` for everything else, of which nothing has been done
 */
export function quickly(host: NodeJS.Process): number | undefined {
  const fs = nodeFileSystem();
  const context = {
    fs,
    clock: systemClock,
    build: buildOf(fs),
    cwd: slashed(host.cwd()),
    env: host.env,
  };
  const args = host.argv.slice(2);
  const answer = cachedCheck(args, context) ?? cachedDrift(args, context);
  if (answer === undefined || isTerminal(host)) return undefined;
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
