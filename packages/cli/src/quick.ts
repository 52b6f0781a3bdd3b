import { cacheContext, printAnswer } from "./answering.js";
import { cachedCheck } from "./commands/cached-check.js";
import { cachedDrift } from "./commands/cached-drift.js";

/*
 * What is answered before the command line is loaded. It is a bundle of its own, so that an answer from a cache takes
 * little more than starting Node: whatever is imported here is paid by it.
 */

/**
 * Answers a command from a cache, where one can.
 *
 * @returns the exit code; `undefined` for everything else, of which nothing has been done
 */
export function quickly(host: NodeJS.Process): number | undefined {
  const context = cacheContext(host);
  const args = host.argv.slice(2);
  const answer = cachedCheck(args, context) ?? cachedDrift(args, context);
  return answer && printAnswer(host, answer);
}
