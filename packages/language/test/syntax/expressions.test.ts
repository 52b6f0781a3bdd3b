import { describe, expect, it } from "vitest";
import type { ConstDeclaration, ExampleClause, FunctionDeclaration, Step } from "../../src/syntax/index.js";
import { inModule, problemsOf } from "./fixtures.js";
import { classOf, elementsOf, showExpression } from "./printer.js";

it.each([
  ["1", "NumberLiteral:1"],
  ["-1_000", "NumberLiteral:-1_000"],
  ["- 1", "NumberLiteral:-1"],
  ["0xFf", "NumberLiteral:0xFf"],
  ["1.5e-3", "NumberLiteral:1.5e-3"],
  ["true", "BooleanLiteral:true"],
  ["False", "BooleanLiteral:False"],
  ["null", "NullLiteral:null"],
  ["None", "NullLiteral:None"],
  ["`null`", "null"],
  ['"a\\n"', '"a\\n"'],
  ["Side.Player", "Side.Player"],
  ["[]", "list()"],
  ["[1, [2],]", "list(NumberLiteral:1, list(NumberLiteral:2))"],
  ["{}", "map()"],
  ['{ "a": 1, Side.B: 2, }', 'map("a"=NumberLiteral:1, Side.B=NumberLiteral:2)'],
  ["f()", "call(f; )"],
  ["f(1, b: 2,)", "call(f; NumberLiteral:1, b: NumberLiteral:2)"],
  ["a.b(c).d()", "call(call(a.b; c).d; )"],
  ["Box<int>(1)", "call(Box<int>; NumberLiteral:1)"],
  ["(1)", "(NumberLiteral:1)"],
  ["f(x: { y: [z] })", "call(f; x: map(y=list(z)))"],
])("%s", (text, expected) => {
  const source = `const X: any = ${text}`;
  expect(problemsOf(inModule(source))).toEqual([]);
  expect(showExpression((elementsOf(source)[0] as ConstDeclaration).value)).toBe(expected);
});

function example(text: string): ExampleClause {
  expect(problemsOf(inModule(`fn f()\n${text}`))).toEqual([]);
  return (elementsOf(`fn f()\n${text}`)[0] as FunctionDeclaration).clauses[0] as ExampleClause;
}

function showStep(step: Step | undefined): string {
  if (step === undefined) return "none";
  if (step.$type === "LetStep") return `let ${step.name} = ${showExpression(step.value)}`;
  const right = step.right === undefined ? "" : ` == ${showExpression(step.right)}`;
  const error = step.error === undefined ? "" : ` raises ${step.error.parts.join(".")}`;
  return showExpression(step.left) + right + error;
}

describe("examples", () => {
  it.each([
    ["example f() == 1", "call(f; ) == NumberLiteral:1"],
    ["example f() raises m.E", "call(f; ) raises m.E"],
    ["example f()\n  raises E", "call(f; ) raises E"],
    ["example f()", "call(f; )"],
    ['example "a".length == 1', '"a".length == NumberLiteral:1'],
    ['example "a" == f()', '"a" == call(f; )'],
    ["example\n  f(\n  1\n  )\n  ==\n  2", "call(f; NumberLiteral:1) == NumberLiteral:2"],
    ["example { } == f({ })", "map() == call(f; map())"],
  ])("%s", (text, expected) => {
    expect(showStep(example(text).check)).toBe(expected);
  });

  it("the raises behind a comparison is a clause", () => {
    const fn = elementsOf("fn f()\nexample f() == 1\nraises E")[0] as FunctionDeclaration;
    expect(fn.clauses.map((clause) => clause.$type)).toEqual(["ExampleClause", "RaisesClause"]);
  });

  it("has steps, separated by semicolons, commas or line ends", () => {
    const clause = example(`example "title" verifies A, B {
      let a = f(); a.b() == 1, f(a)
      f()
        .g()
      -1 == f()
      f() raises E; let let = 1
    }`);
    expect(clause.title).toBe("title");
    expect(clause.verifies.map((name) => name.parts.join("."))).toEqual(["A", "B"]);
    expect(clause.check).toBeUndefined();
    expect(clause.steps.map(showStep)).toEqual([
      "let a = call(f; )",
      "call(a.b; ) == NumberLiteral:1",
      "call(f; a)",
      "call(call(f; ).g; )",
      "NumberLiteral:-1 == call(f; )",
      "call(f; ) raises E",
      "let let = NumberLiteral:1",
    ]);
  });

  it("may begin with a parenthesis, also in a class", () => {
    const text = "class A {\n f()\n example (f()) == 1\n example (f()).g == 1\n example(f: int)\n }";
    expect(problemsOf(inModule(text))).toEqual([]);
    const [f, named] = classOf(text).members;
    expect(f?.$type === "Method" && f.clauses.length).toBe(2);
    expect(named).toMatchObject({ $type: "Method", name: "example" });
  });

  it("needs no title's requirement", () => {
    expect(example('example "t" { f() }').steps.map(showStep)).toEqual(["call(f; )"]);
    expect(example('example "t" {}').steps).toEqual([]);
  });
});
