import { type FileSystem, hashOf } from "@contractc/kernel";
import type { GateReport } from "../model/index.js";
import {
  findToolchain,
  type OpenedSandbox,
  openSandbox,
  type SandboxHost,
  type Toolchain,
} from "../sandbox/index.js";
import type { GateInput, RunGate } from "./port.js";
import { smokeGate } from "./smoke.js";
import { staticGate } from "./static.js";
import { structureGate } from "./structure.js";
import { plainFailure, Trial } from "./trial.js";
import { unitGate } from "./unit.js";

/** The machine that gates run on. */
export interface GateHost extends SandboxHost {
  /** Installed packages and their types are read from it; nothing is written. */
  fs: FileSystem;
  /** The Node that runs this program. */
  node: string;
}

const NOTHING: Toolchain = { mounts: [], path: [] };

/**
 * Makes the gates of a machine. What it isolates commands with is found out at the first command.
 *
 * The gates never throw for what a submission does or lacks; where no sandbox can be had the report is void and says how to
 * get one.
 */
export function gatesOf(host: GateHost): RunGate {
  const sandboxes = new Map<boolean, OpenedSandbox>();
  const toolchains = new Map<string, Toolchain>();
  const sandboxFor = (isUnsafe: boolean) => {
    const known = sandboxes.get(isUnsafe);
    if (known?.kind === "open") return known;
    // What was refused may have been installed meanwhile.
    const opened = openSandbox(host, isUnsafe);
    sandboxes.set(isUnsafe, opened);
    return opened;
  };
  const toolchainFor = ({ workspace, tree }: GateInput) => {
    const folders = Object.keys(tree)
      .filter((path) => path === "package.json" || path.endsWith("/package.json"))
      .map((path) => path.slice(0, -"/package.json".length) || ".");
    const installed = [".venv", "venv", ...folders.map((folder) => `${folder}/node_modules`)].map(
      (path) => host.fs.stat(`${workspace}/${path}`)?.modified ?? null,
    );
    const key = hashOf([workspace, folders, installed]);
    const known = toolchains.get(key) ?? findToolchain(host, workspace, folders);
    toolchains.set(key, known);
    return known;
  };

  return async (input, signal) => {
    const opened = sandboxFor(input.unsafeWithoutSandbox);
    if (input.gate === "structure") {
      // Nothing runs: it needs no sandbox.
      const level = opened.kind === "open" ? opened.sandbox.level : "none";
      return structureGate(new Trial(input, unused(level), NOTHING, signal), host.fs);
    }
    if (opened.kind === "refused") return refused(input, opened.message, signal);
    const trial = new Trial(input, opened.sandbox, toolchainFor(input), signal);
    const report = await runOne(trial, host.fs);
    return signal.aborted ? { ...report, verdict: "void" } : report;
  };
}

function runOne(trial: Trial, disk: FileSystem): Promise<GateReport> {
  switch (trial.input.gate) {
    case "static":
      return staticGate(trial);
    case "unit":
      return unitGate(trial, disk);
    default:
      return smokeGate(trial);
  }
}

function refused(input: GateInput, message: string, signal: AbortSignal): GateReport {
  const trial = new Trial(input, unused("none"), NOTHING, signal);
  return trial.end([plainFailure(input.gate, { class: "environment", module: "", summary: message })], true);
}

function unused(level: "bubblewrap" | "none") {
  return {
    level,
    run: () => Promise.resolve({ kind: "failed" as const, message: "Nothing runs in this gate" }),
  };
}
