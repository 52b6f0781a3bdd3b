import { expect, test } from "vitest";
import { Lines } from "../../src/index.js";

test("a long line of documentation is kept as it is, whatever brackets and commas it holds", () => {
  const long = `The kernel K = (N, Σ, Δ) ${"and more of it, ".repeat(10)}{a, b}`;
  const lines = new Lines();
  lines.indented(() => lines.doc(`${long}\n\nEnd.`));
  expect(lines.text()).toBe(`  /// ${long}\n  ///\n  /// End.\n`);
});
