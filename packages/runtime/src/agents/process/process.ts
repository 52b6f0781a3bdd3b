import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

export interface AgentProcess {
  program: string;
  arguments: readonly string[];
  /** Absolute. */
  folder: string;
  environment: Readonly<Record<string, string>>;
}

export interface ProcessEnd {
  /** `null` where it was stopped. */
  exit: number | null;
  stdout: string;
  /** The end of it. */
  stderr: string;
  ended: "by-itself" | "timeout" | "cancelled" | "not-started";
}

export interface ProcessBounds {
  milliseconds: number;
  signal: AbortSignal;
}

/** A process that runs, with its standard streams. */
export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts agents: they work outside of the sandbox, as they have to reach their models. */
export interface AgentProcesses {
  /** Runs a command to its end, or to its bounds: then it and all that it started is stopped. */
  run(process: AgentProcess, input: string, bounds: ProcessBounds): Promise<ProcessEnd>;
  /** Starts one to talk to. @returns with `stop`, which ends it and all that it started */
  start(process: AgentProcess): { child: Child; stop(): Promise<void> };
}

/** Output beyond this is dropped from its beginning: the result stands at the end. */
const LARGEST_OUTPUT = 16 * 1024 * 1024;
const LARGEST_ERROR = 16 * 1024;
/** Between being asked to end and being ended. */
const GRACE_MS = 2_000;

export const systemAgentProcesses: AgentProcesses = {
  async run(process, input, { milliseconds, signal }) {
    if (signal.aborted) return { exit: null, stdout: "", stderr: "", ended: "cancelled" };
    const { child, stop } = this.start(process);
    const stdout = tailOf(child.stdout, LARGEST_OUTPUT);
    const stderr = tailOf(child.stderr, LARGEST_ERROR);
    let ended: ProcessEnd["ended"] = "by-itself";
    const end = (how: "timeout" | "cancelled") => {
      if (ended !== "by-itself") return;
      ended = how;
      void stop();
    };
    const timer = setTimeout(() => end("timeout"), milliseconds);
    const cancel = () => end("cancelled");
    signal.addEventListener("abort", cancel);
    // An agent that ends without reading its input is none of our faults.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    const exit = await new Promise<number | null | Error>((resolve) => {
      child.on("error", resolve);
      // Not `close`: a process that the agent left behind may hold the streams open.
      child.on("exit", (code) => resolve(code));
    });
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
    if (exit instanceof Error) return { exit: null, stdout: "", stderr: exit.message, ended: "not-started" };
    await stop();
    await Promise.all([drained(child.stdout), drained(child.stderr)]);
    return { exit: ended === "by-itself" ? exit : null, stdout: stdout(), stderr: stderr(), ended };
  },
  start({ program, arguments: words, folder, environment }) {
    const child = spawn(program, words, {
      cwd: folder,
      env: { ...environment },
      stdio: ["pipe", "pipe", "pipe"],
      // A group of its own, so that all of it can be ended.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    let gone = false;
    child.on("exit", () => {
      gone = true;
    });
    child.on("error", () => {
      gone = true;
    });
    return {
      child,
      async stop() {
        if (child.pid === undefined) return;
        signalGroup(child, "SIGTERM");
        for (let waited = 0; !gone && waited < GRACE_MS; waited += 50) {
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        signalGroup(child, "SIGKILL");
      },
    };
  },
};

function signalGroup(child: Child, signal: "SIGTERM" | "SIGKILL"): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore", windowsHide: true }).on(
      "error",
      () => {},
    );
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // All of it has ended already.
  }
}

/** What a stream said last. */
function tailOf(stream: Readable, most: number): () => string {
  let chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most * 2) {
      const kept = Buffer.concat(chunks).subarray(-most);
      chunks = [kept];
      size = kept.length;
    }
  });
  return () => Buffer.concat(chunks).subarray(-most).toString("utf8");
}

/** Waits for what is still on its way, though not for those who hold the stream open. */
async function drained(stream: Readable): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return;
  await Promise.race([
    new Promise((resolve) => stream.once("end", resolve)),
    new Promise((resolve) => setTimeout(resolve, 500).unref()),
  ]);
  stream.destroy();
}

/** Variables without which programs do not run, or do not find their own settings. */
const COMMON = [
  ...["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TMPDIR", "TERM"],
  ...["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"],
  ...["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"],
  ...["SystemRoot", "ComSpec", "PATHEXT", "APPDATA", "LOCALAPPDATA", "USERPROFILE", "TEMP", "TMP"],
];

/** Of the environment what an agent is given: never all of it, as it may hold keys of others. */
export function environmentFor(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    [...new Set([...COMMON, ...names])].flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
