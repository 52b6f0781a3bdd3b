import { join } from "node:path";
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
