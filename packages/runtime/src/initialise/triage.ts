import type { Kernel } from "@contractc/kernel";
import type { TriageDocument } from "../desk/index.js";
import type { InitialiseInput } from "../driver/ports.js";
import type { Prompts } from "../prompts/index.js";
import { answerOf } from "./asking.js";
import { requestText } from "./requirements.js";

export type Triaged =
  | { way: "pipeline" }
  | { way: "direct"; file: string; reason: string }
  | { way: "person"; reason: string };

/**
 * Sorts a request about an existing program. Whoever sorts is believed only where the contract bears it out: a direct edit
 * names a file of one module, and everything that is in doubt goes the long way.
 */
export async function triage(input: InitialiseInput, prompts: Prompts, kernel: Kernel): Promise<Triaged> {
  const answer = await answerOf(input, prompts, {
    step: "triage",
    role: "analyst",
    expects: "triage",
    material: requestText(input.intent),
    kernel,
  });
  if (answer.kind === "failed" || answer.result.kind !== "document") return { way: "pipeline" };
  const { way, reason, file } = answer.result.document as TriageDocument;
  // A person who has answered has decided.
  if (way === "person") return input.answers.length > 0 ? { way: "pipeline" } : { way, reason };
  if (way !== "direct" || file == null) return { way: "pipeline" };
  const owners = kernel.modules.filter((module) =>
    module.folder ? file.startsWith(`${module.path.replace(/\/$/, "")}/`) : module.path === file,
  );
  return owners.length === 1 && !file.split("/").includes("..") ? { way, file, reason } : { way: "pipeline" };
}
