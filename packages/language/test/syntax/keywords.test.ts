import { describe, expect, it } from "vitest";
import { keywords, parseContract } from "../../src/syntax/index.js";
import { fixture } from "./fixtures.js";
import { shapesOf } from "./shape.js";

/** Texts in which `NAME` may be any name. */
const places: Readonly<Record<string, string>> = {
  "field, parameter, method, argument and member access": `module m "m.py" {
  class A {
    NAME: int
    second: NAME
    optional?: NAME = NAME
    NAME(NAME: NAME, NAME?: int = 1, ...NAME: int) -> NAME
      raises NAME, NAME.NAME
      example A().NAME(NAME: 1) == NAME.NAME
    readonly NAME: NAME,
    NAME: int, NAME: NAME, NAME() -> NAME
    third: map<NAME, NAME>
    static async NAME<NAME: NAME>(NAME: int)
    NAME?: int
    method() -> int
    NAME(a: int)
    NAME: int
    method() -> NAME
    NAME?: int
    method()
    NAME<T>(a: T)
    method()
      raises E,
    NAME: int
  }
}`,
  "enum member": `module m "m.py" {
  enum E { NAME, NAME = "x", NAME = 3
    NAME
    NAME }
  record R { a: int }
}`,
  "enum members on lines": `module m "m.py" {
  enum E {
    NAME
    B = 2
    NAME = "x"
  }
}`,
  "type, class and other declarations": `module m "m.py" {
  type NAME = NAME | list<NAME> | (NAME: NAME, NAME) -> NAME
  class NAME<NAME: NAME> extends NAME, NAME<NAME> implements NAME { x: int }
  interface NAME extends NAME { }
  record NAME { x: int }
  error NAME
  enum NAME { A }
  fn NAME<NAME>(NAME: NAME = NAME.NAME, *, NAME: int) -> NAME
  const NAME: NAME = 1
  event NAME(NAME: NAME)
  event NAME
  states NAME initial NAME final NAME, NAME {
    NAME -> NAME on NAME
    NAME -> NAME, NAME -> NAME on NAME.NAME
    NAME -> NAME
  }
}`,
  "package, module, role and other elements": `contract NAME version "1.0.0"
target NAME { check "x" }
requirement NAME must "x"
requirement NAME "x"
quality NAME performance must "x"
decision NAME "x" because "y"
role NAME "x"
role NAME
external NAME "x" from "y" { type NAME }
layers NAME > NAME.NAME > NAME
forbid NAME -> NAME.NAME "x"
independent NAME, NAME,
  NAME
flow NAME = NAME.NAME -> NAME ->
  NAME
package NAME "x" {
  module NAME "x.py" {
    owner NAME
    satisfies NAME, NAME
    uses NAME.NAME, NAME
    uses type NAME
    uses lazy NAME, NAME
    handles NAME,
      NAME
    @NAME(NAME: NAME)
    fn f() -> int
      raises NAME
      emits NAME, NAME
      example NAME(NAME) == NAME(NAME: NAME)
      example NAME.NAME() raises NAME.NAME
      example "x" verifies NAME, NAME {
        let NAME = NAME(NAME: [NAME], NAME: { "a": NAME })
        NAME.NAME(1) == NAME
        NAME(NAME) raises NAME
        NAME(NAME)
      }
  }
}`,
};

/** Where a word is a keyword although a name could stand there; it is written in back-ticks then. */
const reserved: Readonly<Record<string, readonly string[]>> = {
  "field, parameter, method, argument and member access": ["new"],
  "package, module, role and other elements": ["type", "lazy"],
};

describe("a keyword is a name wherever a name stands", () => {
  for (const [place, template] of Object.entries(places)) {
    const words = [...keywords].filter((word) => !reserved[place]?.includes(word));
    const plain = shapesOf(parseContract(template.replaceAll("NAME", "some"), "x"));

    it(`${place}: has no problems with a plain name`, () => {
      expect(parseContract(template.replaceAll("NAME", "some"), "x").problems).toEqual([]);
      expect(parseContract(template.replaceAll("NAME", "`so me`"), "x").problems).toEqual([]);
    });

    it.each(words)(`${place}: %s`, (word) => {
      const parsed = parseContract(template.replaceAll("NAME", word), "x");
      expect(parsed.problems).toEqual([]);
      const expected = plain.map((shape) => shape.path.replaceAll("some", word));
      expect(shapesOf(parsed).map((shape) => shape.path)).toEqual(expected);
    });

    it.each(reserved[place] ?? [])(`${place}: \`%s\` in back-ticks`, (word) => {
      const parsed = parseContract(template.replaceAll("NAME", `\`${word}\``), "x");
      expect(parsed.problems).toEqual([]);
      const expected = plain.map((shape) => shape.path.replaceAll("some", word));
      expect(shapesOf(parsed).map((shape) => shape.path)).toEqual(expected);
    });
  }
});

describe("a word that starts like a keyword is a name", () => {
  const words = ["only", "typeName", "example2", "newer", "inTheNews", "final_", "fn$", "überall", "名前"];
  for (const keyword of keywords)
    words.push(`${keyword}x`, `${keyword}2`, `${keyword}_`, `x${keyword}`, `${keyword}ß`);

  it.each(words)("%s", (word) => {
    for (const template of Object.values(places)) {
      expect(parseContract(template.replaceAll("NAME", word), "x").problems).toEqual([]);
    }
  });
});

it("knows every keyword of the grammar", () => {
  const grammar = fixture("../../../../../grammar/contract.langium");
  const rules = grammar.slice(grammar.indexOf("entry ContractFile"));
  const used = new Set([...rules.matchAll(/'([a-z]+)'/g)].map((match) => match[1]));
  expect([...keywords].sort()).toEqual([...used].sort());
});
