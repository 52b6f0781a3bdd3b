import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Action,
  type Entry,
  isDone,
  moduleTask,
  next,
  RunState,
  reduce,
  replay,
  testsTask,
} from "../../src/index.js";
import { kernelOf, layeredKernel } from "../support/kernel.js";
import { chance, type Faults, POLICY, Simulation, verdicts } from "../support/simulation.js";

/** Random modules, some of which load one another in circles. */
const shapes = fc
  .record({
    size: fc.integer({ min: 1, max: 8 }),
    edges: fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 14 }),
    packages: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ size, edges, packages }) => {
    const name = (at: number) => (at % (packages + 1) === 0 ? `m${at}` : `p${at % (packages + 1)}.m${at}`);
    const modules: Record<string, string[]> = {};
    for (let at = 0; at < size; at += 1) modules[name(at)] = [];
    for (const [from, to] of edges) {
      if (from < size && to < size && from !== to && !modules[name(from)]!.includes(name(to)))
        modules[name(from)]!.push(name(to));
    }
    return modules;
  });

/** Everything that can go wrong, by a seed. */
function troubles(seed: number, modules: Record<string, readonly string[]>, rate = 0.2): Faults {
  const names = Object.keys(modules);
  const is = (share: number, ...words: (string | number)[]) => chance(seed, ...words) < share;
  return {
    own: (task, submission, gate) => is(rate, "own", task, submission, gate),
    others: (module, submissions) =>
      names.filter(
        (other) => other !== module && submissions(other) === 1 && is(rate / 2, "other", module, other),
      ),
    blocking: (task, submission) => is(rate, "review", task, submission),
    environment: (key, nth) => is(rate / 2, "environment", key, nth),
    misfire: (task, nth) => is(rate / 2, "misfire", task, nth),
    asks: (task, nth) => is(rate / 8, "asks", task, nth),
    proposes: (task, nth) => {
      if (!is(rate / 3, "proposes", task, nth)) return undefined;
      if (is(0.3, "refused", task, nth)) return null;
      const changed = names[Math.floor(chance(seed, "changed", task, nth) * names.length)]!;
      const revision = 1 + Math.floor(chance(seed, "revision", task, nth) * 1000);
      const part = is(0.5, "slice", task, nth) ? "docs" : "signatures";
      return kernelOf({ modules, [part]: { [changed]: revision } });
    },
  };
}

const picks = (seed: number) => {
  let step = 0;
  return (count: number) => {
    step += 1;
    return Math.floor(chance(seed, "pick", step) * count);
  };
};

describe("a run without faults", () => {
  it("starts every module at once, and converges", () => {
    const kernel = kernelOf({ modules: { a: ["b"], b: ["c"], c: [] } });
    let first: readonly Action[] = [];
    const simulation = new Simulation({
      kernel,
      policy: { ...POLICY, concurrency: 100 },
      watch: (actions) => {
        if (first.length === 0 && actions.some(({ kind }) => kind === "work")) first = actions;
      },
    });
    expect(simulation.run()).toBe("converged");
    expect(first.map((action) => `${action.kind} ${"task" in action ? action.task : ""}`)).toEqual([
      "work module:a",
      "work tests:a",
      "work module:b",
      "work tests:b",
      "work module:c",
      "work tests:c",
    ]);
    expect(simulation.state.counts.INTEGRATED).toBe(8);
  });

  it("does nothing before the plan is approved, and delivers nothing before the end is", () => {
    const kernel = kernelOf({ modules: { a: [] } });
    const policy = { ...POLICY, checkpoints: ["plan", "final"] as const };
    const simulation = new Simulation({
      kernel,
      policy: { ...policy, checkpoints: [...policy.checkpoints] },
    });
    expect(simulation.run()).toBe("waiting");
    expect(simulation.state.counts.TODO).toBe(2);
    expect([...simulation.state.checkpoints.values()].map(({ id, state }) => [id, state])).toEqual([
      ["plan", "open"],
    ]);

    simulation.append({ type: "checkpoint-decided", id: "plan", approved: true, by: "ada" });
    const second = new Simulation({
      kernel,
      policy: { ...policy, checkpoints: [...policy.checkpoints] },
      entries: simulation.entries,
    });
    expect(second.run()).toBe("waiting");
    const final = [...second.state.checkpoints.keys()].find((id) => id.startsWith("final"))!;
    expect(second.state.tasks.get("whole")?.state).toBe("VERIFIED");
    second.append({
      type: "checkpoint-decided",
      id: final,
      approved: false,
      by: "ada",
      note: "not like this",
    });
    expect(next(second.state, { workers: 1, gates: 1 })).toEqual([
      { kind: "finish", outcome: "rejected", detail: "not like this" },
    ]);
  });

  it("does nothing that the workspace has done already", () => {
    const kernel = kernelOf({ modules: { a: [], b: ["a"] } });
    const simulation = new Simulation({ kernel, settled: ["module:a", "tests:a"] });
    expect(simulation.run()).toBe("converged");
    const claimed = simulation.entries.flatMap(({ event }) =>
      event.type === "task-claimed" ? [event.task] : [],
    );
    expect(claimed).toEqual(["module:b", "tests:b", "module:b"]);
  });
});

