import { type Declaration, printType, type Type } from "@contractc/kernel";
import { describe, expect, test } from "vitest";
import { applyFix, compileText, expectClean, expectFindings, withHeader } from "../support/tester.js";

function typeOf(annotation: string): Type {
  const { kernel, findings } = compileText(
    `external lib "lib" { type Ext, class Box<T> }\nmodule m "m.py" {\n  uses lib\n  record R { x: int }\n  fn f<T>(x: ${annotation}, y: T) -> void\n}`,
  );
  expect(findings).toEqual([]);
  const f = kernel.signatures.m!.find((each: Declaration) => each.name === "f");
  if (f?.kind !== "function") throw new Error("f is a function");
  return f.parameters[0]!.type;
}

describe("normal forms", () => {
  test.each([
    ["int", "int"],
    ["list<int>", "list<int>"],
    ["int[]", "list<int>"],
    ["int[][]", "list<list<int>>"],
    ["[int, string]", "tuple<int, string>"],
    ["int?", "int?"],
    ["(int?)?", "int?"],
    ["int | string", "int | string"],
    ["| int | string", "int | string"],
    ["(int | string) | bool", "int | string | bool"],
    ["int | int", "int"],
    ["int? | string", "(int | string)?"],
    ["(int | string?)?", "(int | string)?"],
    ["int | null", "int | null"],
    ["(int)", "int"],
    ["(int) -> int?", "(int) -> int?"],
    ["((a: int, ...b: R) -> R)?", "((a: int, ...b: R) -> R)?"],
    ['"up" | "down"', '"up" | "down"'],
    ["true", "true"],
    ["1 | -2", "1 | -2"],
    ["`keyof Options`", "`keyof Options`"],
    ["map<string, R[]>", "map<string, list<R>>"],
    ["Box<Ext>", "Box<Ext>"],
    ["lib.Ext", "Ext"],
    ["m.R", "R"],
    ["T", "T"],
    ["tuple", "tuple"],
  ])("%s is %s", (annotation, printed) => {
    expect(printType(typeOf(annotation))).toBe(printed);
  });

  test("names are resolved to addresses", () => {
    expect(typeOf("lib.Box<R>")).toEqual({
      kind: "reference",
      target: "lib.Box",
      arguments: [{ kind: "reference", target: "m.R", arguments: [] }],
    });
    expect(typeOf("T")).toEqual({ kind: "parameter", name: "T" });
  });
});

describe("scopes", () => {
  test("a declaration hides a built-in type of its name", () => {
    const { kernel } = expectClean('module m "m.py" {\n  record path { x: int }\n  fn f(p: path) -> void\n}');
    expect(JSON.stringify(kernel.signatures.m)).toContain('"target":"m.path"');
  });

  test("a type parameter hides a declaration", () => {
    const { kernel } = expectClean('module m "m.py" {\n  record T { x: int }\n  fn f<T>(p: T) -> void\n}');
    expect(JSON.stringify(kernel.signatures.m)).toContain('{"kind":"parameter","name":"T"}');
  });

  test("the module's own declaration comes before those of used modules", () => {
    const { kernel } = expectClean(
      'module a "a.py" {\n  record P { x: int }\n}\nmodule b "b.py" {\n  uses a\n  record P { y: int }\n  fn f(p: P, q: a.P) -> void\n}',
    );
    const f = kernel.signatures.b!.at(-1)!;
    expect(JSON.stringify(f)).toMatch(/"target":"b\.P".*"target":"a\.P"/);
  });

  test("a module comes before an external", () => {
    const { kernel } = expectClean(
      'external x "x" { type P }\nmodule a "a.py" {\n  record P { x: int }\n}\nmodule b "b.py" {\n  uses a, x\n  fn f(p: P) -> void\n}',
    );
    expect(JSON.stringify(kernel.signatures.b)).toContain('"target":"a.P"');
  });

  test("an interface and a constant may share a name, as in TypeScript", () => {
    const { kernel } = expectClean(
      'module m "m.ts" {\n  const Shape: string = "x"\n  type Shape = string\n  fn f(s: Shape) -> void\n}',
    );
    expect(kernel.signatures.m!.map((each) => each.address)).toEqual(["m.Shape", "m.Shape#2", "m.f"]);
    expect(JSON.stringify(kernel.signatures.m)).toContain('"target":"m.Shape#2"');
  });
});

describe("other languages' names", () => {
  test.each([
    ["str", "string"],
    ["number", "float"],
    ["boolean", "bool"],
    ["none", "null"],
    ["None", "null"],
  ])("%s is taken for %s, with a fix", (name, canonical) => {
    const text = `module m "m.py" {\n  fn f(x: list<⟦${name}⟧>) -> void\n}`;
    const { findings } = expectFindings(text, ["name/canonical"]);
    expect(findings[0]!.severity).toBe("info");
    const plain = withHeader(text.replace(/[⟦⟧]/g, ""));
    expect(applyFix(plain, findings[0]!)).toBe(plain.replace(name, canonical));
  });

  test.each([
    ["Dict<string, int>", "Dict", "map"],
    ["List<int>", "List", "list"],
    ["integer", "integer", "int"],
    ["Promise<int>", "Promise", "future"],
    ["strng", "strng", "string"],
  ])("%s is unknown, and %s suggests what is meant", (annotation, name, meant) => {
    const marked = annotation.replace(name, `⟦${name}⟧`);
    const { findings } = expectFindings(`module m "m.py" {\n  fn f(x: ${marked}) -> void\n}`, [
      { code: "name/unknown", message: `There is no type \`${name}\`: did you mean \`${meant}\`?` },
    ]);
    expect(findings[0]!.fixes[0]!.edits[0]!.text).toBe(meant);
  });
});

describe("type arguments", () => {
  test("their number is that of the type parameters", () => {
    expectFindings(
      `module m "m.py" {
        class Box<T>
        fn f(a: ⟦map<int>⟧, b: ⟦list⟧, c: ⟦int<string>⟧, d: ⟦Box⟧, e: ⟦Box<int, int>⟧) -> void
      }`,
      [
        { code: "type/arity", message: "`map` takes 2 type arguments, but 1 is given." },
        { code: "type/arity", message: "`list` takes 1 type argument, but none is given." },
        { code: "type/arity", message: "`int` takes no type arguments, but 1 is given: remove it." },
        "type/arity",
        { code: "type/arity", message: "`Box` takes 1 type argument, but 2 are given." },
      ],
    );
  });

  test("they fit the bounds, through aliases, bases and bounds of the place itself", () => {
    expectFindings(
      `module m "m.py" {
        interface Named { name: string }
        class Entity
        class Plane extends Entity
        record Sign { name: string }
        type Flyer = Plane
        class Pool<T: Entity>
        class List<T: Named>
        fn a(x: Pool<Plane>, y: Pool<Flyer>, z: List<Sign>) -> void
        fn b<U: Plane>(x: Pool<U>) -> void
        fn c<U>(x: Pool<⟦U⟧>) -> list<Pool<⟦int⟧>>
        fn d(x: List<⟦Plane⟧>) -> void
      }`,
      [
        "type/bound",
        { code: "type/bound", message: "`int` does not fit `T: Entity`: give a type that is a `Entity`." },
        "type/bound",
      ],
    );
  });
});
