import { mkdirSync, writeFileSync } from "node:fs";
import { nodeFileSystem, parseConfig } from "@contractc/kernel";
import { expect, test } from "vitest";
import { type AgentsHost, CallRecords, configuredAgents, systemAgentProcesses } from "../../src/index.js";
import { deskOf, temporaryFolder, ticketOf, tokens } from "../support/desks.js";
import { asked, FIXED, filesAnswer, modelServer, prompts, toolCall } from "../support/models.js";

const never = new AbortController().signal;

function host(changes: Partial<AgentsHost> = {}): AgentsHost {
  return {
    environment: { SMALL_KEY: "k1", PATH: process.env.PATH },
    processes: systemAgentProcesses,
    prompts,
    version: "1",
    tokens,
    ...changes,
  };
}

async function configured(settings: object, changes: Partial<AgentsHost> = {}) {
  const { config, findings } = parseConfig("contract.config.json", JSON.stringify(settings));
  expect(findings).toEqual([]);
  return await configuredAgents(config, host(changes));
}

const refusal = async (settings: object) => {
  const result = await configured(settings);
  return result.kind === "refused" ? result.message : result.names;
};

const openai = { kind: "openai", model: "m" };

test("roles have agents of their own, and another one where the same failure comes twice", async () => {
  const result = await configured({
    agents: {
      small: openai,
      large: openai,
      claude: { kind: "command", preset: "claude" },
      zed: { kind: "acp", command: ["x"] },
    },
    roles: {
      coder: ["small", "large"],
      reviewer: ["claude"],
      frontend: ["zed", "claude", "large"],
      "*": ["large"],
    },
  });
  if (result.kind !== "agents") throw new Error(result.message);
  const who = (role: string, escalated = false) => result.agentFor(role, escalated).name;
  expect([who("coder"), who("coder", true)]).toEqual(["small", "large"]);
  // A role of the contract does the coder's work unless it has its own.
  expect([who("backend"), who("frontend"), who("frontend", true)]).toEqual(["small", "zed", "claude"]);
  expect([who("reviewer"), who("reviewer", true), who("tester"), who("architect")]).toEqual([
    "claude",
    "claude",
    "large",
    "large",
  ]);
  expect(result.agentFor("reviewer", false).kind).toBe("command");
  expect(result.agentFor("frontend", false).kind).toBe("acp");
});

test("one agent does everything", async () => {
  const result = await configured({ agents: { main: openai } });
  expect(result.kind === "agents" && result.agentFor("tester", true).name).toBe("main");
});

test("what is missing is said with what to do", async () => {
  expect(await refusal({})).toMatch(/^No agent is configured\. Name one in contract\.config\.json/);
  expect(await refusal({ agents: { a: { kind: "openai" } } })).toBe("The agent `a` needs a `model`.");
  expect(await refusal({ agents: { a: { kind: "command" } } })).toBe(
    "The agent `a` needs a `preset` or a `command`.",
  );
  expect(await refusal({ agents: { a: { kind: "acp" } } })).toBe("The agent `a` needs a `command`.");
  expect(await refusal({ agents: { a: { ...openai, key: "NO_KEY" } } })).toBe(
    "The variable NO_KEY, which holds the key of the agent `a`, is not set.",
  );
  expect(await refusal({ agents: { small: openai }, roles: { coder: ["smal"] } })).toBe(
    "The role `coder` names the agent `smal`, which is not configured: did you mean `small`?",
  );
  expect(await refusal({ agents: { a: openai, b: openai }, roles: { coder: ["a"] } })).toMatch(
    /^Several agents are configured \(a, b\)/,
  );
});

test("address, key, prices and bounds reach the model; a record of it answers alone", async () => {
  const usage = { prompt_tokens: 1_000_000, completion_tokens: 100_000, total_tokens: 1_100_000 };
  const read = toolCall("read_file", { path: "core/collision.py", purpose: "p" });
  const mock = await modelServer([read, { ...filesAnswer(), usage }]);
  const folder = temporaryFolder();
  const records = new CallRecords(nodeFileSystem(), folder);
  const settings = {
    agents: {
      small: {
        ...openai,
        address: `${mock.url}/v1`,
        key: "SMALL_KEY",
        prices: { input: 2, output: 10 },
        maxTokens: 500,
        temperature: 0,
        effort: "low",
        retries: 0,
        timeout: 10,
      },
    },
  };
  const made = await configured(settings, { record: records });
  if (made.kind !== "agents") throw new Error(made.message);
  const { desk, calls } = deskOf(ticketOf());
  expect((await made.agentFor("coder", false).work(ticketOf(), desk, never)).kind).toBe("result");
  expect(calls[1]!.usage.cost).toBe(3);
  expect(asked(mock)[0]).toMatchObject({
    model: "m",
    max_completion_tokens: 500,
    temperature: 0,
    reasoning_effort: "low",
  });
  expect(mock.getRequests()[0]!.headers.authorization).toMatch(/^Bearer|REDACTED/i);

  const replayed = await configured({}, { replay: records });
  if (replayed.kind !== "agents") throw new Error(replayed.message);
  const again = await replayed.agentFor("coder", false).work(ticketOf(), deskOf(ticketOf()).desk, never);
  expect(again).toMatchObject({ kind: "result", result: { files: [{ content: FIXED }] } });
  expect(mock.getRequests()).toHaveLength(2);
});

test("a command of the configuration is started with its arguments and its variables", async () => {
  const folder = temporaryFolder();
  mkdirSync(`${folder}/bin`);
  writeFileSync(
    `${folder}/bin/agent.mjs`,
    `import { readFileSync, writeFileSync } from "node:fs"; readFileSync(0); writeFileSync("core/collision.py", process.argv.slice(2).join(" ") + process.env.SMALL_KEY);`,
  );
  const made = await configured({
    agents: {
      mine: {
        kind: "command",
        command: [process.execPath, `${folder}/bin/agent.mjs`, "--go"],
        arguments: ["now"],
        environment: ["SMALL_KEY"],
      },
    },
  });
  if (made.kind !== "agents") throw new Error(made.message);
  const outcome = await made.agentFor("coder", false).work(ticketOf(), deskOf(ticketOf()).desk, never);
  expect(outcome).toMatchObject({ kind: "result", result: { files: [{ content: "--go nowk1" }] } });
});
