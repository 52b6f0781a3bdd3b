import { describe, expect, it } from "vitest";
import { compileText } from "../support/tester.js";
import { problemsOf } from "./fixtures.js";

/** Names that every JavaScript object answers to. */
const inherited = ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"];

describe.each(inherited)("the name %s", (name) => {
  it("names a module, a declaration, members and parameters like any other", () => {
    const { findings, kernel } = compileText(
      `module ${name} "m.py" {\n  class ${name} {\n    ${name}: int\n    m(${name}: ${name}) -> ${name}\n  }\n}\n`,
    );
    expect(findings).toEqual([]);
    expect(kernel.modules.map((module) => module.name)).toEqual([name]);
    expect(kernel.signatures[name]?.map((declaration) => declaration.name)).toEqual([name]);
  });

  it("is no keyword of another language, wherever it stands", () => {
    expect(problemsOf(`${name} r "text"\n`).length).toBeGreaterThan(0);
    for (const text of [
      `${name} {`,
      `class A { ${name} x: int }`,
      `module m "m.py" { ${name} A { x: int } }`,
    ]) {
      for (const problem of problemsOf(text)) expect(problem).not.toMatch(/native code|\[object/);
    }
  });
});

describe("numbers", () => {
  it.each(["1e999", "1e400", `1${"0".repeat(400)}`])("that are too large are told: %s", (number) => {
    const { findings, kernel } = compileText(
      `module m "m.py" {\n  type T = ${number}\n  enum E { A = ${number} }\n  const C: float = ${number}\n}\n`,
    );
    expect(findings.map(({ code, line, column }) => `${line}:${column} ${code}`)).toEqual([
      "3:12 syntax/error",
      "4:16 syntax/error",
      "5:20 syntax/error",
    ]);
    expect(JSON.stringify(kernel)).not.toContain("null");
  });

  it("have their value in base 16, with a sign and with underscores", () => {
    const { findings, kernel } = compileText('module m "m.py" {\n  type T = -0x1_0 | 1_000 | -2.5e1\n}\n');
    expect(findings).toEqual([]);
    expect(kernel.signatures.m?.[0]).toMatchObject({
      type: {
        kind: "union",
        members: expect.arrayContaining([
          { kind: "literal", value: -16 },
          { kind: "literal", value: 1_000 },
          { kind: "literal", value: -25 },
        ]),
      },
    });
  });
});

it("a bracket that is open where a parenthesis ends does not cost what follows", () => {
  const { root } = compileText('e n:[)\nmodule after "a.py" {\n  fn f()\n}\n').files[0]!;
  expect(root.elements.map((element) => ("name" in element ? element.name : ""))).toContain("after");
});
