// Feeds made-up and damaged contracts or code to the compiler and checks what is promised of every input.
//
//   npm run fuzz -- --inputs 1000000 --seed 7
//   npm run fuzz -- --what code --inputs 20000
//
// An input depends on the seed and its number alone: `--from N --inputs 1` runs one again.
import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { bundled, root } from "./bundled.mjs";

const { values } = parseArgs({
  options: {
    what: { type: "string", default: "contracts" },
    inputs: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    workers: { type: "string", default: "2" },
    batch: { type: "string", default: "250" },
    // A whole contract once in so many inputs, a part of some lines otherwise.
    whole: { type: "string", default: "60" },
    // Determinism, round trips and recovery once in so many inputs.
    thorough: { type: "string", default: "4" },
    // Stops asking for new batches after so many minutes.
    minutes: { type: "string", default: "1000000" },
    out: { type: "string", default: "fuzz-failures" },
  },
});
const number = (name) => {
  const value = Number(values[name]);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} takes a whole number`);
  return value;
};
if (values.what !== "contracts" && values.what !== "code") throw new Error("--what takes contracts or code");

/** No batch may be silent for so long; a machine that is shared by many is slow. */
const SILENCE = 90_000;

const bundle = await bundled("tests/fuzz/worker.ts");

const first = number("from");
const last = first + number("inputs");
const batch = Math.max(1, number("batch"));
const deadline = Date.now() + number("minutes") * 60_000;
const options = {
  root,
  what: values.what,
  seed: number("seed"),
  wholeOnce: Math.max(1, number("whole")),
  thoroughOnce: Math.max(1, number("thorough")),
};

const kinds = new Map();
const failures = new Map();
const memory = [];
let next = first;
let done = 0;
let slowest = 0;
/** Batches that a worker died of, in halves. */
const again = [];
const started = Date.now();

function take() {
  if (again.length > 0) return again.pop();
  if (next >= last || Date.now() > deadline) return undefined;
  const task = { from: next, to: Math.min(last, next + batch) };
  next = task.to;
  return task;
}

function record(failure) {
  const key = `${failure.oracle}: ${failure.detail}`;
  const known = failures.get(key);
  if (known) {
    known.count++;
    return;
  }
  mkdirSync(values.out, { recursive: true });
  const name = `${failure.oracle.replaceAll(/\W+/g, "-")}-${options.seed}-${failure.index}`;
  const file = `${values.out}/${name}.${values.what === "code" ? "txt" : "contract"}`;
  if (failure.input !== undefined) writeFileSync(file, Buffer.from(failure.input, "base64"));
  failures.set(key, { count: 1, index: failure.index, kind: failure.kind, file });
  process.stderr.write(`${key}\n  input ${failure.index} (${failure.kind}): ${file}\n`);
}

/** Runs batches in one process after another: whoever is silent or dies is replaced. */
function work() {
  return new Promise((resolve) => {
    const start = (task) => {
      const child = fork(bundle.path, [JSON.stringify(options)], {
        execArgv: ["--expose-gc"],
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      let current = task;
      let timer;
      const give = () => {
        clearTimeout(timer);
        current ??= take();
        if (!current) {
          child.removeAllListeners();
          child.disconnect();
          resolve();
          return;
        }
        timer = setTimeout(() => child.kill("SIGKILL"), SILENCE);
        child.send(current);
      };
      child.on("message", (result) => {
        if (!result.ready) {
          current = undefined;
          done += result.to - result.from;
          for (const [kind, count] of Object.entries(result.kinds))
            kinds.set(kind, (kinds.get(kind) ?? 0) + count);
          slowest = Math.max(slowest, result.slowest);
          memory.push({ done, heap: result.heap, rss: result.rss });
          for (const failure of result.failures) record(failure);
          progress();
        }
        give();
      });
      child.on("exit", (code, signal) => {
        clearTimeout(timer);
        if (!current) {
          process.stderr.write(`A worker ended with ${code ?? signal} before its first batch.\n`);
          process.exitCode = 70;
          resolve();
          return;
        }
        const { from, to } = current;
        if (to - from > 1) {
          const middle = Math.floor((from + to) / 2);
          again.push({ from: middle, to });
          start({ from, to: middle });
          return;
        }
        done++;
        const oracle = signal === "SIGKILL" ? "hangs" : "dies";
        record({ oracle, detail: `the process ended with ${code ?? signal}`, index: from, kind: "?" });
        start(undefined);
      });
    };
    start(undefined);
  });
}

let told = 0;
function progress() {
  if (Date.now() - told < 15_000) return;
  told = Date.now();
  const seconds = (Date.now() - started) / 1_000;
  process.stderr.write(
    `${done} of ${last - first} inputs, ${(done / seconds).toFixed(0)}/s, ${failures.size} faults\n`,
  );
}

await Promise.all(Array.from({ length: Math.max(1, number("workers")) }, work));

bundle.remove();
const seconds = (Date.now() - started) / 1_000;
const megabytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
const out = [
  `${done} inputs of ${values.what}, seed ${options.seed}, from ${first}: ${seconds.toFixed(0)} s, ${(done / seconds).toFixed(0)} inputs/s`,
];
for (const [kind, count] of [...kinds].sort((a, b) => b[1] - a[1]))
  out.push(`  ${String(count).padStart(8)}  ${kind}`);
out.push(`slowest input: ${slowest.toFixed(0)} ms of the processor`);
// The first batches fill caches.
const early = memory.slice(Math.floor(memory.length / 4), Math.floor(memory.length / 2));
const late = memory.slice(-Math.max(1, early.length));
const mean = (list, key) =>
  list.length === 0 ? 0 : list.reduce((sum, each) => sum + each[key], 0) / list.length;
for (const key of ["heap", "rss"]) {
  out.push(
    `${key}: ${megabytes(mean(early, key))} in the second quarter, ${megabytes(mean(late, key))} in the last one`,
  );
}
out.push(`${failures.size} faults`);
for (const [key, { count, index, kind, file }] of failures)
  out.push(`  ${count} x ${key}\n    input ${index} (${kind}): ${file}`);
process.stdout.write(`${out.join("\n")}\n`);
if (failures.size > 0) process.exitCode = 1;
