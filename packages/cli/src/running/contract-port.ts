import { posix } from "node:path";
import {
  type Clock,
  describeSubject,
  type FileSystem,
  findSubject,
  memoryFileSystem,
  subjectsOf,
} from "@contractc/kernel";
import { type ChangedModules, compile, evolve, findRoots, readActions } from "@contractc/language";
import type { ContractPort, ContractState } from "@contractc/runtime";

export interface ContractPortOptions {
  clock: Clock;
  tokens(text: string): number;
  /** A contract of the code in a folder, as text. */
  extract(folder: string): Promise<string>;
}

/** A folder in memory that contracts are compiled in. */
const ROOT = "/contract";

/** The language, as runs need it. Contracts live in memory: no file of the user's is touched. */
export function contractPort({ clock, tokens, extract }: ContractPortOptions): ContractPort {
  const inMemory = (files: ReadonlyMap<string, string>) =>
    memoryFileSystem(Object.fromEntries([...files].map(([path, text]) => [posix.join(ROOT, path), text])));
  const port: ContractPort = {
    compile(files) {
      const fs = inMemory(files);
      const { root, findings } = rootOf(fs);
      if (root === undefined) return { findings };
      const { kernel, sound, findings: found } = compile({ fs, root });
      const local = found.map((finding) => ({ ...finding, file: below(finding.file) }));
      return { ...(sound ? { kernel } : {}), findings: local };
    },
    propose(state, actions, by) {
      const parsed = readActions(actions.map((action) => withAuthor(action, by)));
      if ("problems" in parsed) return { kind: "refused", message: parsed.problems.join("; "), findings: [] };
      const fs = inMemory(state.files);
      const { root, findings } = rootOf(fs);
      if (root === undefined) return { kind: "refused", message: "The contract has no header.", findings };
      const outcome = evolve({ fs, root, clock }, parsed.actions, { dryRun: true });
      if (outcome.kind !== "accepted")
        return { kind: "refused", message: outcome.message, findings: outcome.findings };
      const files = new Map(state.files);
      for (const [path, bytes] of outcome.contents) files.set(below(path), new TextDecoder().decode(bytes));
      const { signature, slice }: ChangedModules = outcome.modules;
      return { kind: "accepted", state: { kernel: outcome.kernel, files }, modules: { signature, slice } };
    },
    async extract(folder) {
      const text = await extract(folder);
      const files = new Map([[`${posix.basename(folder)}.contract`, text]]);
      const { kernel, findings } = port.compile(files, folder);
      if (!kernel) throw new Error(`The extracted contract has errors: ${findings[0]?.message ?? ""}`);
      return { kernel, files } satisfies ContractState;
    },
    describe(kernel, name) {
      const found = findSubject(subjectsOf(kernel), name);
      return found.kind === "found" ? describeSubject(kernel, found.subject).text : undefined;
    },
    tokens,
  };
  return port;
}

function rootOf(fs: FileSystem) {
  const { roots, findings } = findRoots(fs, ROOT);
  return { root: roots[0], findings };
}

function below(path: string): string {
  return path.startsWith(`${ROOT}/`) ? path.slice(ROOT.length + 1) : path;
}

/** Who asks is known: what a worker says of it does not count. */
function withAuthor(action: unknown, by: string): unknown {
  return typeof action === "object" && action !== null && !Array.isArray(action) ? { ...action, by } : action;
}
