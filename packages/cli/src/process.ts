import { nodeFileSystem, systemClock, systemProcesses } from "@contractc/kernel";
import { buildOf } from "./build-id.js";
import type { Context, Output } from "./context.js";
import { unbroken, waits } from "./interrupt.js";
import { slashed } from "./paths.js";
import { systemWatcher } from "./watching/watcher.js";

const listeners = new Set<() => void>();

/** Tells whoever wants to end cleanly, once. @returns whether there was anybody */
export function interrupt(): boolean {
  const told = [...listeners];
  listeners.clear();
  for (const listener of told) listener();
  return told.length > 0;
}

/** The context of the real process. */
export function processContext(host: NodeJS.Process): Context {
  const disk = nodeFileSystem();
  // Who waits for events hears of an interrupt itself.
  const fs = waits(host.argv.slice(2)) ? disk : unbroken(disk, host);
  return {
    interruptions: {
      listen(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    fs,
    clock: systemClock,
    processes: systemProcesses,
    watcher: systemWatcher,
    build: buildOf(fs),
    cwd: slashed(host.cwd()),
    env: host.env,
    out: streamOutput(host.stdout),
    err: streamOutput(host.stderr),
  };
}

function streamOutput(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => void stream.write(text),
    terminal: stream.isTTY === true,
    width: stream.columns ?? 80,
  };
}
