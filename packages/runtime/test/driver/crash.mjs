// Drives a run and is killed right after the nth entry of this process: node crash.mjs FOLDER N

import { nodeFileSystem, systemClock, systemProcesses } from "@contractc/kernel";
import { DEFAULT_POLICY, drive, openRecord, openWorkspace, startRun } from "@contractc/runtime";
import { contractState, logTo, partsOf } from "./fakes.mjs";

const [root, after] = process.argv.slice(2);
const fs = nodeFileSystem();
const opened = openRecord(fs, systemClock, root, true);
if (opened.kind !== "opened") throw new Error(opened.message);
let left = Number(after);
/** Every way to write an entry, with a kill right behind it. */
const counted = (result, isWritten) => {
  if (isWritten(result)) {
    left -= 1;
    if (left === 0) process.kill(process.pid, "SIGKILL");
  }
  return result;
};
const { store } = opened;
const writes = {
  append: ({ kind }) => kind === "appended",
  settle: ({ kind }) => kind === "settled",
  signal: (written) => written,
};
const killing = new Proxy(store, {
  get: (target, name) => {
    if (typeof target[name] !== "function") return target[name];
    return (...args) => counted(target[name](...args), writes[name] ?? (() => false));
  },
});
const workspace = openWorkspace({ fs, processes: systemProcesses, store: killing, root });
const parts = partsOf({ store: killing, workspace, asked: logTo(`${root}/../asked.log`) });
const isAlive = (worker) => {
  try {
    process.kill(Number(worker.split(":")[1]), 0);
    return true;
  } catch {
    return false;
  }
};
const policy = { ...DEFAULT_POLICY, checkpoints: [], concurrency: 2 };
if (store.read("run-1").length === 0)
  await startRun(parts, { run: "run-1", policy, contract: contractState() });
const outcome = await drive(parts, {
  run: "run-1",
  worker: `here:${process.pid}:1`,
  isAlive,
  signal: new AbortController().signal,
});
process.stdout.write(`${JSON.stringify(outcome)}\n`);
store.close();
