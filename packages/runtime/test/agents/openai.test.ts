import { expect, test } from "vitest";
import { WORKSPACE } from "../support/contract.js";
import { deskOf, ticketOf } from "../support/desks.js";
import { agentAt, asked, FIXED, filesAnswer, modelServer, toolCall } from "../support/models.js";

const never = new AbortController().signal;
const FILE = "core/collision.py";
const read = toolCall("read_file", { path: FILE, purpose: "to see what is there" });

test("a model reads, hands in a file by structured output, and what it used is recorded", async () => {
  const usage = { prompt_tokens: 900, completion_tokens: 60, total_tokens: 960 };
  const mock = await modelServer([read, { ...filesAnswer(), usage }]);
  const { desk, events, calls } = deskOf(ticketOf());
  const agent = agentAt(mock, { prices: { input: 2, output: 10 } });
  expect(await agent.work(ticketOf(), desk, never)).toEqual({
    kind: "result",
    result: {
      kind: "files",
      files: [{ path: FILE, content: FIXED }],
      summary: "Compares the rectangles.",
      risks: [],
    },
    usage: { input: 0, cached: 0, output: 0 },
  });
  expect(events).toEqual([]);
  expect(calls).toHaveLength(2);
  expect(calls[1]!.usage).toEqual({ input: 900, cached: 0, output: 60, cost: (900 * 2 + 60 * 10) / 1e6 });
  const [first, second] = asked(mock);
  expect(first).toMatchObject({
    model: "test-model",
    stream: true,
    stream_options: { include_usage: true },
    response_format: { type: "json_schema", json_schema: { name: "code", strict: true } },
  });
  expect(first!.tools?.map(({ function: { name } }) => name)).toEqual([
    "read_file",
    "list_folder",
    "write_file",
    "edit_file",
    "describe",
    "diff",
    "ask",
  ]);
  expect(second!.messages.at(-1)).toMatchObject({ role: "tool", content: WORKSPACE[FILE] });
});

test("tools write too: the answer then has no files of its own", async () => {
  const done = {
    content: JSON.stringify({ result: { kind: "files", files: [], summary: "Done.", risks: ["none"] } }),
  };
  const mock = await modelServer([read, toolCall("write_file", { path: FILE, content: FIXED }, "c2"), done]);
  const { desk } = deskOf(ticketOf());
  expect(await agentAt(mock).work(ticketOf(), desk, never)).toMatchObject({
    kind: "result",
    result: { kind: "files", files: [{ path: FILE, content: FIXED }], risks: ["none"] },
  });
});

test("a denied call is told to the model and to the record, and the work goes on", async () => {
  const mock = await modelServer([
    toolCall("read_file", { path: "model/entities.py", purpose: "to look behind the contract" }),
    read,
    filesAnswer(),
  ]);
  const { desk, events } = deskOf(ticketOf());
  expect((await agentAt(mock).work(ticketOf(), desk, never)).kind).toBe("result");
  expect(events).toMatchObject([{ type: "call-denied", tool: "read_file", what: "model/entities.py" }]);
  expect(asked(mock)[1]!.messages.at(-1)!.content).toBe(
    "denied: coder may read plane.contract, core/collision.py only",
  );
});

test("a file that is not the task's is not taken from an answer", async () => {
  const two = {
    kind: "files",
    files: [
      { path: FILE, content: FIXED },
      { path: "model/entities.py", content: "" },
    ],
    summary: "s",
    risks: [],
  };
  const mock = await modelServer([read, { content: JSON.stringify({ result: two }) }]);
  const { desk, events } = deskOf(ticketOf());
  const outcome = await agentAt(mock).work(ticketOf(), desk, never);
  expect(outcome.kind === "result" && outcome.result).toMatchObject({ files: [{ path: FILE }] });
  expect(events).toMatchObject([{ type: "call-denied", tool: "write_file", what: "model/entities.py" }]);
});

test("a question ends the work at once", async () => {
  const mock = await modelServer([toolCall("ask", { question: "Do touching edges collide?" })]);
  const { desk } = deskOf(ticketOf());
  expect(await agentAt(mock).work(ticketOf(), desk, never)).toMatchObject({
    kind: "result",
    result: { kind: "error", question: "Do touching edges collide?" },
  });
});

