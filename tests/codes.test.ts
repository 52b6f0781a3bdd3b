import { type Code, DIAGNOSTICS, exampleFiles, type Finding } from "@contractc/kernel";
import { expect, test } from "vitest";
import { contractc, workspace, write } from "./support/cli.js";

/** Codes that the comparison with code finds; every other one is found by `check`. */
const OF_CODE = new Set(["drift", "import"]);
/** Of other families, those of what `drift` accepts. */
const OF_BASELINE = new Set(["config/baseline", "policy/stale-baseline"]);
const commandOf = (code: string) =>
  OF_CODE.has(code.split("/")[0]!) || OF_BASELINE.has(code) ? "drift" : "check";

/** What the command finds; it ends with 2 for a wrong configuration. */
function foundIn(folder: string, code: string): Finding[] {
  const { status, stdout, stderr } = contractc(folder, commandOf(code), "--format", "json");
  expect([0, 1, 2], stderr).toContain(status);
  return (JSON.parse(stdout) as { findings: Finding[] }).findings;
}

/** The replacement character of an example stands for a byte that is no UTF-8. */
function bytesOf(text: string): Buffer {
  return Buffer.concat(
    text
      .split("\uFFFD")
      .flatMap((part, index) => [...(index > 0 ? [Buffer.from([0xff])] : []), Buffer.from(part)]),
  );
}

const codes = (Object.keys(DIAGNOSTICS) as Code[]).sort();

test.each(codes)("%s: the command finds it in the wrong example and not in the right one", (code) => {
  const { wrong, right, severity } = DIAGNOSTICS[code];
  const bad = workspace();
  for (const [path, text] of exampleFiles(wrong)) write(bad, path, bytesOf(text));
  const found = foundIn(bad, code);
  expect(found.map((finding) => finding.code)).toContain(code);
  expect(found.find((finding) => finding.code === code)?.severity).toBe(severity);
  for (const finding of found) expect(finding.line, finding.message).toBeGreaterThan(0);

  const good = workspace();
  for (const [path, text] of exampleFiles(right)) write(good, path, text);
  // What an example leaves open (docs, roles) is not its subject; it is to be short.
  expect(foundIn(good, code).filter((each) => each.code === code || each.severity === "error")).toEqual([]);
});

test("every code is explained, with both examples", () => {
  const folder = workspace();
  for (const code of codes) {
    const { status, stdout } = contractc(folder, "explain", code);
    expect(status).toBe(0);
    expect(stdout).toContain(DIAGNOSTICS[code].explanation);
  }
}, 120_000);

test("an unknown code is a wrong call that names the family's codes", () => {
  const { status, stderr } = contractc(workspace(), "explain", "graph/cicle");
  expect(status).toBe(2);
  expect(stderr).toContain("graph/cycle");
});
