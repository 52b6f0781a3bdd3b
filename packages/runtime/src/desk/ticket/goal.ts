import type { Kernel } from "@contractc/kernel";
import type { Expectation } from "../../model/index.js";

export interface GoalInput {
  expects: Expectation;
  subject: string;
  round: number;
  writes: readonly string[];
  /** How many failures the ticket had no room for. */
  untold: number;
}

/** What is to be done now, in a few sentences. */
export function goalOf(
  { expects, subject, round, writes, untold }: GoalInput,
  kernel: Kernel | undefined,
): string {
  const files = writes.join(", ");
  const more = untold > 0 ? ` ${untold} more failure${untold === 1 ? " is" : "s are"} left out.` : "";
  const again = round > 1;
  switch (expects) {
    case "code":
      return again
        ? `Your submission of ${subject} was sent back. Repair what the failures are about with edits as small as that takes, and leave the rest as it is.${more}`
        : `Implement the module ${subject} in ${files}.`;
    case "tests":
      return again
        ? `Your tests of ${subject} were sent back. Repair what the failures are about, and leave the rest as it is.${more}`
        : `Write the tests of ${subject} in ${files}.`;
    case "merge":
      return again
        ? `The integration of ${named(subject, kernel)} failed. Repair what the failures are about in ${files || "no file"}; what is a module's fault is an error to hand in.${more}`
        : `Integrate ${named(subject, kernel)}${files === "" ? "" : `: complete ${files}`}.`;
    case "review":
      return `Review the submission of ${subject}: judge every clause of the module, and what tests cannot see.`;
    case "repair":
      return `Repair the contract${subject === "" ? "" : ` where it concerns ${subject}`}: the failures say what is wrong.${more}`;
    case "requirements":
      return "Turn the request into requirements, qualities and questions.";
    case "contract":
      if (again) return `Repair what the checker found, and hand in the complete contract again.${more}`;
      return kernel
        ? "Change the contract by actions, so that it covers the request."
        : "Write the contract that covers the requirements.";
    case "audit":
      return "Audit the contract against the requirements, once.";
    case "triage":
      return "Say which way the request goes.";
  }
}

function named(subject: string, kernel: Kernel | undefined): string {
  return subject === "" ? `the whole of ${kernel?.name ?? "the contract"}` : `the package ${subject}`;
}
