import type { LLMock } from "@copilotkit/aimock";
import { expect, test } from "vitest";
import {
  type ContractState,
  type InitialiseInput,
  initialiser,
  type RequirementsDocument,
  TICKET,
  type Ticket,
} from "../../src/index.js";
import { kernelOf, PLANE } from "../support/contract.js";
import { contractPort } from "../support/contract-port.js";
import { deskOf, ticketOf } from "../support/desks.js";
import { agentAt, asked, modelServer, prompts } from "../support/models.js";

const never = new AbortController().signal;

const REQUIREMENTS: RequirementsDocument = {
  name: "LinkShortener",
  requirements: [
    {
      name: "Shorten",
      priority: "must",
      text: "Anybody shortens an address",
      accept: ["The same address gives the same short one"],
    },
  ],
  qualities: [{ name: "Latency", kind: "performance", text: "Resolved in 10 ms", accept: [] }],
  questions: [{ text: "Do links expire?", why: "It decides whether a clock is needed", assumed: "No" }],
};

const CONTRACT = `/// Short addresses for long ones.
contract LinkShortener version "0.1.0"

target python {
  roots "."
  test "python -m pytest -q"
}

requirement Shorten must "Anybody shortens an address" {
  accept "The same address gives the same short one"
}
quality Latency performance "Resolved in 10 ms"
decision Memory "Links are kept in a dictionary" because "nothing asks for them to outlive the program"
question "Do links expire?"
role backend "Implements the rules"

/// What is shortened, and back.
module links "links.py" {
  owner backend
  satisfies Shorten, Latency
  /// A short address; the same for the same one.
  fn shorten(address: string) -> string
    example shorten("https://a.example") == shorten("https://a.example")
}
`;

const documentOf = (document: unknown, summary = "Done.") => ({
  content: JSON.stringify({ result: { kind: "document", document, summary } }),
});
const actionsOf = (...actions: object[]) => ({
  content: JSON.stringify({ result: { kind: "actions", actions, reason: "The planes need a size." } }),
});
const audit = (...items: object[]) => documentOf({ items });

type Reply = { content: string };

/** Answers by who is asked, the first to the first time and the last ever after. */
async function team(
  replies: Partial<Record<"triage" | "analyst" | "generator" | "discriminator", Reply[]>>,
): Promise<LLMock> {
  const mock = await modelServer([]);
  const words = {
    triage: "who sorts requests",
    analyst: "an analyst. You turn",
    generator: "You write contracts",
    discriminator: "an auditor of contracts",
  };
  for (const [who, all] of Object.entries(replies)) {
    const systemMessage = words[who as keyof typeof words];
    for (const [sequenceIndex, reply] of all.entries()) mock.on({ systemMessage, sequenceIndex }, reply);
  }
  return mock;
}

interface Asked {
  steps: string[];
  tickets: Ticket[];
}

function inputOf(mock: LLMock, changes: Partial<InitialiseInput> = {}): InitialiseInput & Asked {
  const agent = agentAt(mock, { retries: 0 }, 3);
  const steps: string[] = [];
  const tickets: Ticket[] = [];
  return {
    steps,
    tickets,
    run: "r1",
    root: "/w",
    intent: "A link shortener",
    hasCode: false,
    contract: contractPort(),
    policy: { contextTokens: 16_000 } as InitialiseInput["policy"],
    answers: [],
    async ask(step, _role, question) {
      const ticket = ticketOf({
        task: "contract",
        kind: "contract",
        subject: "",
        writes: [],
        files: [],
        ...question,
      });
      steps.push(step);
      expect(TICKET.parse(ticket)).toEqual(ticket);
      tickets.push(ticket);
      return await agent.work(ticket, deskOf(ticket).desk, never);
    },
    ...changes,
  };
}

test("from an intent to a contract, with what a person is to look at", async () => {
  const mock = await team({
    analyst: [documentOf(REQUIREMENTS)],
    generator: [documentOf({ text: CONTRACT, summary: "One module shortens." })],
    discriminator: [
      audit(
        {
          address: "links",
          kind: "ambiguity",
          severity: "low",
          text: "How long is a short address?",
          settle: null,
        },
        {
          address: "links",
          kind: "gap",
          severity: "high",
          text: "Nothing resolves an address.",
          settle: "add `resolve`",
        },
      ),
    ],
  });
  const input = inputOf(mock);
  const made = await initialiser(prompts)(input, never);
  if (made.kind !== "contract") throw new Error(JSON.stringify(made));
  expect(input.steps).toEqual(["analyst", "architect:1", "discriminator"]);
  expect([...made.state.files]).toEqual([["link-shortener.contract", CONTRACT]]);
  expect(made.state.kernel.modules.map(({ address }) => address)).toEqual(["links"]);
  expect(made.summary.split("\n")).toEqual([
    "One module shortens.",
    "Requirements: Shorten, Latency",
    "Modules: links",
    "Third-party packages: none",
    "Decision: Links are kept in a dictionary (because nothing asks for them to outlive the program)",
    "Open: Do links expire?",
    "Assumed: Do links expire? No",
  ]);
  expect(made.flagged).toEqual([
    "high gap links: Nothing resolves an address. (add `resolve`)",
    "low ambiguity links: How long is a short address?",
  ]);
  // The architect gets requirements and no word of the request; the auditor gets the draft.
  expect(input.tickets[1]!.context).toContain('requirement Shorten must "Anybody shortens an address" {');
  expect(input.tickets[1]!.context).toContain(
    "Do links expire? (It decides whether a clock is needed) Assumed: No",
  );
  expect(input.tickets[2]!.context).toContain("fn shorten(address: string) -> string");
  expect(input.tickets.every(({ tokens }) => tokens <= 16_000)).toBe(true);
});

