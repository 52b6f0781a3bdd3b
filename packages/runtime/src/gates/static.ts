import type { Language, Target } from "@contractc/kernel";
import type { Failure, GateReport } from "../model/index.js";
import { commandWords } from "../roles/index.js";
import { failuresOfCommand } from "./failures/index.js";
import { plainFailure, type Trial } from "./trial.js";

/** The second gate: the target's `check`, on a copy in which skeletons stand for modules that nobody has written yet. */
export async function staticGate(trial: Trial): Promise<GateReport> {
  const failures: Failure[] = [];
  for (const target of targetsOf(trial)) {
    if (target.check === undefined) {
      trial.warnings.push(
        `The contract's target ${target.language} states no \`check\`: nothing was checked`,
      );
      continue;
    }
    const words = wordsOf(trial, target, "check");
    if (!Array.isArray(words)) {
      failures.push(words);
      continue;
    }
    const tried = await trial.run(words);
    if (tried.kind === "failed") return trial.end([...failures, tried.failure]);
    if (tried.run.exit === 0) continue;
    const { run } = tried;
    const all = failuresOfCommand({
      gate: "static",
      command: words,
      run,
      subject: trial.subject,
      judge: trial.judge,
    });
    failures.push(...all);
  }
  return trial.end(failures);
}

/** The targets of the languages of what is tried, in the contract's order; of tests alone those that run them. */
export function targetsOf({ input: { kernel, modules, tests } }: Trial): Target[] {
  const tried = new Set(modules);
  const languages = new Set<Language | undefined>(
    modules.length > 0
      ? kernel.modules.filter(({ address }) => tried.has(address)).map(({ language }) => language)
      : tests.map((path) => (path.endsWith(".py") ? "python" : "typescript")),
  );
  return kernel.targets.filter(({ language }) => languages.has(language));
}

/** The words of a target's command; a fault of the contract where they ask for a shell. */
export function wordsOf(trial: Trial, target: Target, name: "check" | "test" | "smoke"): string[] | Failure {
  const split = commandWords(target[name] ?? "");
  if (split.kind === "words") return split.words;
  return plainFailure(trial.input.gate, {
    class: "contract",
    module: "",
    summary: `The command \`${target[name]}\` of the contract's target ${target.language} cannot be run: ${split.reason}`,
    cause: "Put what needs a shell into a script, and name that script",
  });
}
