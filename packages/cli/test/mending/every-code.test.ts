import { type Code, DIAGNOSTICS, exampleFiles, type FixNote } from "@contractc/kernel";
import { describe, expect, it } from "vitest";
import { runOn } from "./support.js";

const codes = (Object.keys(DIAGNOSTICS) as Code[]).filter((code) => /^(?:drift|import)\//.test(code));

describe.each(["contract"] as const)("drift --fix %s", (direction) => {
  const noteOf = (code: Code): FixNote => {
    const note = DIAGNOSTICS[code].fixes?.[direction];
    if (!note) throw new Error(`${code} says nothing of --fix ${direction}`);
    return note;
  };

  it.each(codes.filter((code) => "not" in noteOf(code)))("leaves %s alone and says why", async (code) => {
    const files = Object.fromEntries(exampleFiles(DIAGNOSTICS[code].wrong));
    const { err } = await runOn(files, ["drift", "--fix", direction]);
    const note = noteOf(code);
    expect(err).toContain(`${code} ${"not" in note ? note.not : ""}`);
    expect(err).not.toMatch(new RegExp(`^fixed \\S+ ${code} `, "m"));
  });

  it.each(codes.filter((code) => "does" in noteOf(code)))(
    "mends the registry's example of %s",
    async (code) => {
      const files = Object.fromEntries(exampleFiles(DIAGNOSTICS[code].wrong));
      const {
        err,
        out,
        files: after,
      } = await runOn(files, ["drift", "--fix", direction, "--format", "json"]);
      expect(err).toMatch(new RegExp(`^fixed \\S+ ${code} `, "m"));
      const left: { code: string }[] = JSON.parse(out).findings;
      expect(left.map(({ code: each }) => each)).not.toContain(code);
      // What is mended stays so.
      const again = await runOn(after, ["drift", "--fix", direction]);
      expect(again.files).toEqual(after);
      expect(again.err).not.toMatch(/^fixed /m);
    },
  );
});
