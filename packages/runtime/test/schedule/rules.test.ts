import { describe, expect, it } from "vitest";
import { next, type RunEvent } from "../../src/index.js";
import { type KernelShape, kernelOf } from "../support/kernel.js";
import { failure, POLICY, reportOf, Simulation, type SimulationOptions } from "../support/simulation.js";

const ROOM = { workers: 10, gates: 10 };

function finished(options: SimulationOptions): Simulation {
  const simulation = new Simulation(options);
  simulation.run(2000);
  return simulation;
}

const stateOf = ({ state }: Simulation, id: string) => state.tasks.get(id)!.state;

/** The run goes on as far as it does by itself. */
function goOn(simulation: Simulation, options: SimulationOptions): Simulation {
  return finished({ ...options, entries: simulation.entries });
}

describe("a changed contract", () => {
  const before: KernelShape = { modules: { a: ["b"], b: [], c: [] } };
  const adopted = (shape: KernelShape): RunEvent => {
    const fresh = new Simulation({ kernel: kernelOf(shape) });
    fresh.run(1000);
    return fresh.entries.find(({ event }) => event.type === "contract-adopted")!.event;
  };

  it("takes back exactly the modules whose signature or slice changed", () => {
    const simulation = finished({ kernel: kernelOf(before) });
    simulation.append(adopted({ ...before, signatures: { b: 1 }, docs: { c: 1 } }));
    expect(["a", "b", "c"].map((module) => stateOf(simulation, `module:${module}`))).toEqual([
      "INTEGRATED",
      "TODO",
      "DONE",
    ]);
    expect(["a", "b", "c"].map((module) => stateOf(simulation, `tests:${module}`))).toEqual([
      "INTEGRATED",
      "TODO",
      "INTEGRATED",
    ]);
    expect(stateOf(simulation, "whole")).toBe("WAITING");
    expect(simulation.state.tasks.get("module:c")?.reviewed).toBe(false);
  });

  it("adds tasks and drops others", () => {
    const simulation = finished({ kernel: kernelOf(before) });
    simulation.append(adopted({ modules: { a: ["b"], b: [], d: [] } }));
    expect([...simulation.state.tasks.keys()].filter((id) => id.startsWith("module:"))).toEqual([
      "module:a",
      "module:b",
      "module:d",
    ]);
    expect(stateOf(simulation, "module:d")).toBe("TODO");
  });

  it("makes what a worker hands in by the old one count for nothing", () => {
    const simulation = new Simulation({ kernel: kernelOf(before) });
    simulation.append(
      { type: "run-started", run: "r", policy: POLICY, base: { tree: {} } },
      adopted(before),
      {
        type: "task-claimed",
        task: "module:b",
        attempt: 1,
        worker: "w",
        agent: "x",
        role: "coder",
        purpose: "work",
        ticket: "",
      },
      adopted({ ...before, signatures: { b: 1 } }),
    );
    expect(stateOf(simulation, "module:b")).toBe("RUNNING");
    simulation.append({
      type: "submitted",
      task: "module:b",
      attempt: 1,
      result: "files",
      content: "",
      tree: { "b.py": "x" },
    });
    expect([stateOf(simulation, "module:b"), simulation.state.tasks.get("module:b")?.submission]).toEqual([
      "TODO",
      undefined,
    ]);
  });
});

