import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type CommandSettings, commandAgent } from "../../src/agents/command/agent.js";
import { systemAgentProcesses } from "../../src/agents/process/process.js";
import { WORKSPACE } from "../support/contract.js";
import { deskOf, temporaryFolder, ticketOf, tokens } from "../support/desks.js";
import { FIXED, prompts } from "../support/models.js";

const FILE = "core/collision.py";

/** An agent that is a script: what it does in its folder with the prompt on standard input. */
function scripted(body: string, settings: Partial<CommandSettings> = {}) {
  const script = `${temporaryFolder()}/agent.mjs`;
  writeFileSync(
    script,
    `import { readFileSync, writeFileSync, rmSync, mkdirSync } from "node:fs";
import { spawn } from "node:child_process";
const prompt = readFileSync(0, "utf8");
${body}`,
  );
  return commandAgent(
    { name: "scripted", command: [process.execPath, script], timeoutMilliseconds: 20_000, ...settings },
    {
      processes: systemAgentProcesses,
      environment: { PATH: process.env.PATH, SECRET: "s", OWN: "o" },
      prompts,
      tokens,
    },
  );
}

const never = new AbortController().signal;

test("what a command leaves in its folder is taken as far as it is the task's", async () => {
  const agent = scripted(`
    writeFileSync(${JSON.stringify(FILE)}, ${JSON.stringify(FIXED)});
    writeFileSync("core/extra.py", "");
    rmSync("plane.contract");
    console.log(JSON.stringify({ kind: "files", files: [], summary: prompt.includes("# Goal") ? "Told." : "Not told.", risks: [] }));`);
  const { desk, events, calls } = deskOf(ticketOf());
  expect(await agent.work(ticketOf(), desk, never)).toEqual({
    kind: "result",
    result: { kind: "files", files: [{ path: FILE, content: FIXED }], summary: "Told.", risks: [] },
    usage: { input: 0, cached: 0, output: 0 },
  });
  expect(events).toMatchObject([
    { type: "call-denied", tool: "delete", what: "plane.contract" },
    { type: "out-of-scope", paths: ["core/extra.py"] },
  ]);
  expect(calls).toHaveLength(1);
  expect(calls[0]!.usage.input).toBeGreaterThan(100);
});

test("files count, whatever the last words are like", async () => {
  const agent = scripted(
    `writeFileSync(${JSON.stringify(FILE)}, ${JSON.stringify(FIXED)}); console.log("All done!");`,
  );
  expect(await agent.work(ticketOf(), deskOf(ticketOf()).desk, never)).toMatchObject({
    kind: "result",
    result: { kind: "files", files: [{ path: FILE }], summary: "All done!" },
  });
});

test("files in the answer are written by the same rules", async () => {
  const result = {
    kind: "files",
    files: [
      { path: FILE, content: FIXED },
      { path: "main.py", content: "" },
    ],
    summary: "s",
    risks: [],
  };
  const agent = scripted(`console.log(${JSON.stringify(JSON.stringify({ result }))});`);
  const { desk, events } = deskOf(ticketOf());
  expect(await agent.work(ticketOf(), desk, never)).toMatchObject({
    kind: "result",
    result: { files: [{ path: FILE, content: FIXED }] },
  });
  expect(events.map((event) => event.type === "call-denied" && event.what)).toEqual(["main.py", "main.py"]);
});

test("a command that does nothing has handed in nothing", async () => {
  const agent = scripted(`console.log("I think it is fine.");`);
  expect(await agent.work(ticketOf(), deskOf(ticketOf()).desk, never)).toMatchObject({
    kind: "failed",
    failure: "broken-answer",
    detail: "no file of the task was changed",
  });
});

