import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { type DriveOutcome, drive, isVerified, type Parts, type RunState } from "@contractc/runtime";
import { type Context, UsageError } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { RunDisplay } from "./display.js";

export interface DriveSettings {
  pull: boolean;
  format: "text" | "json";
}

/** Names this process among those that work on a record. */
export function processName(): string {
  return `${hostname()}:${process.pid}:${randomBytes(4).toString("hex")}`;
}

/** Whether a process of this machine still runs; nothing is known of others. */
export function isProcessAlive(name: string): boolean | undefined {
  const [host, pid] = name.split(":");
  if (host !== hostname() || pid === undefined || !/^\d+$/.test(pid)) return undefined;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    // It is there, and another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Carries a run on, shows what happens, and says how it ended. */
export async function driveRun(
  context: Context,
  parts: Parts,
  run: string,
  { pull, format }: DriveSettings,
): Promise<ExitCode> {
  const stop = new AbortController();
  const quiet = context.interruptions?.listen(() => {
    context.err.write("Stopping; `contractc resume` goes on.\n");
    stop.abort();
  });
  const display = new RunDisplay(context);
  try {
    const outcome = await drive(parts, {
      run,
      worker: processName(),
      isAlive: isProcessAlive,
      signal: stop.signal,
      pull,
      watch: (entry, state) => display.show(entry, state),
    });
    display.end();
    return tellOutcome(context, run, outcome, display.state, format);
  } finally {
    display.end();
    quiet?.();
  }
}

function tellOutcome(
  context: Context,
  run: string,
  outcome: DriveOutcome,
  state: RunState | undefined,
  format: DriveSettings["format"],
): ExitCode {
  if (outcome.kind === "busy")
    throw new UsageError(
      `${run} is carried on by another process (${outcome.by}): see \`contractc status\`.`,
    );
  if (format === "json") {
    const result = { run, ...outcome, ...(state ? { tasks: state.counts, usage: state.usage } : {}) };
    context.out.write(`${JSON.stringify(result, null, 2)}\n`);
  } else context.out.write(`${outcomeText(run, outcome, state)}\n`);
  if (outcome.kind === "interrupted") return EXIT.interrupted;
  return outcome.kind === "finished" && outcome.outcome === "converged" ? EXIT.clean : EXIT.unconverged;
}

function outcomeText(
  run: string,
  outcome: Exclude<DriveOutcome, { kind: "busy" }>,
  state?: RunState,
): string {
  switch (outcome.kind) {
    case "interrupted":
      return `${run} is interrupted: go on with \`contractc resume\`.`;
    case "finished":
      return [
        `${run} ${outcome.outcome}: ${outcome.detail}`,
        ...deliveryLines(state),
        "See `contractc report`.",
      ].join("\n");
    case "waiting": {
      const lines = [`${run} waits for you.`];
      for (const id of outcome.checkpoints) {
        const checkpoint = state?.checkpoints.get(id);
        const summary = checkpoint?.summary.split("\n").join("\n    ") ?? "";
        lines.push(`  ${checkpoint?.kind ?? "checkpoint"} ${id}: ${summary}`);
        lines.push(
          `    contractc approve ${id}, or contractc reject ${id} --note "…"; then contractc resume`,
        );
      }
      for (const id of outcome.questions) {
        lines.push(`  ${state?.questions.get(id)?.question ?? ""}`);
        lines.push(`    contractc task answer ${id} "…"; then contractc resume`);
      }
      return lines.join("\n");
    }
  }
}

function deliveryLines(state: RunState | undefined): string[] {
  if (!state) return [];
  const verified = state.order.filter((status) => status.task.kind === "module" && isVerified(status)).length;
  const modules = state.order.filter(({ task }) => task.kind === "module").length;
  const { branch, note } = state.delivered ?? {};
  return [
    `${verified} of ${modules} modules are verified.`,
    ...(branch === undefined ? [] : [`The branch is ${branch}.`]),
    ...(note === undefined ? [] : [`Your files were left as they are: ${note}`]),
  ];
}