describe("rework", () => {
  it("that meets the same failure twice is for somebody else, with more evidence", () => {
    const agents: string[] = [];
    finished({
      kernel: kernelOf({ modules: { a: [] } }),
      faults: { own: (task, submission, gate) => task === "module:a" && gate === "static" && submission < 4 },
      onEntry: ({ event }) => {
        if (event.type === "task-claimed" && event.task === "module:a" && event.purpose === "work")
          agents.push(event.agent);
      },
    });
    // The failures of a simulation differ from one submission to the next.
    expect(agents).toEqual(["usual", "usual", "usual", "usual"]);

    const simulation = new Simulation({ kernel: kernelOf({ modules: { a: [] } }) });
    simulation.open();
    const same = (attempt: number): RunEvent[] => [
      {
        type: "task-claimed",
        task: "module:a",
        attempt,
        worker: `w${attempt}`,
        agent: "x",
        role: "coder",
        purpose: "work",
        ticket: "",
      },
      { type: "submitted", task: "module:a", attempt, result: "files", content: "", tree: {} },
      {
        type: "gate-reported",
        task: "module:a",
        submission: attempt,
        basis: 1000,
        gate: "structure",
        report: reportOf("structure", [failure("structure", "code", "a", "the same")]),
      },
    ];
    const start = simulation.state.tasks.get("module:a")!.attempt;
    const action = () =>
      next(simulation.state, ROOM).find((each) => "task" in each && each.task === "module:a");
    simulation.append(...same(start + 1));
    expect(action()).toMatchObject({ kind: "work", escalated: false, thorough: false });
    simulation.append(...same(start + 2));
    expect(action()).toMatchObject({ kind: "work", escalated: true, thorough: true });
  });

  it("ends after the rounds that the policy allows, and goes on when a person asks for it", () => {
    const options: SimulationOptions = {
      kernel: kernelOf({ modules: { a: [], b: [] } }),
      faults: { own: (task, submission, gate) => task === "module:a" && gate === "unit" && submission <= 5 },
    };
    const simulation = finished(options);
    expect(simulation.state.finished?.outcome).toBe("escalated");
    expect(simulation.state.tasks.get("module:a")).toMatchObject({
      state: "ESCALATED",
      submissions: 4,
      rounds: 4,
    });
    expect(stateOf(simulation, "module:b")).toBe("VERIFIED");
    simulation.append({ type: "task-retried", task: "module:a", by: "ada", note: "look at the edge" });
    const second = goOn(simulation, options);
    expect(second.state.finished?.outcome).toBe("converged");
  });

  it("blames nobody for faults of the environment", () => {
    const simulation = finished({
      kernel: kernelOf({ modules: { a: [] } }),
      faults: { own: () => false, environment: (_, nth) => nth === 1 },
    });
    expect(simulation.state.finished?.outcome).toBe("converged");
    expect(simulation.state.tasks.get("module:a")).toMatchObject({ submissions: 1, rounds: 0 });
    const never = finished({
      kernel: kernelOf({ modules: { a: [] } }),
      faults: { own: () => false, environment: (key) => key === "unit module:a" },
    });
    expect(never.state.tasks.get("module:a")).toMatchObject({
      state: "ESCALATED",
      rounds: 0,
      environment: 4,
    });
  });

  it("of a review comes from another session than the author's", () => {
    const simulation = new Simulation({ kernel: kernelOf({ modules: { a: [] }, commands: {} }) });
    simulation.open();
    const claim = (attempt: number, purpose: "work" | "review"): RunEvent => ({
      type: "task-claimed",
      task: "module:a",
      attempt,
      worker: "the same",
      agent: "x",
      role: "coder",
      purpose,
      ticket: "",
    });
    const attempt = simulation.state.tasks.get("module:a")!.attempt + 1;
    simulation.append(
      claim(attempt, "work"),
      { type: "submitted", task: "module:a", attempt, result: "files", content: "", tree: {} },
      {
        type: "gate-reported",
        task: "module:a",
        submission: attempt,
        basis: 1000,
        gate: "structure",
        report: reportOf("structure", []),
      },
      claim(attempt + 1, "review"),
      {
        type: "reviewed",
        task: "module:a",
        attempt: attempt + 1,
        submission: attempt,
        review: { clauses: [], blocking: [], suggestions: [] },
      },
    );
    expect(simulation.state.tasks.get("module:a")).toMatchObject({ state: "DONE", reviewed: false });
  });
});

