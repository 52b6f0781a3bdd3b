import { describe, expect, it } from "vitest";
import type { ClassDeclaration, FunctionDeclaration, Method, Module } from "../../src/syntax/index.js";
import { parseContract } from "../../src/syntax/index.js";
import { inClass, inModule, problemsOf } from "./fixtures.js";
import { classOf, elementsOf } from "./printer.js";
import { shapesOf } from "./shape.js";

function names(text: string): string[] {
  return shapesOf(parseContract(text, "test.contract")).map((shape) => shape.path.split("/").at(-1)!);
}

describe("the line that is being written", () => {
  it("an arrow without a type does not take the next function", () => {
    const text = inModule("  fn f() ->\n  fn g() -> int");
    expect(problemsOf(text)).toEqual([`Expected a type after '->' @ "->"`]);
    expect(names(text)).toEqual(["Module:test", "FunctionDeclaration:f", "FunctionDeclaration:g"]);
  });

  it("an arrow without a type does not take the next method", () => {
    const text = inClass("    f() ->\n    g<T: A>(x: int) -> int");
    expect(problemsOf(text)).toEqual([`Expected a type after '->' @ "->"`]);
    expect(names(text).slice(2)).toEqual(["Method:f", "Method:g", "FunctionDeclaration:after"]);
  });

  it("a field without a type does not take the next field", () => {
    const text = inClass("    x:\n    y: int\n    z?: int");
    expect(problemsOf(text)).toEqual([`Expected a type after ':' @ ":"`]);
    expect(names(text).slice(2, 5)).toEqual(["Field:x", "Field:y", "Field:z"]);
  });

  it("a type may go on in the next line", () => {
    const text = inClass("    f() ->\n      list<int>\n    x:\n      int\n    y: A |\n      B\n    | C");
    expect(problemsOf(text)).toEqual([]);
    expect(names(text).slice(2, 5)).toEqual(["Method:f", "Field:x", "Field:y"]);
  });

  it.each([
    ["    x", "Field:x"],
    ["    x: int =", "Field:x"],
    ["    f(", "Method:f"],
    ["    f(a", "Method:f"],
    ["    f(a:", "Method:f"],
    ["    f(a: int,", "Method:f"],
    ["    f<", "Method:f"],
    ["    f<T: ", "Method:f"],
    ["    f() raises", "Method:f"],
    ["    f() raises E,", "Method:f"],
    ["    f()\n      example", "Method:f"],
    ["    f()\n      example f(", "Method:f"],
    ["    f()\n      example f() ==", "Method:f"],
    ['    f()\n      example "t" {', "Method:f"],
    ['    f()\n      example "t" { let', "Method:f"],
    ["    new(", "Constructor:new"],
    ["    x: map<string,", "Field:x"],
    ["    x: (a: int,", "Field:x"],
    ["    x: [", "Field:x"],
  ])("keeps the members behind %j", (line, broken) => {
    const found = names(inClass(`${line}\n    last: int\n    async go(a: int) -> int`));
    expect(found).toEqual([
      "Module:test",
      "ClassDeclaration:Test",
      broken,
      "Field:last",
      "Method:go",
      "FunctionDeclaration:after",
    ]);
  });

  it.each(["@", "@deprecated", "@deprecated(", '@deprecated("x"', "static", "readonly static"])(
    "keeps the members behind %j, which may take it as a prefix",
    (line) => {
      const found = names(inClass(`    ${line}\n    last: int\n    go(a: int) -> int`)).filter(
        (name) => !/:(static|)$/.test(name),
      );
      expect(found.slice(2)).toEqual(["Field:last", "Method:go", "FunctionDeclaration:after"]);
    },
  );
});

describe("commas", () => {
  it("end a member or go on with a clause", () => {
    const text = inModule(
      "  class A { f() -> int raises E, g: int, h() raises E, F, i?: int, j() emits X, static k: int }",
    );
    expect(problemsOf(text)).toEqual([]);
    expect(names(text).slice(2)).toEqual([
      "Method:f",
      "Field:g",
      "Method:h",
      "Field:i",
      "Method:j",
      "Field:k",
    ]);
    const methods = classOf("class A { f() raises E, g: int, h() raises E, F, G.H, new() }").members;
    const raised = (methods[2] as Method).clauses[0];
    expect(raised?.$type === "RaisesClause" && raised.errors.map((name) => name.parts.join("."))).toEqual([
      "E",
      "F",
      "G.H",
    ]);
    expect(methods[3]?.$type).toBe("Constructor");
  });

  it("may trail everywhere", () => {
    const text = `target python { roots "a", "b",
  check "c", }
${inModule(`  uses a, b,
  enum E { A, B, }
  class A<T, U,> extends B, C { x: map<int, string,>, f(a: int, b: [int, int,],) -> (int,) -> int, }
  const X: list<int> = [1, 2,]
  fn f()
    raises E,
    emits F,
    example f(1, a: 2,) == { "a": 1, }
  states S { A -> B on x, B -> C, }`)}`;
    expect(problemsOf(text)).toEqual([]);
  });

  it("stand once between two items, and not before the first", () => {
    expect(problemsOf(inModule("  record R { , a: int,, b: int }"))).toEqual([
      `Unexpected ',' @ ","`,
      `Unexpected ',' after ',' @ ","`,
    ]);
    expect(problemsOf(inModule("  fn f(,) -> int"))).toHaveLength(1);
    expect(problemsOf(inModule("  fn f(a: int,,b: int) -> int"))).toHaveLength(1);
  });

  it("are needed between items on one line", () => {
    const text = inModule(
      "  record R { a: int b: int }\n  enum E { A B }\n  record S { a: int } record T { }",
    );
    expect(problemsOf(text)).toEqual([
      `Missing ',' or line end before 'b' @ "b"`,
      `Missing ',' or line end before 'B' @ "B"`,
    ]);
    expect(names(text)).toContain("Field:b");
  });
});