test("arguments that are no JSON, and tools that nobody has, are answered and survived", async () => {
  const mock = await modelServer([
    toolCall("read_file", '{"path": "core/coll'),
    toolCall("shell", { command: "rm -r ." }),
    read,
    filesAnswer(),
  ]);
  const { desk, events } = deskOf(ticketOf());
  expect((await agentAt(mock).work(ticketOf(), desk, never)).kind).toBe("result");
  const requests = asked(mock);
  expect(requests[1]!.messages.at(-1)!.content).toMatch(/^failed: the arguments are no JSON/);
  // What was broken is not sent back as it was: servers parse it.
  expect(JSON.stringify(requests[1]!.messages.at(-2))).toContain('"arguments":"{}"');
  expect(requests[2]!.messages.at(-1)!.content).toBe("denied: coder has no tool shell");
  expect(events).toHaveLength(1);
});

test("a broken answer is sent back with what is wrong, twice at most", async () => {
  const broken = { content: "I have done it, all tests pass." };
  const mock = await modelServer([broken, read, filesAnswer()]);
  const { desk } = deskOf(ticketOf());
  expect((await agentAt(mock).work(ticketOf(), desk, never)).kind).toBe("result");
  expect(asked(mock)[1]!.messages.at(-1)!.content).toMatch(/there is no JSON object in the answer/);

  const stubborn = await modelServer([broken, broken, broken, broken]);
  expect(await agentAt(stubborn).work(ticketOf(), deskOf(ticketOf()).desk, never)).toMatchObject({
    kind: "failed",
    failure: "broken-answer",
    detail: "there is no JSON object in the answer",
  });
  expect(asked(stubborn)).toHaveLength(3);
});

test("files that change nothing are no submission", async () => {
  const same = filesAnswer(WORKSPACE[FILE]);
  const mock = await modelServer([read, same, same, same]);
  expect(await agentAt(mock).work(ticketOf(), deskOf(ticketOf()).desk, never)).toMatchObject({
    kind: "failed",
    failure: "broken-answer",
    detail: "no file of the task was changed: hand in files, or an error",
  });
});

test("an answer that was cut is asked for in parts", async () => {
  const mock = await modelServer([
    { content: '{"result": {"kind": "fi', finishReason: "length" },
    read,
    filesAnswer(),
  ]);
  expect((await agentAt(mock).work(ticketOf(), deskOf(ticketOf()).desk, never)).kind).toBe("result");
  expect(asked(mock)[1]!.messages.at(-1)!.content).toMatch(/write files with write_file, one at a time/);
});

test("turns are bounded, and the last one says so", async () => {
  const mock = await modelServer([read, read, read, read]);
  const { desk } = deskOf(ticketOf());
  expect(await agentAt(mock, {}, 3).work(ticketOf(), desk, never)).toMatchObject({
    kind: "failed",
    failure: "broken-answer",
    detail: "there was no result after 3 turns",
  });
  expect(asked(mock)).toHaveLength(3);
  expect(asked(mock)[2]!.messages.at(-1)!.content).toMatch(/last turn/);
});

test("the budget is asked before each call", async () => {
  const mock = await modelServer([read, filesAnswer()]);
  const { desk } = deskOf(ticketOf(), { budget: 1 });
  expect(await agentAt(mock).work(ticketOf(), desk, never)).toMatchObject({
    kind: "failed",
    failure: "budget",
  });
  expect(asked(mock)).toHaveLength(1);
});

test("a reviewer's answer is its own kind, and files of it are not taken", async () => {
  const review = {
    kind: "review",
    review: {
      clauses: [{ clause: "example", met: false, where: "core/collision.py:2" }],
      blocking: [{ text: "Always false.", file: FILE, line: 2, clause: "example" }],
      suggestions: [],
      contract: {
        reason: "No size.",
        actions: [{ op: "add", target: "model.entities.Entity", content: "width: int", reason: "r" }],
      },
    },
  };
  const ticket = ticketOf({ role: "reviewer", expects: "review", kind: "review", writes: [] });
  const mock = await modelServer([filesAnswer(), { content: JSON.stringify({ result: review }) }]);
  const { desk } = deskOf(ticket);
  expect(await agentAt(mock).work(ticket, desk, never)).toMatchObject({ kind: "result", result: review });
});
