import { expect, test } from "vitest";
import { at, readAny } from "./reading.js";

const names = (text: string, file?: string) => readAny(text, file).symbols.map((each) => each.name);

test("one broken declaration does not lose the ones around it", () => {
  const text = `import { a } from "./a";

/** The first. */
export function first(x: number): void { a(x); }

export function broken(x: ): void {
  a(x);
}

/** The class. */
@decorated({
  by: "this",
})
export class Second {
  m(): string { return "é😀"; }
}

export const third = 3;
`;
  const module = readAny(text);
  expect(module.symbols.map((each) => each.name)).toEqual(["first", "Second", "third"]);
  expect(module.imports.map((each) => each.specifier)).toEqual(["./a"]);
  expect(module.problems.map((each) => at(text, each))).toEqual([")"]);
  expect(module.symbols.map((each) => each.doc)).toEqual(["The first.", "The class.", undefined]);
  expect(at(text, module.symbols[1]!.nameSpan)).toBe("Second");
  expect(module.symbols[1]).toMatchObject({ decorators: [{ name: "decorated" }] });
  expect(module.empty).toBe(false);
});

test("what is not closed ends at the next declaration", () => {
  const module = readAny(
    "export class A {\n  m() {\n    if (x) {\n  }\n}\n\nexport function b(): void {}\ntype C = string;\n",
  );
  expect(module.symbols.map((each) => each.name)).toEqual(["b", "C"]);
  expect(module.problems).toHaveLength(1);
});

test("several broken declarations are reported one by one, by place", () => {
  const text =
    "export const a = ;\nexport const b = 1;\nexport type C = ;\nexport class D { x: }\nexport let e;\n";
  const module = readAny(text);
  expect(module.symbols.map((each) => each.name)).toEqual(["b", "e"]);
  expect(module.problems.map((each) => text.slice(0, each.start).split("\n").length)).toEqual([1, 3, 4]);
});

test("carriage returns and a byte order mark change no place", () => {
  const text = "\uFEFFexport const a = ;\r\nexport function b(): void {}\r\n";
  const module = readAny(text);
  expect(module.symbols.map((each) => at(text, each.nameSpan))).toEqual(["b"]);
  expect(module.problems.map((each) => at(text, each))).toEqual([";"]);
});

test("a text of which nothing can be read has a problem and no symbols", () => {
  for (const text of [
    "(",
    "}",
    "`${",
    "/* open",
    "export const a = 'open",
    "\0\0",
    "<<<<<<< HEAD\nconst a = 1;\n=======\n",
  ]) {
    const module = readAny(text);
    expect(module.symbols, JSON.stringify(text)).toEqual([]);
    expect(module.problems.length, JSON.stringify(text)).toBeGreaterThan(0);
    expect(module.empty).toBe(false);
    for (const { start, end } of module.problems) {
      expect(0 <= start && start <= end && end <= text.length, JSON.stringify(text)).toBe(true);
    }
  }
});

test("an error that the parser passes loses nothing", () => {
  const module = readAny("export function a(): void {}\nreturn 1;\nexport const b = 2;");
  expect(module.symbols.map((each) => each.name)).toEqual(["a", "b"]);
  expect(module.problems).toHaveLength(1);
});

test("the file's name says how it is to be read", () => {
  expect(names("export const a = <T,>(x: T): T => x;", "a.tsx")).toEqual(["a"]);
  expect(names("export const a = <T>x;", "a.ts")).toEqual(["a"]);
  expect(names("export const a = <b>text don't</b>;", "a.jsx")).toEqual(["a"]);
  expect(names("export const a = <b/>;", "a.js")).toEqual(["a"]);
  expect(names("export function f(): void; export class C { m(): void; }", "a.d.ts")).toEqual(["f", "C"]);
  expect(names("export const a: number;", "style.d.css.ts")).toEqual(["a"]);
  expect(readAny("const a = 1; return a;", "a.cjs").problems).toEqual([]);
  expect(readAny("const a = 1; return a;", "a.js").problems).toEqual([]);
  expect(readAny("export const a: number = 1;", "a.js").problems[0]).toMatchObject({ start: 13 });
  expect(readAny("export const a = <T>x;", "a.tsx").problems.length).toBeGreaterThan(0);
});
