import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeFileSystem, systemClock, systemProcesses } from "@contractc/kernel";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  DEFAULT_POLICY,
  drive,
  type Entry,
  memoryStore,
  openRecord,
  openWorkspace,
  type Policy,
  type RunStore,
  replay,
  startRun,
  type Ticket,
} from "../../src/index.js";
import { type Behaviour, contractState, partsOf } from "./fakes.mjs";

let top: string;
let root: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "contractc-run-"));
  root = join(top, "plane");
  mkdirSync(root);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const POLICY: Policy = { ...DEFAULT_POLICY, checkpoints: [], concurrency: 3 };

function run(store: RunStore, policy = POLICY, behaviour: Behaviour = {}) {
  const asked: string[] = [];
  const stop = new AbortController();
  const workspace = openWorkspace({ fs: nodeFileSystem(), processes: systemProcesses, store, root });
  const parts = partsOf({ store, workspace, asked: (line: string) => asked.push(line), behaviour });
  const options = { run: "run-1", worker: "here:1:a", isAlive: () => undefined, signal: stop.signal };
  const start = () => startRun(parts, { run: "run-1", policy, contract: contractState() });
  return {
    asked,
    stop,
    parts,
    start,
    go: (more = {}) => drive(parts, { ...options, pollMilliseconds: 20, ...more }),
  };
}

function git(...args: string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: join(top, "none"), GIT_CONFIG_NOSYSTEM: "1" };
  const user = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  return execFileSync("git", [...user, ...args], { cwd: root, encoding: "utf8", env });
}

const text = (path: string) => readFileSync(join(root, path), "utf8");

