import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Kernel, nodeFileSystem, printKernel } from "@contractc/kernel";
import { compile } from "@contractc/language";
import { describe, expect, test } from "vitest";
import { formatContract } from "../../src/format/index.js";
import { compileFiles, expectClean } from "../support/tester.js";

function expectCanonical(kernel: Kernel): string {
  const text = printKernel(kernel);
  expect(formatContract(text, "printed.contract")).toEqual({ text });
  return text;
}

const names = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${word}WithALongName${at}`);
const text = "A sentence that says more than anybody wants to read about this, and then some.";

/** Everything that a printer writes, longer than a line. */
const wide = `
target python { roots "src", "lib" }
/// What it has to do.
requirement Shorten must "${text}" { accept "${text}" }
requirement Other should "x"
quality Fast performance "x"
decision Store "${text}" because "${text}"
risk "${text}"
/// Who knows?
question "${text}" answer "${text}"
role coder "Writes" { read ${names("folder", 6)
  .map((name) => `"${name}/**"`)
  .join(", ")} }
role reviewer
external lib "lib >= 1" from "${names("lib", 5).join(".")}" {
  type Plain
  type Other
  /// Documented.
  type Told
  fn load(text: string) -> Plain
}
layers ${names("module", 5).join(" > ")}
forbid ${names("module", 1)[0]} -> ${names("module", 3)[2]} "${text}"
independent ${names("alone", 6).join(", ")}
${names("module", 5)
  .map((name) => `module ${name} "${name}.py" {\n owner coder\n fn f${name}() -> int\n}`)
  .join("\n")}
${names("alone", 6)
  .map((name) => `module ${name} "${name}.py" { owner coder\n const C${name}: int = 1 }`)
  .join("\n")}
module user "user.py" {
  owner coder
  satisfies Shorten, Other, Fast
  uses ${names("module", 5).join(", ")}, lib
  handles ${names("Event", 5).join(", ")}
  ${names("Event", 5)
    .map((name) => `event ${name}(a: int)`)
    .join("\n  ")}
  ${names("Error", 5)
    .map((name) => `error ${name}`)
    .join("\n  ")}
  ${names("Kind", 6)
    .map((name) => `interface ${name} { a: int }`)
    .join("\n  ")}
  type Union = ${names("Kind", 6).join(" | ")}
  type Short = int | string
  const LIMIT: int = 10
  const NAMES: list<string> = [${names("value", 6)
    .map((name) => `"${name}"`)
    .join(", ")}]
  /// Documented.
  const TABLE: map<string, int> = { ${names("key", 6)
    .map((name, at) => `"${name}": ${at}`)
    .join(", ")} }
  abstract class Base implements ${names("Kind", 5).join(", ")} {
    a: int
    union: ${names("Kind", 6).join(" | ")}
    readonly handler: (first: ${names("Kind", 2)[0]}, second: ${names("Kind", 2)[1]}, third: list<string>, fourth: int) -> int
    new(${names("parameter", 5)
      .map((name) => `${name}: int`)
      .join(", ")})
    /// Does it.
    @deprecated("use something else")
    move<T>(${names("parameter", 4)
      .map((name) => `${name}: list<T>`)
      .join(", ")}, *, limit: int = 10) -> list<T>
      requires "${text}"
      ensures "${text}"
      raises ${names("Error", 5).join(", ")}
      emits ${names("Event", 5).join(", ")}
  }
  fn make(a: int, b: string = "b") -> int
    raises ${names("Error", 1)[0]}
    example make(1) == 1
    example make(${"1".repeat(30)}, "${text}") == ${"1".repeat(20)}
    example make(${"1".repeat(50)}, "${text}${text}") raises ${names("Error", 1)[0]}
    example "it makes things" verifies Shorten, Other {
      let made = make(1, b: "${text}${text}")
      make(made) == -1;
      -1 == make(made, "c")
    }
  fn make(a: string) -> int
    raises ${names("Error", 1)[0]}
  states Life initial Empty final ${names("State", 5).join(", ")} {
    ${names("State", 5)
      .map((name, at) => `Empty -> ${name} on "${at}"`)
      .join("\n    ")}
  }
}
flow Way = ${names("module", 5)
  .map((name) => `${name}.f${name}`)
  .join(" -> ")}
`;

describe("a printed kernel is formatted", () => {
  test.each(["everything.contract", "plane-battle.contract"])("%s", (name) => {
    const root = readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");
    const { kernel } = compileFiles({ "/w/root.contract": root, "/w/shared.contract": "" });
    expectCanonical(kernel);
  });

  test.each(["plane-battle", "link-shortener"])("the example %s", (name) => {
    const root = fileURLToPath(new URL(`../../../../examples/${name}/${name}.contract`, import.meta.url));
    expectCanonical(compile({ fs: nodeFileSystem(), root }).kernel);
  });

  test("with everything longer than a line", () => {
    const { kernel } = compileFiles({ "/w/root.contract": `contract Wide version "1.0.0"\n${wide}` });
    const printed = expectCanonical(kernel);
    const long = printed.split("\n").filter((line) => line.length > 110 && !line.includes('"'));
    expect(long).toEqual([]);
  });
});

test("printing does not take the words of names for those that lines are broken at", () => {
  const { kernel } = expectClean(`module extends "extends.py" {
  class extends
  class because extends extends
  type answer = because | extends
  fn initial(implements: extends, final: answer) -> answer
}`);
  expect(expectCanonical(kernel)).toContain("class because extends extends {}\n");
});

test("names that would open a clause at the start of a line stay behind the name before them", () => {
  const words = ["raises", "emits", "requires", "ensures", "example"];
  const errors = [...names("Error", 5), ...words, ...names("Fault", 3)];
  const { kernel } = compileFiles({
    "/w/root.contract": `contract Words version "1.0.0"
${words.map((word) => `module ${word} "${word}.py" { record R${word} { a: int } }`).join("\n")}
module user "user.py" {
  uses ${words.join(", ")}
  ${errors.map((name) => `error ${name}`).join("\n  ")}
  fn f()
    raises ${errors.join(", ")}
}`,
  });
  expectCanonical(kernel);
});
