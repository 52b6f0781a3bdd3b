import { expect, test } from "vitest";
import { commandLine } from "../../src/agents/command/agent.js";
import { PRESETS, type PresetName } from "../../src/agents/command/presets.js";
import type { Expectation } from "../../src/index.js";

const line = (preset: PresetName, expects: Expectation = "code", run = [["python", "-m", "pytest"]]) =>
  commandLine({ name: "a", preset, model: "m1" }, { expects }, { tools: [], commands: run });

test("claude: tools of the role only, its commands, and no questions", () => {
  expect(line("claude")).toEqual([
    "claude",
    "-p",
    "--output-format",
    "stream-json",
    "--verbose",
    "--no-session-persistence",
    "--strict-mcp-config",
    "--setting-sources",
    "user",
    "--tools",
    "Read,Glob,Grep,Edit,Write,Bash",
    "--permission-mode",
    "acceptEdits",
    "--allowed-tools",
    "Bash(python -m pytest),Bash(python -m pytest *)",
    "--model",
    "m1",
  ]);
  expect(line("claude", "review", []).slice(9, 13)).toEqual([
    "--tools",
    "Read,Glob,Grep",
    "--permission-mode",
    "dontAsk",
  ]);
});

test("codex, gemini and opencode", () => {
  expect(line("codex")).toEqual([
    ...["codex", "exec", "--json", "--skip-git-repo-check", "--ephemeral", "--color", "never"],
    ...["--sandbox", "workspace-write", "--model", "m1", "-"],
  ]);
  expect(line("codex", "review")).toContain("read-only");
  expect(line("gemini")).toEqual([
    ...["gemini", "--output-format", "json", "--skip-trust", "--approval-mode", "auto_edit", "--model", "m1"],
  ]);
  expect(line("opencode")).toEqual(["opencode", "run", "--format", "json", "--pure", "--model", "m1"]);
});

test("a program elsewhere, arguments of one's own, and an agent that nobody knows", () => {
  const desk = { tools: [], commands: [] };
  expect(
    commandLine(
      { name: "a", preset: "codex", command: ["npx", "codex"], arguments: ["-c", "x=1"] },
      { expects: "review" },
      desk,
    ).slice(-6),
  ).toEqual(["never", "--sandbox", "read-only", "-c", "x=1", "-"]);
  expect(commandLine({ name: "a", command: ["my-agent", "--go"] }, { expects: "code" }, desk)).toEqual([
    "my-agent",
    "--go",
  ]);
});

test("what claude prints is read: text, tokens, price, failures", () => {
  const result = {
    type: "result",
    subtype: "success",
    is_error: false,
    result: "Done.",
    total_cost_usd: 0.25,
    usage: {
      input_tokens: 10,
      cache_creation_input_tokens: 100,
      cache_read_input_tokens: 1000,
      output_tokens: 5,
    },
  };
  const read = (...events: object[]) =>
    PRESETS.claude.read(`warn\n${events.map((event) => JSON.stringify(event)).join("\n")}\n`);
  expect(read({ type: "system" }, result)).toEqual({
    text: "Done.",
    usage: { input: 1110, cached: 1000, output: 5, cost: 0.25 },
  });
  expect(read({ ...result, is_error: true, result: "Credit balance is too low" })).toMatchObject({
    problem: "Credit balance is too low",
  });
  expect(read({ type: "system" })).toBeUndefined();
});

test("what codex prints is read", () => {
  const read = (...events: object[]) =>
    PRESETS.codex.read(events.map((event) => JSON.stringify(event)).join("\n"));
  expect(
    read(
      { type: "thread.started" },
      { type: "item.completed", item: { type: "agent_message", text: "First." } },
      { type: "item.completed", item: { type: "command_execution", command: "ls" } },
      { type: "item.completed", item: { type: "agent_message", text: "Done." } },
      { type: "turn.completed", usage: { input_tokens: 20, cached_input_tokens: 8, output_tokens: 4 } },
    ),
  ).toEqual({ text: "Done.", usage: { input: 20, cached: 8, output: 4 } });
  expect(read({ type: "turn.failed", error: { message: "no such model" } })).toMatchObject({
    problem: "no such model",
  });
  expect(read()).toBeUndefined();
});

test("what gemini prints is read", () => {
  const text = JSON.stringify({
    response: "Done.",
    stats: {
      models: { "gemini-x": { tokens: { prompt: 30, candidates: 6, cached: 10, thoughts: 2, total: 38 } } },
    },
  });
  expect(PRESETS.gemini.read(`Loaded cached credentials.\n${text}`)).toEqual({
    text: "Done.",
    usage: { input: 30, cached: 10, output: 8 },
  });
  expect(PRESETS.gemini.read('{"error": {"message": "quota"}}')).toMatchObject({ problem: "quota" });
  expect(PRESETS.gemini.read("nothing")).toBeUndefined();
});

test("what opencode prints is read", () => {
  const tokens = { input: 5, output: 3, reasoning: 1, cache: { read: 7, write: 2 } };
  const events = [
    { type: "text", part: { text: "First." } },
    { type: "step_finish", part: { tokens, cost: 0.5 } },
    { type: "text", part: { text: "Done." } },
    { type: "step_finish", part: { tokens, cost: 0.25 } },
  ];
  expect(PRESETS.opencode.read(events.map((event) => JSON.stringify(event)).join("\n"))).toEqual({
    text: "Done.",
    usage: { input: 28, cached: 14, output: 8, cost: 0.75 },
  });
  expect(
    PRESETS.opencode.read('{"type":"error","error":{"name":"APIError","data":{"message":"down"}}}'),
  ).toMatchObject({
    problem: "down",
  });
});
