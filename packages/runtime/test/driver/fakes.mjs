// A run with made-up agents and gates that really happens in a folder, for tests and for processes that are killed.
import { appendFileSync } from "node:fs";
import { hashKernel, nodeFileSystem, systemClock, systemProcesses } from "@contractc/kernel";

export const MODULES = { app: ["core.hits"], "core.entities": [], "core.hits": ["core.entities"] };

export function kernel(revisions = {}) {
  return hashKernel({
    format: "contractc-kernel/1",
    name: "Plane",
    version: "1.0.0",
    targets: [{ language: "python", roots: ["."], check: "check", test: "test", smoke: "smoke" }],
    modules: Object.keys(MODULES).map((address) => ({
      name: address.split(".").at(-1),
      address,
      path: `${address.replaceAll(".", "/")}.py`,
      language: "python",
      ...(address.includes(".") ? { package: "core" } : {}),
      ...(revisions[address]
        ? { doc: `revision ${revisions[address]}`, names: { python: `r${revisions[address]}` } }
        : {}),
    })),
    packages: [{ name: "core", address: "core", path: "core" }],
    externals: [],
    signatures: {},
    graph: {
      uses: Object.entries(MODULES).flatMap(([from, to]) =>
        to.map((each) => ({ from, to: each, kind: "use" })),
      ),
      events: [],
      flows: [],
      layers: [],
      forbidden: [],
      independent: [],
    },
    projection: {
      requirements: [{ name: "Hits", priority: "must", text: "planes are hit", accept: [] }],
      qualities: [],
      decisions: [],
      risks: [],
      questions: [],
      roles: [],
    },
    positions: {},
  });
}

export const contractState = (revisions = {}) => ({
  kernel: kernel(revisions),
  files: new Map([["plane.contract", `contract Plane // ${JSON.stringify(revisions)}\n`]]),
});

const contract = {
  compile: () => ({ findings: [] }),
  propose(_state, actions) {
    const [action] = actions;
    if (!action.revision) return { kind: "refused", message: "it says nothing", findings: [] };
    const next = contractState({ [action.target]: action.revision });
    return { kind: "accepted", state: next, modules: { signature: [action.target], slice: [action.target] } };
  },
  extract: () => contractState(),
  describe: () => undefined,
  tokens: (text) => Math.ceil(text.length / 4),
};

function makeTicket({ run, task, purpose, attempt, round, kernel: { hash }, failures, tree, content }) {
  const files = task.writes.flatMap((path) =>
    tree[path] ? [{ path, content: new TextDecoder().decode(content(tree[path])), id: tree[path] }] : [],
  );
  return {
    format: "contractc-ticket/1",
    run,
    task: task.id,
    kind: purpose === "review" ? "review" : task.kind,
    attempt,
    round,
    role: purpose === "review" ? "reviewer" : task.role,
    expects: purpose === "review" ? "review" : "code",
    subject: task.subject,
    brief: "",
    goal: purpose,
    context: hash.slice(0, 8),
    tokens: 1,
    writes: task.writes,
    files,
    failures,
    lessons: [],
    answers: [],
  };
}

/** @param asked told of each question to the model, which is paid for */
export function agent(asked, behaviour = {}) {
  return {
    name: "fake",
    kind: "openai",
    async work(ticket, desk, signal) {
      const { task, kind, round, context, failures } = ticket;
      const usage = { input: 0, cached: 0, output: 0 };
      let answer;
      for (const turn of ["plan", "write"]) {
        const request = {
          task,
          kind,
          round,
          turn,
          context,
          failures: failures.map(({ fingerprint }) => fingerprint),
        };
        answer = await desk.call(request, async () => {
          asked(JSON.stringify(request));
          await behaviour.pause?.(ticket, signal);
          return {
            answer: `${task} ${turn} ${round}`,
            usage: { input: 10, cached: 2, output: 5, cost: 0.01 },
          };
        });
        if (answer === undefined) return { kind: "failed", failure: "budget", detail: "spent", usage };
      }
      const result = behaviour.result?.(ticket) ?? usual(ticket, answer);
      return { kind: "result", result, usage: { input: 20, cached: 4, output: 10, cost: 0.02 } };
    },
  };
}

function usual({ task, kind, round, writes, context }, answer) {
  if (kind === "review") return { kind: "review", review: { clauses: [], blocking: [], suggestions: [] } };
  // The collision module needs what the contract of the entities lacks.
  if (task === "module:core.hits" && round === 1 && context === kernel().hash.slice(0, 8)) {
    const actions = [{ op: "update", target: "core.entities", revision: 1 }];
    return { kind: "actions", actions, reason: "width and height are missing" };
  }
  const files = writes.map((path) => ({ path, content: `# ${answer}\n` }));
  return { kind: "files", files, summary: "done", risks: [] };
}

/** The first submission of `app` fails its unit gate. */
export async function runGate({ gate, modules, tree, content, keep, tests }) {
  const text = (path) => new TextDecoder().decode(content(tree[path]));
  const isFaulty = gate === "unit" && modules.includes("app") && text("app.py").includes("write 1");
  const failures = isFaulty
    ? [
        {
          class: "code",
          source: "unit",
          module: "app",
          fingerprint: "f1",
          summary: "test_app failed",
          tests: ["test_app"],
          exit: 1,
          excerpt: [],
          tail: "",
          anchors: [],
        },
      ]
    : [];
  return {
    gate,
    verdict: isFaulty ? "failed" : "passed",
    evidence: {
      sandbox: "none",
      tree: "",
      commands: [
        { command: ["test", ...tests], exit: isFaulty ? 1 : 0, milliseconds: 1, output: keep("output") },
      ],
      reports: [],
      tests: { run: 3, failed: failures.length, skipped: 0 },
    },
    failures,
    warnings: [],
  };
}

export function partsOf({ store, workspace, asked, behaviour }) {
  const worker = agent(asked, behaviour);
  return {
    store,
    contract,
    runGate: behaviour?.runGate ?? runGate,
    agents: () => worker,
    makeTicket,
    async openDesk({ folder, call }) {
      return {
        desk: { folder, tools: [], call, use: async () => ({ kind: "denied", reason: "" }) },
        async close() {},
      };
    },
    workspace,
    fs: nodeFileSystem(),
    clock: systemClock,
    processes: systemProcesses,
  };
}

export const logTo = (file) => (line) => appendFileSync(file, `${line}\n`);
