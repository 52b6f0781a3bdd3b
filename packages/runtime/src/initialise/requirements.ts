import { Lines, type Quality, type Requirement, writeRequirement } from "@contractc/kernel";
import type { RequirementsDocument } from "../desk/index.js";

/** A request as those who answer it read it. */
export function requestText(intent: string): string {
  return `The request:\n\n${intent.trim()}\n`;
}

/** Requirements as contract text, with what is open and what is assumed of it. */
export function requirementsText({ name, requirements, qualities, questions }: RequirementsDocument): string {
  const out = new Lines();
  out.line(`// Requirements of ${name}.`);
  for (const each of requirements) writeRequirement(out, each satisfies Requirement);
  for (const each of qualities) writeRequirement(out, each satisfies Quality);
  if (questions.length > 0) {
    out.line("// Open questions:");
    for (const { text, why, assumed } of questions) {
      const answer = assumed == null ? "" : ` Assumed: ${assumed}`;
      out.line(`// - ${oneLine(`${text} (${why})${answer}`)}`);
    }
  }
  return out.text();
}

/** Questions that nobody has answered, and for which nothing can be assumed. */
export function unanswered(
  { questions }: RequirementsDocument,
  answers: readonly { question: string }[],
): string[] {
  const known = new Set(answers.map(({ question }) => question));
  return questions
    .filter(({ assumed, text }) => (assumed == null || assumed.trim() === "") && !known.has(text))
    .map(({ text }) => text);
}

/** Requirements that a contract does not have by name. */
export function missingRequirements(
  { requirements, qualities }: RequirementsDocument,
  projection: { requirements: readonly { name: string }[]; qualities: readonly { name: string }[] },
): string[] {
  const there = new Set([...projection.requirements, ...projection.qualities].map(({ name }) => name));
  return [...requirements, ...qualities].map(({ name }) => name).filter((name) => !there.has(name));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
