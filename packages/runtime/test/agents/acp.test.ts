import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type AcpSettings, acpAgent } from "../../src/agents/acp/agent.js";
import { systemAgentProcesses } from "../../src/agents/process/process.js";
import type { Ticket } from "../../src/index.js";
import { WORKSPACE } from "../support/contract.js";
import { deskOf, temporaryFolder, ticketOf, tokens } from "../support/desks.js";
import { FIXED, prompts } from "../support/models.js";

const FILE = "core/collision.py";
const AGENT = fileURLToPath(new URL("../support/acp-agent.mjs", import.meta.url));
const never = new AbortController().signal;

/** Lets the agent carry out steps, and gives what came of it and what the agent was answered. */
async function carriedOut(
  steps: object[],
  {
    ticket = ticketOf(),
    settings = {},
    signal = never,
  }: { ticket?: Ticket; settings?: Partial<AcpSettings>; signal?: AbortSignal } = {},
) {
  const script = `${temporaryFolder()}/steps.json`;
  writeFileSync(script, JSON.stringify(steps));
  const agent = acpAgent(
    {
      name: "scripted",
      command: [process.execPath, AGENT, script],
      timeoutMilliseconds: 20_000,
      ...settings,
    },
    {
      processes: systemAgentProcesses,
      environment: { PATH: process.env.PATH },
      prompts,
      version: "1",
      tokens,
    },
  );
  const { desk, events, calls } = deskOf(ticket);
  const outcome = await agent.work(ticket, desk, signal);
  const summary = outcome.kind === "result" && outcome.result.kind === "files" ? outcome.result.summary : "";
  const told = summary.startsWith("LOG")
    ? (JSON.parse(summary.slice(3)) as { log: string[]; asked: boolean })
    : undefined;
  return { outcome, events, calls, told };
}

const denied = (events: { type: string }[]) =>
  events.map((event) => ("what" in event ? [(event as { tool?: string }).tool, event.what] : event.type));

test("files are read and written through the desk, and the last words are the answer", async () => {
  const { outcome, events, told, calls } = await carriedOut([
    { say: "Let me see." },
    { tool: { kind: "read" } },
    { read: { path: FILE } },
    { read: { path: FILE, line: 2, limit: 1 } },
    { write: { path: FILE, content: FIXED } },
    { log: "LOG" },
  ]);
  expect(told).toEqual({ log: ["yes", WORKSPACE[FILE], "    return False\n", "written"], asked: true });
  expect(outcome).toMatchObject({
    kind: "result",
    result: { kind: "files", files: [{ path: FILE, content: FIXED }] },
  });
  expect(events).toEqual([]);
  expect(calls).toHaveLength(1);
  expect(calls[0]!.usage.input).toBeGreaterThan(100);
});

test("permissions are those of the role, and each refusal is an event", async () => {
  const { told, events } = await carriedOut([
    { tool: { kind: "edit", locations: [{ path: FILE }] } },
    { tool: { kind: "edit", content: [{ type: "diff", path: FILE, newText: FIXED }] } },
    { tool: { kind: "edit", locations: [{ path: "main.py" }] } },
    { tool: { kind: "read", locations: [{ path: "../secret" }] } },
    { tool: { kind: "execute", rawInput: { command: "python -m pytest -q" } } },
    { tool: { kind: "execute", rawInput: { command: ["python", "-m", "pytest", "-q", "core"] } } },
    { tool: { kind: "execute", rawInput: { command: "python -m pytest -q && rm -r ." } } },
    { tool: { kind: "execute", rawInput: { command: "curl https://example.org" } } },
    { tool: { kind: "delete", locations: [{ path: FILE }] } },
    { tool: { kind: "fetch", title: "https://example.org" } },
    { tool: { kind: "think" } },
    { tool: { title: "strange tool" } },
    { put: { path: FILE, content: FIXED } },
    { log: "LOG" },
  ]);
  expect(told?.log).toEqual(["yes", "yes", "no", "no", "yes", "yes", "no", "no", "no", "no", "yes", "no"]);
  expect(denied(events)).toEqual([
    ["write", "main.py"],
    ["read", "../secret"],
    ["run", "python -m pytest -q && rm -r ."],
    ["run", "curl https://example.org"],
    ["delete", FILE],
    ["fetch", "https://example.org"],
    ["tool", "strange tool"],
  ]);
});

test("what the desk refuses is an error to the agent", async () => {
  const { told, events } = await carriedOut([
    { read: { path: "model/entities.py" } },
    { write: { path: "main.py", content: "" } },
    { read: { path: "core/nothing.py" } },
    { put: { path: FILE, content: FIXED } },
    { log: "LOG" },
  ]);
  expect(told?.log).toEqual([
    "error: coder may read plane.contract, core/collision.py only",
    "error: coder may read plane.contract, core/collision.py only",
    "error: coder may read plane.contract, core/collision.py only",
  ]);
  expect(events).toHaveLength(3);
});

test("what it leaves in the folder outside of its files is not taken", async () => {
  const { outcome, events } = await carriedOut([
    { put: { path: FILE, content: FIXED } },
    { put: { path: "core/extra.py", content: "" } },
    { say: "Done." },
  ]);
  expect(outcome).toMatchObject({ kind: "result", result: { files: [{ path: FILE }], summary: "Done." } });
  expect(events).toMatchObject([{ type: "out-of-scope", paths: ["core/extra.py"] }]);
});

test("a reviewer over ACP hands in a review and may write nothing", async () => {
  const ticket = ticketOf({ role: "reviewer", expects: "review", writes: [] });
  const review = { kind: "review", review: { clauses: [], blocking: [], suggestions: [] } };
  const { outcome, events } = await carriedOut(
    [{ write: { path: FILE, content: "" } }, { say: JSON.stringify({ result: review }) }],
    { ticket },
  );
  expect(outcome).toMatchObject({ kind: "result", result: review });
  expect(denied(events)).toEqual([["write_file", FILE]]);
});

test("an agent that ends, hangs, refuses, is cancelled or is not there", async () => {
  const failure = async (...given: Parameters<typeof carriedOut>) => {
    const { outcome } = await carriedOut(...given);
    return outcome.kind === "failed" ? [outcome.failure, outcome.detail] : outcome;
  };
  expect(await failure([{ exit: 3 }])).toEqual([
    "crashed",
    expect.stringMatching(/: it ended with exit code 3 before it answered|connection/i) as string,
  ]);
  expect(await failure([{ wait: 60_000 }], { settings: { timeoutMilliseconds: 2_500 } })).toEqual([
    "timeout",
    expect.stringMatching(/did not end within 3 s/) as string,
  ]);
  expect(await failure([{ stop: "refusal" }])).toEqual([
    "broken-answer",
    expect.stringMatching(/refused/) as string,
  ]);
  expect(await failure([], { settings: { command: ["no-such-agent-anywhere"] } })).toEqual([
    "unavailable",
    expect.stringMatching(/cannot be started/) as string,
  ]);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 1_500);
  expect(await failure([{ wait: 60_000 }], { signal: stop.signal })).toEqual([
    "cancelled",
    "the attempt was cancelled",
  ]);
});
