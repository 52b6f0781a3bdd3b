import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../src/json.js";

test("keys stand in order of code units, on a level of two spaces each, with a final line end", () => {
  const value = { b: [1, { z: null, a: true }], a: "x", é: 1, Z: [], e: {} };
  expect(canonicalJson(value)).toBe(
    '{\n  "Z": [],\n  "a": "x",\n  "b": [\n    1,\n    {\n      "a": true,\n      "z": null\n    }\n  ],\n  "e": {},\n  "é": 1\n}\n',
  );
});

test("without indentation it is one line without an end", () => {
  expect(canonicalJson({ b: [1, 2], a: { c: null } }, 0)).toBe('{"a":{"c":null},"b":[1,2]}');
});

test("properties that are undefined are left out", () => {
  expect(canonicalJson({ a: undefined, b: 1 }, 0)).toBe('{"b":1}');
});

test.each([
  ["undefined in a list", [undefined], "a value of type undefined"],
  ["a number that is not finite", { a: Number.NaN }, "NaN"],
  ["a map", { a: new Map() }, "a Map"],
  ["a function", { a: () => 1 }, "a value of type function"],
])("%s is refused", (_, value, named) => {
  expect(() => canonicalJson(value)).toThrow(new TypeError(`JSON cannot hold ${named}`));
});

test("every JSON value reads back, and the order of its keys makes no difference", () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).reverse();
    const copy: Record<string, unknown> = {};
    for (const [key, item] of entries) {
      Object.defineProperty(copy, key, { value: reversed(item), enumerable: true, configurable: true });
    }
    return copy;
  };
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const text = canonicalJson(value, indent);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(reversed(value), indent)).toBe(text);
    }),
  );
});
