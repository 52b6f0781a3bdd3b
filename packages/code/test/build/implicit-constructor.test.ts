import { expect, test } from "vitest";
import { workspace } from "./support.js";

const CONTRACT = `target python {}
target typescript {}

module store "store.ts" {
  class Store { new(), size() -> int }
  class Sized { new(limit: int) }
}
module rows "rows.py" {
  class Rows { new(), size() -> int }
}
`;

const TYPESCRIPT = `export class Store {
  size(): number {
    return 1;
  }
}

export class Sized {}
`;

const PYTHON = `class Rows:
    def size(self) -> int:
        return 1
`;

test("a constructor without parameters is there without being written", () => {
  const { writes, problems } = workspace(CONTRACT, { "store.ts": TYPESCRIPT, "rows.py": PYTHON }).plan();
  expect(problems).toEqual([]);
  const edits = writes.filter(({ kind }) => kind !== "generated");
  expect(edits.map(({ path }) => path)).toEqual(["store.ts"]);
  expect(edits[0]?.after).toBe(
    TYPESCRIPT.replace(
      "export class Sized {}",
      `export class Sized {
  constructor(limit: number) {
    throw new Error("not implemented: store.Sized.new");
  }
}`,
    ),
  );
});
