import type { AgentSettings, ContractConfig, ModelSettings } from "@contractc/kernel";
import {
  type Agent,
  type AgentFor,
  CallRecords,
  DEFAULT_POLICY,
  DEFAULT_TURNS,
  installedPrompts,
  loadPrompts,
  openAiAgent,
  type Policy,
  type Prompts,
  recording,
  replayAgent,
} from "@contractc/runtime";
import { type Context, UsageError } from "../context.js";
import { absolute } from "../paths.js";

/** How a command line wants a run to be. */
export interface RunSettings {
  yes?: true;
  /** `--no-sandbox-…` as commander names it. */
  unsafeNoSandbox?: true;
  agent?: string[];
  record?: string;
  replay?: string;
}

/** Agents fetch their work with `contractc task`: none is started. */
export const PULL = "pull";

/** What bounds a run, by the settings beside the contract and the command line. */
export function policyOf({ budgets = {}, policies = {} }: ContractConfig, options: RunSettings): Policy {
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

/**
 * The agents of a run, by role.
 *
 * @throws UsageError where nobody is there to work, with what to write where
 */
export async function agentsOf(
  context: Context,
  config: ContractConfig,
  options: RunSettings,
  tokens: (text: string) => number,
  prompts: Prompts = loadPrompts(context.fs, installedPrompts()),
): Promise<AgentFor> {
  if (options.replay !== undefined) {
    const folder = absolute(context.cwd, options.replay);
    if (context.fs.stat(folder)?.kind !== "folder")
      throw new UsageError(`There is no folder "${options.replay}" with a record to answer from.`);
    const agent = replayAgent(new CallRecords(context.fs, folder), prompts);
    return () => agent;
  }
  const named = Object.entries(config.agents ?? {});
  const wanted = options.agent ?? [];
  const unknown = wanted.find((name) => name !== PULL && !named.some(([each]) => each === name));
  if (unknown !== undefined) {
    const known = [...named.map(([name]) => name), PULL].join(", ");
    throw new UsageError(`There is no agent "${unknown}" in contract.config.json; known are ${known}.`);
  }
  const chosen = wanted.length === 0 ? named : named.filter(([name]) => wanted.includes(name));
  const pool = chosen.map(([name, settings]) => ({
    settings,
    agent: agentOf(context, name, settings, config.model, tokens, prompts),
  }));
  if (config.model && wanted.length === 0) {
    const { name: model } = config.model;
    pool.push({ settings: {}, agent: agentOf(context, model, { model }, config.model, tokens, prompts) });
  }
  if (pool.length === 0 && !wanted.includes(PULL)) {
    throw new UsageError(
      'Nobody is there to work: name a model in contract.config.json, as {"model": {"name": "…", "address": "http://localhost:11434/v1"}}, ' +
        "or let agents fetch their work with --agent pull.",
    );
  }
  const kept = options.record === undefined ? undefined : absolute(context.cwd, options.record);
  const records = kept === undefined ? undefined : new CallRecords(context.fs, kept);
  const ready = pool.map(({ settings, agent }) => ({
    settings,
    agent: records ? recording(agent, records) : agent,
  }));
  return (role, escalated) => {
    const able = ready.filter(({ settings }) => settings.roles === undefined || settings.roles.includes(role));
    const usual = able.find(({ settings }) => settings.escalated !== true);
    const other = escalated ? able.find(({ settings }) => settings.escalated === true) : undefined;
    const found = other ?? usual ?? able[0] ?? ready[0];
    if (!found) throw new UsageError(`Nobody is there to work as ${role}.`);
    return found.agent;
  };
}

function agentOf(
  context: Context,
  name: string,
  settings: AgentSettings,
  shared: ModelSettings | undefined,
  tokens: (text: string) => number,
  prompts: Prompts,
): Agent {
  if (settings.command ?? settings.acp) {
    throw new UsageError(
      `The agent "${name}" is a command, which this version cannot start yet: name a model, or let it fetch its work with --agent pull.`,
    );
  }
  const model = settings.model ?? shared?.name ?? name;
  const { retries, timeoutSeconds, maxTokens, temperature, effort, prices } = shared ?? {};
  const address = settings.address ?? shared?.address;
  const variable = settings.keyFrom ?? shared?.keyFrom ?? "OPENAI_API_KEY";
  const key = context.env[variable];
  if (key === undefined && address === undefined) {
    throw new UsageError(`The environment has no ${variable}: set it to the key of ${model}, or give the model an address.`);
  }
  return openAiAgent(
    {
      model,
      ...(address === undefined ? {} : { baseURL: address }),
      ...(key === undefined ? {} : { key }),
      ...(retries === undefined ? {} : { retries }),
      ...(timeoutSeconds === undefined ? {} : { timeoutMilliseconds: timeoutSeconds * 1000 }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(effort === undefined ? {} : { effort }),
      ...(prices === undefined ? {} : { prices: { ...prices, cached: prices.cached ?? prices.input } }),
    },
    { agent: name, prompts, turns: DEFAULT_TURNS },
    { tokens },
  );
}

