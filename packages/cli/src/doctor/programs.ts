import { openSandbox, type SandboxHost } from "@contractc/runtime";
import type { Context } from "../context.js";
import { advice, fact, fault, type Line, ok } from "./line.js";
import type { Machine } from "./machine.js";

export function nodeLine({ node }: Machine): Line {
  // An older one does not come so far: the start file tells of it.
  return ok("node", node);
}

/** `merge-tree --write-tree`, by which a run sees whether its work can be merged. */
const OLDEST_GIT = [2, 38] as const;

export function gitLine(context: Context): Line {
  const { status, stdout } = context.processes.run("git", ["--version"], { cwd: context.cwd });
  const version = /\d+\.\d+(?:\.\d+)?/.exec(new TextDecoder().decode(stdout))?.[0];
  if (status !== 0 || version === undefined) {
    return fault(
      "git",
      "it cannot be started, and --staged, --since, hooks and runs need it",
      "install git 2.38 or newer: https://git-scm.com/downloads",
    );
  }
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isOld = major < OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor < OLDEST_GIT[1]);
  if (isOld) return advice("git", `${version}, which is too old for runs`, "install git 2.38 or newer");
  const inside = context.processes.run("git", ["rev-parse", "--is-inside-work-tree"], { cwd: context.cwd });
  if (inside.status !== 0) {
    return advice(
      "git",
      `${version}; this folder is in no repository`,
      "type `git init` for hooks and --staged",
    );
  }
  return ok("git", version);
}

export function sandboxLine(context: Context, machine: Machine): Line {
  const host: SandboxHost = {
    platform: machine.platform,
    path: pathOf(context, machine),
    temporary: machine.temporary,
    isRoot: machine.isRoot,
    processes: context.processes,
  };
  const opened = openSandbox(host, false);
  if (opened.kind === "open")
    return ok("sandbox", `commands of a run are isolated by ${opened.sandbox.level}`);
  const [seen = "", ...rest] = opened.message.split(": ");
  return advice("sandbox", seen, rest.join(": "));
}

/** Coding agents that a run can drive, by their commands. */
const AGENTS = ["claude", "codex", "gemini", "opencode"];

export function agentsLine(context: Context, machine: Machine): Line {
  const found = AGENTS.filter((name) => programAt(context, machine, name));
  return fact("agents", found.length > 0 ? `on PATH: ${found.join(", ")}` : "no coding agent on PATH");
}

function programAt(context: Context, machine: Machine, name: string): boolean {
  const ends = machine.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  return pathOf(context, machine).some((folder) =>
    ends.some((end) => context.fs.realPath(`${folder}/${name}${end}`) !== null),
  );
}

function pathOf(context: Context, { delimiter }: Machine): string[] {
  return (context.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
}
