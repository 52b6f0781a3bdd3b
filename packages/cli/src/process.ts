import { fileURLToPath } from "node:url";
import { nodeFileSystem, systemClock, systemProcesses } from "@contractc/kernel";
import type { Context, Output } from "./context.js";
import { slashed } from "./paths.js";
import { VERSION } from "./version.js";
import { systemWatcher } from "./watching/watcher.js";

/** The context of the real process. */
export function processContext(host: NodeJS.Process): Context {
  const fs = nodeFileSystem();
  // All files of a bundle are written together.
  const own = fs.stat(slashed(fileURLToPath(import.meta.url)));
  return {
    fs,
    clock: systemClock,
    processes: systemProcesses,
    watcher: systemWatcher,
    build: `${VERSION} ${own?.modified} ${own?.size}`,
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
