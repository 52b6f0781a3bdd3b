import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect } from "vitest";
import { fixturePath } from "./support.js";

/**
 * Compares files with the golden ones of a folder: each must be there and the same, and no other may lie there.
 * `UPDATE_GOLDEN=1` writes them anew. They carry a `.txt` behind their names, so that no tool takes them for code.
 */
export function expectGolden(name: string, files: Record<string, string>): void {
  const folder = fixturePath(`golden/${name}`);
  if (process.env.UPDATE_GOLDEN === "1") {
    rmSync(folder, { recursive: true, force: true });
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, `${path}.txt`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(folder, join(entry.parentPath, entry.name))
        .replaceAll("\\", "/")
        .replace(/\.txt$/, ""),
    )
    .sort();
  expect(found).toEqual(Object.keys(files).sort());
  for (const path of found) expect(files[path], path).toBe(readFileSync(join(folder, `${path}.txt`), "utf8"));
}
