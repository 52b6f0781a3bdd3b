import { type Change, countImpacts, diffKernels, type Impact } from "@contractc/language";
import { describe, expect, test } from "vitest";
import { compileText } from "../support/tester.js";

/** Compares two contracts, each the body of one Python module unless it says otherwise. */
function changes(before: string, after: string): Change[] {
  const kernel = (text: string) => {
    const whole = /^(?:module|package|requirement|target|external|role)\b/m.test(text)
      ? text
      : `module m "m.py" {\n${text}\n}`;
    const { kernel, findings } = compileText(whole);
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    return kernel;
  };
  return diffKernels(kernel(before), kernel(after));
}

const BASE = "class Animal { name: string }\nclass Cat extends Animal { }\nerror Bad { }\n";
const module = (clauses: string, path = "a.py") =>
  `module b "b.py" { fn g() }\nmodule a "${path}" {\n${clauses}\nfn f()\n}`;

/** What changes, and what that is for whoever relies on it. */
const CASES: [string, string, string, [Impact, string][]][] = [
  ["nothing", "fn f()", "fn f()", []],
  ["layout", "fn f(a: int)", "fn f(\n  a: int,\n)", []],
  ["a function more", "fn f()", "fn f()\nfn g()", [["compatible", "added"]]],
  ["a function less", "fn f()\nfn g()", "fn f()", [["breaking", "removed"]]],
  ["an internal function less", "fn f()\ninternal fn g()", "fn f()", [["compatible", "removed"]]],
  ["internal now", "fn f()\nfn g()", "fn f()\ninternal fn g()", [["breaking", "internal"]]],
  ["public now", "internal fn f()\nfn g()", "fn f()\nfn g()", [["compatible", "internal"]]],
  ["a class for a function", "fn f()", "class f { }", [["breaking", "kind"]]],
  ["a record for a class", "class A { x: int }", "record A { x: int }", [["breaking", "kind"]]],
  // Parameters take at least what they took.
  [
    "a parameter that may be left out",
    "fn f(a: int)",
    "fn f(a: int, b: int = 1)",
    [["compatible", "parameter-added"]],
  ],
  [
    "a parameter that must be given",
    "fn f(a: int)",
    "fn f(a: int, b: int)",
    [["breaking", "parameter-added"]],
  ],
  [
    "an optional parameter in front",
    "fn f(a: int = 0)",
    "fn f(b: int = 1, a: int = 0)",
    [["breaking", "parameter-added"]],
  ],
  [
    "a keyword parameter in front",
    "fn f(*, a: int)",
    "fn f(*, b: int = 1, a: int)",
    [["compatible", "parameter-added"]],
  ],
  ["a variadic parameter", "fn f(a: int)", "fn f(a: int, ...rest: int)", [["compatible", "parameter-added"]]],
  ["a parameter less", "fn f(a: int, b: int)", "fn f(a: int)", [["breaking", "parameter-removed"]]],
  ["a wider parameter", `${BASE}fn f(a: Cat)`, `${BASE}fn f(a: Animal)`, [["compatible", "parameter-type"]]],
  ["a narrower parameter", `${BASE}fn f(a: Animal)`, `${BASE}fn f(a: Cat)`, [["breaking", "parameter-type"]]],
  ["a parameter of another type", "fn f(a: int)", "fn f(a: string)", [["breaking", "parameter-type"]]],
  ["a float for an int", "fn f(a: int)", "fn f(a: float)", [["compatible", "parameter-type"]]],
  ["null allowed", "fn f(a: int)", "fn f(a: int?)", [["compatible", "parameter-type"]]],
  ["a default", "fn f(a: int)", "fn f(a: int = 1)", [["compatible", "parameter-optional"]]],
  ["no default", "fn f(a: int = 1)", "fn f(a: int)", [["breaking", "parameter-required"]]],
  ["another default", "fn f(a: int = 1)", "fn f(a: int = 2)", [["compatible", "parameter-default"]]],
  ["another name", "fn f(a: int)", "fn f(b: int)", [["breaking", "parameter-renamed"]]],
  [
    "another name by position only",
    "fn f(a: int, /)",
    "fn f(b: int, /)",
    [["compatible", "parameter-renamed"]],
  ],
  ["by name only", "fn f(a: int)", "fn f(*, a: int)", [["breaking", "parameter-kind"]]],
  ["by position as well", "fn f(*, a: int)", "fn f(a: int)", [["compatible", "parameter-kind"]]],
  ["another order", "fn f(a: int, b: string)", "fn f(b: string, a: int)", [["breaking", "parameter-order"]]],
  // Results give at most what they gave.
  ["a narrower result", `${BASE}fn f() -> Animal`, `${BASE}fn f() -> Cat`, [["compatible", "result"]]],
  ["a wider result", `${BASE}fn f() -> Cat`, `${BASE}fn f() -> Animal`, [["breaking", "result"]]],
  ["never null", "fn f() -> int?", "fn f() -> int", [["compatible", "result"]]],
  ["perhaps null", "fn f() -> int", "fn f() -> int?", [["breaking", "result"]]],
  ["asynchronous", "fn f() -> int", "async fn f() -> int", [["breaking", "async"]]],
  ["a future written otherwise", "fn f() -> future<int>", "async fn f() -> int", []],
  ["an error more", `${BASE}fn f()`, `${BASE}fn f()\n  raises Bad`, [["breaking", "raises-added"]]],
  ["an error less", `${BASE}fn f()\n  raises Bad`, `${BASE}fn f()`, [["compatible", "raises-removed"]]],
  [
    "a condition",
    "fn f(a: int)",
    'fn f(a: int)\n  requires "a is positive"',
    [["documentation", "requires"]],
  ],
  [
    "an example",
    "fn f(a: int) -> int",
    "fn f(a: int) -> int\n  example f(1) == 1",
    [["documentation", "examples"]],
  ],
  ["a description", "fn f()", "/// Does it.\nfn f()", [["documentation", "doc"]]],
  ["deprecation", "fn f()", '@deprecated("use g")\nfn f()', [["documentation", "deprecated"]]],
  ["a name in code", "fn f()", '@name(python: "g")\nfn f()', [["breaking", "code-name"]]],
  [
    "an overload more",
    "fn f(a: int) -> int",
    "fn f(a: int) -> int\nfn f(a: string) -> string",
    [["compatible", "overload-added"]],
  ],
  [
    "an overload less",
    "fn f(a: int) -> int\nfn f(a: string) -> string",
    "fn f(a: int) -> int",
    [["breaking", "overload-removed"]],
  ],
  [
    "a type parameter with a default",
    "fn f<T>(a: T)",
    "fn f<T, U = int>(a: T)",
    [["compatible", "type-parameters"]],
  ],
  [
    "a type parameter more",
    "class A<T> { x: T }",
    "class A<T, U> { x: T }",
    [["breaking", "type-parameters"]],
  ],
  // Classes.
  ["a field of a class", "class A { x: int }", "class A { x: int, y: int }", [["compatible", "field-added"]]],
  ["a field less", "class A { x: int, y: int }", "class A { x: int }", [["breaking", "field-removed"]]],
  [
    "a field of a record that must be given",
    "record A { x: int }",
    "record A { x: int, y: int }",
    [["breaking", "field-added"]],
  ],
  [
    "a field of a record with a default",
    "record A { x: int }",
    "record A { x: int, y: int = 0 }",
    [["compatible", "field-added"]],
  ],
  [
    "another order of fields",
    "record A { x: int, y: string }",
    "record A { y: string, x: int }",
    [["breaking", "field-order"]],
  ],
  [
    "a member of an interface",
    "interface A { f() }",
    "interface A { f()\n g() }",
    [["breaking", "method-added"]],
  ],
  [
    "an abstract method",
    "abstract class A { f() }",
    "abstract class A { f()\n abstract g() }",
    [["breaking", "method-added"]],
  ],
  ["a method of a class", "class A { f() }", "class A { f()\n g() }", [["compatible", "method-added"]]],
  [
    "a protected method less",
    "class A { f()\n internal g() }",
    "class A { f() }",
    [["compatible", "method-removed"]],
  ],
  [
    "a narrower field that is read",
    `${BASE}class A { readonly x: Animal }`,
    `${BASE}class A { readonly x: Cat }`,
    [["compatible", "field-type"]],
  ],
  [
    "a narrower field that is written",
    `${BASE}class A { x: Animal }`,
    `${BASE}class A { x: Cat }`,
    [["breaking", "field-type"]],
  ],
  [
    "a field that is read only",
    "class A { x: int }",
    "class A { readonly x: int }",
    [["breaking", "modifier"]],
  ],
  ["a base less", `${BASE}class A extends Animal { }`, `${BASE}class A { }`, [["breaking", "base-removed"]]],
  [
    "a constructor argument",
    "class A { new(x: int) }",
    "class A { new(x: int, y: int) }",
    [["breaking", "parameter-added"]],
  ],
  ["abstract", "class A { x: int }", "abstract class A { x: int }", [["breaking", "modifier"]]],
  [
    "a value of an enum",
    'enum E { A = "a" }',
    'enum E { A = "a", B = "b" }',
    [["compatible", "enum-member-added"]],
  ],
  [
    "a value less",
    'enum E { A = "a", B = "b" }',
    'enum E { A = "a" }',
    [["breaking", "enum-member-removed"]],
  ],
  ["another value", 'enum E { A = "a" }', 'enum E { A = "x" }', [["breaking", "enum-value"]]],
  ["an alias", "type T = int", "type T = int | string", [["breaking", "alias"]]],
  ["the value of a constant", "const C: int = 1", "const C: int = 2", [["compatible", "const-value"]]],
  ["more in an event", "event E(a: int)", "event E(a: int, b: int)", [["compatible", "parameter-added"]]],
  ["less in an event", "event E(a: int, b: int)", "event E(a: int)", [["breaking", "parameter-removed"]]],
  ["a wider event", "event E(a: int)", "event E(a: int?)", [["breaking", "parameter-type"]]],
  [
    "an event emitted",
    "event E(a: int)\nfn f()",
    "event E(a: int)\nfn f()\n  emits E",
    [["compatible", "emits-added"]],
  ],
  [
    "a transition less",
    'states S initial A final B { A -> B on "x"\n A -> B on "y" }',
    'states S initial A final B { A -> B on "x" }',
    [["breaking", "transition-removed"]],
  ],
  // Modules and the architecture.
  ["a dependency", module(""), module("uses b"), [["compatible", "uses-added"]]],
  ["a dependency less", module("uses b"), module(""), [["compatible", "uses-removed"]]],
  [
    "a dependency for types alone",
    module("uses b"),
    module("uses type b"),
    [
      ["compatible", "uses-added"],
      ["compatible", "uses-removed"],
    ],
  ],
  ["a module elsewhere", module(""), module("", "other.py"), [["breaking", "path"]]],
  ["a module less", module(""), 'module b "b.py" { fn g() }', [["breaking", "module-removed"]]],
  ["a module more", 'module b "b.py" { fn g() }', module(""), [["compatible", "module-added"]]],
  ["a rule", module(""), `${module("")}\nforbid a -> b`, [["compatible", "rule-added"]]],
  [
    "a requirement",
    module(""),
    `${module("")}\nrequirement R must "r"`,
    [["documentation", "requirement-added"]],
  ],
  [
    "a requirement satisfied",
    `${module("")}\nrequirement R must "r"`,
    `${module("satisfies R")}\nrequirement R must "r"`,
    [["documentation", "satisfies"]],
  ],
  ["an owner", `${module("")}\nrole r "r"`, `${module("owner r")}\nrole r "r"`, [["documentation", "owner"]]],
  ["a newer package", 'external x "x >= 1"', 'external x "x >= 2"', [["compatible", "external-requirement"]]],
];

