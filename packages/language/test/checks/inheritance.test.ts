import { describe, expect, test } from "vitest";
import { expectClean, expectFindings } from "../support/tester.js";

const python = (body: string) => `external lib "lib" { type Ext }\nmodule m "m.py" {\n  uses lib\n${body}\n}`;

describe("inheritance cycles", () => {
  test("are one finding each, with the shortest cycle", () => {
    const { findings } = expectFindings(
      python(
        "class ⟦A⟧ extends B\nclass B extends C\nclass C extends A\nclass D extends A\ninterface ⟦I⟧ extends I",
      ),
      [
        {
          code: "type/inheritance-cycle",
          message: "The inheritance of `A` leads back to itself: `A -> B -> C -> A`. Take one of them out.",
          symbol: "m.A",
        },
        { code: "type/inheritance-cycle", message: /`I -> I`/ },
      ],
    );
    expect(findings[0]!.related.map((place) => place.message)).toEqual(["`m.B`", "`m.C`"]);
  });

  test("may go through an alias", () => {
    expectFindings(python("type B = A\nclass ⟦A⟧ extends B"), ["type/inheritance-cycle"]);
  });

  test("of aliases, but not inside of other types", () => {
    expectFindings(
      python(
        "type ⟦A⟧ = B?\ntype B = int | A\ntype Tree = list<Tree> | int\ntype Fn = (f: Fn) -> Fn\nrecord R { a: A, x: A = 1 }",
      ),
      [
        {
          code: "type/inheritance-cycle",
          message: /^The definition of `A` leads back to itself: `A -> B -> A`/,
        },
      ],
    );
  });
});

describe("bases", () => {
  test("are of a kind that fits", () => {
    expectClean(
      python(`
        class A extends Ext
        class B extends A
        record R { x: int }
        record S extends R { y: int }
        error E { n: int }
        error F extends E
        error G extends Ext
        interface I { go() -> void }
        interface J extends I
        class K extends B implements J { go() -> void }
        class Ids extends list<int>
        type Alias = B
        class L extends Alias
        class P<T>
        class Q extends P<int>`),
    );
  });

  test("are not of any other", () => {
    expectFindings(
      python(`
        enum Side { Left }
        interface I
        record R { x: int }
        error E
        type U = int | string
        class A extends ⟦Side⟧
        class B extends ⟦I⟧
        class C extends ⟦U⟧
        error F extends ⟦R⟧
        interface J extends ⟦E⟧
        record S extends ⟦E⟧
        class D<T> extends ⟦T⟧
        class G implements ⟦E⟧
        interface K implements ⟦I⟧`),
      [
        {
          code: "type/base",
          message:
            "The class `A` cannot extend the enum `Side`: a class extends a class and implements interfaces.",
        },
        ...Array.from({ length: 8 }, () => "type/base"),
      ],
    );
  });
});