test("a draft with errors is repaired through what the checker found", async () => {
  const broken = CONTRACT.replace("-> string", "-> Strng");
  const mock = await team({
    analyst: [documentOf(REQUIREMENTS)],
    generator: [documentOf({ text: broken, summary: "s" }), documentOf({ text: CONTRACT, summary: "s" })],
    discriminator: [audit()],
  });
  const input = inputOf(mock);
  const made = await initialiser(prompts)(input, never);
  expect(made).toMatchObject({ kind: "contract", flagged: [] });
  expect(input.steps).toEqual(["analyst", "architect:1", "architect:2", "discriminator"]);
  const again = input.tickets[2]!;
  expect(again.round).toBe(2);
  expect(again.failures).toMatchObject([
    {
      class: "contract",
      summary: expect.stringMatching(/^name\/unknown: .*`Strng`/) as string,
      excerpt: ["22 |   fn shorten(address: string) -> Strng"],
      anchors: [{ file: "link-shortener.contract", line: 22 }],
    },
  ]);
  expect(again.context).toContain("fn shorten(address: string) -> Strng");
});

test("a draft that leaves a requirement out is not taken", async () => {
  const without = CONTRACT.replace('quality Latency performance "Resolved in 10 ms"\n', "").replace(
    ", Latency",
    "",
  );
  const mock = await team({
    analyst: [documentOf(REQUIREMENTS)],
    generator: [documentOf({ text: without, summary: "s" }), documentOf({ text: CONTRACT, summary: "s" })],
    discriminator: [audit()],
  });
  const input = inputOf(mock);
  expect((await initialiser(prompts)(input, never)).kind).toBe("contract");
  expect(input.tickets[2]!.failures.map(({ summary }) => summary)).toEqual([
    "The contract lacks the requirement `Latency`: take it over as it is, and say which module satisfies it.",
  ]);
});

test("rounds of repair are bounded, and the end says what was still wrong", async () => {
  const broken = documentOf({ text: CONTRACT.replace("-> string", "-> Strng"), summary: "s" });
  const mock = await team({
    analyst: [documentOf(REQUIREMENTS)],
    generator: [broken, broken, broken, broken, broken],
  });
  const input = inputOf(mock);
  const made = await initialiser(prompts)(input, never);
  expect(made.kind === "failed" && made.detail).toMatch(
    /^The draft was still wrong after 4 rounds:\n- name\/unknown: .*`Strng`/,
  );
  expect(input.steps).toHaveLength(5);
});

test("what cannot be known and not be assumed is asked, once", async () => {
  const open = {
    ...REQUIREMENTS,
    questions: [
      ...REQUIREMENTS.questions,
      { text: "Who may shorten?", why: "It decides on accounts", assumed: null },
    ],
  };
  const replies = {
    analyst: [documentOf(open), documentOf(open)],
    generator: [documentOf({ text: CONTRACT, summary: "s" })],
    discriminator: [audit()],
  };
  const mock = await team(replies);
  expect(await initialiser(prompts)(inputOf(mock), never)).toEqual({
    kind: "questions",
    questions: ["Who may shorten?"],
  });
  const answered = inputOf(mock, { answers: [{ question: "Who may shorten?", answer: "Anybody" }] });
  expect((await initialiser(prompts)(answered, never)).kind).toBe("contract");
  expect(answered.tickets[0]!.answers).toEqual([{ question: "Who may shorten?", answer: "Anybody" }]);
});

test("a draft that nobody audited is flagged as such", async () => {
  const mock = await team({
    analyst: [documentOf(REQUIREMENTS)],
    generator: [documentOf({ text: CONTRACT, summary: "s" })],
  });
  const made = await initialiser(prompts)(inputOf(mock), never);
  expect(made.kind === "contract" && made.flagged).toEqual([
    expect.stringMatching(/^Nobody audited the draft\. The architect gave no answer \(unavailable\)/),
  ]);
});