describe("any run", () => {
  it("ends within its bounds, loses no task, and says why where it does not converge", () => {
    fc.assert(
      fc.property(
        shapes,
        fc.nat(),
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom(0.1, 0.3, 0.6),
        (modules, seed, concurrency, rate) => {
          const kernel = kernelOf({ modules });
          const faults = troubles(seed, modules, rate);
          const simulation = new Simulation({
            kernel,
            faults,
            policy: { ...POLICY, concurrency },
            pick: picks(seed),
          });
          const outcome = simulation.run(3000);
          const { state } = simulation;
          const left = state.order.filter(({ state: at }) => at !== "INTEGRATED");
          if (outcome === "converged") expect(left).toEqual([]);
          else {
            expect(outcome).toBe("escalated");
            expect(state.finished?.detail).toMatch(/^A person's turn: /);
            expect(state.counts.ESCALATED).toBeGreaterThan(0);
          }
          const most = 1 + state.order.length * POLICY.rounds.architecture;
          expect(state.adoptions).toBeLessThanOrEqual(most);
          for (const status of state.order) {
            expect(status.claim).toBeUndefined();
            expect(status.rounds).toBeLessThanOrEqual(POLICY.rounds.code + 1);
            if (status.state === "ESCALATED") expect(status.spent).not.toBe("");
          }
        },
      ),
      { numRuns: 300 },
    );
  }, 120_000);

  it("never has two at one task, nor more at work than it may", () => {
    fc.assert(
      fc.property(shapes, fc.nat(), fc.integer({ min: 1, max: 4 }), (modules, seed, concurrency) => {
        const open = new Map<string, number>();
        const simulation = new Simulation({
          kernel: kernelOf({ modules }),
          faults: troubles(seed, modules),
          policy: { ...POLICY, concurrency },
          pick: picks(seed),
          onEntry: ({ event }) => {
            if (event.type === "task-claimed") {
              expect(open.has(event.task)).toBe(false);
              open.set(event.task, event.attempt);
              expect(open.size).toBeLessThanOrEqual(concurrency);
            } else if (["submitted", "reviewed", "attempt-failed"].includes(event.type) && "task" in event) {
              open.delete(event.task);
            }
          },
        });
        simulation.run(3000);
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  it("tries units only when all that a module loads is done, with its tests", () => {
    fc.assert(
      fc.property(shapes, fc.nat(), (modules, seed) => {
        const simulation = new Simulation({
          kernel: kernelOf({ modules }),
          faults: troubles(seed, modules),
          pick: picks(seed),
          watch: (actions, state) => {
            for (const action of actions) {
              if (action.kind !== "gate" || action.gate !== "unit" || !action.task.startsWith("module:"))
                continue;
              const seen = new Set([action.task.slice("module:".length)]);
              for (const module of seen) for (const other of modules[module]!) seen.add(other);
              const undone = [...seen].filter((module) => !isDone(state.tasks.get(moduleTask(module))!));
              expect(undone).toEqual([]);
              expect(isDone(state.tasks.get(testsTask(action.task.slice("module:".length)))!)).toBe(true);
            }
          },
        });
        simulation.run(3000);
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  it("has an index that says what a look at every task would say", () => {
    fc.assert(
      fc.property(shapes, fc.nat(), (modules, seed) => {
        const simulation = new Simulation({
          kernel: kernelOf({ modules }),
          faults: troubles(seed, modules),
          pick: picks(seed),
        });
        simulation.run(3000);
        const { entries } = simulation;
        const state = new RunState();
        for (const entry of entries) {
          reduce(state, entry);
          const before = indexOf(state);
          for (const status of state.order) state.refresh(status);
          expect(indexOf(state)).toEqual(before);
          expect(state.running).toBe(state.order.filter(({ claim }) => claim).length);
          for (const { task, pending } of state.order) {
            if (task.kind !== "package" && task.kind !== "whole") continue;
            const open = task.needs.filter(
              (id) => !["VERIFIED", "INTEGRATED"].includes(state.tasks.get(id)!.state),
            );
            expect(pending).toBe(open.length);
          }
        }
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});

function indexOf({ ready }: RunState): Record<string, number[]> {
  return Object.fromEntries(Object.entries(ready).map(([name, set]) => [name, [...set]]));
}

describe("verdicts", () => {
  /** What a task's own submissions lead to, whatever happens elsewhere. */
  const own = (seed: number, modules: Record<string, readonly string[]>): Faults => ({
    own: (task, submission, gate) =>
      (task.startsWith("module:") || task.startsWith("tests:")) &&
      chance(seed, task, submission, gate) < 0.15,
    blocking: (task, submission) => chance(seed, "review", task, submission) < 0.2,
    others: (module, submissions) =>
      Object.keys(modules).filter(
        (other) =>
          modules[module]!.includes(other) && submissions(other) === 1 && chance(seed, module, other) < 0.2,
      ),
  });

  it("do not depend on the order in which things end", () => {
    fc.assert(
      fc.property(shapes, fc.nat(), fc.nat(), fc.nat(), (modules, seed, one, other) => {
        const end = (pick: number, concurrency: number) => {
          const simulation = new Simulation({
            kernel: kernelOf({ modules }),
            faults: own(seed, modules),
            policy: { ...POLICY, concurrency, rounds: { code: 30, architecture: 2 } },
            pick: picks(pick),
          });
          const outcome = simulation.run(3000);
          const states = Object.entries(verdicts(simulation.state)).map(
            ([id, verdict]) => `${id} ${verdict.split(" ")[0]}`,
          );
          return [outcome, ...states];
        };
        expect(end(one, 1)).toEqual(end(other, 6));
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  it("are the same after a crash at any event", () => {
    fc.assert(
      fc.property(shapes, fc.nat(), fc.nat(), (modules, seed, cut) => {
        const options = {
          kernel: kernelOf({ modules }),
          faults: { ...own(seed, modules), others: () => [] },
          policy: { ...POLICY, rounds: { code: 30, architecture: 2 } },
        };
        const whole = new Simulation(options);
        const outcome = whole.run(3000);
        const at = cut % whole.entries.length;
        const resumed = new Simulation({ ...options, entries: whole.entries.slice(0, at) });
        expect(resumed.run(3000)).toBe(outcome);
        expect(verdicts(resumed.state)).toEqual(verdicts(whole.state));
        expect(verdicts(replay(resumed.entries))).toEqual(verdicts(resumed.state));
      }),
      { numRuns: 200 },
    );
  }, 60_000);

  it("are charged to the module that owns the failing frame", () => {
    const modules = { a: ["b"], b: [] };
    const simulation = new Simulation({
      kernel: kernelOf({ modules }),
      faults: { own: () => false, others: (module, of) => (module === "a" && of("b") === 1 ? ["b"] : []) },
    });
    expect(simulation.run()).toBe("converged");
    const { tasks } = simulation.state;
    expect([tasks.get("module:a")?.submissions, tasks.get("module:a")?.rounds]).toEqual([1, 0]);
    expect([tasks.get("module:b")?.submissions, tasks.get("module:b")?.rounds]).toEqual([2, 1]);
    const units = simulation.entries.flatMap(({ event }) =>
      event.type === "gate-reported" && event.gate === "unit" && event.task === "module:a"
        ? [event.report.verdict]
        : [],
    );
    expect(units).toEqual(["failed", "passed"]);
  });

  it("of one submission that several gates find at fault cost one round", () => {
    const modules = { a: ["c"], b: ["c"], c: [] };
    const simulation = new Simulation({
      kernel: kernelOf({ modules }),
      faults: { own: () => false, others: (module, of) => (module !== "c" && of("c") === 1 ? ["c"] : []) },
      pick: (count) => count - 1,
    });
    expect(simulation.run()).toBe("converged");
    expect(simulation.state.tasks.get("module:c")?.rounds).toBe(1);
    expect(simulation.state.tasks.get("module:c")?.submissions).toBe(2);
  });
});

describe("large runs", () => {
  it("of 10,000 modules with random failures converge", () => {
    const kernel = layeredKernel(10_000);
    const faults: Faults = {
      own: (task, submission, gate) =>
        !task.startsWith("package:") && submission <= 2 && chance(7, task, submission, gate) < 0.1,
      blocking: (task, submission) => submission <= 3 && chance(8, task, submission) < 0.1,
      environment: (key, nth) => nth <= 2 && chance(9, key, nth) < 0.02,
    };
    const simulation = new Simulation({
      kernel,
      faults,
      policy: { ...POLICY, concurrency: 50 },
      pick: picks(1),
      gates: 16,
    });
    expect(simulation.run(2_000_000)).toBe("converged");
    expect(simulation.state.counts.INTEGRATED).toBe(20_000 + 500 + 2);
  }, 120_000);
});

describe("entries that were seen before", () => {
  it("change nothing", () => {
    const simulation = new Simulation({ kernel: kernelOf({ modules: { a: [] } }) });
    simulation.run();
    const twice: Entry[] = simulation.entries.flatMap((entry) => [entry, entry]);
    expect(verdicts(replay(twice))).toEqual(verdicts(simulation.state));
  });
});
