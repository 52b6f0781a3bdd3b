import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { callFile } from "@contractc/runtime";
import { describe, expect, it } from "vitest";
import { contractc, contractcWith, snapshot, workspace, write } from "./support/cli.js";

const CONTRACT = `/// Counting.
contract Counting version "1.0.0"

target python {
  roots "."
  check "python3 -m compileall -q ."
}

/// The counter.
module counter "counter.py" {
  /// One more.
  fn bump(value: int) -> int
}

/// What uses it.
module report "report.py" {
  uses counter

  /// The next number as text.
  fn next_text(value: int) -> string
}
`;

const COUNTER =
  '"""Counting."""\n\n\ndef bump(value: int) -> int:\n    """One more."""\n    return value + 1\n';
const REPORT =
  '"""What uses it."""\n\nfrom counter import bump\n\n\ndef next_text(value: int) -> str:\n    """The next number as text."""\n    return str(bump(value))\n';
const HOLLOW =
  '"""Counting."""\n\n\ndef bump(value: int) -> int:\n    """One more."""\n    raise NotImplementedError\n';

const files = (path: string, content: string) => ({
  kind: "files",
  files: [{ path, content }],
  summary: "done",
  risks: [],
});
const APPROVED = { kind: "review", review: { clauses: [], blocking: [], suggestions: [] } };

interface Call {
  task: string;
  role: string;
  expects: string;
  round: number;
  result: object;
}

/** A record of answers, as `--record` would have written it. */
function record(folder: string, calls: readonly Call[]): void {
  for (const { result, ...key } of calls) {
    const call = { ...key, turn: 1 };
    const usage = { input: 100, cached: 0, output: 50, cost: 0.01 };
    const text = JSON.stringify({ format: "contractc-call/1", ...call, answer: { result }, usage });
    write(folder, `answers/${callFile(call)}`, text);
  }
}

const CALLS: Call[] = [
  { task: "module:counter", role: "coder", expects: "code", round: 1, result: files("counter.py", HOLLOW) },
  { task: "module:counter", role: "coder", expects: "code", round: 2, result: files("counter.py", COUNTER) },
  { task: "module:counter", role: "reviewer", expects: "review", round: 3, result: APPROVED },
  { task: "module:report", role: "coder", expects: "code", round: 1, result: files("report.py", REPORT) },
  { task: "module:report", role: "reviewer", expects: "review", round: 2, result: APPROVED },
];

const json = (text: string) => JSON.parse(text) as Record<string, unknown>;
const RUN = ["--unsafe-no-sandbox", "--replay", "answers"];

