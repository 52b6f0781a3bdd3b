import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { lstatSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { Readable } from "node:stream";
import { denialsIn } from "./denials.js";
import { onlyThese } from "./descriptors.js";
import {
  COPY_FAILED,
  launcher,
  REPORT_DESCRIPTOR,
  reportsIn,
  SOURCE_FOLDER,
  STATUS_DESCRIPTOR,
} from "./launcher.js";
import {
  REPORT_FOLDER,
  type ReadOnlyMount,
  type Sandbox,
  type SandboxRequest,
  type SandboxResult,
  WORK_FOLDER,
} from "./port.js";
import { type Staging, stage } from "./staging.js";
import { type Supervised, supervise } from "./supervise.js";
import { SYSTEM_PATH, systemView } from "./system-view.js";
import { watchSandbox } from "./watch.js";

/** What this machine's bubblewrap is and can do. */
export interface Bubblewrap {
  /** Absolute. */
  program: string;
  /** It can keep the sandbox from making namespaces of its own (0.8). */
  disablesNamespaces: boolean;
  temporary: string;
  /** The caller is root: the sandbox runs as a user that nobody else is. */
  isRoot: boolean;
}

const REPORT_BYTES = 64 * 1024 ** 2;
/** The launcher and bubblewrap's own first process. */
const OWN_PROCESSES = 2;
/** Numbers that systems give to no user: below those of negative meaning, above those of containers. */
const USERS = { from: 0x40000000, to: 0x6fffffff };

/**
 * Runs commands in namespaces of their own: no network but the loopback, no processes but theirs, the system read-only, a
 * copy of the files in memory that vanishes with them.
 *
 * Started by root, it gives up being root first: the command runs as a user without a name or files, so that what root may
 * read or do stands on more than mounts alone.
 *
 * @see https://github.com/containers/bubblewrap
 */
export class BubblewrapSandbox implements Sandbox {
  readonly level = "bubblewrap";

  constructor(readonly bubblewrap: Bubblewrap) {}

  async run(request: SandboxRequest, signal?: AbortSignal): Promise<SandboxResult> {
    const user = this.bubblewrap.isRoot ? randomInt(USERS.from, USERS.to) : undefined;
    const staging = stage(request, this.bubblewrap.temporary, user);
    if (typeof staging === "string") return { kind: "failed", message: staging };
    try {
      return await this.#run(request, staging, user, signal);
    } finally {
      staging.remove();
    }
  }

  async #run(
    request: SandboxRequest,
    staging: Staging,
    user: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<SandboxResult> {
    const hidden = user === undefined ? [] : request.mounts.filter(({ source }) => !isOpenToAll(source));
    const words = [this.bubblewrap.program, ...this.#arguments(request, staging, hidden)];
    const [program = "", ...args] =
      user !== undefined && hidden.length > 0 ? asUserWithMounts(words, user, hidden, staging) : words;
    const { stdio, close } = onlyThese(["ignore", "pipe", "pipe", "pipe", "pipe"] as const);
    let child: ChildProcess;
    try {
      child = spawn(program, args, {
        cwd: "/",
        env: { PATH: [...SYSTEM_PATH, "/usr/sbin", "/sbin"].join(":") },
        stdio,
        ...(user !== undefined && hidden.length === 0 ? { uid: user, gid: user } : {}),
      });
    } catch (error) {
      return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
    } finally {
      close();
    }
    const status = collect(child.stdio[STATUS_DESCRIPTOR] as Readable, REPORT_BYTES);
    const reports = collect(child.stdio[REPORT_DESCRIPTOR] as Readable, REPORT_BYTES);
    const own = collect(child.stderr as Readable, 64 * 1024);
    let first: number | undefined;
    const supervised: Supervised = {
      child,
      output: [child.stdout as Readable],
      watch: undefined,
      kill() {
        // The first process takes every other of its namespace with it.
        if (first !== undefined) end(first);
        child.kill("SIGKILL");
      },
    };
    status.stream.on("data", () => {
      if (first !== undefined) return;
      const found = /"child-pid": (\d+)/.exec(status.text())?.[1];
      if (found === undefined) return;
      first = Number(found);
      supervised.watch = watchSandbox(first, [WORK_FOLDER, "/tmp", "/dev/shm"], OWN_PROCESSES);
    });
    const ended = await supervise(supervised, request.limits, signal);
    const exit = /"exit-code": (\d+)/.exec(status.text())?.[1];
    const isStopped = ended.limit !== undefined || ended.cancelled;
    if (!isStopped && (exit === undefined || ended.fault !== undefined || Number(exit) === COPY_FAILED)) {
      const text = own.text().trim();
      const reason = ended.fault ?? (text === "" ? "it ended without a word" : text);
      return { kind: "failed", message: `The sandbox could not run the command: ${reason}` };
    }
    return {
      kind: "ran",
      run: {
        level: this.level,
        exit: isStopped ? null : Number(exit),
        milliseconds: ended.milliseconds,
        ...(ended.limit === undefined ? {} : { limit: ended.limit }),
        ...(ended.cancelled ? { cancelled: true } : {}),
        output: ended.output,
        reports: reportsIn(reports.bytes()),
        denied: denialsIn(ended.output.toString("utf8")),
      },
    };
  }

  #arguments(request: SandboxRequest, staging: Staging, hidden: readonly ReadOnlyMount[]): string[] {
    const { limits } = request;
    const disk = `${limits.diskBytes}`;
    const words = [
      ...["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"],
      ...["--unshare-cgroup-try", "--die-with-parent", "--new-session", "--clearenv", "--hostname", "gate"],
      ...["--uid", "1000", "--gid", "1000"],
      ...(this.bubblewrap.disablesNamespaces ? ["--disable-userns"] : []),
      ...systemView(staging.etc),
      ...["--proc", "/proc", "--dev", "/dev", "--size", disk, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"],
      ...["--size", disk, "--tmpfs", "/tmp", "--symlink", "../tmp", "/var/tmp"],
      ...["--size", disk, "--tmpfs", WORK_FOLDER, "--size", `${REPORT_BYTES}`, "--tmpfs", REPORT_FOLDER],
      ...["--ro-bind", staging.source, SOURCE_FOLDER],
    ];
    for (const mount of request.mounts) {
      const at = hidden.indexOf(mount);
      const target = isAbsolute(mount.target) ? mount.target : join(WORK_FOLDER, mount.target);
      words.push("--ro-bind", at < 0 ? mount.source : stagedMount(staging, at), target);
    }
    for (const path of request.fixed) {
      if (request.files.has(path)) {
        words.push("--ro-bind", join(staging.fixed, path), join(WORK_FOLDER, path));
      }
    }
    const environment = environmentOf(request, "/tmp");
    for (const [name, value] of Object.entries(environment)) words.push("--setenv", name, value);
    words.push("--remount-ro", "/", "--json-status-fd", `${STATUS_DESCRIPTOR}`, "--chdir", "/", "--");
    return [...words, ...launcher(request.command, limits)];
  }
}

/** The few variables that every command has, and those of its own. */
export function environmentOf(request: SandboxRequest, home: string): Record<string, string> {
  return {
    CI: "1",
    HOME: home,
    LANG: "C.UTF-8",
    NO_COLOR: "1",
    PYTHONDONTWRITEBYTECODE: "1",
    TMPDIR: home,
    TZ: "UTC",
    ...request.environment,
    PATH: [...request.path, ...SYSTEM_PATH].join(":"),
  };
}

/** Whether any user of the machine can reach a path and read it. */
function isOpenToAll(path: string): boolean {
  try {
    const stat = statSync(path);
    return (stat.mode & (stat.isDirectory() ? 0o005 : 0o004)) !== 0 && isReachable(dirname(path));
  } catch {
    return false;
  }
}

/** @returns whether any user of the machine can pass through a folder */
export function isReachable(folder: string): boolean {
  try {
    for (let at = folder; ; at = dirname(at)) {
      if ((lstatSync(at).mode & 0o001) === 0) return false;
      if (at === dirname(at)) return true;
    }
  } catch {
    return false;
  }
}

function stagedMount(staging: Staging, at: number): string {
  return `${staging.folder}/mounts/${at}`;
}

/**
 * A path in root's own folders (an interpreter in `/root`) cannot be reached by the user that the sandbox runs as. So root
 * shows it in the staging folder, to the mounts of this one process, and gives up being root after that.
 */
function asUserWithMounts(
  words: readonly string[],
  user: number,
  hidden: readonly ReadOnlyMount[],
  staging: Staging,
): string[] {
  const script = [
    "set -e",
    'user=$1 count=$2 folder=$3 at=0; shift 3; while [ "$at" -lt "$count" ]; do',
    'if [ -d "$1" ]; then mkdir "$folder/$at"; else : >"$folder/$at"; fi',
    'mount --bind "$1" "$folder/$at"; shift; at=$((at + 1)); done',
    'exec setpriv --reuid "$user" --regid "$user" --clear-groups "$@"',
  ].join("\n");
  const sources = hidden.map(({ source }) => source);
  return [
    ...["unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sandbox"],
    ...[`${user}`, `${hidden.length}`, `${staging.folder}/mounts`, ...sources, ...words],
  ];
}

function end(process: number): void {
  try {
    globalThis.process.kill(process, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function collect(stream: Readable, most: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
  });
  return {
    stream,
    bytes: () => Buffer.concat(chunks),
    text: () => Buffer.concat(chunks).toString("utf8"),
  };
}
