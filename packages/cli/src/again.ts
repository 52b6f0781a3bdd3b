import { systemProcesses } from "@contractc/kernel";
import { cacheContext, printAnswer } from "./answering.js";
import { driftAgain } from "./commands/drift-again.js";

/*
 * What is answered by comparing a few modules again, before the command line is loaded: a bundle of its own, which holds
 * readers and comparison but no compiler of contracts.
 */

/**
 * Answers `drift` of code of which little has changed since it was last asked, where one can.
 *
 * @returns the exit code; `undefined` for everything else, of which nothing has been done
 */
export async function again(host: NodeJS.Process): Promise<number | undefined> {
  const context = { ...cacheContext(host), processes: systemProcesses };
  const answer = await driftAgain(host.argv.slice(2), context);
  return answer && printAnswer(host, answer);
}
