import { memoryFileSystem } from "@contractc/kernel";
import { expect, test } from "vitest";
import { completionsAt } from "../../../src/features/completion/completion.js";
import { Session } from "../../../src/session/session.js";

/** A contract with a module of many types, and another one that writes a type. */
function completed(types: number, written: string) {
  const records = Array.from({ length: types }, (_, at) => `  record Item${at} { id: string }\n`).join("");
  const text = [
    'contract Many version "1.0.0"\n',
    `module far "far.ts" {\n${records}}\n`,
    `module near "near.ts" {\n  record Item { id: string }\n  fn one(given: ${written}) -> int\n}\n`,
  ].join("\n");
  const path = "/w/many.contract";
  const session = new Session(memoryFileSystem({ [path]: text }), { encoding: "utf-16", documentation: "" });
  session.openDocument(`file://${path}`, "contract", 1, text);
  const offset = text.indexOf(`given: ${written}`) + `given: ${written}`.length;
  const { isIncomplete, items } = completionsAt(session, path, offset, { snippets: false });
  return { isIncomplete, names: items.map(({ label }) => label).filter((label) => label.startsWith("Item")) };
}

test("a few types are all offered, and the editor chooses", () => {
  const { isIncomplete, names } = completed(20, "Item1");
  expect(isIncomplete).toBe(false);
  expect(names).toHaveLength(21);
});

test("of many types those are offered that fit what is written, and more as more is written", () => {
  const { isIncomplete, names } = completed(2000, "Item19");
  expect(isIncomplete).toBe(true);
  // What the module has itself is always there; of the others those that begin with it come first.
  expect(names[0]).toBe("Item");
  expect(names.slice(1, 4)).toEqual(["Item19", "Item190", "Item191"]);
  expect(names.filter((name) => name.startsWith("Item19"))).toHaveLength(111);
  expect(names.length).toBeLessThanOrEqual(151);
});

test("before anything is written of many types the first ones are offered", () => {
  const { isIncomplete, names } = completed(2000, "");
  expect(isIncomplete).toBe(true);
  expect(names).toHaveLength(151);
});
