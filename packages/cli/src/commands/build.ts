import {
  applyPlan,
  type BuildPlan,
  type BuildProblem,
  checkPlan,
  describePlan,
  type PlannedWrite,
  planBuild,
} from "@contractc/code";
import type { Language } from "@contractc/kernel";
import { type Context, UsageError } from "../context.js";
import { type Contract, loadContracts } from "../contracts.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { shown } from "../paths.js";
import { openCode } from "../readers.js";
import { counted } from "../render/counted.js";
import { type Format, report } from "../render/findings.js";
import { printable } from "../render/printable.js";

export interface BuildCommandOptions {
  target?: Language;
  out: string;
  dryRun?: true;
  check?: true;
  format: Format;
}

/**
 * `build [path...]`: writes what the contracts call for, all of it or nothing for each contract. A contract with
 * errors is not built.
 */
export async function build(
  context: Context,
  paths: readonly string[],
  options: BuildCommandOptions,
): Promise<ExitCode> {
  const { contracts, findings } = loadContracts(context, paths);
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0)
    return report(context, errors, { ...options, failOn: "error", subject: "nothing was built" });

  const plans: BuildPlan[] = [];
  for (const contract of contracts) plans.push(await planOf(context, contract, options));
  if (options.check) return reportFaults(context, plans, options.format);
  const outcomes = plans.map((plan) => carryOut(context, plan, options.dryRun === true));
  return reportOutcomes(context, plans, outcomes, options);
}

async function planOf(
  context: Context,
  contract: Contract,
  options: BuildCommandOptions,
): Promise<BuildPlan> {
  const { folder, compilation } = contract;
  const { kernel } = compilation;
  if (/^$|^(?:\/|[A-Za-z]:)|(?:^|\/)\.\.(?:\/|$)|\p{Cc}|\\/u.test(options.out)) {
    throw new UsageError(`--out names a folder below the contract's: "${options.out}" is not one.`);
  }
  const project = await openCode(context, contract);
  return planBuild(
    kernel,
    { fs: context.fs, root: folder, project },
    { out: options.out, ...(options.target ? { targets: [options.target] } : {}) },
  );
}

interface Outcome {
  written: string[];
  removed: string[];
  problems: BuildProblem[];
}

function carryOut(context: Context, plan: BuildPlan, isRehearsal: boolean): Outcome {
  if (isRehearsal) return { written: [], removed: [], problems: [] };
  return applyPlan(context.fs, plan);
}

const VERB: Record<PlannedWrite["kind"], string> = {
  generated: "wrote",
  skeleton: "created",
  insertion: "added to",
};

function reportOutcomes(
  context: Context,
  plans: readonly BuildPlan[],
  outcomes: readonly Outcome[],
  options: BuildCommandOptions,
): ExitCode {
  const problems = plans.flatMap((plan, index) => [
    ...plan.problems.map((problem) => ({ plan, problem })),
    ...outcomes[index]!.problems.map((problem) => ({ plan, problem })),
  ]);
  if (options.format === "json") {
    const outputs = plans.flatMap((plan, index) =>
      plan.writes
        .filter(({ path }) => options.dryRun || outcomes[index]!.written.includes(path))
        .map(({ path, kind }) => ({ path: shown(context.cwd, `${plan.root}/${path}`), kind })),
    );
    const removed = plans.flatMap((plan, index) =>
      outcomes[index]!.removed.map((path) => shown(context.cwd, `${plan.root}/${path}`)),
    );
    const told = problems.map(({ plan, problem }) => ({
      ...problem,
      path: shown(context.cwd, `${plan.root}/${problem.path}`),
    }));
    context.out.write(
      `${JSON.stringify({ dryRun: options.dryRun === true, outputs, removed, problems: told }, null, 2)}\n`,
    );
  } else {
    plans.forEach((plan, index) => {
      context.out.write(textOf(context, plan, outcomes[index]!, options.dryRun === true));
    });
    for (const { plan, problem } of problems) context.err.write(problemText(context, plan, problem));
  }
  return problems.some(({ problem }) => problem.severity === "error") ? EXIT.usage : EXIT.clean;
}

function textOf(context: Context, plan: BuildPlan, outcome: Outcome, isRehearsal: boolean): string {
  const where = printable(shown(context.cwd, plan.root), "name");
  const path = (name: string) => printable(shown(context.cwd, `${plan.root}/${name}`), "name");
  if (isRehearsal) {
    const lines = describePlan(plan);
    return lines.length === 0
      ? `${where}: nothing to do\n`
      : lines.map((line) => `${where}: would ${line}\n`).join("");
  }
  const written = new Set(outcome.written);
  const lines = plan.writes
    .filter((write) => written.has(write.path))
    .map((write) => `${VERB[write.kind]} ${path(write.path)}\n`);
  lines.push(...outcome.removed.map((name) => `removed ${path(name)}\n`));
  if (lines.length === 0 && outcome.problems.length === 0) return `${where}: up to date\n`;
  return lines.join("");
}

function problemText(context: Context, plan: BuildPlan, problem: BuildProblem): string {
  const line = problem.line === undefined ? "" : `:${problem.line}`;
  const path = printable(shown(context.cwd, `${plan.root}/${problem.path}`), "name");
  return `${path}${line} ${problem.severity} ${printable(problem.message)}\n`;
}

function reportFaults(context: Context, plans: readonly BuildPlan[], format: Format): ExitCode {
  const faults = plans.flatMap((plan) =>
    checkPlan(plan).map(({ path, state }) => ({ path: shown(context.cwd, `${plan.root}/${path}`), state })),
  );
  if (format === "json") context.out.write(`${JSON.stringify({ faults }, null, 2)}\n`);
  else {
    for (const { path, state } of faults) context.out.write(`${path} ${state}\n`);
    context.out.write(
      faults.length === 0
        ? "Every output is as `contractc build` would write it.\n"
        : `${counted(faults.length, "output")} ${faults.length === 1 ? "differs" : "differ"} from the contract: run \`contractc build\`.\n`,
    );
  }
  return faults.length === 0 ? EXIT.clean : EXIT.findings;
}
