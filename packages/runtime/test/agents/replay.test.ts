import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { nodeFileSystem } from "@contractc/kernel";
import { expect, test } from "vitest";
import { CallRecords, callFile, recording, replayAgent, type Ticket } from "../../src/index.js";
import { deskOf, temporaryFolder, ticketOf } from "../support/desks.js";
import { agentAt, FIXED, filesAnswer, modelServer, prompts, toolCall } from "../support/models.js";

const never = new AbortController().signal;
const read = toolCall("read_file", { path: "core/collision.py", purpose: "to see what is there" });

function replay(folder: string, ticket: Ticket) {
  const { desk, events, calls } = deskOf(ticket);
  const agent = replayAgent(new CallRecords(nodeFileSystem(), folder), prompts);
  return { outcome: agent.work(ticket, desk, never), events, calls };
}

test("what was recorded is replayed to the same result, without a model", async () => {
  const folder = temporaryFolder();
  const usage = { prompt_tokens: 900, completion_tokens: 60, total_tokens: 960 };
  const mock = await modelServer([read, { ...filesAnswer(), usage }]);
  const agent = recording(agentAt(mock), new CallRecords(nodeFileSystem(), folder));
  const first = await agent.work(ticketOf(), deskOf(ticketOf()).desk, never);
  expect(mock.getRequests()).toHaveLength(2);
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
    "module-core.collision",
    "module-core.collision/coder.code.1",
    "module-core.collision/coder.code.1/1.json",
    "module-core.collision/coder.code.1/2.json",
  ]);
  // Another attempt of another run: what belongs to an attempt is in no record.
  const again = replay(folder, ticketOf({ attempt: 7, run: "r2" }));
  expect(await again.outcome).toEqual(first);
  expect(mock.getRequests()).toHaveLength(2);
  expect(again.calls.map((call) => call.usage.input)).toEqual([expect.any(Number), 900]);
});

test("what a record says is judged by the permissions of now", async () => {
  const folder = temporaryFolder();
  const agent = recording(
    agentAt(await modelServer([read, filesAnswer()])),
    new CallRecords(nodeFileSystem(), folder),
  );
  await agent.work(ticketOf(), deskOf(ticketOf()).desk, never);
  const { outcome, events } = replay(folder, ticketOf({ writes: ["core/other.py"] }));
  expect(await outcome).toMatchObject({ kind: "failed" });
  expect(events.map((event) => event.type === "call-denied" && event.tool)).toEqual([
    "read_file",
    "write_file",
  ]);
});

test("workers at the same time have records of their own", async () => {
  const folder = temporaryFolder();
  const records = new CallRecords(nodeFileSystem(), folder);
  const tickets = [
    ticketOf(),
    ticketOf({ round: 2 }),
    ticketOf({
      role: "tester",
      expects: "tests",
      task: "tests:core.collision",
      writes: ["tests/test_core_collision.py"],
    }),
  ];
  await Promise.all(
    tickets.map(async (ticket, at) => {
      const [path] = ticket.writes;
      const content = `x = ${at}\n`;
      const mock = await modelServer([
        toolCall("read_file", { path, purpose: "to see what is there" }),
        filesAnswer(content, path),
      ]);
      const agent = recording(agentAt(mock), records);
      await agent.work(ticket, deskOf(ticket).desk, never);
    }),
  );
  const outcomes = await Promise.all(tickets.map((ticket) => replay(folder, ticket).outcome));
  const contents = outcomes.map(
    (outcome) =>
      outcome.kind === "result" && outcome.result.kind === "files" && outcome.result.files.at(-1)!.content,
  );
  expect(contents).toEqual(["x = 0\n", "x = 1\n", "x = 2\n"]);
});