describe("overriding", () => {
  test.each([
    ["a wider parameter", "f(a: int) -> float", "f(a: float) -> float"],
    ["a narrower result", "f(a: int) -> float", "f(a: int) -> int"],
    ["an optional parameter more", "f(a: int) -> void", "f(a: int, b: int = 1) -> void"],
    ["a parameter that may be left out", "f(a: int) -> void", "f(a?: int) -> void"],
    ["variadics for parameters", "f(a: int, b: int) -> void", "f(...a: int) -> void"],
    ["keywords for keyword-only ones", "f(*, a: int) -> void", "f(**rest: int) -> void"],
    ["another name", "f(a: int) -> void", "f(b: int) -> void"],
    ["async for a future", "f() -> future<int>", "async f() -> int"],
    ["a future for async", "async f() -> float", "f() -> future<int>"],
    ["an optional result made certain", "f() -> Entity?", "f() -> Plane"],
    ["a list for an iterable", "f() -> iterable<Entity>", "f() -> list<Plane>"],
    ["generics by position", "f<A>(a: A) -> list<A>", "f<B>(b: B) -> list<B>"],
    ["overloads", "f(a: int) -> int", "f(a: string) -> string\n    f(a: int) -> int"],
    ["a narrower field", "x: Entity", "x: Plane"],
    ["null for a field that may be missing", "x?: Entity", "x: Plane"],
    [
      "a callback that need not take all",
      "f(g: (p: Entity) -> void) -> void",
      "f(g: (p: Plane) -> void) -> void",
    ],
  ])("allows %s", (_, base, own) => {
    expectClean(
      python(
        `class Entity\nclass Plane extends Entity\nclass A {\n    ${base}\n}\nclass B extends A {\n    ${own}\n}`,
      ),
    );
  });

  test.each([
    [
      "a narrower parameter",
      "f(a: float) -> void",
      "⟦f⟧(a: int) -> void",
      "the parameter `a` takes `int`, and there `float`",
    ],
    ["a wider result", "f() -> int", "⟦f⟧() -> float", "it returns `float`, and there `int`"],
    ["a result for none", "f() -> void", "⟦f⟧() -> int", "it returns `int`, and there `void`"],
    ["an optional result", "f() -> int", "⟦f⟧() -> int?", "it returns `int?`, and there `int`"],
    ["a parameter less", "f(a: int) -> void", "⟦f⟧() -> void", "it lacks the parameter `a`"],
    ["a parameter more", "f() -> void", "⟦f⟧(a: int) -> void", "it demands a parameter `a` more"],
    [
      "a default less",
      "f(a: int = 1) -> void",
      "⟦f⟧(a: int) -> void",
      "the parameter `a` may not be left out",
    ],
    ["a keyword less", "f(*, a: int) -> void", "⟦f⟧(*, b: int = 1) -> void", "it lacks the parameter `a`"],
    ["variadics less", "f(...a: int) -> void", "⟦f⟧(a: int = 1) -> void", "it lacks the parameter `a`"],
    ["async", "f() -> int", "async ⟦f⟧() -> int", "it returns `future<int>`, and there `int`"],
    ["static", "f() -> int", "static ⟦f⟧() -> int", "it is static, and there it is not"],
    ["a field for a method", "f() -> int", "⟦f⟧: int", "it is a field, and there a method"],
    ["a wider field", "x: Plane", "⟦x⟧: Entity", "its type is `Entity`, and there `Plane`"],
    ["a field that may be missing", "x: int", "⟦x⟧?: int", "it may be left out, and there it may not"],
  ])("refuses %s", (_, base, own, problem) => {
    const name = /⟦(\w+)⟧/.exec(own)![1]!;
    expectFindings(
      python(
        `class Entity\nclass Plane extends Entity\nclass A {\n    ${base}\n}\nclass Mid extends A\nclass B extends Mid {\n    ${own}\n}`,
      ),
      [
        {
          code: "type/override",
          symbol: `m.B.${name}`,
          message: `\`${name}\` does not fit that of \`A.${name}\`: ${problem}.`,
        },
      ],
    );
  });

  test("puts in what is given for type parameters", () => {
    expectFindings(
      python(
        "class A<T> {\n  get() -> T\n  put(x: T) -> void\n}\nclass M<U> extends A<list<U>>\nclass B extends M<int> {\n  get() -> list<int>\n  ⟦put⟧(x: int) -> void\n}",
      ),
      ["type/override"],
    );
  });
});

