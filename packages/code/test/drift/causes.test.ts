import { describe, expect, it } from "vitest";
import { brief, driftOf, python, typescript } from "./support.js";

describe("one cause is one finding:", () => {
  it("a base that is missing is told where it is declared, not at each class below", () => {
    const contract = "record Base { id: string }\nrecord Line extends Base { price: float }";
    expect(typescript(contract, "export interface Line extends Base {\n  price: number;\n}\n")).toEqual([
      "missing-symbol m.ts:1 m.Base record Base ≠ ",
    ]);
  });

  it("a missing type that a verbatim type names", () => {
    const contract = "record Options { id: string }\nfn pick(key: `keyof Options`) -> string";
    const code =
      "export interface Settings {\n  id: string;\n}\nexport function pick(key: keyof Settings): string {\n  return key;\n}\n";
    expect(typescript(contract, code)).toEqual([
      "missing-symbol m.ts:1 m.Options record Options ≠ ",
      "unlisted-symbol warning m.ts:1 m.Settings  ≠ Settings",
    ]);
  });

  it("a parameter that is not variadic any more has another kind, and its type is another thing's", () => {
    expect(
      typescript(
        "fn join(...parts: string) -> string",
        "export function join(parts: string[]): string {\n  return parts.join();\n}\n",
      ),
    ).toEqual(["parameter-kind m.ts:1 m.join variadic ≠ positional or by name"]);
  });

  it("a property that became a method is not asked whether its base's is readonly", () => {
    const contract = "class Base { readonly size: int }\nclass Pair extends Base { readonly size: int }";
    const code =
      "class Base:\n    size: int\n\n\nclass Pair(Base):\n    def size(self) -> int:\n        return 2\n";
    expect(python(contract, code).filter((each) => each.includes("m.Pair"))).toEqual([
      "kind m.py:6 m.Pair.size field ≠ method",
    ]);
  });

  it("a type that is no longer exported is told where it is declared, not in every file that imports it", () => {
    const contract = `
      module shapes "shapes.ts" { interface Shape { area: float } }
      module m "m.ts" { uses type shapes
        interface Square extends Shape { side: float }
        fn total(shapes: list<Shape>) -> Shape
        const first: Shape }
    `;
    const code = (word: string, type: string) => ({
      "shapes.ts": `${word}interface Shape {\n  area: number;\n}\n`,
      "m.ts": `import type { Shape } from "./shapes.js";\nexport interface Square extends Shape {\n  side: number;\n}\nexport function total(shapes: Shape[]): ${type} {\n  return shapes[0]!;\n}\nexport declare const first: Shape;\n`,
    });
    expect(brief(driftOf(contract, code("export ", "Shape")))).toEqual([]);
    expect(brief(driftOf(contract, code("", "Shape")))).toEqual([
      "modifier shapes.ts:1 shapes.Shape export ≠ not exported",
    ]);
    // Another type of the code is another, whatever is not exported.
    expect(brief(driftOf(contract, code("", "Square"))).map((each) => each.split(" ")[0])).toEqual([
      "return-type",
      "modifier",
    ]);
  });

  it("a type that shares its name with a namespace, and has another one now, is missing", () => {
    const contract = "record Schema { version: int, props: `Schema.Props` }";
    const inside =
      "export declare namespace Schema {\n  export interface Props {\n    vendor: string;\n  }\n}\n";
    const code = (name: string) =>
      `export interface ${name} {\n  version: number;\n  props: Schema.Props;\n}\n${inside}`;
    const told = (text: string) =>
      typescript(contract, text).filter((each) => !each.includes("Schema.Props"));
    expect(told(code("Schema"))).toEqual([]);
    expect(told(code("Schemas"))).toEqual(["missing-symbol m.ts:1 m.Schema record Schema ≠ "]);
    // Where nothing is called like it, the namespace is what has become of it.
    expect(told(inside)).toEqual(["kind m.ts:1 m.Schema record ≠ namespace"]);
  });
});

describe("the same type in other words:", () => {
  it("an import under another name, in a type that only the language can say", () => {
    const contract = `
      module shapes "shapes.ts" { type Shape = \`{ kind: string } & object\` }
      module m "m.ts" { uses type shapes
        type Keys = \`keyof Shape\` }
    `;
    const code = (name: string) => ({
      "shapes.ts": "export type Shape = { kind: string } & object;\n",
      "m.ts": `import type { Shape${name === "Shape" ? "" : ` as ${name}`} } from "./shapes.js";\nexport type Keys = keyof ${name};\n`,
    });
    expect(brief(driftOf(contract, code("Shape")))).toEqual([]);
    expect(brief(driftOf(contract, code("Form")))).toEqual([]);
  });

  it("arguments count where an alias puts them into such a type", () => {
    const contract = "type Known<T> = `T & {}`\nfn read(name: Known<string>) -> string";
    const code = (argument: string) =>
      `export type Known<T> = T & {};\nexport function read(name: Known<${argument}>): string {\n  return String(name);\n}\n`;
    expect(typescript(contract, code("string"))).toEqual([]);
    expect(typescript(contract, code("symbol")).map((each) => each.split(" ")[0])).toEqual([
      "parameter-type",
    ]);
  });
});

