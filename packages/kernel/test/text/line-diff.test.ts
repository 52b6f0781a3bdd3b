import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdits, editsBetween, lineChanges, linesOf, offsetEdits, unifiedDiff } from "../../src/index.js";

const text = fc
  .array(fc.tuple(fc.constantFrom("a", "b", "c", "", "  d"), fc.constantFrom("\n", "\r\n", "\r")), {
    maxLength: 12,
  })
  .map((lines) => lines.flat().join(""));

describe("the changes between two texts", () => {
  it("are few", () => {
    expect(lineChanges(["a", "b", "c", "d"], ["a", "x", "c", "y", "d"])).toEqual([
      { start: 1, end: 2, newStart: 1, newEnd: 2 },
      { start: 3, end: 3, newStart: 3, newEnd: 4 },
    ]);
    expect(lineChanges(["a"], ["a"])).toEqual([]);
  });

  it("make the one the other", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edits = editsBetween("x", before, after);
        expect(applyEdits(before, offsetEdits(before, edits))).toBe(after);
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  it("spare what is equal, by lines and within them", () => {
    expect(editsBetween("x", "one\ntwo\nthree\n", "one\ntwice\nthree\n")).toEqual([
      { file: "x", line: 2, column: 3, endLine: 2, endColumn: 4, text: "ice" },
    ]);
  });

  it("keep line ends with their lines", () => {
    expect(linesOf("a\r\nb\rc\nd")).toEqual(["a\r\n", "b\r", "c\n", "d"]);
  });
});

describe("a unified diff", () => {
  it("has paths as git writes them where they hold what ends a line or a name", () => {
    const [from, to] = unifiedDiff('a b\n"c\u0001.py', "x\n", "y\n").split("\n");
    expect([from, to]).toEqual(['--- "a/a b\\n\\"c\\001.py"', '+++ "b/a b\\n\\"c\\001.py"']);
    expect(unifiedDiff("é b.py", "x\n", "y\n")).toContain("--- a/é b.py\n+++ b/é b.py\n");
  });

  it("has hunks with three lines around each change", () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
    const before = `${lines.join("\n")}\n`;
    const after = before.replace("line 3\n", "third\n").replace("line 18", "line 18\nmore");
    expect(unifiedDiff("a/b.py", before, after)).toBe(`--- a/a/b.py
+++ b/a/b.py
@@ -1,6 +1,6 @@
 line 1
 line 2
-line 3
+third
 line 4
 line 5
 line 6
@@ -16,5 +16,6 @@
 line 16
 line 17
 line 18
+more
 line 19
 line 20
`);
  });

  it("shows new files, and a last line without an end", () => {
    expect(unifiedDiff("n.ts", undefined, "a\nb")).toBe(
      "--- /dev/null\n+++ b/n.ts\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n",
    );
    expect(unifiedDiff("n.ts", "a\n", "a\n")).toBe("");
  });
});
