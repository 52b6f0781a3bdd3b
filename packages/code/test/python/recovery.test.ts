import { describe, expect, it } from "vitest";
import { read } from "./read.js";

/** A file with one broken statement in a method, a function or a class body. */
function around(broken: string, place: "method" | "function" | "class"): string {
  const put = (here: typeof place, otherwise: string) => (here === place ? broken : otherwise);
  return `import a

class First:
    x: int
    def one(self): return 1
    def two(self):
        ${put("method", "return 2")}
    def three(self): return 3

def top(a: int) -> int:
    ${put("function", "pass")}
    return a

class Second:
    y: int
    ${put("class", "pass")}

def last(): return 1
`;
}

const BROKEN = [
  "foo(1, 2",
  "x = [1,",
  "x = {",
  'call("a", [1, (2',
  "return (",
  "x = )",
  "x = foo(1))",
  's = "abc',
  "x = = 1",
  "%%%",
  "for",
  "if x",
  "lambda:",
  "print 'x' %",
  "import",
  "from x import (a,",
  "self.",
  "@dec",
  "def g(a, b",
  "def",
];

describe("files that do not parse", () => {
  for (const place of ["method", "function", "class"] as const) {
    it.each(BROKEN)(`keep what is around a broken ${place}: %s`, (broken) => {
      const text = around(broken, place);
      const module = read(text);
      const shown = module.symbols.map((one) =>
        one.kind === "class" ? `${one.name}(${one.members.map((member) => member.name)})` : one.name,
      );
      for (const expected of ["First(x,one,two,three)", "top", "last"]) expect(shown).toContain(expected);
      expect(shown.some((one) => one.startsWith("Second(") && one.includes("y"))).toBe(true);
      expect(module.imports[0]?.specifier).toBe("a");
      expect(module.problems.length).toBeGreaterThan(0);
      const at = around("\u0000", place).indexOf("\u0000");
      const [from, to] = [at - 60, at + broken.length + 40];
      for (const problem of module.problems) {
        expect(problem.start).toBeGreaterThanOrEqual(from);
        expect(problem.start).toBeLessThanOrEqual(to);
      }
    });
  }

  it("say which bracket is never closed, and which closes none", () => {
    const text = "x = foo(1, [2\n\ndef f(): return 1\ny = 2)\n";
    const module = read(text);
    expect(module.problems.map((one) => [one.message, text.slice(one.start, one.end)])).toEqual([
      ["`(` is never closed.", "("],
      ["`)` closes no bracket.", ")"],
    ]);
    expect(module.symbols.map((one) => one.name)).toEqual(["x", "f", "y"]);
  });

  it("keep the members of a class whose head is not closed", () => {
    const module = read("class A(Base:\n    x: int\n    def m(self): return 1\n\ndef f(): return 1\n");
    expect(module.symbols.map((one) => one.name)).toEqual(["A", "f"]);
    const [owner] = module.symbols;
    expect(owner?.kind === "class" && owner.members.map((one) => one.name)).toEqual(["m"]);
  });

  it("report a body that is missing", () => {
    const text = "class A:\n    def m(self):\n\ndef f(): return 1\n";
    const module = read(text);
    expect(module.problems.map((one) => [one.message, one.start])).toEqual([
      ["Expected an indented block.", 13],
    ]);
    expect(module.symbols.map((one) => one.name)).toEqual(["A", "f"]);
  });

  it("call no body hollow that is broken", () => {
    const [found] = read("def f():\n    pass\n    x = = 1\n").symbols;
    expect(found?.kind === "function" && found.hollow).toBeUndefined();
  });

  it("only because lines in brackets are indented less than their statement are whole", () => {
    const text = [
      "class A:",
      "    def m(self, a: int) -> int:",
      "            (bar.  # why",
      "        baz(",
      "        ))",
      "            return 1",
      "",
      "    def n(self): return 2",
      "",
    ].join("\n");
    const module = read(text);
    expect(module.problems).toEqual([]);
    const [owner] = module.symbols;
    expect(owner?.kind === "class" && owner.members.map((one) => one.name)).toEqual(["m", "n"]);
  });

  it("may be no Python at all", () => {
    for (const text of [
      "\u0000\u0001",
      "<html><body>",
      "}}}{{{",
      "'''",
      '"',
      "def",
      "class",
      "@",
      "\uD800",
      "🙂",
    ]) {
      const module = read(text);
      expect(module.language).toBe("python");
      expect(module.imports).toEqual([]);
      expect(module.problems.length).toBeGreaterThan(0);
    }
  });
});
