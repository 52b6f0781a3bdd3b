import { expect, test } from "vitest";
import { onDisk, vitest } from "./disk.js";
import { expectedText, workspace } from "./support.js";

const CONTRACT = `module m "m.ts" {
  record Options { headers: map<string, int>, tags: map<string, string> }
  fn merge(left: map<string, float>, right: map<string, float>) -> map<string, float>
    example merge({ "a-b": 0.1 }, { "c": 0.2 }) == { "a-b": 0.1, "c": 0.2 }
  fn count(options: Options) -> int
    example count(Options(headers: { "a": 1 }, tags: { "b": "x" })) == 2
  class Bag {
    items: map<string, int>
    new(items: map<string, int>)
    add(more: map<string, int>) -> Bag
      example Bag({ "a": 1 }).add({ "b": 2 }).items == { "a": 1, "b": 2 }
    async load(name: string) -> map<string, int>
      example Bag({}).load("x") == { "x": 1 }
  }
}`;

const CODE = expectedText(`
  export interface Options {
    headers: { [name: string]: number };
    tags: Map<string, string>;
  }

  export function merge(left: Record<string, number>, right: ReadonlyMap<string, number>): Record<string, number> {
    return { ...left, ...Object.fromEntries(right) };
  }

  export function count(options: Options): number {
    return Object.keys(options.headers).length + options.tags.size;
  }

  export class Bag {
    readonly items: Readonly<Record<string, number>>;

    constructor(items: Record<string, number>) {
      this.items = items;
    }

    add(more: Map<string, number>): Bag {
      return new Bag({ ...this.items, ...Object.fromEntries(more) });
    }

    async load(name: string): Promise<Record<string, number>> {
      return { [name]: 1 };
    }
  }
`);

test("examples give maps as the code takes them: as objects or as maps", () => {
  const space = workspace(CONTRACT, { "m.ts": CODE });
  space.build();
  const { passed, failed, output } = vitest(onDisk(space.files()));
  expect({ passed, failed }, output).toEqual({ passed: 4, failed: 0 });
});

test("where there is no code yet, they are maps", () => {
  const space = workspace(CONTRACT);
  space.build();
  expect(space.read("contract-build/tests/m.test.ts")).toContain(
    'merge(new Map([["a-b", 0.1]]), new Map([["c", 0.2]]))',
  );
  expect(space.build().writes).toEqual([]);
});
