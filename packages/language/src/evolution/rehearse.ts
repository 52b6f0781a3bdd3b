import { decodeText, editsBetween, type TextEdit } from "@contractc/kernel";
import type { Action } from "./actions.js";
import { type EvolutionInput, evolve, type Fault, type Refused } from "./evolve.js";

/**
 * What actions would change in the text of a contract, if they are accepted; nothing is written.
 *
 * @returns the edits of its files as they are now
 */
export function rehearse(
  input: EvolutionInput,
  actions: readonly Action[],
): { edits: TextEdit[] } | Refused | Fault {
  const outcome = evolve(input, actions, { dryRun: true });
  if (outcome.kind !== "accepted") return outcome;
  const edits = [...outcome.contents].flatMap(([path, bytes]) =>
    editsBetween(path, decodeText(input.fs.readFile(path)).text, decodeText(bytes).text),
  );
  return { edits };
}
