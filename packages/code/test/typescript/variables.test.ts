import { expect, test } from "vitest";
import { at, read, show, symbol } from "./reading.js";

const typeOf = (init: string, keyword = "const") =>
  show(symbol(read(`export ${keyword} v = ${init};`), "variable", "v").type);

test.each([
  ["3", "number"],
  ["-1.5e3", "number"],
  ["60 * 60 * 1_000", "number"],
  ["'text'", "string"],
  ["`a $\u007bb}`", "string"],
  ["'a' + b", "string"],
  ["true", "boolean"],
  ["!a", "boolean"],
  ["a > b", "boolean"],
  ["10n", "bigint"],
  ["/x/g", "RegExp"],
  ["typeof a", "string"],
  ["new Map<string, number>()", "Map<string, number>"],
  ["new Map()", "-"],
  ["new ns.Store(1)", "ns.Store"],
  ["a as Foo<B>", "Foo<B>"],
  ["<Foo>a", "Foo"],
  ["3 as const", "number"],
  ["'a' satisfies Foo", "string"],
  ["['a', 1] as const", 'readonly ["a", 1]'],
  ["['a']", "-"],
  ["a ? 1 : 2", "number"],
  ["a ? 1 : 'x'", "-"],
  ["call()", "-"],
  ["a + b", "-"],
  ["null", "-"],
  ["a as Foo ?? b", "-"],
])("the type of %s is settled by syntax or left open", (init, expected) => {
  expect(typeOf(init)).toBe(expected);
});

test("an annotation has the say, and values are kept", () => {
  const text =
    "export const limit: Limit | null = 3;\nexport let open: string;\nexport var table = { a: [1, 'x'], b: Side.Left };";
  const module = read(text);
  const limit = symbol(module, "variable", "limit");
  expect(show(limit.type)).toBe("(Limit | null)");
  expect(limit).toMatchObject({
    constant: true,
    value: { text: "3", literal: { kind: "number", text: "3" } },
  });
  expect(at(text, limit.nameSpan)).toBe("limit");
  expect(symbol(module, "variable", "open")).toMatchObject({ constant: false, exported: true });
  expect(symbol(module, "variable", "table").value?.literal).toEqual({
    kind: "map",
    entries: [
      {
        key: { kind: "string", value: "a" },
        value: {
          kind: "list",
          items: [
            { kind: "number", text: "1" },
            { kind: "string", value: "x" },
          ],
        },
      },
      { key: { kind: "string", value: "b" }, value: { kind: "name", name: "Side.Left" } },
    ],
  });
});

test("several variables in one statement have places of their own", () => {
  const text = "/** First. */\nexport const a = 1, b = 'x';";
  const module = read(text);
  expect(at(text, symbol(module, "variable", "a").span)).toBe("export const a = 1");
  expect(at(text, symbol(module, "variable", "b").span)).toBe("b = 'x'");
  expect(symbol(module, "variable", "a").doc).toBe("First.");
  expect(symbol(module, "variable", "b").doc).toBeUndefined();
});

test("destructuring declares every bound name", () => {
  const module = read("export const { a, b: { c = 1 }, ...rest } = o, [d, , ...e] = l;");
  expect(module.symbols.map((each) => `${each.kind} ${each.name} ${each.exported}`)).toEqual([
    "variable a true",
    "variable c true",
    "variable rest true",
    "variable d true",
    "variable e true",
  ]);
});

test("a long table is data and kept without its text", () => {
  const rows = Array.from({ length: 200 }, (_, index) => `f${index}()`).join(", ");
  expect(symbol(read(`export const table = [${rows}];`), "variable", "table").value).toBeUndefined();
});
