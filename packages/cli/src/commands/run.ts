import { decodeText } from "@contractc/kernel";
import { startRun } from "@contractc/runtime";
import { type Context, UsageError } from "../context.js";
import type { ExitCode } from "../exit-codes.js";
import { absolute, shown } from "../paths.js";
import { report } from "../render/findings.js";
import { driveRun } from "../running/drive.js";
import { contractState, partsOf, placeOf, recordOf } from "../running/open.js";
import { PULL, policyOf, type RunSettings } from "../running/settings.js";

export interface RunOptions extends RunSettings {
  contract?: string;
  format: "text" | "json";
}

/** `run [intent]`: has agents write what the contract calls for, or first the contract that an intent calls for. */
export async function runCommand(
  context: Context,
  intent: string | undefined,
  options: RunOptions,
): Promise<ExitCode> {
  const place = placeOf(context, options.contract);
  const { contract, config, root } = place;
  if (contract && !contract.sound) {
    const errors = contract.compilation.findings.filter(({ severity }) => severity === "error");
    return report(context, errors, { format: "text", failOn: "error", subject: "no run was begun" });
  }
  if (!contract && intent === undefined) {
    throw new UsageError(
      `There is no contract in ${shown(context.cwd, root)}, and nothing was said of what is wanted: \`contractc run "…"\`, or write a contract first (\`contractc init\`).`,
    );
  }
  const wanted = intent === undefined ? undefined : intentText(context, intent);
  const store = recordOf(context, root, true);
  try {
    refuseSecond(store.runs()[0], store);
    const pull = options.agent?.includes(PULL) === true;
    const parts = await partsOf(context, store, place, { ...options, pull });
    if (wanted !== undefined && !parts.initialise)
      throw new UsageError(
        "This version cannot make a contract of an intent yet: write one, and run it with --contract.",
      );
    const run = `run-${store.runs().length + 1}`;
    await startRun(parts, {
      run,
      policy: policyOf(config, options),
      ...(wanted === undefined ? {} : { intent: wanted }),
      ...(contract && wanted === undefined ? { contract: contractState(contract) } : {}),
    });
    return await driveRun(context, parts, run, { pull, format: options.format });
  } finally {
    store.close();
  }
}

/** What is wanted, or the file that says it. */
function intentText(context: Context, intent: string): string {
  const path = absolute(context.cwd, intent);
  const isFile = !/[\r\n]/.test(intent) && intent.length < 1000 && context.fs.stat(path)?.kind === "file";
  const text = isFile ? decodeText(context.fs.readFile(path)).text : intent;
  if (text.trim() === "") throw new UsageError("Nothing is said of what is wanted.");
  return text;
}

function refuseSecond(latest: string | undefined, store: ReturnType<typeof recordOf>): void {
  if (latest === undefined) return;
  const last = store.read(latest).findLast(({ event }) => event.type !== "sampled")?.event;
  if (last?.type === "run-finished") return;
  throw new UsageError(
    `${latest} is not finished: go on with \`contractc resume\`, or end it with \`contractc reject\`.`,
  );
}
