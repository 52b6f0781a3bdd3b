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

/** What holds where there is no file. */
export function defaultConfig(): ContractConfig {
  return { severities: {}, excludes: [] };
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