test("warnings of the checker are flagged, and told to the auditor", async () => {
  const uncovered = CONTRACT.replace("satisfies Shorten, Latency", "satisfies Shorten");
  const mock = await team({
    analyst: [documentOf(REQUIREMENTS)],
    generator: [documentOf({ text: uncovered, summary: "s" })],
    discriminator: [audit()],
  });
  const input = inputOf(mock);
  const made = await initialiser(prompts)(input, never);
  expect(made.kind === "contract" && made.flagged).toEqual([
    expect.stringMatching(/^complete\/requirement: .*Latency/),
  ]);
  expect(input.tickets[2]!.context).toMatch(/What the checker found:\n(?:- .*\n)*- complete\/requirement/);
});

test("a request that has no room is told, not cut", async () => {
  const mock = await team({});
  const input = inputOf(mock, { intent: "x ".repeat(40_000) });
  const made = await initialiser(prompts)(input, never);
  expect(made.kind === "failed" && made.detail).toMatch(
    /^What the analyst would have to read takes \d+ tokens, and 16000 are allowed/,
  );
  expect(asked(mock)).toEqual([]);
});

// ---- existing programs ---------------------------------------------------------------------------

const EXISTING: ContractState = { kernel: kernelOf(PLANE), files: new Map([["plane.contract", PLANE]]) };
const SIZES: RequirementsDocument = {
  ...REQUIREMENTS,
  name: "Plane",
  requirements: [],
  qualities: [],
  questions: [],
};
const PIPELINE = documentOf({ way: "pipeline", reason: "It changes a signature.", file: null, module: null });
const WIDTH = {
  op: "add",
  target: "model.entities.Entity",
  content: "width: int",
  reason: "Collisions need it.",
};

test("an existing contract is changed by actions, and only its text around them", async () => {
  const mock = await team({
    triage: [PIPELINE],
    analyst: [documentOf(SIZES)],
    generator: [actionsOf(WIDTH)],
    discriminator: [audit()],
  });
  const input = inputOf(mock, { existing: EXISTING, intent: "Planes have a width" });
  const made = await initialiser(prompts)(input, never);
  if (made.kind !== "contract") throw new Error(JSON.stringify(made));
  expect(input.steps).toEqual(["triage", "analyst", "architect:1", "discriminator"]);
  expect(made.state.files.get("plane.contract")).toBe(
    PLANE.replace("(by: int) -> void\n", "(by: int) -> void\n      width: int\n"),
  );
  expect(input.tickets[2]!.goal).toMatch(
    /^Change the contract by actions.*\n\nThe program has a contract already\./s,
  );
});

test("refused actions come back with why, and another contract is no answer", async () => {
  const wrong = { ...WIDTH, content: "width: Pixels" };
  const mock = await team({
    triage: [PIPELINE],
    analyst: [documentOf(SIZES)],
    generator: [actionsOf(wrong), documentOf({ text: CONTRACT, summary: "s" }), actionsOf(WIDTH)],
    discriminator: [audit()],
  });
  const input = inputOf(mock, { existing: EXISTING });
  expect((await initialiser(prompts)(input, never)).kind).toBe("contract");
  expect(input.tickets[3]!.failures.map(({ summary }) => summary)).toEqual([
    "The contract would have an error that it has not now.",
    expect.stringMatching(/^name\/unknown: .*`Pixels`/),
  ]);
  expect(input.tickets[3]!.context).toContain('"content": "width: Pixels"');
  expect(input.tickets[4]!.failures.map(({ summary }) => summary)).toEqual([
    "There is a contract already: hand in actions that change it, not another contract.",
  ]);
});

test("code without a contract gets one extracted first", async () => {
  const mock = await team({
    triage: [PIPELINE],
    analyst: [documentOf(SIZES)],
    generator: [actionsOf(WIDTH)],
    discriminator: [audit()],
  });
  const input = inputOf(mock, { hasCode: true, contract: contractPort(EXISTING) });
  const made = await initialiser(prompts)(input, never);
  expect(made.kind === "contract" && made.state.files.has("plane.contract")).toBe(true);
});

test.each([
  ["a file of one module goes the direct way", { way: "direct", file: "core/collision.py" }, "direct"],
  ["a file that no module owns does not", { way: "direct", file: "setup.cfg" }, "contract"],
  ["a way out of the workspace does not", { way: "direct", file: "../core/collision.py" }, "contract"],
  ["a matter of taste is a person's", { way: "person", file: null }, "questions"],
])("triage: %s", async (_, sorted, kind) => {
  const mock = await team({
    triage: [documentOf({ reason: "Because.", module: null, ...sorted })],
    analyst: [documentOf(SIZES)],
    generator: [actionsOf(WIDTH)],
    discriminator: [audit()],
  });
  const made = await initialiser(prompts)(inputOf(mock, { existing: EXISTING }), never);
  expect(made.kind).toBe(kind);
  if (made.kind === "direct")
    expect(made).toEqual({ kind: "direct", file: "core/collision.py", reason: "Because." });
  if (made.kind === "questions") expect(made.questions).toEqual(["Because."]);
});
