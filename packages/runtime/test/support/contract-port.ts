import { memoryFileSystem } from "@contractc/kernel";
import { compile, evolve, readActions } from "@contractc/language";
import type { ContractPort, ContractState } from "../../src/index.js";
import { tokens } from "./desks.js";

const FOLDER = "/w";

/** The language as the runtime is given it, in memory. */
export function contractPort(extracted?: ContractState): ContractPort {
  const inMemory = (files: ReadonlyMap<string, string>) =>
    memoryFileSystem(Object.fromEntries([...files].map(([path, text]) => [`${FOLDER}/${path}`, text])));
  return {
    compile(files, root) {
      const { kernel, sound, findings } = compile({ fs: inMemory(files), root: `${FOLDER}/${root}` });
      const local = findings.map((finding) => ({ ...finding, file: finding.file.slice(FOLDER.length + 1) }));
      return { ...(sound ? { kernel } : {}), findings: local };
    },
    propose(state, actions, by) {
      const parsed = readActions(actions.map((action) => ({ ...(action as object), by })));
      if ("problems" in parsed) return { kind: "refused", message: parsed.problems.join("; "), findings: [] };
      const [root] = state.files.keys();
      const outcome = evolve(
        { fs: inMemory(state.files), root: `${FOLDER}/${root}`, clock: { now: () => new Date(0) } },
        parsed.actions,
        { dryRun: true },
      );
      if (outcome.kind !== "accepted")
        return { kind: "refused", message: outcome.message, findings: outcome.findings };
      const files = new Map(state.files);
      for (const [path, bytes] of outcome.contents) {
        files.set(path.slice(FOLDER.length + 1), new TextDecoder().decode(bytes));
      }
      return { kind: "accepted", state: { kernel: outcome.kernel, files }, modules: outcome.modules };
    },
    extract() {
      if (!extracted) throw new Error("nothing can be extracted here");
      return Promise.resolve(extracted);
    },
    describe: () => undefined,
    tokens,
  };
}