describe("a proposal", () => {
  const modules = { collision: ["entities"], entities: [] };
  const proposing = (kernel: ReturnType<typeof kernelOf> | null): SimulationOptions => ({
    kernel: kernelOf({ modules }),
    faults: {
      own: () => false,
      proposes: (task, nth) => (task === "module:collision" && nth === 1 ? kernel : undefined),
    },
  });

  it("that is accepted has the modules it concerns implemented again, and the run converges by itself", () => {
    const simulation = finished(proposing(kernelOf({ modules, signatures: { entities: 1 } })));
    expect(simulation.state.finished?.outcome).toBe("converged");
    expect(simulation.state.adoptions).toBe(2);
    expect(simulation.state.tasks.get("module:collision")).toMatchObject({ submissions: 1, rounds: 0 });
  });

  it("that is refused comes back with the reason", () => {
    const simulation = finished(proposing(null));
    expect(simulation.state.finished?.outcome).toBe("converged");
    expect(simulation.state.adoptions).toBe(1);
    expect(simulation.state.tasks.get("module:collision")?.architecture).toBe(1);
  });

  it("waits for a person where the policy says so", () => {
    const options = {
      ...proposing(kernelOf({ modules, signatures: { entities: 1 } })),
      policy: { ...POLICY, checkpoints: ["contract" as const] },
    };
    const simulation = new Simulation(options);
    expect(simulation.run(2000)).toBe("waiting");
    const [open] = [...simulation.state.checkpoints.values()].filter(({ state }) => state === "open");
    expect(open?.kind).toBe("contract");
    simulation.append({ type: "checkpoint-decided", id: open!.id, approved: false, by: "ada", note: "no" });
    expect(next(simulation.state, ROOM)).toMatchObject([{ kind: "decide", approved: false, note: "no" }]);
  });
});

describe("people", () => {
  it("answer a question, and the worker goes on with the answer", () => {
    const simulation = finished({
      kernel: kernelOf({ modules: { a: [] } }),
      faults: { own: () => false, asks: (task, nth) => task === "module:a" && nth === 1 },
    });
    expect(simulation.state.finished?.outcome).toBe("converged");
    expect(simulation.state.tasks.get("module:a")?.answers).toEqual([
      { question: "what is meant?", answer: "this" },
    ]);
  });

  it("look at watched modules before they are integrated", () => {
    const options: SimulationOptions = {
      kernel: kernelOf({ modules: { a: [], b: [] } }),
      policy: { ...POLICY, watched: ["a"], checkpoints: ["policy"] },
    };
    const simulation = new Simulation(options);
    expect(simulation.run(2000)).toBe("waiting");
    expect([stateOf(simulation, "module:a"), stateOf(simulation, "module:b")]).toEqual(["DONE", "VERIFIED"]);
    const [open] = [...simulation.state.checkpoints.values()].filter(({ state }) => state === "open");
    simulation.append({ type: "checkpoint-decided", id: open!.id, approved: true, by: "ada" });
    expect(goOn(simulation, options).state.finished?.outcome).toBe("converged");
  });

  it("are not asked for more than the budget", () => {
    const policy = { ...POLICY, budget: { tokens: 100 } };
    const simulation = new Simulation({ kernel: kernelOf({ modules: { a: [] } }), policy });
    simulation.open();
    simulation.append({
      type: "call-answered",
      task: "module:a",
      attempt: 1,
      call: "1",
      request: "",
      answer: "",
      usage: { input: 90, cached: 0, output: 20 },
    });
    const second = new Simulation({
      kernel: kernelOf({ modules: { a: [] } }),
      policy,
      entries: simulation.entries,
    });
    expect(second.run(2000)).toBe("budget");
    second.append({ type: "run-resumed", policy: POLICY, by: "ada" });
    expect(next(second.state, ROOM).map(({ kind }) => kind)).toContain("work");
  });
});
