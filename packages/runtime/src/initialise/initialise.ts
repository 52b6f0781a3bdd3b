import type { ContractState } from "../contract/port.js";
import type { RequirementsDocument } from "../desk/index.js";
import type { Initialise, Initialised, InitialiseInput } from "../driver/ports.js";
import type { Prompts } from "../prompts/index.js";
import { answerOf } from "./asking.js";
import { auditDraft } from "./audit.js";
import { draftContract, questionsOf } from "./draft.js";
import { evolveContract } from "./evolve.js";
import { requestText, unanswered } from "./requirements.js";
import { triage } from "./triage.js";

/**
 * From an intent to a contract: an analyst says what is required, an architect drafts, the checker's findings repair the
 * draft, and another architect audits it once. An existing program keeps its contract, or gets one extracted, and that is
 * changed by actions.
 */
export function initialiser(prompts: Prompts): Initialise {
  return async (input, signal) => {
    const existing = input.existing ?? (input.hasCode ? await input.contract.extract(input.root) : undefined);
    if (existing) {
      const sorted = await triage(input, prompts, existing.kernel);
      if (sorted.way === "direct") return { kind: "direct", file: sorted.file, reason: sorted.reason };
      if (sorted.way === "person") return { kind: "questions", questions: [sorted.reason] };
    }
    if (signal.aborted) return CANCELLED;
    const analysed = await analyse(input, prompts, existing);
    if (analysed.kind !== "requirements") return analysed;
    const { requirements } = analysed;
    if (signal.aborted) return CANCELLED;
    const drafted = existing
      ? await evolveContract(input, prompts, existing, requirements)
      : await draftContract(input, prompts, requirements);
    if (drafted.kind !== "drafted") return drafted;
    if (signal.aborted) return CANCELLED;
    const flagged = await auditDraft(input, prompts, drafted.state, requirements, drafted.findings);
    return {
      kind: "contract",
      state: drafted.state,
      summary: summaryOf(drafted.state, requirements, drafted.summary),
      flagged,
    };
  };
}

const CANCELLED: Initialised = { kind: "failed", detail: "The run was cancelled." };

type Analysed =
  | { kind: "requirements"; requirements: RequirementsDocument }
  | Exclude<Initialised, { kind: "contract" }>;

async function analyse(
  input: InitialiseInput,
  prompts: Prompts,
  existing: ContractState | undefined,
): Promise<Analysed> {
  const answer = await answerOf(input, prompts, {
    step: "analyst",
    role: "analyst",
    expects: "requirements",
    material: requestText(input.intent),
    ...(existing ? { kernel: existing.kernel } : {}),
  });
  if (answer.kind === "failed") return answer;
  const { result } = answer;
  if (result.kind === "error") return questionsOf(result);
  if (result.kind !== "document") return { kind: "failed", detail: "The analyst handed in no requirements." };
  const requirements = result.document as RequirementsDocument;
  const open = unanswered(requirements, input.answers);
  if (open.length > 0) return { kind: "questions", questions: open };
  if (requirements.requirements.length === 0 && !existing) {
    return {
      kind: "failed",
      detail: "The analyst found nothing in the request that could be built: say what is wanted.",
    };
  }
  return { kind: "requirements", requirements };
}

/** What a person decides upon at the checkpoint. */
function summaryOf({ kernel }: ContractState, { questions }: RequirementsDocument, said: string): string {
  const { projection, modules, externals } = kernel;
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).join(", ") || "none";
  const packages = externals.filter(({ requirement }) => requirement !== "std");
  const open = projection.questions.filter(({ answer }) => answer === undefined);
  return [
    said.trim(),
    `Requirements: ${names([...projection.requirements, ...projection.qualities])}`,
    `Modules: ${modules.map(({ address }) => address).join(", ")}`,
    `Third-party packages: ${packages.map(({ requirement }) => requirement).join(", ") || "none"}`,
    ...projection.decisions.map(
      ({ text, because }) => `Decision: ${text}${because === undefined ? "" : ` (because ${because})`}`,
    ),
    ...projection.risks.map(({ text }) => `Risk: ${text}`),
    ...open.map(({ text }) => `Open: ${text}`),
    ...questions.flatMap(({ text, assumed }) => (assumed == null ? [] : [`Assumed: ${text} ${assumed}`])),
  ].join("\n");
}