describe("overriding in TypeScript", () => {
  const module = (body: string) => `module m "m.ts" {\n${body}\n}`;
  const CLASSES = "class Entity { x: int }\nclass Plane extends Entity { y: int }\n";

  test.each([
    ["a parameter less", "f(a: int) -> void", "f() -> void"],
    ["a narrower parameter", "f(a: Entity) -> void", "f(a: Plane) -> void"],
    ["a parameter that may not be left out", "f(a?: int) -> void", "f(a: int) -> void"],
    ["a result for none", "f() -> void", "f() -> int"],
    ["variadics less", "f(...a: int) -> void", "f(a: int, b: int) -> void"],
    ["a static one beside it", "f() -> int", "static f() -> string"],
    ["a constant that holds one of the values", 'mode: "a" | "b"', 'readonly mode: string = "a"'],
  ])("allows %s", (_, base, own) => {
    expectClean(module(`${CLASSES}class A {\n${base}\n}\nclass B extends A {\n${own}\n}`));
  });

  test.each([
    [
      "another type",
      "f(a: int) -> void",
      "⟦f⟧(a: string) -> void",
      "the parameter `a` takes `string`, and there `int`",
    ],
    ["a parameter more", "f() -> void", "⟦f⟧(a: int) -> void", "it demands a parameter `a` more"],
    ["a wider result", "f() -> int", "⟦f⟧() -> int?", "it returns `int?`, and there `int`"],
    [
      "a value that may change",
      'mode: "a" | "b"',
      '⟦mode⟧: string = "a"',
      'its type is `string`, and there `"a" | "b"`',
    ],
    [
      "a constant of another value",
      'mode: "a" | "b"',
      'readonly ⟦mode⟧: string = "c"',
      'its type is `string`, and there `"a" | "b"`',
    ],
  ])("refuses %s", (_, base, own, problem) => {
    const name = /⟦(\w+)⟧/.exec(own)![1]!;
    expectFindings(module(`${CLASSES}class A {\n${base}\n}\nclass B extends A {\n${own}\n}`), [
      {
        code: "type/override",
        symbol: `m.B.${name}`,
        message: `\`${name}\` does not fit that of \`A.${name}\`: ${problem}.`,
      },
    ]);
  });

  test("compares what an interface is made of where its arguments differ", () => {
    const types = "interface Def<F: string> { format: string }\ninterface Dated extends Def<string>\n";
    expectClean(module(`${types}interface A { def: Def<"date"> }\ninterface B extends A { def: Dated }`));
  });

  test("takes a function for an opaque type of a third party", () => {
    expectClean(
      'external globals "std" { type Function }\nmodule m "m.ts" {\n  uses globals\n  interface A { fn: Function | null }\n  interface B extends A { fn: () -> int }\n}',
    );
  });
});

describe("implementing", () => {
  test("needs every member, its own or inherited", () => {
    const { findings } = expectFindings(
      python(`
        interface Shape { area() -> float, name: string, hint?: string }
        interface Solid extends Shape { volume() -> float }
        class Base { area() -> int }
        class Cube extends Base implements ⟦Solid⟧ { name: string }
        class Ball implements ⟦Solid⟧ { ⟦area⟧() -> string }
        abstract class Part implements Solid
        class Third extends Ext implements Solid
        record Dot implements Shape { name: string, area() -> int }`),
      [
        {
          code: "type/implements",
          symbol: "m.Cube",
          message: "`Cube` does not implement `Solid`: `volume` is missing.",
        },
        {
          code: "type/implements",
          symbol: "m.Ball",
          message: "`Ball` does not implement `Solid`: `volume`, `name` are missing.",
        },
        {
          code: "type/implements",
          symbol: "m.Ball.area",
          message: "`Ball` does not implement `Shape`: of `area`, it returns `string`, and there `float`.",
        },
      ],
    );
    expect(findings[0]!.related.map((place) => place.message)).toEqual(["`m.Solid.volume` is declared here"]);
  });

  test("abstract methods of a base are to be defined", () => {
    expectFindings(
      python(`
        abstract class Animal { abstract say() -> string, run() -> void }
        abstract class Pet extends Animal
        class Dog extends Pet { say() -> string }
        class Puppy extends Dog
        class Cat extends ⟦Pet⟧`),
      [{ code: "type/implements", message: "`Cat` does not implement `Pet`: `say` is missing." }],
    );
  });

  test("an unknown base is one finding", () => {
    expectFindings(python("interface I { go() -> void }\nclass A extends ⟦Nope⟧ implements I"), [
      "name/unknown",
    ]);
  });
});

describe("raising", () => {
  test("takes errors, and classes that are ones", () => {
    expectFindings(
      python(`
        error E
        class Mine extends E
        class Theirs extends Ext
        type Both = E | Mine
        class Plain
        record R { x: int }
        enum N { A }
        fn ok() -> void
          raises E, Mine, Theirs, Ext, Both, ValueError
        fn bad() -> void
          raises ⟦Plain⟧, ⟦R⟧, ⟦N⟧
          example bad() raises ⟦Plain⟧`),
      [
        {
          code: "type/not-an-error",
          symbol: "m.bad",
          message: "`Plain` is a class, and no error: declare it with `error`, or raise something else.",
        },
        "type/not-an-error",
        "type/not-an-error",
        "type/not-an-error",
      ],
    );
  });
});
