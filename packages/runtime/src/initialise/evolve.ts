import type { ContractState } from "../contract/port.js";
import type { RequirementsDocument } from "../desk/index.js";
import type { InitialiseInput } from "../driver/ports.js";
import type { Failure } from "../model/index.js";
import type { Prompts } from "../prompts/index.js";
import { answerOf } from "./asking.js";
import { DRAFT_ROUNDS, type Drafted, questionsOf } from "./draft.js";
import { failure, failuresOf } from "./failures.js";
import { requestText, requirementsText } from "./requirements.js";

/**
 * Has the contract that is there changed by actions, each tried on a copy, until they are accepted: there is never a
 * second contract, and modules that nothing concerns stay as they are.
 */
export async function evolveContract(
  input: InitialiseInput,
  prompts: Prompts,
  existing: ContractState,
  requirements: RequirementsDocument,
): Promise<Drafted> {
  const wanted = `${requestText(input.intent)}\n${requirementsText(requirements)}`;
  let before = "";
  let failures: Failure[] = [];
  for (let round = 1; round <= DRAFT_ROUNDS; round++) {
    const answer = await answerOf(input, prompts, {
      step: `architect:${round}`,
      role: "architect",
      expects: "contract",
      material: before === "" ? wanted : `${wanted}\nThe actions that were refused:\n\n${before}\n`,
      kernel: existing.kernel,
      round,
      failures,
    });
    if (answer.kind === "failed") return answer;
    const { result } = answer;
    if (result.kind === "error") return questionsOf(result);
    if (result.kind !== "actions") {
      failures = [
        failure("There is a contract already: hand in actions that change it, not another contract."),
      ];
      continue;
    }
    const proposal = input.contract.propose(existing, result.actions, "architect");
    if (proposal.kind === "accepted") {
      return { kind: "drafted", state: proposal.state, findings: [], summary: result.reason };
    }
    before = JSON.stringify(result.actions, null, 2);
    // Places are those of the changed copy, which nobody has the text of.
    failures = [failure(proposal.message), ...failuresOf(proposal.findings, new Map())];
  }
  const told = failures.slice(0, 5).map(({ summary }) => `- ${summary}`);
  return {
    kind: "failed",
    detail: `The changes were still refused after ${DRAFT_ROUNDS} rounds:\n${told.join("\n")}`,
  };
}
