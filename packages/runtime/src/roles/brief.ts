import type { Kernel } from "@contractc/kernel";
import type { Expectation, Ticket } from "../model/index.js";
import { fillPrompt, type PromptName, type Prompts } from "../prompts/index.js";
import { MATRIX } from "./matrix.js";
import { baseOf, contractRole } from "./permissions.js";
import { commandWords } from "./words.js";

/** The brief of what is asked for, where that is not the one of the role. */
const BRIEF_OF: Partial<Record<Expectation, PromptName>> = {
  contract: "generator",
  audit: "discriminator",
  triage: "triage",
  repair: "repair",
};

/** The prompt that a brief is made of, whose version tells briefs apart. */
export function briefPrompt({ role, expects }: Pick<Ticket, "role" | "expects">): PromptName {
  if (expects === "repair" && baseOf(role) !== "architect") return baseOf(role);
  return BRIEF_OF[expects] ?? baseOf(role);
}

/**
 * The brief of a role in four parts: who it is, what it answers for, what it gets and hands in, and its red lines.
 *
 * It is made of the kernel and the role alone, so that it is the same for every task of the role: a stable beginning that
 * caches of models can hold.
 */
export function briefOf(
  kernel: Kernel | undefined,
  ticket: Pick<Ticket, "role" | "expects">,
  prompts: Prompts,
): string {
  const { role } = ticket;
  const base = baseOf(role);
  const own = kernel && contractRole(kernel, role);
  const targets = kernel?.targets ?? [];
  const gates = targets.flatMap((target) => MATRIX[base].run.flatMap((gate) => target[gate] ?? []));
  const commands = [...new Set(own?.run ?? gates)].filter((each) => commandWords(each).kind === "words");
  const words = [own?.text, own?.doc].filter((each) => each !== undefined);
  return fillPrompt(prompts[briefPrompt(ticket)], {
    role,
    contract: kernel ? `${kernel.name} ${kernel.version}` : "the contract that is to be written",
    about: words.length > 0 ? `The contract says of your role: ${words.join(" ")}` : "",
    languages:
      targets.map(({ language }) => language).join(" and ") || "the language of the contract's target",
    commands:
      commands.length > 0
        ? `You may run these commands, and what begins with their words: ${commands.map((each) => `\`${each}\``).join(", ")}.`
        : "You run no commands.",
    decisions: decisionsOf(kernel),
    packages: packagesOf(kernel),
  });
}

/** The choices that bind everybody. */
function decisionsOf(kernel: Kernel | undefined): string {
  const decisions = kernel?.projection.decisions ?? [];
  if (decisions.length === 0) return "";
  const lines = decisions.map(
    ({ text, because }) => `- ${text}${because === undefined ? "" : ` (because ${because})`}`,
  );
  return `Decisions that bind everybody:\n${lines.join("\n")}`;
}

function packagesOf(kernel: Kernel | undefined): string {
  const externals = (kernel?.externals ?? []).filter(({ requirement }) => requirement !== "std");
  const names = [...new Set(externals.map(({ requirement }) => requirement))].sort();
  return names.length === 0 ? "No third-party package" : `Of third-party packages only ${names.join(", ")}`;
}
