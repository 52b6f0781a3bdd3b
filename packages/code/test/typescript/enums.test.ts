import { expect, test } from "vitest";
import { at, read, symbol } from "./reading.js";

const values = (text: string, name = "E") =>
  symbol(read(text), "enum", name).members.map((each) => {
    const literal = each.value?.literal;
    const value =
      literal?.kind === "string"
        ? JSON.stringify(literal.value)
        : literal?.kind === "number"
          ? literal.text
          : "-";
    return `${each.name} = ${value}`;
  });

test("members are numbered on and constant expressions are computed", () => {
  expect(
    values(`export enum E {
  A, B, C = 5, D,
  Flag = 1 << 4, Mask = Flag | C, Negative = -1, AfterNegative,
  Text = "t", Joined = \`\${Text}-x\`, "quoted-name" = 7,
  Computed = compute(), Length = "abc".length, Own = E.C,
}`),
  ).toEqual([
    ...["A = 0", "B = 1", "C = 5", "D = 6", "Flag = 16", "Mask = 21", "Negative = -1", "AfterNegative = 0"],
    ...['Text = "t"', 'Joined = "t-x"', "quoted-name = 7", "Computed = -", "Length = -", "Own = 5"],
  ]);
});

test("constant, declared and exported enums are enums", () => {
  const text = "/** Sides. */\nexport declare const enum E { Left = 'left', Right = 'right' }";
  const e = symbol(read(text), "enum", "E");
  expect(e).toMatchObject({ form: "enum", exported: true, doc: "Sides." });
  expect(at(text, e.members[1]!)).toBe("Right = 'right'");
  expect(at(text, e.members[1]!.nameSpan)).toBe("Right");
  expect(at(text, e.body)).toBe(" Left = 'left', Right = 'right' ");
});

test.each([
  "export type E = (typeof E)[keyof typeof E];",
  "type E = typeof E[keyof typeof E]; export { type E };",
  "export type E = ValueOf<typeof E>;",
  "export type E = 'left' | 'right';",
])("a constant object with %s is an enum", (type) => {
  const module = read(`/** Sides. */\nexport const E = { Left: "left", Right: "right" } as const;\n${type}`);
  const e = symbol(module, "enum", "E");
  expect(e).toMatchObject({ form: "const-object", exported: true, doc: "Sides." });
  expect(e.members.map((each) => each.name)).toEqual(["Left", "Right"]);
  expect(module.symbols).toHaveLength(1);
});

test("frozen and checked objects too", () => {
  const type = "export type E = (typeof E)[keyof typeof E];";
  expect(values(`export const E = Object.freeze({ A: 1, B: 2 }); ${type}`)).toEqual(["A = 1", "B = 2"]);
  expect(values(`export const E = { A: 1 } as const satisfies Record<string, number>; ${type}`)).toEqual([
    "A = 1",
  ]);
});

test.each([
  'export const E = { Left: "left" } as const;',
  'export const E = { Left: "left" }; export type E = (typeof E)[keyof typeof E];',
  "export const E = { Left: left } as const; export type E = (typeof E)[keyof typeof E];",
  'export const E = { Left: "left" } as const; export type E = "left" | "other";',
])("%s is a variable", (text) => {
  const module = read(text);
  expect(module.symbols.filter((each) => each.kind === "enum")).toEqual([]);
  expect(symbol(module, "variable", "E").constant).toBe(true);
});
