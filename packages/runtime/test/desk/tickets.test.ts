import { nodeFileSystem } from "@contractc/kernel";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import {
  type Failure,
  installedPrompts,
  loadPrompts,
  renderTicket,
  TICKET,
  type Ticket,
  type TicketParts,
  ticketFor,
} from "../../src/index.js";
import { kernelOf, PLANE } from "../support/contract.js";
import { largeContract } from "../support/large.js";

const prompts = loadPrompts(nodeFileSystem(), installedPrompts());
const kernel = kernelOf(PLANE);
const tokens = (text: string) => countTokens(text);

function parts(changes: Partial<TicketParts> = {}): TicketParts {
  return {
    run: "r1",
    task: {
      id: "module:core.collision",
      kind: "module",
      subject: "core.collision",
      writes: ["core/collision.py"],
    },
    expects: "code",
    role: "algorithm",
    attempt: 1,
    round: 1,
    kernel,
    files: [{ path: "core/collision.py", content: "def collides(a, b): ...\n" }],
    failures: [],
    lessons: [],
    answers: [],
    prompts,
    contextTokens: 16_000,
    tokens,
    ...changes,
  };
}

function ticket(changes: Partial<TicketParts> = {}): Ticket {
  const result = ticketFor(parts(changes));
  if (result.kind !== "ticket") throw new Error(`too large: ${result.tokens}`);
  return result.ticket;
}

const failure = (at: number): Failure => ({
  class: "code",
  source: "unit",
  module: "core.collision",
  fingerprint: `f${at}`,
  summary: `test ${at} failed`,
  tests: [`test_${at}`],
  exit: 1,
  excerpt: Array.from(
    { length: 20 },
    (_, line) => `E   assert ${at} == ${line}, which is not what was expected`,
  ),
  tail: "x = 1 ".repeat(333),
  anchors: [{ file: "core/collision.py", line: at + 1 }],
});

test("a ticket holds the slice of its module, what it uses, and nothing of the rest but a line", () => {
  const { context, tokens: total, brief, goal, writes, files } = ticket();
  expect(context).toContain("fn collides(a: Entity, b: Entity) -> bool");
  expect(context).toContain("class Entity {");
  expect(context).toMatch(/^\/\/ ui\.hud {2}ui\/hud\.py$/m);
  expect(context).not.toContain("fn render");
  expect(goal).toBe("Implement the module core.collision in core/collision.py.");
  expect(brief).toMatch(
    /^# Who you are\n\nYou are algorithm, a developer of Plane 1\.0\.0, written in python\./,
  );
  expect(writes).toEqual(["core/collision.py"]);
  expect(files).toEqual([
    {
      path: "core/collision.py",
      content: "def collides(a, b): ...\n",
      id: "aa7a019e574b1272151086514fd29dbc1b30e47e",
    },
  ]);
  expect(total).toBeGreaterThan(500);
  expect(total).toBeLessThan(2_500);
});

test("its tokens are those of what is sent", () => {
  const made = ticket({
    failures: [failure(1)],
    lessons: ["Mind the edges."],
    answers: [{ question: "a?", answer: "b" }],
  });
  expect(made.tokens).toBe(tokens(made.brief) + tokens(renderTicket(made)));
  expect(TICKET.parse(made)).toEqual(made);
});

test("the brief is the same for every task and round of a role", () => {
  const other = {
    id: "module:ui.hud",
    kind: "module" as const,
    subject: "ui.hud",
    writes: ["ui/hud.py"],
  };
  expect(ticket({ task: other, round: 3, failures: [failure(1)] }).brief).toBe(ticket().brief);
});

test("the same parts give the same ticket", () => {
  expect(ticket({ failures: [failure(1), failure(2)] })).toEqual(
    ticket({ failures: [failure(1), failure(2)] }),
  );
});

test("of many failures the first are told in full, as many as there is room for", () => {
  const made = ticket({
    failures: Array.from({ length: 60 }, (_, at) => failure(at)),
    round: 2,
    contextTokens: 8_000,
  });
  expect(made.tokens).toBeLessThanOrEqual(8_000);
  expect(made.failures[0]).toEqual(failure(0));
  expect(made.failures.length).toBeGreaterThan(1);
  expect(made.goal).toContain(`${60 - made.failures.length} more failures are left out.`);
  expect(made.context).toContain("fn collides");
});

