import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Tree } from "./measure.ts";
import { COMMAND } from "./trees.ts";
import type { Changes } from "./workspace.ts";

/**
 * What `contractc drift` says of a tree with changes: fingerprints, sorted.
 *
 * @param folder a scratch folder
 * @throws where the command fails
 */
export function commandFindings(tree: Tree, changes: Changes, folder: string): string[] {
  const copy = join(folder, tree.name);
  rmSync(copy, { recursive: true, force: true });
  cpSync(tree.folder, copy, { recursive: true });
  for (const [path, text] of changes) {
    const file = join(copy, path);
    if (text === null) {
      rmSync(file);
      continue;
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const args = [COMMAND, "drift", tree.contract, "--format", "json"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status !== 0 && status !== 1) throw new Error(`contractc drift failed: ${stderr}`);
  const { findings } = JSON.parse(stdout) as { findings: { fingerprint: string }[] };
  return findings.map(({ fingerprint }) => fingerprint).sort();
}
