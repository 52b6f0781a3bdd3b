import { expect, test } from "vitest";
import { workspace } from "./support.js";

const CONTRACT = `module a "a.ts" {
  fn null(x: int) -> string
  fn null(x: string) -> string
  type any = int | string
  class \`class\` { x: int = 1 }
}
module b "b.ts" {
  uses a
  class D extends \`class\` {}
  fn f(x: any) -> int
}`;

test("what TypeScript cannot define by its name is exported under it", () => {
  const space = workspace(CONTRACT);
  space.build();
  expect(space.read("a.ts")).toBe(`function null_(x: number): string;
function null_(x: string): string;
function null_(..._given: unknown[]): unknown {
  throw new Error("not implemented: a.null");
}

export { null_ as null };

type any_ = number | string;

export type { any_ as any };

class class_ {
  x: number = 1;
}

export { class_ as class };
`);
  expect(space.read("b.ts")).toMatch(/^import \{ type any as any_, class as class_ \} from ".\/a.js";\n/);
  expect(space.drift().map(({ code, symbol }) => `${code} ${symbol}`)).toEqual([
    "drift/hollow a.null",
    "drift/hollow b.f",
  ]);
  expect(space.plan().problems).toEqual([]);
});