describe("contractc run", () => {
  it("has the modules written, sends back what is hollow, and hands over what is verified", () => {
    const folder = workspace({ "counting.contract": CONTRACT });
    record(folder, CALLS);
    const result = contractc(folder, "run", ...RUN, "--yes", "--format", "json");
    expect(result.stderr).toContain("sent back module:counter: structure");
    expect(json(result.stdout)).toMatchObject({ run: "run-1", kind: "finished", outcome: "converged" });
    expect(result.status).toBe(0);
    expect(readFileSync(join(folder, "counter.py"), "utf8")).toBe(COUNTER);
    expect(readFileSync(join(folder, "report.py"), "utf8")).toBe(REPORT);
    expect(contractc(folder, "drift").status).toBe(0);

    const report = json(contractc(folder, "report", "--format", "json").stdout);
    expect(report).toMatchObject({ outcome: "converged", sandboxes: ["none"], unasked: ["plan", "final:0"] });
    const tasks = report.tasks as { task: string; rounds: number; submissions: number }[];
    expect(tasks.map(({ task, rounds, submissions }) => [task, rounds, submissions])).toEqual([
      ["module:counter", 1, 2],
      ["module:report", 0, 1],
      ["whole", 0, 0],
    ]);
    const page = contractc(folder, "report", "-o", "report.html");
    expect(page.stderr).toBe("Wrote report.html.\n");
    expect(readFileSync(join(folder, "report.html"), "utf8")).toMatch(
      /^<!doctype html>[\s\S]*run-1: converged/,
    );
  });

  it("asks before it begins and before it touches a file, and goes on when it is told to", () => {
    const folder = workspace({ "counting.contract": CONTRACT });
    record(folder, CALLS);
    const before = snapshot(folder);
    const first = contractc(folder, "run", ...RUN);
    expect([first.status, first.stdout.split("\n")[0]]).toEqual([3, "run-1 waits for you."]);
    expect(first.stdout).toContain("plan plan: 2 modules to implement and 0 to test");
    expect(contractc(folder, "run", ...RUN)).toMatchObject({
      status: 2,
      stderr:
        "contractc: run-1 is not finished: go on with `contractc resume`, or end it with `contractc reject`.\n",
    });
    expect(contractc(folder, "approve").stdout).toBe("plan is approved: go on with `contractc resume`.\n");
    const second = contractc(folder, "resume", ...RUN);
    expect([second.status, second.stdout]).toEqual([3, expect.stringContaining("final final:")]);
    const now = Object.entries(snapshot(folder)).filter(([path]) => !path.startsWith(".contract"));
    expect(Object.fromEntries(now)).toEqual(before);
    expect(json(contractc(folder, "status", "--format", "json").stdout)).toMatchObject({ state: "waiting" });
    expect(contractc(folder, "approve").status).toBe(0);
    expect(contractc(folder, "resume", ...RUN).status).toBe(0);
    expect(readFileSync(join(folder, "counter.py"), "utf8")).toBe(COUNTER);
    expect(contractc(folder, "status").stdout).toMatch(/^run-1 is finished: converged/);
  });

  it("ends unconverged where the bounds of rework are reached, and one task can be done again", () => {
    const folder = workspace({
      "counting.contract": CONTRACT,
      "contract.config.json": JSON.stringify({ policies: { codeRounds: 0 } }),
    });
    record(folder, CALLS);
    const first = contractc(folder, "run", ...RUN, "--yes");
    expect(first.status).toBe(3);
    expect(first.stdout).toMatch(/^run-1 escalated: A person's turn: module:counter/);
    expect(existsSync(join(folder, "counter.py"))).toBe(false);
    expect(contractc(folder, "status").stdout).toContain(
      "escalated module:counter: 0 rounds of rework did not do",
    );
    expect(contractc(folder, "task", "retry", "module:counter", "--note", "fill it").status).toBe(0);
    expect(contractc(folder, "resume", ...RUN).status).toBe(0);
    expect(readFileSync(join(folder, "counter.py"), "utf8")).toBe(COUNTER);
  });

  it("delivers a branch in a repository, and merges it where nothing else changed", () => {
    const folder = workspace({ "counting.contract": CONTRACT, ".gitignore": "answers/\n" });
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
        cwd: folder,
        encoding: "utf8",
      });
    git("init", "-q", "-b", "main");
    git("add", ".");
    git("commit", "-qm", "start");
    record(folder, CALLS);
    expect(contractc(folder, "run", ...RUN, "--yes").status).toBe(0);
    expect(git("log", "--format=%s", "--reverse", "main").trim().split("\n")).toEqual([
      "start",
      "implement: counter",
      "implement: report",
    ]);
    expect(git("status", "--porcelain")).toBe("");
  });

  it("says what is missing where nobody is there to work, and begins nothing", () => {
    const folder = workspace({ "counting.contract": CONTRACT });
    const result = contractc(folder, "run");
    expect([result.status, result.stderr.split("\n")[0]]).toEqual([
      2,
      "contractc: No agent is configured. Name one in contract.config.json, such as",
    ]);
    expect(contractc(folder, "status")).toMatchObject({
      status: 2,
      stderr: "contractc: There is no run here: begin one with `contractc run`.\n",
    });
    expect(contractc(workspace(), "status").status).toBe(2);
    expect(contractc(workspace(), "run").stderr).toMatch(/^contractc: There is no contract in /);
  });

  it("begins nothing with a contract that has errors", () => {
    const folder = workspace({ "counting.contract": CONTRACT.replace("uses counter", "uses nothing") });
    record(folder, CALLS);
    const result = contractc(folder, "run", ...RUN, "--yes");
    expect([result.status, existsSync(join(folder, ".contract"))]).toEqual([1, false]);
  });
});

