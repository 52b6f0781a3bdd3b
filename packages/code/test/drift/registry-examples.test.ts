import { type Code, DIAGNOSTICS, EXAMPLE_CONTRACT, exampleFiles, memoryFileSystem } from "@contractc/kernel";
import { describe, expect, it } from "vitest";
import { drift, openProject } from "../../src/index.js";
import { kernelFrom, ROOT, readers } from "./support.js";

const codes = (Object.keys(DIAGNOSTICS) as Code[]).filter((code) => code.startsWith("drift/"));

function codesOf(example: string): string[] {
  const files = exampleFiles(example);
  const kernel = kernelFrom(files.get(EXAMPLE_CONTRACT)!.replace("contract Shop", "contract Test"));
  const fs = memoryFileSystem(
    Object.fromEntries([...files].map(([path, text]) => [`${ROOT}/${path}`, text])),
  );
  const project = openProject({ fs, root: ROOT, targets: kernel.targets, readers });
  return drift(kernel, project).map(({ code }) => code);
}

describe("the registry's example", () => {
  it.each(codes)("of %s has that fault alone, and its counterpart has none", (code) => {
    const entry = DIAGNOSTICS[code];
    expect(new Set(codesOf(entry.wrong))).toEqual(new Set([code]));
    expect(codesOf(entry.right)).toEqual([]);
  });
});
