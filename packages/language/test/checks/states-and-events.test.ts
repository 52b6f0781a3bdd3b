import { describe, expect, test } from "vitest";
import { applyFix, expectClean, expectFindings, HEADER } from "../support/tester.js";

const space = (transitions: string, head = "initial A final Z") =>
  `module m "m.py" {\n  states S ${head} {\n${transitions}\n  }\n}`;

describe("state spaces", () => {
  test("that begin and end", () => {
    expectClean(space("A -> B on go\nB -> A on back\nB -> Z on stop"));
    expectClean(space("A -> B on go\nB -> A on back", "initial A"));
  });

  test("each chain of unreachable states is one finding, at its head", () => {
    expectFindings(space("A -> Z on stop\n⟦Lost⟧ -> Other on go\nOther -> Z on go"), [
      { code: "state/unreachable", message: /Nothing leads to the state `Lost` of `S` from `A`/ },
    ]);
    expectFindings(space("A -> Z on stop\n⟦Lost⟧ -> Other on go\nOther -> Lost on go\nOther -> Z on stop"), [
      "state/unreachable",
    ]);
  });

  test("a state that is named once, as a source, is probably another", () => {
    const text = "A -> Playing on go\nPlaying -> Z on stop\nPlaing -> A on back";
    const { findings } = expectFindings(space(text.replace("Plaing", "⟦Plaing⟧")), [
      { code: "state/unreachable", message: /did you mean `Playing`\?$/ },
    ]);
    expect(applyFix(HEADER + space(text), findings[0]!)).toContain("\nPlaying -> A on back");
  });

  test("that cannot end", () => {
    expectFindings(space("A -> B on go\nA -> Z on stop\nB -> ⟦C⟧ on go"), [
      { code: "state/dead-end", message: /no transitions lead to `Z`/ },
    ]);
  });

  test("that branch twice on one trigger", () => {
    expectFindings(space("A -> B on go\nB -> Z on go\n⟦A -> Z on go⟧"), [
      {
        code: "state/ambiguous",
        message: "`A` of `S` goes to `B` and to `Z` on `go`: give one of them another trigger.",
      },
    ]);
  });
});

describe("events", () => {
  test("are emitted and handled; a state space handles what moves it", () => {
    expectFindings(
      `module a "a.py" {
  event ⟦Put⟧
  event ⟦Got⟧
  event Moved
  states S { A -> B on Moved }
  fn f() -> void
    emits Put, Moved
}
module b "b.py" {
  uses a
  handles Got
}`,
      ["graph/unhandled-event", "graph/unemitted-event"],
    );
  });
});
