import { join } from "node:path";
import { openProject, planBuild, pythonReader, typescriptReader } from "@contractc/code";
import { type Kernel, memoryFileSystem } from "@contractc/kernel";
import { describe, expect, it } from "vitest";
import type { Gate } from "../../src/model/index.js";
import { filesOf, kernelOf, ROOT, tryGate } from "./support.js";

const PLANE = filesOf(join(ROOT, "examples/plane-battle"));
const SHORTENER = filesOf(join(ROOT, "examples/link-shortener"));
const testsIn = (files: Record<string, string>) =>
  Object.keys(files).filter((path) => path.startsWith("tests/"));

describe("the gates of the examples", () => {
  const plane = kernelOf(PLANE, "plane-battle.contract");

  it.each(["structure", "static", "unit", "smoke"] as const)("plane-battle passes %s", async (gate: Gate) => {
    const { report, output } = await tryGate(gate, { kernel: plane, files: PLANE, tests: testsIn(PLANE) });
    expect(report.failures).toEqual([]);
    expect({ verdict: report.verdict, output: output(0) }).toMatchObject({ verdict: "passed" });
    expect(report.evidence.sandbox).toBe("bubblewrap");
    expect(report.evidence.tree).toMatch(/^[0-9a-f]{64}$/);
    expect(report.evidence.commands.map(({ exit }) => exit)).toEqual(gate === "structure" ? [] : [0]);
    if (gate === "unit") {
      expect(report.evidence.tests).toEqual({ run: 84, failed: 0, skipped: 1 });
      expect(report.evidence.reports.map(({ path }) => path)).toEqual(["junit.xml"]);
    }
    expect(report.warnings).toEqual([]);
  });

  const shortener = kernelOf(
    SHORTENER,
    Object.keys(SHORTENER).find((path) => path.endsWith(".contract")),
  );

  it.each(["structure", "static", "unit", "smoke"] as const)(
    "link-shortener passes %s",
    async (gate: Gate) => {
      const { report, output } = await tryGate(gate, {
        kernel: shortener,
        files: SHORTENER,
        tests: testsIn(SHORTENER),
        workspace: ROOT.replace(/\/$/, ""),
      });
      expect({ failures: report.failures, output: output(0) }).toMatchObject({ failures: [] });
      expect(report.verdict).toBe("passed");
      expect(report.warnings).toEqual([]);
    },
  );
});

/** What a build writes beside the given files. */
async function built(kernel: Kernel, files: Record<string, string>): Promise<Record<string, string>> {
  const fs = memoryFileSystem(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`/w/${path}`, text])),
  );
  const project = openProject({
    fs,
    root: "/w",
    targets: kernel.targets,
    readers: [await pythonReader(), await typescriptReader()],
    includes: kernel.modules.map(({ path }) => path),
  });
  const { writes } = planBuild(kernel, { fs, root: "/w", project });
  return Object.fromEntries(writes.map(({ path, after }) => [path, after]));
}

describe("one module, with the tests compiled from the contract's examples", () => {
  it.each([
    [
      "core.collision",
      PLANE,
      "plane-battle.contract",
      "core/collision.py",
      ["tests/test_collision.py", "contract-build/tests/test_contract_core_collision.py"],
    ],
    [
      "src.links",
      SHORTENER,
      Object.keys(SHORTENER).find((path) => path.endsWith(".contract")) ?? "",
      "src/links.ts",
      ["tests/links.test.ts", "contract-build/tests/src_links.test.ts"],
    ],
  ])("%s passes, and its skeleton does not", async (module, files, root, path, tests) => {
    const kernel = kernelOf(files, root);
    const examples = await built(kernel, files);
    const bare = await built(
      kernel,
      Object.fromEntries(Object.entries(files).filter(([each]) => each !== path)),
    );
    const trying = {
      kernel,
      files: { ...files, ...examples },
      modules: [module],
      tests,
      skeletons: { [path]: bare[path] ?? "" },
      workspace: ROOT.replace(/\/$/, ""),
    };
    expect(trying.skeletons[path]).toMatch(/NotImplementedError|not implemented/i);
    const { report, output } = await tryGate("unit", trying);
    expect({ failures: report.failures, output: output(0) }).toMatchObject({ failures: [] });
    expect(report.verdict).toBe("passed");
    expect(report.evidence.commands.map(({ exit }) => exit)).toEqual([0, 1]);

    const hollow = await tryGate("unit", { ...trying, files: { ...trying.files, ...trying.skeletons } });
    expect(hollow.report.verdict).toBe("failed");
    expect([...new Set(hollow.report.failures.map((each) => [each.class, each.module].join(" ")))]).toEqual([
      `code ${module}`,
    ]);
    const failing = hollow.report.failures.flatMap((each) => each.tests);
    for (const test of tests) expect(failing.some((name) => name.startsWith(test))).toBe(true);
  });
});
