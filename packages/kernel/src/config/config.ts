import { type Code, DIAGNOSTICS } from "../diagnostics/registry.js";
import type { Finding, Severity } from "../finding.js";

export const CONFIG_FILE = "contract.config.json";

/** The settings of `contract.config.json`; absent ones have their defaults. */
export interface ContractConfig {
  /** How grave findings of a code are; `off` leaves them out. */
  severities: Partial<Record<Code, Severity | "off">>;
  /** Code that is not read: patterns as in `.gitignore`, from the contract's folder. */
  excludes: string[];
  /** The file of accepted findings, from the contract's folder. */
  baseline?: string;
  /** Who does the work of a run, by name. */
  agents: Record<string, AgentConfig>;
  /** Names of agents for each role, the first one first; `*` for every other role. */
  roles: Record<string, string[]>;
  /** What a run may use. */
  budgets?: BudgetSettings;
  /** How a run works and where people are asked. */
  policies?: PolicySettings;
}

/** See the published schema for what each setting means. */
export interface BudgetSettings {
  tokens?: number;
  cost?: number;
  taskTokens?: number;
  attemptTokens?: number;
}

export interface PolicySettings {
  concurrency?: number;
  codeRounds?: number;
  architectureRounds?: number;
  environmentRetries?: number;
  contextTokens?: number;
  attemptSeconds?: number;
  gateSeconds?: number;
  memoryMegabytes?: number;
  processes?: number;
  checkpoints?: ("contract" | "plan" | "final" | "policy")[];
  watched?: string[];
}

/** An agent as it is configured; what means nothing to its kind is ignored. Described by `contract.config.schema.json`. */
export interface AgentConfig {
  kind: "openai" | "command" | "acp";
  model?: string;
  address?: string;
  /** Name of an environment variable. */
  key?: string;
  preset?: "claude" | "codex" | "gemini" | "opencode";
  command?: string[];
  arguments?: string[];
  /** Names of environment variables. */
  environment?: string[];
  /** Per million tokens. */
  prices?: { input: number; cached?: number; output: number };
  /** Seconds. */
  timeout?: number;
  retries?: number;
  turns?: number;
  maxTokens?: number;
  temperature?: number;
  effort?: "minimal" | "low" | "medium" | "high";
}

/** What holds where there is no file. */
export function defaultConfig(): ContractConfig {
  return { severities: {}, excludes: [], agents: {}, roles: {} };
}

/** Whether findings of a code stay errors: without what they miss, a contract or its settings have no meaning. */
export function isFixedError(code: Code): boolean {
  if (code === "type/arity" || code === "graph/undeclared-use") return true;
  return /^(?:syntax|name|config)\//.test(code) && DIAGNOSTICS[code].severity === "error";
}

/** Findings with the severities of a configuration; those that are `off` are left out. */
export function configured(findings: readonly Finding[], { severities }: ContractConfig): Finding[] {
  return findings.flatMap((finding) => {
    const severity = severities[finding.code as Code];
    if (severity === undefined) return [finding];
    return severity === "off" ? [] : [{ ...finding, severity }];
  });
}
