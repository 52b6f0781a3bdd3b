import { hashOf } from "@contractc/kernel";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compile, memberTexts } from "./merging-support.js";
import { Contract } from "./support.js";

const NAMES = ["a", "b", "c", "d", "e", "f"];

/** Members of a class, in one of the layouts that authors use. */
const body = fc
  .uniqueArray(fc.constantFrom(...NAMES), { maxLength: 6 })
  .chain((names) =>
    fc.tuple(fc.constant(names), fc.array(fc.nat(6), { minLength: 6, maxLength: 6 }), fc.boolean()),
  );

test("an update of a class gives it the members of the content, whatever the layout of either", () => {
  fc.assert(
    fc.property(
      body,
      body,
      fc.constantFrom("class", "record", "interface"),
      ([old, oldForms, oldLine], [now, newForms, newLine], kind) => {
        const before = memberTexts(kind, old, oldForms, oldLine);
        const after = memberTexts(kind, now, newForms, newLine);
        const contract = new Contract(
          `contract T version "1.0.0"\nmodule m "m.py" {\n  ${before.replaceAll("\n", "\n  ")}\n  fn z()\n}\n`,
        );
        const outcome = contract.apply({ op: "update", target: "m.X", content: after });
        const wanted = compile(
          `contract T version "1.0.0"\nmodule m "m.py" {\n  ${after}\n  fn z()\n}\n`,
        ).kernel;
        const shape = (kernel: typeof wanted) =>
          hashOf(
            kernel.signatures.m!.map((each) =>
              JSON.parse(
                JSON.stringify(each, (key, value) =>
                  key === "doc" || key === "ensures" ? undefined : value,
                ),
              ),
            ),
          );
        if (outcome.kind === "refused") {
          expect([outcome.reason, shape(contract.kernel) === shape(wanted)]).toEqual(["unchanged", true]);
          return;
        }
        expect(outcome.kind).toBe("accepted");
        expect(shape(contract.kernel)).toBe(shape(wanted));
      },
    ),
    { numRuns: 400, seed: 7 },
  );
});

test("members that change places take their comments, docs and clauses along", () => {
  const contract = new Contract(`contract T version "1.0.0"
module m "m.py" {
  class X {
    // First the size.
    /// In pixels.
    size: int // never negative
    // Then the name.
    name: string

    // What it does.
    run() -> bool // at once
      ensures "it ran"
  }
}
`);
  contract.accepted({
    op: "update",
    target: "m.X",
    content: "class X { run(fast: bool) -> bool, more: int, size: float, name: string }",
  });
  expect(contract.text()).toBe(`contract T version "1.0.0"
module m "m.py" {
  class X {
    // What it does.
    run(fast: bool) -> bool // at once
      ensures "it ran"
    more: int
    // First the size.
    /// In pixels.
    size: float // never negative
    // Then the name.
    name: string
  }
}
`);
});