describe("fields:", () => {
  it("a default that is gone", () => {
    expect(python("class Cart { limit: int = 10 }", "class Cart:\n    limit: int\n")).toEqual([
      "field-default m.py:2 m.Cart.limit 10 ≠ ",
    ]);
    expect(
      typescript("class Cart { limit: int = 10 }", "export class Cart {\n  limit: number;\n}\n"),
    ).toEqual(["field-default m.ts:2 m.Cart.limit 10 ≠ "]);
  });

  it.each([
    "export class Cart {\n  limit: number;\n  constructor(limit = 10) {\n    this.limit = limit;\n  }\n}\n",
    "export class Cart {\n  limit!: number;\n}\n",
    "export class Cart {\n  constructor(public limit: number = 10) {}\n}\n",
  ])("one that something else gives: %s", (code) => {
    expect(typescript("class Cart { limit: int = 10 }", code)).toEqual([]);
  });

  it("a parameter that no error of the language keeps is no field", () => {
    const contract = "error TooMuch { limit: int\n new(limit: int) }";
    const code = (mark: string) =>
      `export class TooMuch extends Error {\n  constructor(${mark}limit: number) {\n    super(String(limit));\n  }\n}\n`;
    expect(typescript(contract, code("readonly "))).toEqual([]);
    expect(typescript(contract, code("")).map((each) => each.split(" ")[0])).toEqual(["missing-member"]);
  });

  it("a key that may be missing is not one that may hold nothing", () => {
    const contract = "record Options { retries?: int }";
    const code = (type: string) =>
      `from typing import TypedDict\n\n\nclass Options(TypedDict, total=False):\n    retries: ${type}\n`;
    expect(python(contract, code("int"))).toEqual([]);
    expect(python(contract, code("int | None")).map((each) => each.split(" ")[0])).toEqual(["field-type"]);
  });

  it("a parameter with a value for its default takes no `None`", () => {
    expect(
      python("fn f(limit: int = 10)", "def f(limit: int | None = 10) -> None:\n    print(limit)\n").map(
        (each) => each.split(" ")[0],
      ),
    ).toEqual(["parameter-type"]);
  });
});

describe("a stub beside its module", () => {
  const contract = 'module m "m.py" { fn total() -> int }';
  const stub = "def total() -> int: ...\n";

  it("defines nothing of it", () => {
    expect(
      brief(driftOf(contract, { "m.py": "def total() -> int:\n    return 1\n", "m.pyi": stub })),
    ).toEqual([]);
    const found = brief(driftOf(contract, { "m.py": "def totals() -> int:\n    return 1\n", "m.pyi": stub }));
    expect(found[0]).toMatch(/^missing-symbol m\.py:1 m\.total /);
  });

  it("is not the module", () => {
    const [found = "", ...more] = brief(driftOf(contract, { "m.pyi": stub }));
    expect(found).toMatch(/^missing-file contract m /);
    expect(more).toEqual([]);
  });
});

describe("modifiers of members in TypeScript:", () => {
  it("`readonly` of a static field is compared", () => {
    const code = (word: string) => `export class Cart {\n  static ${word}limit: number = 3;\n}\n`;
    expect(typescript("class Cart { static limit: int }", code("readonly "))).toEqual([
      "modifier m.ts:2 m.Cart.limit not readonly ≠ readonly",
    ]);
    expect(typescript("class Cart { static readonly limit: int }", code(""))).toEqual([
      "modifier m.ts:2 m.Cart.limit readonly ≠ not readonly",
    ]);
    expect(typescript("class Cart { static readonly limit: int }", code("readonly "))).toEqual([]);
  });

  it("a frozen dataclass of Python says nothing of what the class itself holds", () => {
    const code =
      "from dataclasses import dataclass\nfrom typing import ClassVar\n\n\n@dataclass(frozen=True)\nclass Cart:\n    limit: ClassVar[int]\n    size: int\n";
    expect(python("record Cart { static limit: int, readonly size: int }", code)).toEqual([]);
    expect(python("record Cart { static readonly limit: int, readonly size: int }", code)).toEqual([]);
  });

  it.each(["protected", "private"])("a method with an underscore is hidden by `%s` alone", (word) => {
    const contract = "class Cart { _parse(text: string) -> string }";
    const code = (modifier: string) =>
      `export class Cart {\n  ${modifier}_parse(text: string): string {\n    return text.trim();\n  }\n}\n`;
    expect(typescript(contract, code(""))).toEqual([]);
    expect(typescript(contract, code(`${word} `))).toEqual([
      "modifier m.ts:2 m.Cart._parse not internal ≠ internal",
    ]);
  });
});

describe("an import that leads nowhere", () => {
  it("makes only that unknown which depends on it", () => {
    const contract = `
      module m "m.ts" {
        const prototypeOf: \`(o: any) => any\`
        const loaded: list<any>
      }
    `;
    const code =
      'import { read } from "./gone.js";\nexport const prototypeOf = Object.getPrototypeOf;\nexport const loaded = [JSON.parse(read("settings"))];\n';
    const found = brief(driftOf(contract, { "m.ts": code }));
    expect(found.filter((each) => each.includes("m.prototypeOf"))).toEqual([]);
    expect(found.filter((each) => each.startsWith("unknown")).map((each) => each.split(" ")[3])).toEqual([
      "m.loaded",
    ]);
  });
});