describe("a run", () => {
  it("resolves what the contract lacks by itself, and hands over what is verified", async () => {
    const store = memoryStore(systemClock);
    const { start, go, asked } = run(store);
    await start();
    expect(await go()).toEqual({
      kind: "finished",
      outcome: "converged",
      detail: "Every gate passed on the whole.",
    });
    const events = store.read("run-1").map(({ event }) => event);
    expect(events.filter(({ type }) => type === "contract-adopted")).toHaveLength(2);
    expect(new Set(asked).size).toBe(asked.length);
    expect(text("app.py")).toBe("# module:app write 2\n");
    expect(text("core/hits.py")).toBe("# module:core.hits write 1\n");
    expect(text("plane.contract")).toBe('contract Plane // {"core.entities":1}\n');
    const log = text(".contract/runs/run-1/changes.md");
    expect(log).toContain("- module:app: verified, handed in 2 times");
    expect(log).toContain("- Hits (must): no module");
    expect(existsSync(join(root, ".contract/runs/run-1/attempts"))).toBe(false);
  });

  it("writes nothing to the user's files before the end is approved", async () => {
    writeFileSync(join(root, "app.py"), "def mine(\n");
    const store = memoryStore(systemClock);
    const { start, go } = run(store, { ...POLICY, checkpoints: ["plan", "final"] });
    await start();
    expect(await go()).toEqual({ kind: "waiting", questions: [], checkpoints: ["plan"] });
    store.signal("run-1", "1", { type: "checkpoint-decided", id: "plan", approved: true, by: "ada" });
    const second = await go();
    expect(second).toMatchObject({ kind: "waiting", questions: [] });
    expect(text("app.py")).toBe("def mine(\n");
    expect(existsSync(join(root, "core"))).toBe(false);
    const id = second.kind === "waiting" ? second.checkpoints[0]! : "";
    store.signal("run-1", "2", { type: "checkpoint-decided", id, approved: true, by: "ada" });
    expect(await go()).toMatchObject({ outcome: "converged" });
    expect(text("app.py")).toBe("# module:app write 2\n");
  });

  it("leaves all files alone where the user has changed one meanwhile", async () => {
    const store = memoryStore(systemClock);
    const { start, go } = run(store, { ...POLICY, checkpoints: ["final"] });
    await start();
    const waiting = await go();
    writeFileSync(join(root, "app.py"), "# mine\n");
    const id = waiting.kind === "waiting" ? waiting.checkpoints[0]! : "";
    store.signal("run-1", "1", { type: "checkpoint-decided", id, approved: true, by: "ada" });
    expect(await go()).toMatchObject({ outcome: "converged" });
    expect(text("app.py")).toBe("# mine\n");
    expect(existsSync(join(root, "core/hits.py"))).toBe(false);
    const notes = store
      .read("run-1")
      .flatMap(({ event }) => (event.type === "integrated" && event.note) || []);
    expect(notes).toEqual(["Changed since the run began, and therefore left alone: app.py."]);
  });

  it("asks a person what a worker must not invent, and gives the answer to the next attempt", async () => {
    const store = memoryStore(systemClock);
    const tickets: Ticket[] = [];
    const { start, go } = run(store, POLICY, {
      result(ticket) {
        tickets.push(ticket);
        const isFirst =
          ticket.task === "module:app" && tickets.filter(({ task }) => task === ticket.task).length === 1;
        return isFirst ? { kind: "error", error: "which keys?", question: "Which keys steer?" } : undefined;
      },
    });
    await start();
    const outcome = await go();
    expect(outcome).toEqual({ kind: "waiting", questions: ["module:app@1"], checkpoints: [] });
    store.signal("run-1", "1", {
      type: "question-answered",
      id: "module:app@1",
      answer: "the arrows",
      by: "ada",
    });
    expect(await go()).toMatchObject({ outcome: "converged" });
    const state = replay(store.read("run-1"));
    expect(state.tasks.get("module:app")?.answers).toEqual([
      { question: "Which keys steer?", answer: "the arrows" },
    ]);
  });

  it("takes no file outside of the task's, and tells of it", async () => {
    const store = memoryStore(systemClock);
    const { start, go } = run(store, POLICY, {
      result: ({ task, kind, writes }) =>
        task === "tests:app" && kind === "tests"
          ? {
              kind: "files",
              files: [...writes, "app.py"].map((path) => ({ path, content: "# cheat\n" })),
              summary: "",
              risks: [],
            }
          : undefined,
    });
    await start();
    expect(await go()).toMatchObject({ outcome: "converged" });
    expect(text("app.py")).toBe("# module:app write 2\n");
    const told = store.read("run-1").flatMap(({ event }) => (event.type === "out-of-scope" ? [event] : []));
    expect(told).toEqual([{ type: "out-of-scope", task: "tests:app", attempt: 1, paths: ["app.py"] }]);
  });

  it("stops cleanly when the budget is spent, and goes on with a larger one", async () => {
    const store = memoryStore(systemClock);
    const { start, go } = run(store, { ...POLICY, budget: { tokens: 100 }, concurrency: 1 });
    await start();
    expect(await go()).toMatchObject({ outcome: "budget" });
    const { usage } = replay(store.read("run-1"));
    expect(usage.input + usage.output).toBeLessThanOrEqual(100 + 15);
    const last = store.read("run-1").length;
    store.append("run-1", last, [{ type: "run-resumed", policy: POLICY, by: "ada" }]);
    expect(await go()).toMatchObject({ outcome: "converged" });
  });

  it("can be interrupted and goes on, without asking anything twice", async () => {
    const store = memoryStore(systemClock);
    const first = run(store, POLICY, {
      async pause(ticket, signal) {
        if (ticket.task !== "module:core.entities") return;
        first.stop.abort();
        await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
        throw new Error("stopped");
      },
    });
    await first.start();
    expect(await first.go()).toEqual({ kind: "interrupted" });
    const state = replay(store.read("run-1"));
    expect([state.running, state.finished, store.leases("run-1")]).toEqual([0, undefined, []]);
    const second = run(store);
    expect(await second.go()).toMatchObject({ outcome: "converged" });
    const answered = first.asked.filter((line) => !line.includes("module:core.entities"));
    expect(second.asked.filter((line) => answered.includes(line))).toEqual([]);
  });

  it("is driven by one process at a time", async () => {
    const store = memoryStore(systemClock);
    const { start, go } = run(store);
    await start();
    store.claim("run-1", "driver", "here:2:b", { milliseconds: 60_000, files: [] });
    expect(await go()).toEqual({ kind: "busy", by: "here:2:b" });
    expect(await go({ isAlive: () => false })).toMatchObject({ outcome: "converged" });
  });

  it("counts an attempt that takes too long for one that came to nothing", async () => {
    const store = memoryStore(systemClock);
    let slow = true;
    const { start, go } = run(
      store,
      { ...POLICY, limits: { ...POLICY.limits, attemptMilliseconds: 200 } },
      {
        async pause({ task }, signal) {
          if (task !== "module:app" || !slow) return;
          slow = false;
          await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
          throw new Error("stopped");
        },
      },
    );
    await start();
    expect(await go()).toMatchObject({ outcome: "converged" });
    const failures = store
      .read("run-1")
      .flatMap(({ event }) => (event.type === "attempt-failed" ? [event.failure] : []));
    expect(failures).toEqual(["timeout"]);
  });
});

describe("a run in a repository", () => {
  it("delivers a branch with a commit for each task, and merges it where nothing else changed", async () => {
    git("init", "-q", "-b", "main");
    writeFileSync(join(root, "README.md"), "# Plane\n");
    git("add", ".");
    git("commit", "-qm", "start");
    const store = memoryStore(systemClock);
    const { start, go } = run(store);
    await start();
    expect(await go()).toMatchObject({ outcome: "converged" });
    expect(git("log", "--format=%s", "contractc/run-1").trim().split("\n").reverse()).toEqual([
      "start",
      "contract: Plane 1.0.0",
      "implement: app",
      "test: app",
      "implement: core.entities",
      "test: core.entities",
      "implement: core.hits",
      "test: core.hits",
    ]);
    expect(git("rev-parse", "main")).toBe(git("rev-parse", "contractc/run-1"));
    expect(text("app.py")).toBe("# module:app write 2\n");
    expect(git("show", "-s", "--format=%B", "main~6^{commit}").trim()).toBe(
      git("show", "-s", "--format=%B", "main~6").trim(),
    );
    expect(git("status", "--porcelain", "--untracked-files=no")).toBe("");
  });

  it("leaves the branch to the user where files are uncommitted, and never commits what it did not change", async () => {
    git("init", "-q", "-b", "main");
    writeFileSync(join(root, "README.md"), "# Plane\n");
    writeFileSync(join(root, "app.py"), "# first\n");
    git("add", ".");
    git("commit", "-qm", "start");
    writeFileSync(join(root, "README.md"), "# Plane, edited\n");
    writeFileSync(join(root, "app.py"), "def edited(\n");
    const store = memoryStore(systemClock);
    const { start, go } = run(store);
    await start();
    expect(await go()).toMatchObject({ outcome: "converged" });
    expect(git("rev-list", "--count", "main").trim()).toBe("1");
    expect(text("README.md")).toBe("# Plane, edited\n");
    expect(text("app.py")).toBe("# module:app write 2\n");
    expect(git("show", "contractc/run-1:README.md")).toBe("# Plane\n");
    const [first] = git("log", "--format=%s", "--reverse", "main..contractc/run-1").split("\n");
    expect(first).toBe("chore: what the run found uncommitted");
    expect(git("show", "contractc/run-1~7:app.py")).toBe("def edited(\n");
  });
});