describe("contractc task", () => {
  it("lets agents in processes of their own fetch and hand in the work", () => {
    const folder = workspace({ "counting.contract": CONTRACT });
    const task = (...args: string[]) => contractc(folder, "task", ...args);
    // Nothing is started by itself: the first call only begins the run.
    const begun = contractc(folder, "run", "--agent", "pull", "--unsafe-no-sandbox");
    expect([begun.status, begun.stdout.split("\n")[0]]).toEqual([3, "run-1 waits for you."]);
    expect(json(task("claim", "--worker", "ada", "--format", "json").stdout)).toEqual({
      claimed: false,
      reason: "nothing to be done now",
    });
    contractc(folder, "approve");
    const claimed = json(task("claim", "module:counter", "--worker", "ada", "--format", "json").stdout);
    expect(claimed).toMatchObject({
      claimed: true,
      ticket: { task: "module:counter", attempt: 1, role: "coder" },
    });
    expect(task("claim", "module:counter", "--worker", "bob").status).toBe(1);
    write(folder, "result.json", JSON.stringify(files("counter.py", COUNTER)));
    expect(task("submit", "module:counter", "--attempt", "7", "--result", "result.json").stderr).toBe(
      "contractc: Attempt 7 at module:counter is over: the one that counts is 1.\n",
    );
    write(folder, "broken.json", '{"kind": "files"}');
    expect(task("submit", "module:counter", "--result", "broken.json").stderr).toBe(
      'contractc: broken.json: "files" is a list of objects with "path" and "content"\n',
    );
    expect(task("submit", "module:counter", "--attempt", "1", "--result", "result.json").stdout).toBe(
      "module:counter is handed in: waiting\n",
    );
    task("claim", "module:report", "--worker", "bob");
    expect(task("ask", "module:report", "Which format?").stdout).toBe(
      "module:report is handed in: blocked\n",
    );
    const [question] = json(contractc(folder, "status", "--format", "json").stdout).questions as {
      id: string;
    }[];
    expect(task("answer", question!.id, "decimal").status).toBe(0);
    expect(task("answer", question!.id, "again").status).toBe(2);
    expect(json(task("show", "module:report", "--format", "json").stdout)).toMatchObject({
      state: "TODO",
      answers: [{ question: "Which format?", answer: "decimal" }],
    });
    expect(task("show", "module:nothing").stderr).toBe(
      'contractc: run-1 has no task "module:nothing"; see `contractc task list`.\n',
    );
    expect(existsSync(join(folder, "counter.py"))).toBe(false);
  });
});

describe("contractc sample", () => {
  it("picks what was verified, and notes what a person found", () => {
    const folder = workspace({ "counting.contract": CONTRACT });
    record(folder, CALLS);
    contractc(folder, "run", ...RUN, "--yes");
    const picked = contractc(folder, "sample", "--count", "1", "--format", "json").stdout;
    expect(contractc(folder, "sample", "--count", "1", "--format", "json").stdout).toBe(picked);
    const [first] = json(picked).picked as { task: string }[];
    expect(contractc(folder, "sample", first!.task).status).toBe(2);
    const user = { USER: "ada" };
    expect(
      contractcWith(user, folder, "sample", first!.task, "--defect", "--note", "rounds down").status,
    ).toBe(0);
    const rest = json(contractc(folder, "sample", "--format", "json").stdout).picked as { task: string }[];
    expect(rest.map(({ task }) => task)).not.toContain(first!.task);
    expect(contractc(folder, "report").stdout).toContain(
      "defects found by spot checks       100 %  (at most 15 %, missed)",
    );
  });
});
