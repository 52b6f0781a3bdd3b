import type { Finding, Kernel } from "@contractc/kernel";
import type { ContractState } from "../contract/port.js";
import type { ContractDocument, RequirementsDocument } from "../desk/index.js";
import type { InitialiseInput } from "../driver/ports.js";
import type { Failure } from "../model/index.js";
import type { Prompts } from "../prompts/index.js";
import { answerOf } from "./asking.js";
import { failure, failuresOf } from "./failures.js";
import { missingRequirements, requirementsText } from "./requirements.js";

export type Drafted =
  | { kind: "drafted"; state: ContractState; findings: Finding[]; summary: string }
  | { kind: "questions"; questions: string[] }
  | { kind: "failed"; detail: string };

/** How often a draft is handed back with what is wrong before that is the end of it. */
export const DRAFT_ROUNDS = 4;

/**
 * Has a contract drafted, and repaired by what the checker finds, until it is sound and has every requirement.
 *
 * @param requirements what it has to cover
 */
export async function draftContract(
  input: InitialiseInput,
  prompts: Prompts,
  requirements: RequirementsDocument,
): Promise<Drafted> {
  const file = `${kebab(requirements.name)}.contract`;
  const wanted = requirementsText(requirements);
  let text = "";
  let failures: Failure[] = [];
  for (let round = 1; round <= DRAFT_ROUNDS; round++) {
    const answer = await answerOf(input, prompts, {
      step: `architect:${round}`,
      role: "architect",
      expects: "contract",
      material: round === 1 ? wanted : `${wanted}\n// Your draft, ${file}.\n${text}`,
      round,
      failures,
    });
    if (answer.kind === "failed") return answer;
    const { result } = answer;
    if (result.kind === "error") return questionsOf(result);
    if (result.kind !== "document") {
      failures = [failure("There is no contract yet that actions could change: hand in the complete text.")];
      continue;
    }
    const { text: drafted, summary } = result.document as ContractDocument;
    text = drafted;
    const files = new Map([[file, text]]);
    const { kernel, findings } = input.contract.compile(files, file);
    failures = kernel ? uncovered(kernel, requirements) : failuresOf(errorsOf(findings), files);
    if (kernel && failures.length === 0)
      return { kind: "drafted", state: { kernel, files }, findings, summary };
  }
  const told = failures.slice(0, 5).map(({ summary }) => `- ${summary}`);
  return {
    kind: "failed",
    detail: `The draft was still wrong after ${DRAFT_ROUNDS} rounds:\n${told.join("\n")}`,
  };
}

function uncovered({ projection }: Kernel, requirements: RequirementsDocument): Failure[] {
  return missingRequirements(requirements, projection).map((name) =>
    failure(
      `The contract lacks the requirement \`${name}\`: take it over as it is, and say which module satisfies it.`,
    ),
  );
}

export function errorsOf(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ severity }) => severity === "error");
}

/** Who cannot go on says why, and a person may know. */
export function questionsOf({ error, question }: { error: string; question?: string }) {
  return question === undefined
    ? { kind: "failed" as const, detail: error }
    : { kind: "questions" as const, questions: [question] };
}

function kebab(name: string): string {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1-$2")
    .replace(/_+/g, "-")
    .toLowerCase();
}
