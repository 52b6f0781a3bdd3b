import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { skim } from "../../src/typescript/nesting.js";
import { readAny } from "./reading.js";

/** One unit, which is repeated, in the middle of a text; each form costs the parser a level of recursion. */
const FORMS: Record<string, (n: number) => string> = {
  parentheses: (n) => `const a = ${"(".repeat(n)}1${")".repeat(n)}`,
  open: (n) => "(".repeat(n),
  lists: (n) => `const a = ${"[".repeat(n)}${"]".repeat(n)}`,
  objects: (n) => `const a = ${"{a:".repeat(n)}1${"}".repeat(n)}`,
  functions: (n) => `${"function f(){".repeat(n)}${"}".repeat(n)}`,
  classes: (n) => `const a = ${"class {x=".repeat(n)}1${"}".repeat(n)}`,
  arrows: (n) => `const a = ${"()=>".repeat(n)}1`,
  conditions: (n) => `const a = ${"a?b:".repeat(n)}1`,
  branches: (n) => `if(a){}${"else if(a){}".repeat(n)}`,
  assignments: (n) => `a${"=a".repeat(n)}`,
  statements: (n) => `${"if(a)\n".repeat(n)};`,
  templates: (n) => `const a = ${"`${".repeat(n)}1${"}`".repeat(n)}`,
  arguments: (n) => `type A = ${"A<".repeat(n)}B${">".repeat(n)}`,
  comparisons: (n) => `a${"<a".repeat(n)}`,
  literals: (n) => `type A = ${"{a:".repeat(n)}b${"}".repeat(n)}`,
  sums: (n) => `const a = 1${"+1".repeat(n)}`,
  powers: (n) => `const a = 1${"**1".repeat(n)}`,
  negations: (n) => `const a = ${"!".repeat(n)}1`,
  members: (n) => `const a = b${".c".repeat(n)}`,
  calls: (n) => `const a = b${".c()".repeat(n)}`,
  casts: (n) => `const a = b${" as c".repeat(n)}`,
  elements: (n) => `const a = ${"<a>".repeat(n)}${"</a>".repeat(n)}`,
};

test.each(Object.entries(FORMS))("%s as deep as people write them are read", (form, make) => {
  expect(
    readAny(make(form === "sums" ? 2_000 : 60), form === "elements" ? "a.tsx" : "a.ts").problems,
  ).toEqual(
    form === "open" ? [expect.objectContaining({ message: expect.stringContaining("Expected") })] : [],
  );
});

test.each(Object.entries(FORMS))("%s of any depth are refused before the parser sees them", (form, make) => {
  const module = readAny(make(100_000), form === "elements" ? "a.tsx" : "a.ts");
  expect(module.symbols).toEqual([]);
  expect(module.problems).toEqual([
    { start: expect.any(Number), end: expect.any(Number), message: "The code nests too deeply to be read." },
  ]);
});

test("what is let through fits a stack of one megabyte", { timeout: 120_000 }, () => {
  if (process.platform === "win32") return;
  // The deepest text of each form that the scan accepts, found by halving.
  const texts = Object.entries(FORMS).map(([form, make]) => {
    const jsx = form === "elements";
    let low = 1;
    let high = 100_000;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (skim(make(middle), jsx).tooDeep === undefined) low = middle;
      else high = middle;
    }
    return { file: jsx ? "a.tsx" : "a.ts", text: make(low) };
  });
  const script = `
    const { parseSync } = await import("oxc-parser");
    let input = ""; for await (const part of process.stdin) input += part;
    for (const { file, text } of JSON.parse(input)) parseSync(file, text, { preserveParens: false }).program;
    console.log("survived");`;
  const child = spawnSync(
    "sh",
    ["-c", `ulimit -s 1024; exec "$0" --input-type=module -e "$1"`, process.execPath, script],
    { input: JSON.stringify(texts), cwd: fileURLToPath(new URL(".", import.meta.url)), encoding: "utf8" },
  );
  expect(`${child.signal} ${child.stdout}${child.stderr}`).toBe("null survived\n");
});

test("long code that does not nest is no deeper than short code", () => {
  const many = (line: string) => `${line}\n`.repeat(20_000);
  for (const text of [
    many("const a = b ? c : d;"),
    many("export const a = b ? c : d"),
    many("a.b.c(d, e)"),
    many("if (a) b(c)"),
    `interface A {\n${many("  a?: Map<string, number> | undefined")}}`,
    `enum E {\n${many("  A = 1 << 2,")}}`,
    `const a = [${many("{ a: 1, b: x < y },")}]`,
    many("if (a) { b() } else { c() }"),
    many("const a = b / c; const d = /[/(]+/.test(e)"),
    many("// it's (((( not code"),
    many('const s = "(((("; const t = `(((($\u007ba}((((`;'),
    "if(a){b()}".repeat(20_000),
  ]) {
    expect(skim(text, false).tooDeep, text.slice(0, 40)).toBeUndefined();
  }
  expect(skim(many("const a = <b c={d}>don't ( {e} <f /></b>;"), true).tooDeep).toBeUndefined();
});

test("one line of two megabytes is read, in time that grows with it", { timeout: 60_000 }, () => {
  const unit = "const a=[1,'x',{b:/[/]/g}];function f(a,b){return a<b?`$\u007ba}`:b.c(d)}class C{m(){}}";
  const time = (size: number) => {
    let text = "export {};";
    for (let index = 0; index < size; index++) text += unit.replace(/\b[afC]\b(?=[=({])/g, `$&${index}`);
    const start = performance.now();
    const module = readAny(text, "bundle.mjs");
    expect(module.problems).toEqual([]);
    expect(module.symbols).toHaveLength(size * 3);
    expect(text.includes("\n")).toBe(false);
    return performance.now() - start;
  };
  time(500);
  const small = time(2_000);
  expect(time(20_000) / small).toBeLessThan(40);
});