/** What was answered, by content ids. */
function recordedQuestions(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ event }) => (event.type === "call-answered" ? [event.request] : []));
}

describe("a driver that ends without a word", () => {
  /** A record that is gone for its process right after some number of entries. */
  const dying = (store: RunStore, after: number): RunStore => {
    let left = after;
    const gone = () => {
      throw new Error("gone");
    };
    return new Proxy(store, {
      get(target, name: keyof RunStore) {
        const method = target[name] as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => {
          if (left <= 0) gone();
          const before = target.read("run-1").length;
          const result = method.apply(target, args);
          left -= Math.max(0, target.read("run-1").length - before);
          return result;
        };
      },
    });
  };

  const verdicts = (store: RunStore) => {
    const { order, adoptions } = replay(store.read("run-1"));
    return [
      adoptions,
      ...order.map(({ task, state, submissions, rounds }) => [task.id, state, submissions, rounds]),
    ];
  };

  it("after any entry leaves a record from which the same comes, and nothing is asked twice", async () => {
    const whole = memoryStore(systemClock);
    const usual = run(whole, { ...POLICY, concurrency: 2 });
    await usual.start();
    await usual.go();
    const entries = whole.read("run-1").length;
    for (let cut = 2; cut < entries; cut += 3) {
      // What was handed over is what another run would find done.
      rmSync(root, { recursive: true, force: true });
      mkdirSync(root);
      const store = memoryStore(systemClock);
      const first = run(store, { ...POLICY, concurrency: 2 });
      await first.start();
      const killed = run(dying(store, cut - store.read("run-1").length), { ...POLICY, concurrency: 2 });
      await killed.go({ worker: "here:2:b" }).catch(() => undefined);
      const before = recordedQuestions(store.read("run-1"));
      const next = run(store, { ...POLICY, concurrency: 2 });
      expect(await next.go({ isAlive: () => false })).toMatchObject({ outcome: "converged" });
      expect(verdicts(store)).toEqual(verdicts(whole));
      const again = next.asked.filter((line) => before.includes(store.put(line)));
      expect([cut, again]).toEqual([cut, []]);
    }
  }, 240_000);
});

describe("a process that is killed", () => {
  const script = fileURLToPath(new URL("crash.mjs", import.meta.url));
  const crash = (folder: string, after: number) =>
    spawnSync(process.execPath, [script, folder, `${after}`], { encoding: "utf8" });

  const recordOf = (folder: string) => {
    const opened = openRecord(nodeFileSystem(), systemClock, folder, false);
    if (opened?.kind !== "opened") throw new Error("no record");
    const entries = opened.store.read("run-1");
    opened.store.close();
    return entries;
  };
  const result = (folder: string) => {
    const state = replay(recordOf(folder));
    const tasks = state.order.map(({ task, state: at, submissions, rounds }) => [
      task.id,
      at,
      submissions,
      rounds,
    ]);
    return { tasks, adoptions: state.adoptions, app: readFileSync(join(folder, "app.py"), "utf8") };
  };

  it("after any entry leaves a record from which the same comes, and nothing is asked twice", () => {
    const whole = join(top, "whole", "plane");
    mkdirSync(whole, { recursive: true });
    const ended = crash(whole, 0);
    expect(ended.stderr).toBe("");
    const expected = result(whole);
    const entries = recordOf(whole).length;
    expect(entries).toBeGreaterThan(60);
    for (const step of [9, 26]) {
      const folder = join(top, `step${step}`, "plane");
      mkdirSync(folder, { recursive: true });
      // Killed again and again, a few entries on each time.
      let kills = 0;
      for (let last = crash(folder, step); last.signal === "SIGKILL"; last = crash(folder, step)) kills += 1;
      expect(kills).toBeGreaterThan(1);
      expect(result(folder)).toEqual(expected);
      const questions = recordedQuestions(recordOf(folder));
      expect(new Set(questions).size).toBe(questions.length);
    }
  }, 240_000);
});
