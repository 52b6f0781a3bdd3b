import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { Processes } from "@contractc/kernel";
import { findProgram } from "./open.js";
import { type ReadOnlyMount, WORK_FOLDER } from "./port.js";

/** The interpreters and installed packages that commands need, as the sandbox is to show them. */
export interface Toolchain {
  mounts: ReadOnlyMount[];
  /** Folders of programs, as the sandbox names them. */
  path: string[];
  /** What `python` is called here, where that is no program: Debian has `python3` alone. */
  python?: string;
}

export interface ToolchainHost {
  path: readonly string[];
  processes: Processes;
  /** The Node that runs this program. */
  node: string;
}

const SYSTEM = ["/usr", "/bin", "/lib", "/lib64", "/nix/store", "/gnu/store"];
const ENVIRONMENTS = [".venv", "venv"];

/**
 * Finds the Python and the Node of a workspace with the packages that are installed in it. What lies in the system's folders
 * is seen by a sandbox anyhow.
 *
 * @param workspace absolute; only folders of installed packages are shown of it
 * @param folders of the tree that may have packages of their own, relative; `"."` for the workspace
 */
export function findToolchain(host: ToolchainHost, workspace: string, folders: readonly string[]): Toolchain {
  const mounts = new Map<string, string>();
  const path: string[] = [];
  for (const folder of new Set([".", ...folders])) {
    const packages = join(workspace, folder, "node_modules");
    if (!isFolder(packages)) continue;
    const target = folder === "." ? "node_modules" : `${folder}/node_modules`;
    mounts.set(target, realpathSync(packages));
    path.push(`${WORK_FOLDER}/${target}/.bin`);
  }
  const environment = ENVIRONMENTS.map((name) => join(workspace, name)).find((each) =>
    existsSync(join(each, "pyvenv.cfg")),
  );
  const called = environment ? join(environment, "bin/python") : findProgram("python", host.path);
  const python = called ?? findProgram("python3", host.path);
  if (python !== undefined) {
    // Shims and virtual environments lead elsewhere: the interpreter itself knows where it lives.
    const found = prefixes(host.processes, python);
    for (const prefix of found.roots) show(mounts, prefix);
    if (found.programs !== undefined && !isShown(found.programs)) path.push(found.programs);
  }
  const node = findProgram("node", host.path) ?? host.node;
  const real = realpathSync(node);
  const prefix = basename(dirname(real)) === "bin" ? dirname(dirname(real)) : dirname(real);
  if (!isShown(real)) {
    show(mounts, prefix);
    path.push(dirname(real));
  }
  return {
    mounts: [...mounts].map(([target, source]) => ({ source, target })),
    path,
    ...(called === undefined && python !== undefined ? { python: "python3" } : {}),
  };
}

const QUESTION =
  "import json, os, sys; print(json.dumps([sys.prefix, sys.base_prefix, os.path.dirname(sys.executable)]))";

function prefixes(processes: Processes, python: string): { roots: string[]; programs?: string } {
  const answer = processes.run(python, ["-I", "-c", QUESTION], { cwd: "/" });
  try {
    const [prefix, base, programs] = JSON.parse(new TextDecoder().decode(answer.stdout)) as string[];
    if (prefix === undefined || base === undefined || programs === undefined) return { roots: [] };
    return { roots: [...new Set([base, prefix])], programs };
  } catch {
    return { roots: [] };
  }
}

/** An interpreter appears under its own path, as what is installed for it names that. */
function show(mounts: Map<string, string>, folder: string): void {
  if (isShown(folder) || folder === sep) return;
  mounts.set(folder, folder);
}

function isShown(path: string): boolean {
  return SYSTEM.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
