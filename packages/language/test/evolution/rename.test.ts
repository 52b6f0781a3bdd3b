import type { Kernel } from "@contractc/kernel";
import { expect, test } from "vitest";
import { Contract, changedLines, example } from "./support.js";

/** A kernel without hashes and positions, its addresses and names as a rename makes them. */
function shape(kernel: Kernel, rename: (text: string) => string = (text) => text): unknown {
  const { hash: _hash, positions: _positions, modules, ...rest } = kernel;
  const bare = { ...rest, modules: modules.map(({ hashes: _hashes, ...module }) => module) };
  return sortedDeep(JSON.parse(rename(JSON.stringify(bare))));
}

/** What the kernel sorts by address has another order under another name. */
function sortedDeep(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(sortedDeep);
    return items.every(
      (item) =>
        typeof item === "object" && item !== null && ("address" in item || "from" in item || "event" in item),
    )
      ? items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      : items;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]): [string, unknown] => [key, sortedDeep(item)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Renames in the text of a kernel, as a person would with search and replace: the names are chosen so that it works. */
const replaced = (from: RegExp, to: string) => (text: string) => text.replaceAll(from, to);

test.each([
  ["model.entities.Player", "Plane", /(?<=["./])Player(?=[".])/g],
  ["model.entities.Entity.advance", "tickNow", /(?<=["./])advance(?=[".])/g],
  ["model.entities.Hit", "Impact", /(?<=["./])Hit(?=[".])/g],
  ["model.entities.OutOfAmmo", "Empty", /(?<=["./])OutOfAmmo(?=[".])/g],
  ["model.entities.Player.hurt", "harm", /(?<=["./])hurt(?=[".])/g],
  ["core.game.WrongPhase", "BadPhase", /(?<=["./])WrongPhase(?=[".])/g],
  ["core.game.GameOver", "Ended", /(?<=["./])GameOver(?=[".])/g],
  ["Steer", "Control", /(?<=")Steer(?=")/g],
  ["pygame.Surface", "Canvas", /(?<=["./])Surface(?=[".])/g],
  ["model.scores.ScoreTable.entries", "rows", /(?<=["./])entries(?=["])/g],
])("%s becomes %s everywhere, and nothing else changes", (target, content, pattern) => {
  const contract = example("plane-battle");
  const before = contract.kernel;
  const maps = target.endsWith(".entries")
    ? (text: string) => text.replaceAll(/("name":|\.)"?entries"/g, (hit) => hit.replace("entries", "rows"))
    : replaced(pattern, content);
  contract.accepted({ op: "rename", target, content });
  expect(shape(contract.kernel)).toEqual(shape(before, maps));
});

test("a module is renamed in uses, qualified names, flows and rules", () => {
  const contract = new Contract(`contract T version "1"
package p "p" {
  module a "a.py" {
    class X {}
    fn f() -> X
  }
  module b "b.py" {
    uses type a
    uses c
    fn g(x: a.X, y: p.a.X) -> void
  }
  module c "c.py" { class X {} }
}
layers b > a
forbid a -> c
independent p.a, p.c
flow F = a.f -> p.b.g
`);
  const before = contract.text();
  contract.accepted({ op: "rename", target: "p.a", content: "base" });
  expect(changedLines(before, contract.text())).toEqual([
    '-  module a "a.py" {',
    '+  module base "a.py" {',
    "-    uses type a",
    "+    uses type base",
    "-    fn g(x: a.X, y: p.a.X) -> void",
    "+    fn g(x: base.X, y: p.base.X) -> void",
    "-layers b > a",
    "-forbid a -> c",
    "-independent p.a, p.c",
    "-flow F = a.f -> p.b.g",
    "+layers b > base",
    "+forbid base -> c",
    "+independent p.base, p.c",
    "+flow F = base.f -> p.b.g",
  ]);
});

test("a package is renamed in every qualified name", () => {
  const contract = new Contract(`contract T version "1"
package p "p" { module a "a.py" { fn f() -> int } }
package q "q" { module b "b.py" { uses p.a
  fn g(x: int) } }
flow F = p.a.f -> q.b.g
`);
  contract.accepted({ op: "rename", target: "p", content: "parts" });
  expect(contract.text()).toContain("uses parts.a");
  expect(contract.text()).toContain("flow F = parts.a.f -> q.b.g");
});

test("overloads are renamed together, parameters with their named arguments", () => {
  const contract = new Contract(`contract T version "1"
module m "m.ts" {
  fn f(a: int) -> int
  fn f(a: string) -> string
  fn g(size: int = 1) -> int
    example g(size: 2) == 2
  record R { left: int, right: int = 0 }
  fn h() -> R
    example h() == R(left: 1)
    example h().left == 1
}
`);
  contract.accepted([
    { op: "rename", target: "m.f", content: "k" },
    { op: "rename", target: "m.g.size", content: "count" },
    { op: "rename", target: "m.R.left", content: "first" },
  ]);
  expect(contract.text()).toBe(`contract T version "1"
module m "m.ts" {
  fn k(a: int) -> int
  fn k(a: string) -> string
  fn g(count: int = 1) -> int
    example g(count: 2) == 2
  record R { first: int, right: int = 0 }
  fn h() -> R
    example h() == R(first: 1)
    example h().first == 1
}
`);
});

test("a name that would come to mean something else is refused", () => {
  const contract = new Contract(`contract T version "1"
module a "a.py" { class Thing {} }
module b "b.py" {
  uses a
  class Other {}
  fn f(x: Thing)
}
`);
  const refused = contract.refused({ op: "rename", target: "b.Other", content: "Thing" });
  expect([refused.reason, refused.message]).toEqual([
    "meaning",
    "With that name, what `a.Thing` is called at root.contract:6 would mean `b.Thing`.",
  ]);
});

test("names that are no identifiers stand in back-ticks", () => {
  const contract = new Contract(
    'contract T version "1"\nmodule m "m.ts" {\n  class A {}\n  fn f(a: A) -> A\n}\n',
  );
  contract.accepted({ op: "rename", target: "m.A", content: "`a-b`" });
  expect(contract.text()).toContain("class `a-b` {}\n  fn f(a: `a-b`) -> `a-b`\n");
});

test("the contract itself has a name too", () => {
  const contract = new Contract('contract T version "1" // here\nmodule m "m.ts" { fn f() }\n');
  contract.accepted({ op: "rename", target: "", content: "Shop" });
  expect(contract.text()).toBe('contract Shop version "1" // here\nmodule m "m.ts" { fn f() }\n');
});
