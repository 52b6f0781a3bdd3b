import type { Kernel } from "@contractc/kernel";
import { ticketFor } from "../desk/index.js";
import type { InitialiseInput } from "../driver/ports.js";
import type { Expectation, Failure, WorkerResult } from "../model/index.js";
import type { Prompts } from "../prompts/index.js";

/** One question of the beginning of a run. */
export interface Question {
  /** Its name among those of the run. */
  step: string;
  role: "analyst" | "architect";
  expects: Expectation;
  /** What the answer is to be made of. */
  material: string;
  /** The contract that is there, whose text is added as far as there is room. */
  kernel?: Kernel;
  round?: number;
  failures?: Failure[];
}

export type Answered =
  | { kind: "result"; result: WorkerResult }
  /** Nobody answered, or there is no room for the question. */
  | { kind: "failed"; detail: string };

/** Has a role answer a question, as a ticket within the budget of the policy. */
export async function answerOf(
  input: InitialiseInput,
  prompts: Prompts,
  question: Question,
): Promise<Answered> {
  const { step, role, expects, material, kernel, round = 1, failures = [] } = question;
  const made = ticketFor({
    run: input.run,
    task: { id: "contract", kind: "contract", subject: "", writes: [] },
    expects,
    role,
    attempt: 1,
    round,
    ...(kernel ? { kernel } : {}),
    material,
    files: [],
    failures,
    lessons: [],
    answers: input.answers,
    prompts,
    contextTokens: input.policy.contextTokens,
    tokens: (text) => input.contract.tokens(text),
  });
  if (made.kind === "too-large") {
    const { contextTokens } = input.policy;
    return {
      kind: "failed",
      detail: `What the ${role} would have to read takes ${made.tokens} tokens, and ${contextTokens} are allowed: shorten the request, or raise the limit.`,
    };
  }
  const { brief, goal, context, tokens, lessons, answers } = made.ticket;
  const outcome = await input.ask(step, role, {
    role,
    expects,
    brief,
    goal,
    context,
    tokens,
    lessons,
    answers,
    round,
    failures: made.ticket.failures,
  });
  if (outcome.kind === "failed") {
    return { kind: "failed", detail: `The ${role} gave no answer (${outcome.failure}): ${outcome.detail}` };
  }
  return { kind: "result", result: outcome.result };
}
