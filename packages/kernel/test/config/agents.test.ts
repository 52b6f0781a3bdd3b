import { expect, test } from "vitest";
import { parseConfig } from "../../src/index.js";

const FILE = "contract.config.json";

/** Findings as `line:column code message`. */
function told(text: string): string[] {
  return parseConfig(FILE, text).findings.map(
    ({ line, column, code, message }) => `${line}:${column} ${code} ${message}`,
  );
}

test("agents and roles are read as they are written", () => {
  const settings = {
    agents: {
      small: {
        kind: "openai",
        model: "qwen3",
        address: "http://localhost:11434/v1",
        key: "MY_KEY",
        prices: { input: 0.5, output: 2 },
        timeout: 90,
        retries: 2,
      },
      claude: { kind: "command", preset: "claude", arguments: ["--effort", "high"] },
      gemini: { kind: "acp", command: ["gemini", "--acp"], environment: ["GEMINI_API_KEY"] },
    },
    roles: { coder: ["small", "claude"], "*": ["gemini"] },
  };
  const { config, findings } = parseConfig(FILE, JSON.stringify(settings));
  expect(findings).toEqual([]);
  expect(config.agents).toEqual(settings.agents);
  expect(config.roles).toEqual(settings.roles);
});

test("mistakes are shown where they are, and the rest counts", () => {
  const text = `{
  "agents": {
    "a": { "kind": "openai", "modell": "x", "timeout": "90", "retries": 1.5 },
    "b": { "model": "x" },
    "c": { "kind": "robot" },
    "d": { "kind": "openai", "address": "localhost:1", "key": "sk-123-456" },
    "e": { "kind": "command", "command": [], "environment": ["A", 1] },
    "f": 1
  },
  "roles": { "coder": "a", "tester": [] }
}`;
  expect(told(text)).toEqual([
    "3:30 config/unknown-key There is no setting `modell`: did you mean `model`?",
    '3:56 config/invalid-value `agents.a.timeout` is a number from 1, not "90".',
    "3:73 config/invalid-value `agents.a.retries` is a whole number from 0, not 1.5.",
    "4:10 config/invalid-value `agents.b` is an object with `kind`, not an object.",
    '5:20 config/invalid-value `agents.c.kind` is one of "openai", "command", "acp", not "robot".',
    '6:41 config/invalid-value `agents.d.address` is a text of the form ^https?://, not "localhost:1".',
    "6:63 config/invalid-value `agents.d.key` is a text of the form ^[A-Za-z_][A-Za-z0-9_]*$, not what stands here.",
    "7:42 config/invalid-value `agents.e.command` is a list that is not empty, not an array.",
    "7:67 config/invalid-value `agents.e.environment` is a text of the form ^[A-Za-z_][A-Za-z0-9_()]*$, not 1.",
    "8:10 config/invalid-value `agents.f` is an object, not 1.",
    '10:23 config/invalid-value `roles.coder` is a list that is not empty, not "a".',
    "10:38 config/invalid-value `roles.tester` is a list that is not empty, not an array.",
  ]);
  const { agents, roles } = parseConfig(FILE, text).config;
  expect(agents).toEqual({
    a: { kind: "openai" },
    d: { kind: "openai" },
    e: { kind: "command", environment: ["A"] },
  });
  expect(roles).toEqual({});
});

test("a name that objects have by themselves is a name as any other", () => {
  const { config } = parseConfig(
    FILE,
    '{"agents": {"__proto__": {"kind": "openai"}, "toString": {"kind": "acp"}}}',
  );
  expect(Object.keys(config.agents)).toEqual(["__proto__", "toString"]);
});