test("a task that begins anew, as its contract changed, has records of its own", async () => {
  const folder = temporaryFolder();
  const records = new CallRecords(nodeFileSystem(), folder);
  const [before, after] = [ticketOf({ contract: "a".repeat(64) }), ticketOf({ contract: "b".repeat(64) })];
  for (const [ticket, content] of [
    [before, "x = 1\n"],
    [after, "x = 2\n"],
    [after, "x = 3\n"],
  ] as const) {
    const agent = recording(agentAt(await modelServer([read, filesAnswer(content)])), records);
    await agent.work(ticket, deskOf(ticket).desk, never);
  }
  expect(readdirSync(`${folder}/module-core.collision`).sort()).toEqual([
    "coder.code.1",
    "coder.code.1@bbbbbbbb",
  ]);
  const content = async (ticket: Ticket) => {
    const outcome = await replay(folder, ticket).outcome;
    return outcome.kind === "result" && outcome.result.kind === "files" && outcome.result.files[0]!.content;
  };
  expect([await content(before), await content(after)]).toEqual(["x = 1\n", "x = 3\n"]);
  expect(await replay(folder, ticketOf({ contract: "c".repeat(64) })).outcome).toMatchObject({
    kind: "failed",
    detail: expect.stringMatching(
      /^there is no record module-core\.collision\/coder\.code\.1\/1\.json \(or module-core\.collision\/coder\.code\.1@cccccccc\/1\.json\)/,
    ) as string,
  });
});

test("a missing record is a clear failure", async () => {
  const folder = temporaryFolder();
  expect(await replay(folder, ticketOf({ round: 3 })).outcome).toMatchObject({
    kind: "failed",
    failure: "unavailable",
    detail: `there is no record module-core.collision/coder.code.3/1.json in ${folder}: record the run with --record, or write the answer by hand`,
  });
  hand(folder, ticketOf(), 1, {
    calls: [{ name: "read_file", arguments: { path: "core/collision.py", purpose: "p" } }],
  });
  expect(await replay(folder, ticketOf()).outcome).toMatchObject({
    kind: "failed",
    detail: expect.stringContaining("module-core.collision/coder.code.1/2.json") as string,
  });
});

test("an answer may be written by hand, with nothing but what it says", async () => {
  const folder = temporaryFolder();
  hand(folder, ticketOf(), 1, {
    calls: [{ name: "read_file", arguments: { path: "core/collision.py", purpose: "to write it" } }],
  });
  hand(folder, ticketOf(), 2, {
    result: {
      kind: "files",
      files: [{ path: "core/collision.py", content: FIXED }],
      summary: "s",
      risks: [],
    },
  });
  expect(await replay(folder, ticketOf()).outcome).toMatchObject({
    kind: "result",
    result: { kind: "files", files: [{ path: "core/collision.py", content: FIXED }] },
  });
});

test("a session is replayed from its files", async () => {
  const folder = temporaryFolder();
  const files = [{ path: "core/collision.py", content: FIXED }];
  hand(folder, ticketOf(), 1, { kind: "session", text: "Done.", files, changed: ["core/collision.py"] });
  expect(await replay(folder, ticketOf()).outcome).toMatchObject({
    kind: "result",
    result: { kind: "files", files, summary: "Done." },
  });
});

test("a file that is no record is named", async () => {
  const folder = temporaryFolder();
  hand(folder, ticketOf(), 1, {});
  const file = `${folder}/${callFile({ task: "module:core.collision", role: "coder", expects: "code", round: 1, turn: 1 })}`;
  writeFileSync(file, readFileSync(file, "utf8").replace("contractc-call/1", "other/2"));
  expect(await replay(folder, ticketOf()).outcome).toMatchObject({
    kind: "failed",
    failure: "broken-answer",
    detail: `${file} is no recorded call (contractc-call/1)`,
  });
});

/** A record as somebody writes it by hand. */
function hand(folder: string, { task, role, expects, round }: Ticket, turn: number, answer: object): void {
  const file = `${folder}/${callFile({ task, role, expects, round, turn })}`;
  mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
  writeFileSync(file, JSON.stringify({ format: "contractc-call/1", answer }));
}
