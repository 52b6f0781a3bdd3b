import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contentIdOf, type Kernel, memoryFileSystem, nodeFileSystem } from "@contractc/kernel";
import { compile } from "@contractc/language";
import { onTestFinished, vi } from "vitest";
import { type GateInput, gatesOf } from "../../src/gates/index.js";
import type { Gate, GateReport, Tree } from "../../src/model/index.js";
import { HOST, LIMITS } from "../sandbox/support.js";

// Real runners, several to a test, on machines that have other things to do.
vi.setConfig({ testTimeout: 180_000 });

export const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

/** The kernel of a contract that must be sound. */
export function kernelOf(files: Record<string, string>, root = "main.contract"): Kernel {
  const fs = memoryFileSystem(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`/w/${path}`, text])),
  );
  const { kernel, sound, findings } = compile({ fs, root: `/w/${root}` });
  if (!sound)
    throw new Error(findings.map(({ file, line, message }) => `${file}:${line}: ${message}`).join("\n"));
  return kernel;
}

export const gates = gatesOf({ ...HOST, node: process.execPath, fs: nodeFileSystem() });

/** What was kept by its content id. */
export class Contents {
  readonly #held = new Map<string, Uint8Array>();

  keep = (content: string | Uint8Array): string => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const id = contentIdOf(bytes);
    this.#held.set(id, bytes);
    return id;
  };

  content = (id: string): Uint8Array => {
    const bytes = this.#held.get(id);
    if (!bytes) throw new Error(`nothing is kept as ${id}`);
    return bytes;
  };

  text(id: string): string {
    return new TextDecoder().decode(this.content(id));
  }

  tree(files: Record<string, string>): Tree {
    return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, this.keep(text)]));
  }
}

export interface Trying {
  kernel: Kernel;
  files: Record<string, string>;
  /** All of the kernel if not given. */
  modules?: string[];
  tests?: string[];
  /** Files that stand in place of those of `files` where nothing is implemented. */
  skeletons?: Record<string, string>;
  /** Where installed packages come from; an empty folder if not given. */
  workspace?: string;
  limits?: Partial<GateInput["limits"]>;
}

export interface Tried {
  report: GateReport;
  contents: Contents;
  /** Output of the n-th command. */
  output(at: number): string;
}

export async function tryGate(
  gate: Gate,
  trying: Trying,
  signal = new AbortController().signal,
): Promise<Tried> {
  const contents = new Contents();
  const { kernel, files, skeletons } = trying;
  const report = await gates(
    {
      gate,
      kernel,
      modules: trying.modules ?? kernel.modules.map(({ address }) => address),
      tree: contents.tree(files),
      ...(skeletons ? { skeletons: contents.tree({ ...files, ...skeletons }) } : {}),
      tests: trying.tests ?? [],
      workspace: trying.workspace ?? emptyWorkspace(),
      limits: {
        attemptMilliseconds: 60_000,
        gateMilliseconds: 100_000,
        memoryBytes: LIMITS.memoryBytes,
        processes: LIMITS.processes,
        ...trying.limits,
      },
      unsafeWithoutSandbox: false,
      content: contents.content,
      keep: contents.keep,
    },
    signal,
  );
  return {
    report,
    contents,
    output: (at) => {
      const id = report.evidence.commands[at]?.output;
      return id === undefined ? "" : contents.text(id);
    },
  };
}

function emptyWorkspace(): string {
  const folder = mkdtempSync(join(tmpdir(), "contractc-workspace-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The files of a folder, without what is installed or built. */
export function filesOf(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  const walk = (at: string) => {
    for (const name of readdirSync(join(folder, at)).sort()) {
      if (["node_modules", "__pycache__", "contract-build", ".pytest_cache", "dist"].includes(name)) continue;
      const path = at === "" ? name : `${at}/${name}`;
      if (statSync(join(folder, path)).isDirectory()) walk(path);
      else files[path] = readFileSync(join(folder, path), "utf8");
    }
  };
  walk("");
  return files;
}
