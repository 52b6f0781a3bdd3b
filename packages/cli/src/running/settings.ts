import { type ContractConfig, nearestName } from "@contractc/kernel";
import {
  type AgentFor,
  CallRecords,
  configuredAgents,
  DEFAULT_POLICY,
  type Policy,
  type Prompts,
  systemAgentProcesses,
} from "@contractc/runtime";
import { type Context, UsageError } from "../context.js";
import { absolute } from "../paths.js";
import { VERSION } from "../version.js";

/** How a command line wants a run to be. */
export interface RunSettings {
  yes?: true;
  unsafeNoSandbox?: true | undefined;
  /** `--unsafe-no-sandbox`, as commander names it. */
  unsafeSandbox?: boolean;
  agent?: string[];
  record?: string;
  replay?: string;
}

/** Agents fetch their work with `contractc task`: none is started. */
export const PULL = "pull";

/** What bounds a run, by the settings beside the contract and the command line. */
export function policyOf(config: ContractConfig, options: RunSettings): Policy {
  const { budgets = {}, policies = {} } = config;
  const { limits, rounds } = DEFAULT_POLICY;
  const milliseconds = (seconds: number | undefined, usual: number) =>
    seconds === undefined ? usual : seconds * 1000;
  const memory = policies.memoryMegabytes;
  return {
    concurrency: policies.concurrency ?? DEFAULT_POLICY.concurrency,
    rounds: {
      code: policies.codeRounds ?? rounds.code,
      architecture: policies.architectureRounds ?? rounds.architecture,
    },
    environmentRetries: policies.environmentRetries ?? DEFAULT_POLICY.environmentRetries,
    contextTokens: policies.contextTokens ?? DEFAULT_POLICY.contextTokens,
    budget: { ...budgets },
    limits: {
      attemptMilliseconds: milliseconds(policies.attemptSeconds, limits.attemptMilliseconds),
      gateMilliseconds: milliseconds(policies.gateSeconds, limits.gateMilliseconds),
      memoryBytes: memory === undefined ? limits.memoryBytes : memory * 1024 ** 2,
      processes: policies.processes ?? limits.processes,
    },
    checkpoints: options.yes ? [] : (policies.checkpoints ?? DEFAULT_POLICY.checkpoints),
    watched: policies.watched ?? [],
    unsafeWithoutSandbox: options.unsafeNoSandbox === true,
  };
}

/** What agents are made with. */
export interface AgentParts {
  prompts: Prompts;
  tokens(text: string): number;
}

/**
 * The agents of a run, by role.
 *
 * @throws UsageError where nobody is there to work, with what to write where
 */
export async function agentsOf(
  context: Context,
  config: ContractConfig,
  options: RunSettings,
  { prompts, tokens }: AgentParts,
): Promise<AgentFor> {
  const wanted = options.agent ?? [];
  if (wanted.includes(PULL)) {
    return () => {
      throw new Error("An agent is to be started where agents fetch their work.");
    };
  }
  const chosen = wanted.length === 0 ? config : only(config, wanted);
  const made = await configuredAgents(chosen, {
    environment: context.env,
    processes: systemAgentProcesses,
    prompts,
    version: VERSION,
    tokens,
    ...recordsOf(context, options),
  });
  if (made.kind === "refused") throw new UsageError(made.message);
  return made.agentFor;
}

/** The named agents alone: the first of them does everything, and the next takes over. */
function only(
  { agents }: ContractConfig,
  wanted: readonly string[],
): Pick<ContractConfig, "agents" | "roles"> {
  const names = Object.keys(agents);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = nearestName(unknown, [...names, PULL]);
    const hint = near === undefined ? `known are ${[...names, PULL].join(", ")}` : `did you mean "${near}"?`;
    throw new UsageError(`There is no agent "${unknown}" in contract.config.json; ${hint}`);
  }
  const own = wanted.map((name) => [name, agents[name]!] as const);
  return { agents: Object.fromEntries(own), roles: { "*": [...wanted] } };
}

function recordsOf(context: Context, { record, replay }: RunSettings) {
  const at = (folder: string) => new CallRecords(context.fs, absolute(context.cwd, folder));
  if (replay !== undefined && context.fs.stat(absolute(context.cwd, replay))?.kind !== "folder")
    throw new UsageError(`There is no folder "${replay}" with a record to answer from.`);
  return {
    ...(record === undefined ? {} : { record: at(record) }),
    ...(replay === undefined ? {} : { replay: at(replay) }),
  };
}
