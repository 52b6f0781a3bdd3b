import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { Readable } from "node:stream";
import { environmentOf } from "./bubblewrap.js";
import { denialsIn } from "./denials.js";
import { REPORT_FOLDER, type Sandbox, type SandboxRequest, type SandboxResult, WORK_FOLDER } from "./port.js";
import { type Staging, stage } from "./staging.js";
import { supervise } from "./supervise.js";
import { watchDescendants } from "./watch.js";

const REPORT_BYTES = 64 * 1024 ** 2;

/**
 * Runs commands on the bare machine, in a copy of the files: network, home folder and all. Only where the user asked for
 * it; every report says so. Time, output and (on Linux) memory and processes are limited still.
 */
export class Unsandboxed implements Sandbox {
  readonly level = "none";

  constructor(
    readonly temporary: string,
    readonly isLinux: boolean,
  ) {}

  async run(request: SandboxRequest, signal?: AbortSignal): Promise<SandboxResult> {
    const staging = stage({ ...request, fixed: new Set() }, this.temporary);
    if (typeof staging === "string") return { kind: "failed", message: staging };
    try {
      return await this.#run(request, staging, signal);
    } finally {
      staging.remove();
    }
  }

  async #run(request: SandboxRequest, staging: Staging, signal?: AbortSignal): Promise<SandboxResult> {
    const home = join(staging.folder, "home");
    const reports = join(staging.folder, "report");
    for (const folder of [home, reports]) mkdirSync(folder);
    for (const { source, target } of request.mounts) {
      const path = join(staging.source, target);
      if (isAbsolute(target) || lstatSync(path, { throwIfNoEntry: false })) continue;
      mkdirSync(dirname(path), { recursive: true });
      // A link to packages would let their own imports be resolved beside the original; that is where they belong.
      if (lstatSync(source).isDirectory()) symlinkSync(source, path, "junction");
      else cpSync(source, path);
    }
    // The folders of the sandbox are not there: what the request says of them means those of this run.
    const here = (word: string) =>
      word.replaceAll(REPORT_FOLDER, reports).replaceAll(WORK_FOLDER, staging.source);
    const [program = "", ...args] = request.command.map(here);
    const environment = Object.fromEntries(
      Object.entries(environmentOf(request, home)).map(([name, value]) => [name, here(value)]),
    );
    let child: ChildProcess;
    try {
      child = spawn(program, args, {
        cwd: staging.source,
        env: environment,
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
        windowsHide: true,
      });
    } catch (error) {
      return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
    }
    const supervised = {
      child,
      output: [child.stdout as Readable, child.stderr as Readable],
      watch:
        this.isLinux && child.pid !== undefined ? watchDescendants(child.pid) : { exceeded: () => undefined },
      kill: () => killGroup(child),
    };
    const ended = await supervise(supervised, request.limits, signal);
    killGroup(child);
    if (ended.fault !== undefined) {
      return { kind: "failed", message: `The command could not be run: ${ended.fault}` };
    }
    return {
      kind: "ran",
      run: {
        level: this.level,
        exit: ended.exit,
        milliseconds: ended.milliseconds,
        ...(ended.limit === undefined ? {} : { limit: ended.limit }),
        ...(ended.cancelled ? { cancelled: true } : {}),
        output: ended.output,
        reports: readReports(reports),
        denied: denialsIn(ended.output.toString("utf8")),
      },
    };
  }
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

function readReports(folder: string): Map<string, Uint8Array> {
  const reports = new Map<string, Uint8Array>();
  for (const name of readdirSync(folder)) {
    const stat = lstatSync(join(folder, name));
    if (stat.isFile() && stat.size <= REPORT_BYTES) reports.set(name, readFileSync(join(folder, name)));
  }
  return reports;
}
