import { readFileSync } from "node:fs";
import { canonicalJson, kernelHash } from "@contractc/kernel";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileFiles, compileText, expectClean, expectFindings } from "../support/tester.js";

const everything = readFileSync(new URL("../fixtures/everything.contract", import.meta.url), "utf8");

describe("a contract that is being typed", () => {
  test("compiles, whatever is missing or out of place", () => {
    const position = fc.nat(everything.length);
    const edits = fc.array(
      fc.tuple(position, fc.nat(40), fc.constantFrom("", "{", "}", "(", "<", "a.", ": ", "`x y`", '"')),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(edits, (list) => {
        let text = everything;
        for (const [at, length, insert] of list) text = text.slice(0, at) + insert + text.slice(at + length);
        const { kernel, findings, sound } = compileFiles({ "/w/x.contract": text });
        const { hash, ...rest } = kernel;
        expect(kernelHash(rest)).toBe(hash);
        expect(sound).toBe(!findings.some((finding) => finding.severity === "error"));
        const lines = text.split(/\r\n|\r|\n/);
        for (const finding of findings) {
          expect(finding.line).toBeLessThanOrEqual(lines.length);
          expect(finding.column).toBeLessThanOrEqual(lines[finding.line - 1]!.length + 1);
          expect(finding.endLine).toBeGreaterThanOrEqual(finding.line);
          if (finding.endLine === finding.line)
            expect(finding.endColumn).toBeGreaterThanOrEqual(finding.column);
        }
      }),
      { numRuns: 60, seed: 7 },
    );
  }, 120_000);

  test("loses nothing but what is broken", () => {
    const { kernel, findings } = compileText(
      'module a "a.py" {\n  fn f() ->\n  fn g(x: int) -> int\n}\nmodule b "b.py" {\n  uses a\n  fn h() -> int\n}',
    );
    expect(findings.map((finding) => finding.code)).toEqual(["syntax/error"]);
    expect(kernel.signatures.a!.map((each) => each.name)).toEqual(["f", "g"]);
    expect(kernel.graph.uses).toEqual([{ from: "b", to: "a", kind: "use" }]);
  });

  test("findings are in the order of files and positions, and the same each time", () => {
    const files = {
      "/w/root.contract":
        'contract R version "1"\nimport "./b.contract"\nimport "./a.contract"\nrole ⟦\n'.replace("⟦", "r"),
      "/w/a.contract": 'module a "a.py" {\n  fn g(x: Nope, x: Nix) -> int\n  owner r\n}\n',
      "/w/b.contract": 'module b "b.rs" {\n  uses c\n}\n',
    };
    const first = compileFiles(files);
    expect(first.findings.map(({ code, file, line }) => `${file}:${line} ${code}`)).toEqual([
      "/w/a.contract:2 name/unknown",
      "/w/a.contract:2 name/duplicate",
      "/w/a.contract:3 syntax/error",
      "/w/b.contract:1 name/no-target",
      "/w/b.contract:2 name/unknown",
      "/w/root.contract:1 name/version",
    ]);
    expect(compileFiles(files).findings).toEqual(first.findings);
  });
});

describe("names that are special in JavaScript", () => {
  test("are names like all others", () => {
    const { kernel } = expectClean(`role constructor
      requirement toString must "x"
      module \`__proto__\` "p.py" {
        owner constructor
        satisfies toString
        record hasOwnProperty { constructor: int, valueOf: string }
        enum E { toString, __proto__ }
        fn toString(constructor: hasOwnProperty, __proto__: E) -> void
      }`);
    expect(Object.keys(kernel.signatures)).toEqual(["__proto__"]);
    const text = canonicalJson(kernel);
    expect(text).toContain('"target": "__proto__.hasOwnProperty"');
    expect(text).toContain('"__proto__.toString.__proto__": {');
  });

  test("and unknown ones are not found on the way", () => {
    expectFindings('module m "m.py" {\n  fn f(a: ⟦toString⟧, b: ⟦constructor⟧) -> void\n}', [
      "name/unknown",
      "name/unknown",
    ]);
  });
});

describe("keywords", () => {
  test("may be names everywhere", () => {
    const { kernel } = expectClean(`role owner
      package uses "uses" { module type "type.py" { fn new1() } }
      module module1 "m.py" {
        owner owner
        uses \`type\`
        record event { type: int, new: string, module: event?, fn: list<event> }
        fn type(fn: event, uses: int, from: event = event(type: 1)) -> event
      }`);
    expect(kernel.graph.uses).toEqual([{ from: "module1", to: "uses.type", kind: "use" }]);
  });
});
