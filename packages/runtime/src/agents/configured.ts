import { type AgentConfig, type ContractConfig, nearestName } from "@contractc/kernel";
import type { AgentFor } from "../driver/ports.js";
import type { Prompts } from "../prompts/index.js";
import { baseOf } from "../roles/index.js";
import { DEFAULT_TURNS } from "./conversation/converse.js";
import type { Agent } from "./port.js";
import type { AgentProcesses } from "./process/process.js";
import { recording } from "./record/recording.js";
import type { CallRecords } from "./record/records.js";
import { replayAgent } from "./record/replay.js";

export interface AgentsHost {
  environment: Readonly<Record<string, string | undefined>>;
  processes: AgentProcesses;
  prompts: Prompts;
  /** Of contractc, as agents are told. */
  version: string;
  tokens(text: string): number;
  fetch?: typeof fetch;
  /** Keeps every answer. */
  record?: CallRecords;
  /** Answers from there, without any model. */
  replay?: CallRecords;
}

export type ConfiguredAgents =
  | { kind: "agents"; agentFor: AgentFor; names: string[] }
  /** What is missing in the configuration or in the environment, and what to do. */
  | { kind: "refused"; message: string };

/** A role without an agent of its own is done by this one's. */
const EVERYBODY = "*";

/**
 * The agents of a configuration, and who does the work of which role.
 *
 * A role of the contract that has none of its own is done by the coder's, and after that by `*`. Where one agent is
 * configured and no role, it does everything.
 */
export async function configuredAgents(
  { agents, roles }: Pick<ContractConfig, "agents" | "roles">,
  host: AgentsHost,
): Promise<ConfiguredAgents> {
  if (host.replay) {
    const agent = replayAgent(host.replay, host.prompts);
    return { kind: "agents", agentFor: () => agent, names: [agent.name] };
  }
  const names = Object.keys(agents);
  if (names.length === 0) return refused(NOTHING);
  const problem = problemIn(agents, roles, host);
  if (problem !== undefined) return refused(problem);
  const made = new Map<string, Agent>();
  for (const [name, config] of Object.entries(agents)) {
    const agent = await agentOf(name, config, host);
    made.set(name, host.record ? recording(agent, host.record) : agent);
  }
  const agentFor: AgentFor = (role, escalated) => {
    const list = roles[role] ?? roles[baseOf(role)] ?? roles[EVERYBODY] ?? names;
    return made.get(list[escalated ? Math.min(1, list.length - 1) : 0]!)!;
  };
  return { kind: "agents", agentFor, names };
}

const NOTHING =
  "No agent is configured. Name one in contract.config.json, such as\n" +
  '  "agents": { "main": { "kind": "openai", "model": "gpt-5", "key": "OPENAI_API_KEY" } }\n' +
  'or { "kind": "command", "preset": "claude" }, or answer from a record with --replay DIR.';

function problemIn(
  agents: Readonly<Record<string, AgentConfig>>,
  roles: Readonly<Record<string, readonly string[]>>,
  { environment }: AgentsHost,
): string | undefined {
  const names = Object.keys(agents);
  for (const [name, { kind, model, preset, command, key }] of Object.entries(agents)) {
    if (kind === "openai" && model === undefined) return `The agent \`${name}\` needs a \`model\`.`;
    if (kind === "command" && preset === undefined && command === undefined) {
      return `The agent \`${name}\` needs a \`preset\` or a \`command\`.`;
    }
    if (kind === "acp" && command === undefined) return `The agent \`${name}\` needs a \`command\`.`;
    if (kind === "openai" && key !== undefined && !environment[key]) {
      return `The variable ${key}, which holds the key of the agent \`${name}\`, is not set.`;
    }
  }
  for (const [role, list] of Object.entries(roles)) {
    const unknown = list.find((name) => !names.includes(name));
    if (unknown === undefined) continue;
    const near = nearestName(unknown, names);
    const hint = near === undefined ? `known are ${names.join(", ")}` : `did you mean \`${near}\`?`;
    return `The role \`${role}\` names the agent \`${unknown}\`, which is not configured: ${hint}`;
  }
  if (names.length > 1 && roles[EVERYBODY] === undefined) {
    return `Several agents are configured (${names.join(", ")}): say under \`roles\` which one does what, and with \`"*"\` who does the rest.`;
  }
  return undefined;
}

function refused(message: string): ConfiguredAgents {
  return { kind: "refused", message };
}

/** Loads what an agent needs only where there is such an agent. */
async function agentOf(name: string, config: AgentConfig, host: AgentsHost): Promise<Agent> {
  const { prices, timeout } = config;
  const common = {
    ...(prices ? { prices } : {}),
    ...(timeout === undefined ? {} : { timeoutMilliseconds: timeout * 1000 }),
  };
  switch (config.kind) {
    case "openai": {
      const { openAiAgent } = await import("./openai/agent.js");
      const { model = "", address, key, retries, maxTokens, temperature, effort, turns } = config;
      const secret = key === undefined ? undefined : host.environment[key];
      return openAiAgent(
        {
          model,
          ...common,
          ...(address === undefined ? {} : { baseURL: address }),
          ...(secret === undefined ? {} : { key: secret }),
          ...(retries === undefined ? {} : { retries }),
          ...(maxTokens === undefined ? {} : { maxTokens }),
          ...(temperature === undefined ? {} : { temperature }),
          ...(effort === undefined ? {} : { effort }),
        },
        { agent: name, prompts: host.prompts, turns: turns ?? DEFAULT_TURNS },
        host,
      );
    }
    case "command": {
      const { commandAgent } = await import("./command/agent.js");
      const { preset, command, arguments: words, model, environment } = config;
      return commandAgent(
        {
          name,
          ...common,
          ...(preset ? { preset } : {}),
          ...(command ? { command } : {}),
          ...(words ? { arguments: words } : {}),
          ...(model === undefined ? {} : { model }),
          ...(environment ? { environment } : {}),
        },
        host,
      );
    }
    case "acp": {
      const { acpAgent } = await import("./acp/agent.js");
      const { command = [], environment } = config;
      return acpAgent({ name, command, ...common, ...(environment ? { environment } : {}) }, host);
    }
  }
}
