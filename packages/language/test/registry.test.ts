import { type Code, DIAGNOSTICS, exampleFiles, memoryFileSystem } from "@contractc/kernel";
import { compile } from "@contractc/language";
import { describe, expect, test } from "vitest";

const FAMILIES = ["syntax", "name", "type", "graph", "state", "complete", "policy"];
/** A baseline is of the comparison with code. */
const OF_CODE: readonly Code[] = ["policy/stale-baseline"];
const CODES = (Object.keys(DIAGNOSTICS) as Code[]).filter(
  (code) => FAMILIES.includes(code.split("/")[0]!) && !OF_CODE.includes(code),
);

/** A byte that is no UTF-8 cannot stand in a text: the replacement character of an example stands for it. */
function bytesOf(text: string): Uint8Array {
  const bytes = [...text].flatMap((char) =>
    char === "\uFFFD" ? [0xe9] : [...new TextEncoder().encode(char)],
  );
  return Uint8Array.from(bytes);
}

/** The codes of an example's findings; infos and warnings of other codes than the one it is about are left out. */
function codesOf(example: string, about: string): string[] {
  const files = [...exampleFiles(example)].map(([path, text]) => [`/w/${path}`, bytesOf(text)] as const);
  const root = files[0]![0];
  const { findings } = compile({ fs: memoryFileSystem(Object.fromEntries(files)), root });
  return findings
    .filter(({ code, severity }) => code === about || severity === "error")
    .map((finding) => finding.code);
}

describe.each(CODES)("%s", (code) => {
  test("its wrong example yields this code and no other", () => {
    expect(codesOf(DIAGNOSTICS[code].wrong, code)).toEqual([code]);
  });
  test("its right example yields nothing", () => {
    expect(codesOf(DIAGNOSTICS[code].right, code)).toEqual([]);
  });
});
