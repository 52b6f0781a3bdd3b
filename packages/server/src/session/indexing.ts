import { contractFilesByFolder } from "@contractc/language";
import type { Breathe } from "./analysis.js";
import type { Contract } from "./contract.js";
import type { Session } from "./session.js";

export interface IndexOptions {
  breathe: Breathe;
  now(): number;
  /** Ends early: the folder was removed, or the client is gone. */
  isCancelled(): boolean;
}

const TURN = 8;

/**
 * Finds the contracts below a folder, in small steps.
 *
 * @returns those that were not known before, in the order of their paths
 */
export async function indexFolder(
  session: Session,
  folder: string,
  options: IndexOptions,
): Promise<Contract[]> {
  const { breathe, now, isCancelled } = options;
  let turn = now();
  const rest = async () => {
    if (now() - turn < TURN) return;
    await breathe();
    turn = now();
  };
  const files: string[] = [];
  for (const found of contractFilesByFolder(session.files, folder)) {
    files.push(...found);
    await rest();
    if (isCancelled()) return [];
  }
  const known = new Set(session.contracts.keys());
  const added: Contract[] = [];
  for (const file of files.sort()) {
    session.findContracts(file);
    for (const [root, contract] of session.contracts) {
      if (known.has(root)) continue;
      known.add(root);
      added.push(contract);
    }
    await rest();
    if (isCancelled()) return added;
  }
  return added;
}
