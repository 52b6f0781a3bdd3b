import type { Module } from "@contractc/kernel";
import type { Failure, GateReport } from "../model/index.js";
import { failuresOfCommand } from "./failures/index.js";
import { probeFile, probeWords, readProbe, splitExpectations } from "./smoke/probe.js";
import { targetsOf, wordsOf } from "./static.js";
import { plainFailure, type Trial } from "./trial.js";

/**
 * The last gate: the real program on a real path. A command that ends has to end with 0; a service is started, waited for
 * and asked, where the command says what to expect.
 */
export async function smokeGate(trial: Trial): Promise<GateReport> {
  const failures: Failure[] = [];
  let hasRun = false;
  for (const target of targetsOf(trial)) {
    if (target.smoke === undefined) continue;
    hasRun = true;
    const words = wordsOf(trial, target, "smoke");
    if (!Array.isArray(words)) {
      failures.push(words);
      continue;
    }
    warnOfUnlinked(trial, words);
    failures.push(...(await tryProgram(trial, words)));
  }
  if (!hasRun) {
    trial.warnings.push("The contract states no `smoke`: the program was never started");
  }
  return trial.end(failures);
}

async function tryProgram(trial: Trial, words: readonly string[]): Promise<Failure[]> {
  const { gate } = trial.input;
  const split = splitExpectations(words);
  if ("fault" in split) {
    return [
      plainFailure(gate, {
        class: "contract",
        module: "",
        summary: `The smoke \`${words.join(" ")}\` of the contract cannot be run: ${split.fault}`,
      }),
    ];
  }
  const isService = split.expectations.length > 0;
  const command = isService
    ? probeWords(split.command, split.expectations, trial.input.limits.gateMilliseconds)
    : split.command;
  const tried = await trial.run(command, isService ? { extra: probeFile() } : {});
  if (tried.kind === "failed") return [tried.failure];
  const { run } = tried;
  if (run.exit === 0 && !isService) return [];
  const common = { gate, command: split.command, run, subject: trial.subject, judge: trial.judge } as const;
  const answer = isService ? readProbe(run.reports) : undefined;
  if (answer) trial.report(answer.name, answer.bytes);
  if (run.exit === 0 && answer?.faults.length === 0) return [];
  if (!answer || run.limit !== undefined) return failuresOfCommand(common);
  return answer.faults.map((fault) =>
    plainFailure(gate, {
      class: "code",
      module: trial.subject,
      summary: `\`${split.command.join(" ")}\`: ${fault}`.slice(0, 400),
      excerpt: answer.excerpt,
      tail: new TextDecoder().decode(run.output).slice(-2_000),
    }),
  );
}

/** A program that merely starts shows little: what it runs should be on a flow, or satisfy what has a criterion. */
function warnOfUnlinked({ input: { kernel }, warnings }: Trial, words: readonly string[]): void {
  const named = kernel.modules.filter((module) => words.some((word) => isNamed(module, word)));
  const criteria = new Set(
    [...kernel.projection.requirements, ...kernel.projection.qualities]
      .filter(({ accept }) => accept.length > 0)
      .map(({ name }) => name),
  );
  const isLinked = named.some(
    ({ address, satisfies = [] }) =>
      satisfies.some((name) => criteria.has(name)) ||
      kernel.graph.flows.some(({ hops }) => hops.some((hop) => hop.startsWith(`${address}.`))),
  );
  if (isLinked) return;
  warnings.push(
    `The smoke \`${words.join(" ")}\` belongs to no flow and to no requirement with a criterion: "it starts" lets most faults through`,
  );
}

function isNamed({ path, address }: Module, word: string): boolean {
  const plain = word.replace(/^\.\//, "");
  const dotted = path.replace(/(?:\/__main__|\/__init__)?\.py$|\/$/, "").replaceAll("/", ".");
  return plain === path || plain === dotted || plain === address || plain === path.replace(/\/$/, "");
}
