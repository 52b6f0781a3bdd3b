import { describe, expect, it } from "vitest";
import { compileText } from "../support/tester.js";
import { inModule, problemsOf } from "./fixtures.js";

const TOO_LONG = "A chain has more than 200 links here";

const chains: readonly [string, (links: number) => string][] = [
  ["calls", (links) => `const X: any = after${"()".repeat(links)}`],
  ["member access", (links) => `const X: any = after()${".b".repeat(links)}`],
  ["optional marks", (links) => `type X = int${"?".repeat(links)}`],
  ["arrays", (links) => `type X = int${"[]".repeat(links)}`],
  ["arrows", (links) => `type X = ${"(int) -> ".repeat(links)}int`],
  ["arrows in unions", (links) => `type X = ${"(int) -> int | ".repeat(links)}int`],
  ["calls in an example", (links) => `fn f() -> int\n  example f()${"()".repeat(links)} == 1`],
  [
    "links around brackets",
    (links) => `type X = ${"(".repeat(50)}int${`${"?".repeat(links / 50)})`.repeat(50)}`,
  ],
];

describe.each(chains)("a chain of %s", (_, make) => {
  it.each([250, 2_000, 20_000])("of %d links is one problem, and what follows is read", (links) => {
    const { findings, kernel } = compileText(inModule(`${make(links)}\nfn after() -> any`));
    expect(findings.filter(({ code }) => code === "syntax/error").map(({ message }) => message)).toEqual([
      expect.stringContaining(TOO_LONG),
    ]);
    expect(kernel.signatures.test?.map(({ name }) => name)).toContain("after");
  });

  it("that a person may write is none", () => {
    expect(problemsOf(inModule(`${make(50)}\nfn after() -> any`))).toEqual([]);
  });
});

describe("no chain is", () => {
  it.each([
    ["a row of functions", "fn f(a: int?) -> list<int> ".repeat(300)],
    ["a class of many members", `class A { ${"m(a: x.y.Z?) -> int, ".repeat(300)} }`],
    ["a union", `type X = int${" | x.Y".repeat(300)}`],
    ["a list of calls", `const X: any = [${"f(1).a(2), ".repeat(300)}]`],
    ["many transitions", `states S initial A { ${'A -> B on "x", '.repeat(300)} }`],
  ])("%s", (_, text) => {
    expect(problemsOf(inModule(text)).filter((problem) => problem.includes("chain"))).toEqual([]);
  });

  it("a data flow of many hops", () => {
    expect(problemsOf(`flow F = a.f${" -> a.f".repeat(300)}\n`)).toEqual([]);
  });
});