test("a file that has no room is cut, and small ones stay whole", () => {
  const long = "value = compute(1, 2, 3)\n".repeat(4_000);
  const made = ticket({
    files: [
      { path: "core/long.py", content: long },
      { path: "core/collision.py", content: "x = 1\n" },
    ],
    task: { id: "module:core.collision", kind: "module", subject: "core.collision", writes: ["core/"] },
  });
  expect(made.tokens).toBeLessThanOrEqual(16_000);
  expect(made.files.map(({ path, cut }) => [path, cut])).toEqual([
    ["core/long.py", true],
    ["core/collision.py", undefined],
  ]);
  expect(long.startsWith(made.files[0]!.content)).toBe(true);
  expect(made.files[0]!.content.length).toBeGreaterThan(10_000);
});

test("a module that is larger than the budget by itself is told as such", () => {
  const result = ticketFor(parts({ contextTokens: 500 }));
  expect(result).toMatchObject({ kind: "too-large" });
  expect(result.kind === "too-large" && result.tokens).toBeGreaterThan(500);
});

test("what was wrong twice in the same way asks for another way", () => {
  expect(ticket({ thorough: true, round: 3, failures: [failure(1)] }).goal).toMatch(
    /go another way than before\.$/,
  );
});

test.each([
  [
    "tests",
    "tester",
    {
      id: "tests:core.collision",
      kind: "tests",
      subject: "core.collision",
      writes: ["tests/test_core_collision.py"],
    },
  ],
  [
    "review",
    "reviewer",
    { id: "module:core.collision", kind: "module", subject: "core.collision", writes: ["core/collision.py"] },
  ],
  ["merge", "integrator", { id: "package:core", kind: "package", subject: "core", writes: [] }],
  ["merge", "integrator", { id: "whole", kind: "whole", subject: "", writes: ["requirements.txt"] }],
  ["repair", "architect", { id: "contract:1", kind: "contract", subject: "model.entities", writes: [] }],
] as const)("a ticket for %s by the %s is valid and bounded", (expects, role, task) => {
  const made = ticket({
    expects,
    role,
    task: { ...task, writes: [...task.writes] },
    files: [],
    failures: [failure(1)],
  });
  expect(TICKET.parse(made)).toEqual(made);
  expect(made.kind).toBe(expects === "review" ? "review" : task.kind);
  expect(made.writes).toEqual(expects === "review" || expects === "repair" ? [] : task.writes);
  expect(made.tokens).toBeLessThanOrEqual(16_000);
});

test("before there is a contract, a ticket holds what it is made of", () => {
  const { kernel: _, ...without } = parts({
    expects: "requirements",
    role: "analyst",
    task: { id: "contract", kind: "contract", subject: "", writes: [] },
    material: "A plane shooter with a high-score table",
    files: [],
  });
  const result = ticketFor(without);
  expect(result.kind === "ticket" && result.ticket.context).toBe("A plane shooter with a high-score table\n");
  expect(result.kind === "ticket" && result.ticket.brief).toMatch(/an analyst/);
});

test("on a contract of 1,000 modules a ticket stays within 16,000 tokens", { timeout: 60_000 }, () => {
  const large = kernelOf(largeContract(1_000));
  const subject = "p5.m57";
  const made = ticket({
    kernel: large,
    task: { id: `module:${subject}`, kind: "module", subject, writes: ["p5/m57.py"] },
    files: [{ path: "p5/m57.py", content: "x = 1\n" }],
    failures: [failure(1)],
  });
  expect(made.tokens).toBeLessThanOrEqual(16_000);
  // What is left goes to the index of the others.
  expect(made.tokens).toBeGreaterThan(12_000);
  expect(made.context).toContain("module m57");
  for (const task of ["package:p5", "whole"]) {
    const merge = ticket({
      kernel: large,
      expects: "merge",
      role: "integrator",
      task: {
        id: task,
        kind: task === "whole" ? "whole" : "package",
        subject: task === "whole" ? "" : "p5",
        writes: [],
      },
      files: [],
    });
    expect(merge.tokens).toBeLessThanOrEqual(16_000);
  }
  const repair = ticket({
    kernel: large,
    expects: "repair",
    role: "architect",
    task: { id: "contract:1", kind: "contract", subject: "", writes: [] },
    files: [],
  });
  expect(repair.tokens).toBeLessThanOrEqual(16_000);
});