test("a reviewer's last words have to be a review", async () => {
  const ticket = ticketOf({ role: "reviewer", expects: "review", writes: [] });
  const review = { kind: "review", review: { clauses: [], blocking: [], suggestions: [] } };
  const good = scripted(`console.log("Here:\\n" + ${JSON.stringify(JSON.stringify(review))});`);
  expect(await good.work(ticket, deskOf(ticket).desk, never)).toMatchObject({
    kind: "result",
    result: review,
  });
  const bad = scripted(`console.log("Looks good to me, tests pass.");`);
  expect(await bad.work(ticket, deskOf(ticket).desk, never)).toMatchObject({
    kind: "failed",
    failure: "broken-answer",
  });
});

test("an exit code is believed, words are not", async () => {
  const agent = scripted(`console.log("success"); console.error("boom"); process.exitCode = 3;`);
  const outcome = await agent.work(ticketOf(), deskOf(ticketOf()).desk, never);
  expect(outcome).toMatchObject({
    kind: "failed",
    failure: "crashed",
    detail: expect.stringMatching(/exit code 3\nboom$/) as string,
  });
  expect(outcome.usage.input).toBeGreaterThan(100);
});

test("a command that is not there is unavailable", async () => {
  const agent = scripted("", { command: ["no-such-agent-anywhere"] });
  expect(await agent.work(ticketOf(), deskOf(ticketOf()).desk, never)).toMatchObject({
    kind: "failed",
    failure: "unavailable",
    detail: expect.stringMatching(/^no-such-agent-anywhere cannot be started: .*ENOENT/) as string,
  });
});

test("a timeout ends the command and all that it started", async () => {
  const mark = `${temporaryFolder()}/mark`;
  const agent = scripted(
    `spawn(process.execPath, ["-e", ${JSON.stringify(`setTimeout(() => require("fs").writeFileSync(${JSON.stringify(mark)}, "alive"), 3000)`)}], { stdio: "ignore" });
    process.on("SIGTERM", () => {});
    setInterval(() => {}, 1000);`,
    { timeoutMilliseconds: 1_500 },
  );
  const started = Date.now();
  expect(await agent.work(ticketOf(), deskOf(ticketOf()).desk, never)).toMatchObject({
    kind: "failed",
    failure: "timeout",
    detail: expect.stringMatching(/did not end within 2 s$/) as string,
  });
  expect(Date.now() - started).toBeLessThan(8_000);
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  expect(() => writeFileSync(mark, "", { flag: "wx" })).not.toThrow();
});

test("cancelling ends it, too", async () => {
  const agent = scripted("setInterval(() => {}, 1000);");
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 500);
  expect(await agent.work(ticketOf(), deskOf(ticketOf()).desk, stop.signal)).toMatchObject({
    kind: "failed",
    failure: "cancelled",
  });
});

test("it sees of the environment what it needs, and what it was given", async () => {
  const body = `writeFileSync(${JSON.stringify(FILE)}, JSON.stringify(process.env));`;
  const agent = scripted(body, { environment: ["OWN"] });
  const outcome = await agent.work(ticketOf(), deskOf(ticketOf()).desk, never);
  const content =
    outcome.kind === "result" && outcome.result.kind === "files" && outcome.result.files[0]!.content;
  const seen = JSON.parse(String(content)) as Record<string, string>;
  expect(seen).toMatchObject({ OWN: "o", PATH: process.env.PATH });
  expect(seen).not.toHaveProperty("SECRET");
});

test("the folder holds what the role may read and no more", async () => {
  const agent = scripted(
    `writeFileSync(${JSON.stringify(FILE)}, [readFileSync("plane.contract", "utf8").length, (() => { try { readFileSync("model/entities.py"); return "seen"; } catch { return "not there"; } })()].join(" "));`,
  );
  const outcome = await agent.work(ticketOf(), deskOf(ticketOf()).desk, never);
  expect(
    outcome.kind === "result" && outcome.result.kind === "files" && outcome.result.files[0]!.content,
  ).toBe(`${WORKSPACE["plane.contract"]!.length} not there`);
});
