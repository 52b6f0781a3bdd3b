import { type Finding, finding, LineIndex } from "@contractc/kernel";
import { expect, test } from "vitest";
import { movedFindings } from "../../src/session/moved-findings.js";
import { Text } from "../../src/text/live-document.js";

const BEFORE = "one\ntwo\nthree\nfour\n";

/** A finding at a word of the text before, with a word of the same file as its related place. */
function at(word: string, related: string): Finding {
  const lines = new LineIndex(BEFORE);
  const place = (each: string) =>
    lines.place("/a.contract", BEFORE.indexOf(each), BEFORE.indexOf(each) + each.length);
  return finding(
    "drift/unlisted-file",
    { ...place(word), file: "/a.py" },
    { path: "x.py", package: "x" },
    { symbol: "x", related: [{ ...place(related), message: "declared here" }] },
  );
}

function relatedAfter(word: string, after: string): string {
  const [text, next] = [new Text(BEFORE, "utf-16"), new Text(after, "utf-16")];
  const [moved] = movedFindings([at("one", word)], "/a.contract", text, next);
  const [{ line, column, endLine, endColumn }] = moved!.related as [Finding];
  return `${line}:${column}-${endLine}:${endColumn}`;
}

test("what stands behind an edit moves with its text", () => {
  expect(relatedAfter("three", "one\ntwo\nthree\nfour\n")).toBe("3:1-3:6");
  expect(relatedAfter("three", "one\nmore\n\ntwo\nthree\nfour\n")).toBe("5:1-5:6");
  expect(relatedAfter("three", "one\nthree\nfour\n")).toBe("2:1-2:6");
  expect(relatedAfter("three", "one\ntwo  three\nfour\n")).toBe("2:6-2:11");
  expect(relatedAfter("two", "one\ntwo\nthree and\nfour\n")).toBe("2:1-2:4");
});

test("what is edited itself keeps what is left of it", () => {
  expect(relatedAfter("three", "one\ntwo\nthrough\nfour\n")).toBe("3:1-3:8");
  expect(relatedAfter("three", "one\ntwo\nfour\n")).toBe("3:1-3:1");
  expect(relatedAfter("three", "")).toBe("1:1-1:1");
});

test("findings of other files stay the same objects", () => {
  const findings = [at("one", "two")];
  const [before, after] = [new Text(BEFORE, "utf-16"), new Text(`\n${BEFORE}`, "utf-16")];
  expect(movedFindings(findings, "/b.contract", before, after)).toBe(findings);
  expect(movedFindings(findings, "/a.contract", before, after)).not.toBe(findings);
});
