import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import type { Processes } from "@contractc/kernel";
import { type Bubblewrap, BubblewrapSandbox, isReachable } from "./bubblewrap.js";
import type { Sandbox } from "./port.js";
import { Unsandboxed } from "./unsandboxed.js";

/** The machine, as far as a sandbox depends on it. */
export interface SandboxHost {
  platform: NodeJS.Platform;
  /** The folders that programs are looked up in. */
  path: readonly string[];
  /** The folder of temporary files. */
  temporary: string;
  isRoot: boolean;
  processes: Processes;
}

export type OpenedSandbox = { kind: "open"; sandbox: Sandbox } | { kind: "refused"; message: string };

const UNSAFE = "or run with --unsafe-no-sandbox where you trust every command and all code";

/**
 * Finds out what this machine can isolate commands with, by trying it.
 *
 * @param unsafe the user wants no sandbox; even where there is one, so that what is recorded is what was asked for
 * @returns a message with a remedy where there is none
 */
export function openSandbox(host: SandboxHost, unsafe: boolean): OpenedSandbox {
  const { platform, temporary } = host;
  if (unsafe) return { kind: "open", sandbox: new Unsandboxed(temporary, platform === "linux") };
  if (platform !== "linux") {
    const message = `There is no sandbox for ${platform === "darwin" ? "macOS" : platform} yet: run in a Linux container or virtual machine that has bubblewrap, ${UNSAFE}`;
    return { kind: "refused", message };
  }
  const found = findBubblewrap(host);
  return typeof found === "string"
    ? { kind: "refused", message: found }
    : { kind: "open", sandbox: new BubblewrapSandbox(found) };
}

function findBubblewrap({ path, temporary, isRoot, processes }: SandboxHost): Bubblewrap | string {
  const program = findProgram("bwrap", path);
  if (program === undefined) {
    return `Commands run in a sandbox only, and bubblewrap is not installed: apt-get install bubblewrap (or dnf, apk, pacman -S), ${UNSAFE}`;
  }
  const help = new TextDecoder().decode(processes.run(program, ["--help"], { cwd: "/" }).stdout);
  if (!help.includes("--size")) {
    return `${program} is too old to limit the space that a command takes: bubblewrap 0.7 or newer is needed, ${UNSAFE}`;
  }
  const disablesNamespaces = help.includes("--disable-userns");
  const words = ["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"];
  if (disablesNamespaces) words.push("--disable-userns");
  const trial = processes.run(
    program,
    [...words, "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"],
    { cwd: "/" },
  );
  if (trial.status !== 0) {
    return `${program} cannot make a sandbox here: ${trial.stderr.trim()}. Inside a container allow user namespaces (docker run --security-opt seccomp=unconfined --security-opt systempaths=unconfined); on Ubuntu use its own bubblewrap package, which AppArmor knows; ${UNSAFE}`;
  }
  // A folder of root's own is out of reach for the user that the sandbox runs as.
  const folder = isRoot && !isReachable(temporary) ? "/tmp" : temporary;
  return { program, disablesNamespaces, temporary: folder, isRoot };
}

/** @returns the first program of the name, absolute */
export function findProgram(name: string, path: readonly string[]): string | undefined {
  for (const folder of path) {
    const program = join(folder, name);
    try {
      accessSync(program, constants.X_OK);
      return program;
    } catch {
      // Not there.
    }
  }
  return undefined;
}