describe("what changed is", () => {
  test.each(CASES)("%s", (_, before, after, expected) => {
    const found = changes(before, after).map(({ impact, kind }) => [impact, kind]);
    expect(found.sort()).toEqual([...expected].sort());
  });
});

test("in TypeScript the name of a parameter is nobody's business", () => {
  const typescript = (name: string) => `module m "m.ts" { fn f(${name}: int) }`;
  expect(changes(typescript("a"), typescript("b")).map(({ impact }) => impact)).toEqual(["compatible"]);
});

test("a change says what was there and what is, with its address", () => {
  expect(changes("fn f(limit: int = 10) -> int", "fn f(limit: string, size?: int) -> int")).toEqual([
    {
      impact: "breaking",
      kind: "parameter-required",
      address: "m.f.limit",
      message: "parameter `limit` can no longer be left out",
    },
    {
      impact: "breaking",
      kind: "parameter-type",
      address: "m.f.limit",
      message: "the type of parameter `limit` is another",
      before: "int",
      after: "string",
    },
    {
      impact: "compatible",
      kind: "parameter-added",
      address: "m.f.size",
      message: "parameter `size` was added and can be left out",
      after: "size?: int",
    },
  ]);
});

test("changes are counted by what they are", () => {
  expect(countImpacts(changes("fn f()\nfn g()", "/// Does.\nfn f()\nfn h()"))).toEqual({
    breaking: 1,
    compatible: 1,
    documentation: 1,
  });
});

test("the version is documentation", () => {
  const kernel = (version: string) =>
    compileText(`contract T version "${version}"\nmodule m "m.py" { fn f() }`).kernel;
  expect(diffKernels(kernel("1.0.0"), kernel("1.0.1"))).toEqual([
    {
      impact: "documentation",
      kind: "version",
      address: "",
      message: "the contract has another version",
      before: "1.0.0",
      after: "1.0.1",
    },
  ]);
});
