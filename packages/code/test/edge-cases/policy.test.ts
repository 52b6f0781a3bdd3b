import { describe, expect, it } from "vitest";
import { brief, driftOf, python } from "../drift/support.js";

describe("the policy of comparisons", () => {
  it("texts are compared first and names of aliases are kept", () => {
    const code = "Id = int\n\n\ndef f(a: Id) -> int:\n    return work(a)\n";
    expect(python("type Id = int\nfn f(a: Id) -> int", code)).toEqual([]);
    expect(python("type Id = int\nfn f(a: int) -> Id", code)).toEqual([]);
    expect(python("type Id = int\nfn f(a: string) -> Id", code)).toEqual([
      "parameter-type m.py:4 m.f a: string ≠ a: Id",
    ]);
  });

  it("a verdict is equivalent, widened, narrowed, incompatible or unknown", () => {
    const messages = (result: string, declared: string) =>
      driftOf(`module m "m.py" {\n  fn f() -> ${declared}\n}`, {
        "m.py": `from .gone import Gone\n\n\ndef f() -> ${result}:\n    return work()\n`,
      }).map(({ code, message }) =>
        `${code} ${/, which allows (?:more|less)/.exec(message)?.[0] ?? ""}`.trim(),
      );
    expect(messages("int", "int")).toEqual([]);
    expect(messages("int | str", "int")).toEqual(["drift/return-type , which allows more"]);
    expect(messages("int", "int | string")).toEqual(["drift/return-type , which allows less"]);
    expect(messages("bytes", "int")).toEqual(["drift/return-type"]);
    expect(messages("Gone", "int")).toEqual(["drift/unknown"]);
  });

  it("unknown is a finding of its own, and part of a type is enough", () => {
    const code = "from .gone import Gone\n\n\ndef f(a: list[Gone]) -> int:\n    return work(a)\n";
    expect(python("fn f(a: list<any>) -> int", code)).toEqual(["unknown m.py:4 m.f list<any> ≠ list<Gone>"]);
  });

  it("what has no order is compared without one", () => {
    const code =
      'from typing import Literal\n\n\ndef f(a: None | str | int, b: Literal["y", "x"]) -> int:\n    return work(a)\n';
    expect(python('fn f(a: (int | string)?, b: "x" | "y") -> int', code)).toEqual([]);
  });

  it("absolute paths reach no message and no fingerprint", () => {
    const findings = driftOf('module m "m.py" {\n  fn f() -> int\n}', {
      "m.py": "def g() -> int:\n    return 1\n",
    });
    expect(findings.map(({ code }) => code)).toEqual(["drift/missing-symbol", "drift/unlisted-symbol"]);
    for (const { message, fingerprint } of findings)
      expect(`${message} ${fingerprint}`).not.toContain("/repo");
  });

  it("a clean repository has no finding", () => {
    const contract = `package shop "shop" {
  module prices "prices.py" { fn total(prices: list<float>, *, tax: float = 0.2) -> float }
  module cart "cart.py" { uses prices\n class Cart { prices: list<float>\n total() -> float } }
}`;
    const files = {
      "shop/__init__.py": "",
      "shop/prices.py":
        "def total(prices: list[float], *, tax: float = 0.2) -> float:\n    return sum(prices) * (1 + tax)\n",
      "shop/cart.py":
        "from .prices import total\n\n\nclass Cart:\n    prices: list[float]\n\n    def total(self) -> float:\n        return total(self.prices)\n",
    };
    expect(brief(driftOf(contract, files))).toEqual([]);
  });
});