describe("markers of parameters", () => {
  function parameters(list: string) {
    const fn = elementsOf(`fn f(${list})`)[0];
    return fn?.$type === "FunctionDeclaration"
      ? fn.parameters.map((parameter) => parameter.marker ?? `${parameter.rest ?? ""}${parameter.name}`)
      : [];
  }

  it("are signs of their own", () => {
    expect(problemsOf(inModule("fn f(a: int, /, b: int, *, c: int, **d: int)"))).toEqual([]);
    expect(parameters("a: int, /, b: int, *, c: int, **d: int")).toEqual(["a", "/", "b", "*", "c", "**d"]);
    expect(parameters("a: int, /, *, c: int, ...d: int")).toEqual(["a", "/", "*", "c", "...d"]);
    expect(parameters("a: int, /)\nfn g(")).toEqual(["a", "/"]);
  });

  it("do not begin a comment", () => {
    const text = inModule("fn f(a: int, /*, b: int)\nfn g()");
    expect(problemsOf(text)).toEqual([`'/*' begins a comment here @ "/*"`]);
    expect(parameters("a: int, /*, b: int")).toEqual(["a", "/", "*", "b"]);
    expect(problemsOf(inModule("fn f(a: int, /*)\nfn g()"))).toHaveLength(1);
    expect(problemsOf(inModule("fn f(a: int /* , b */)"))).toEqual([]);
  });

  it("of Python's variadics are mended", () => {
    const text = inModule("fn f(*args: int, **options: any)");
    expect(problemsOf(text)).toEqual([`A variadic parameter is written '...args' @ "*"`]);
    expect(parameters("*args: int, **options: any")).toEqual(["...args", "**options"]);
  });
});

it("`new(` is the constructor, and a method of that name stands in back-ticks", () => {
  const text = "class A { new(a: int), `new`() -> int\n new: int\n new?: int\n static new() }";
  expect(classOf(text).members.map((member) => member.$type)).toEqual([
    "Constructor",
    "Method",
    "Field",
    "Field",
    "Constructor",
  ]);
});

it("keyword-like words in the header of a class are names where names stand", () => {
  const text = "class extends extends implements, extends implements implements { x: int }";
  expect(problemsOf(inModule(text))).toEqual([]);
  const { name, bases, interfaces } = classOf(text);
  expect([name, bases.length, interfaces.length]).toEqual(["extends", 2, 1]);
});

it("a declaration closes what its brackets left open", () => {
  const text = `package a "a" {
  module b "b.py" {
    class C {
      f(x: int
    fn d() -> int
package e "e" {
  module g "g.py" { }
}
`;
  expect(shapesOf(parseContract(text, "x")).map((shape) => shape.path)).toEqual([
    "/Package:a",
    "/Package:a/Module:b",
    "/Package:a/Module:b/ClassDeclaration:C",
    "/Package:a/Module:b/ClassDeclaration:C/Method:f",
    "/Package:a/Module:b/FunctionDeclaration:d",
    "/Package:e",
    "/Package:e/Module:g",
  ]);
});

it("a declaration is not lost in an open block of nobody, even behind a stray word", () => {
  const behind = 'package p "p" {\nmodule m "m.ts" {\n  fn f() -> int\n}\n}\n';
  const found = ["Package:p", "Module:m", "FunctionDeclaration:f"];
  expect(names(`{\n${behind}`)).toEqual(found);
  expect(names(`{\nstray ${behind}`)).toEqual(found);
  expect(problemsOf(`{\nstray ${behind}`)).toEqual([
    "This '{' is not closed @ \"{\"",
    'A block cannot stand here @ "{"',
  ]);
  // Where the block is closed, what stands in it is its own.
  expect(names(`{\nstray ${behind}}\n${behind}`)).toEqual(found);
});

it("modules nest in nothing but packages, and broken ones do not nest", () => {
  const parsed = parseContract('module a "a.py" {\n  class A {\nmodule b "b.py" {\n  fn f()\n}\n', "x");
  expect(parsed.root.elements.map((element) => (element as Module).name)).toEqual(["a", "b"]);
  expect(((parsed.root.elements[0] as Module).elements[0] as ClassDeclaration).name).toBe("A");
});

describe("clauses behind examples", () => {
  it("errors are raised by the function once an example has its comparison", () => {
    const text = inModule(
      "  fn f()\n    example f() == 1\n    raises E\n    example f() raises E\n    raises F",
    );
    expect(problemsOf(text)).toEqual([]);
    const [module] = parseContract(text, "x").root.elements as [Module];
    const [declared] = module.elements as [FunctionDeclaration];
    expect(declared.clauses.map(({ $type }) => $type)).toEqual([
      "ExampleClause",
      "RaisesClause",
      "ExampleClause",
      "RaisesClause",
    ]);
  });
});

it("an annotation may stand on the line of a block, however little is indented", () => {
  const text = '@stable module m "m.py" {\nevent a\n}\nmodule n "n.py" {\nfn f(a: int,\n  b: int)\n}\n';
  expect(problemsOf(text)).toEqual([]);
});
