import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The packages that this repository has installed. */
export const NODE_MODULES = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

/** Writes files to a new folder on disk, which goes away after the tests of the file. */
export function onDisk(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "contractc-build-"));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export interface TestRun {
  passed: number;
  failed: number;
  output: string;
}

/** Runs the tests of a project with pytest, from its folder. */
export function pytest(folder: string, ...more: string[]): TestRun {
  const given = ["-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", ...more];
  const { stdout, stderr } = spawnSync("python3", given, { cwd: folder, encoding: "utf8" });
  return counted(stdout + stderr, /(\d+) passed/, /(\d+) failed/);
}

/** Runs the tests of a project with vitest, from its folder. */
export function vitest(folder: string): TestRun {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(join(NODE_MODULES, "vitest"), join(folder, "node_modules/vitest"));
  const entry = join(NODE_MODULES, "vitest/vitest.mjs");
  const { stdout, stderr } = spawnSync(process.execPath, [entry, "run", "--root", folder, "--no-color"], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "", NO_COLOR: "1" },
  });
  return counted(stdout + stderr, /Tests .*?(\d+) passed/, /Tests .*?(\d+) failed/);
}

function counted(output: string, passed: RegExp, failed: RegExp): TestRun {
  const count = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0);
  return { passed: count(passed), failed: count(failed), output };
}
