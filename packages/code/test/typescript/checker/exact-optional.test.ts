import { describe, expect, it } from "vitest";
import { ExactOptional } from "../../../src/typescript/checker/exact-optional.js";

function isPossible(files: Record<string, string>, stated: string[] = []): boolean {
  const text = (path: string) => files[path.slice(1)];
  return new ExactOptional({ text }, stated).isPossible("src/parts/a.ts");
}

const SAYS = '{ "compilerOptions": { "exactOptionalPropertyTypes": true } }';

describe("whether `exactOptionalPropertyTypes` may hold for a file:", () => {
  it.each<[string, Record<string, string>]>([
    ["no configuration", {}],
    ["one that does not say it", { "tsconfig.json": '{ // none\n "compilerOptions": { "strict": true } }' }],
    ["nor what it extends", { "tsconfig.json": '{ "extends": "./base" }', "base.json": "{}" }],
    ["one of another folder", { "other/tsconfig.json": SAYS }],
    [
      "two that extend one another",
      { "tsconfig.json": '{ "extends": "./base.json" }', "base.json": '{ "extends": "./tsconfig.json" }' },
    ],
  ])("no: %s", (_name, files) => {
    expect(isPossible(files)).toBe(false);
  });

  it.each<[string, Record<string, string>]>([
    ["the nearest one says it", { "src/tsconfig.json": SAYS }],
    ["one above it", { "src/tsconfig.json": "{}", "tsconfig.json": SAYS }],
    ["one that it extends", { "tsconfig.json": '{ "extends": ["./base"] }', "base.json": SAYS }],
    [
      "one that it refers to",
      { "tsconfig.json": '{ "references": [{ "path": "./src" }] }', "src/tsconfig.json": SAYS },
    ],
    [
      "one of a package, which only the compiler finds",
      { "tsconfig.json": '{ "extends": "@tsconfig/strictest" }' },
    ],
    ["one that extends what is not there", { "tsconfig.json": '{ "extends": "./gone" }' }],
  ])("perhaps: %s", (_name, files) => {
    expect(isPossible(files)).toBe(true);
  });

  it("a configuration that the contract names counts", () => {
    expect(isPossible({ "build/tsconfig.lib.json": SAYS }, ["build/tsconfig.lib.json"])).toBe(true);
    expect(isPossible({ "build/tsconfig.lib.json": SAYS })).toBe(false);
  });
});
