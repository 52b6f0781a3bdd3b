import { describe, expect, it } from "vitest";
import { type Module, parseContract } from "../../src/syntax/index.js";
import { compileText } from "../support/tester.js";
import { inModule } from "./fixtures.js";

/** The kinds of the elements of the one module. */
function kinds(text: string): string[] {
  return (parseContract(text, "x").root.elements[0] as Module).elements.map((element) => element.$type);
}

describe("a number", () => {
  it("that is too large is told where it stands", () => {
    const text = inModule(`type T = 1e999 | 5\nenum E { A = 1${"0".repeat(400)} }`);
    const { problems } = parseContract(text, "x");
    expect(problems.map(({ message, offset }) => [message, offset])).toEqual([
      ["This number is too large: numbers end at 1.8e308", text.indexOf("1e999")],
      ["This number is too large: numbers end at 1.8e308", text.indexOf("100")],
    ]);
  });
});

describe("control characters", () => {
  it("in a row are one problem", () => {
    const { problems } = parseContract(`${"\u0000".repeat(1000)}\u001b\n`, "x");
    expect(problems.map(({ offset, length }) => [offset, length])).toEqual([[0, 1001]]);
  });
});

describe("recovery", () => {
  it("that joins thousands of pieces into one value leaves a tree that can be walked", () => {
    const pieces = "<int> -> intraises E ".repeat(2_000);
    const { findings } = compileText(inModule(`fn f() -> int\n  example f()${pieces}\nfn after()`));
    expect(findings[0]).toMatchObject({
      code: "syntax/error",
      message: "Expected '(' after '>', found '->'.",
    });
  });
});

describe("a row of modifiers", () => {
  it("without end is a problem, not an overflow", () => {
    const { findings } = compileText(
      inModule(`fn f() -> int\n  example ${"async ".repeat(20_000)} == 1\nfn after()`),
    );
    expect(findings.map(({ code }) => code)).toContain("syntax/error");
  });
});

describe("nesting", () => {
  it("of parentheses in a type is one problem", () => {
    for (const depth of [101, 20_000]) {
      const text = inModule(`type T = ${"(".repeat(depth)}int${")".repeat(depth)}\nfn after()`);
      expect(parseContract(text, "x").problems.map(({ message }) => message)).toEqual([
        "Brackets nest more than 100 deep",
      ]);
    }
  });

  it("that is not closed is not told once for each bracket", () => {
    const { problems } = parseContract(inModule(`const X: any = ${"(".repeat(5000)}`), "x");
    const messages = problems.map(({ message }) => message);
    expect(messages).toContain("Brackets nest more than 100 deep");
    expect(messages.length).toBeLessThan(4);
  });

  const pairs: [string, string][] = [
    ["(", ")"],
    ["[", "]"],
    ["{", "}"],
  ];

  it.each(pairs)("of more than 100 %s is one problem and leaves the rest", (open, close) => {
    for (const depth of [99, 101, 20_000]) {
      const value =
        open === "{"
          ? `${'{ "a": '.repeat(depth)}1${" }".repeat(depth)}`
          : `${open.repeat(depth)}1${close.repeat(depth)}`;
      const text = inModule(`const X: any = ${value}\nfn after()`);
      const { problems } = parseContract(text, "x");
      expect(problems.map((problem) => problem.message)).toEqual(
        depth < 100 ? [] : ["Brackets nest more than 100 deep"],
      );
      expect(kinds(text)).toEqual(["ConstDeclaration", "FunctionDeclaration"]);
    }
  });

  it.each(["(", "[", "{", "f(", "list<", "package a "])("of unclosed %j does not overflow", (open) => {
    const text = inModule(`type X = ${open.repeat(2_000)}\nfn after()`);
    expect(parseContract(text, "x").problems.length).toBeGreaterThan(0);
    expect(kinds(text)).toContain("TypeAlias");
  });

  it.each([
    ["arrows", `type X = ${"() -> ".repeat(20_000)}int`],
    ["member access", `const X: any = a${".b".repeat(20_000)}`],
    ["calls", `const X: any = a${"()".repeat(20_000)}`],
    ["optional marks", `type X = a${"?".repeat(20_000)}`],
    ["arrays", `type X = a${"[]".repeat(20_000)}`],
    ["unions", `type X = a${" | b".repeat(20_000)}`],
    ["type arguments", `type X = ${"a<".repeat(20_000)}b${">".repeat(20_000)}`],
  ])("of %s without end does not throw, and the next file parses", (_, text) => {
    const parsed = parseContract(inModule(text), "x");
    expect(parsed.root.$type).toBe("ContractFile");
    expect(parseContract("role a", "x")).toMatchObject({ problems: [], root: { elements: [{ name: "a" }] } });
  });
});

/** Twice the text may take about twice the time; four times as much is quadratic. */
describe("time grows with the length of the text", () => {
  const line = (unit: string, length: number) =>
    unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

  it.each([
    ["one word", "a"],
    ["modifiers and annotations", "async @a "],
    ["words", "word "],
    ["a row of fields", "a: int, "],
    ["a row of functions", "fn f() -> int "],
    ["quotes", '" '],
    ["triple quotes", '"""x '],
    ["comment starts", "/* "],
    ["slashes", "/"],
    ["closing braces", "}"],
    ["closing parentheses", ") "],
    ["opening braces", "{ "],
    ["commas", ","],
    ["dots", "."],
    ["strange characters", "§"],
    ["back-ticks", "`"],
    ["backslashes", "\\"],
    ["classes without end", "class A { x: "],
    ["numbers", "1.2e3_"],
  ])("for %s", (_, unit) => {
    const small = 4_000;
    const measure = (length: number) => {
      const text = inModule(`class A { ${line(unit, length)}`);
      const started = performance.now();
      parseContract(text, "x");
      return performance.now() - started;
    };
    measure(small);
    const short = Math.min(measure(small), measure(small));
    const long = measure(small * 4);
    expect(long).toBeLessThan(Math.max(1_000, short * 12));
  });

  it("for five million characters on one line", () => {
    const started = performance.now();
    parseContract(line("a: int, ", 5_000_000).replaceAll(",", " "), "x");
    parseContract(`requirement A "${"x".repeat(5_000_000)}`, "x");
    parseContract(`// ${"x".repeat(5_000_000)}`, "x");
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
