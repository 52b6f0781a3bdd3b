import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import type { Limit, SandboxLimits } from "./port.js";
import type { Watch } from "./watch.js";

/** A process on its way, with what is needed to watch and to stop it. */
export interface Supervised {
  child: ChildProcess;
  /** Standard output and error of the command. */
  output: readonly Readable[];
  /** Ends every process, at once. */
  kill(): void;
  /** Set as soon as there is something to watch. */
  watch: Watch | undefined;
}

export interface Supervision {
  exit: number | null;
  milliseconds: number;
  limit?: Limit;
  cancelled?: true;
  output: Buffer;
  /** The program could not be started. */
  fault?: string;
}

const LOOK_EVERY = 100;
/** A sandbox that cannot be looked at for as long is stopped: a limit that nobody watches is none. */
const LOOKS_IN_VAIN = 100;

/** Waits for a process and holds its limits. @returns how it ended, when all its output has arrived */
export function supervise(
  supervised: Supervised,
  limits: SandboxLimits,
  signal: AbortSignal | undefined,
): Promise<Supervision> {
  const { child, output, kill } = supervised;
  const started = performance.now();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let limit: Limit | undefined;
  let cancelled = false;
  let isOver = false;
  let fault: string | undefined;

  const stop = (reason: Limit | "cancelled") => {
    if (isOver || limit !== undefined || cancelled) return;
    if (reason === "cancelled") cancelled = true;
    else limit = reason;
    kill();
  };
  for (const stream of output) {
    stream.on("data", (chunk: Buffer) => {
      const room = limits.outputBytes - bytes;
      bytes += chunk.length;
      if (room > 0) chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      if (bytes > limits.outputBytes) stop("output");
    });
  }
  const clock = setTimeout(() => stop("time"), limits.milliseconds);
  let inVain = 0;
  const looking = setInterval(() => {
    try {
      const exceeded = supervised.watch?.exceeded(limits);
      if (exceeded) stop(exceeded);
      inVain = supervised.watch ? 0 : inVain + 1;
    } catch {
      inVain += 1;
    }
    if (inVain > LOOKS_IN_VAIN && !isOver) {
      fault ??= "Its processes could not be watched, so that no limit would have held";
      kill();
    }
  }, LOOK_EVERY);
  const cancel = () => stop("cancelled");
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();

  return new Promise((resolve) => {
    const end = (exit: number | null) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(clock);
      clearInterval(looking);
      signal?.removeEventListener("abort", cancel);
      resolve({
        exit: limit !== undefined || cancelled ? null : exit,
        milliseconds: Math.round(performance.now() - started),
        ...(limit === undefined ? {} : { limit }),
        ...(cancelled ? { cancelled } : {}),
        output: Buffer.concat(chunks),
        ...(fault === undefined ? {} : { fault }),
      });
    };
    child.on("error", (error) => {
      fault ??= error.message;
      kill();
      end(null);
    });
    child.on("close", (code) => end(code));
  });
}
