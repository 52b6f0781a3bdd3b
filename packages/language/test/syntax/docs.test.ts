import type { AstNode } from "langium";
import { expect, it } from "vitest";
import { docOf, parseContract } from "../../src/syntax/index.js";

/** The documentation of every named node below a root. */
function docs(text: string): Record<string, string | undefined> {
  const parsed = parseContract(text, "x");
  expect(parsed.problems).toEqual([]);
  const found: Record<string, string | undefined> = {};
  visit(parsed.root, (node) => {
    const { name } = node as { name?: string };
    if (name !== undefined && node.$type !== "NameExpression" && node.$type !== "Annotation")
      found[name] = docOf(node);
  });
  return found;
}

function visit(node: AstNode, callback: (node: AstNode) => void) {
  callback(node);
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith("$")) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === "object" && child !== null && "$type" in child) visit(child as AstNode, callback);
    }
  }
}

it("belongs to what follows, without its marks", () => {
  const text = `/// The contract.
/// Two lines.
///
///   * indented
contract A version "1.0.0"
// no documentation
/// A module.
module m "m.py" {
  //// a ruler
  /// A class.
  class C<T> {
    /// A field.
    x: int, y: int
    /// A method.
    f(
      /// A parameter.
      a: int,
      b: int
    )
    /// Before modifiers.
    static z: int
  }
  ///No space.
  enum E { /// First.
    One, Two }
  /// A state machine.
  states S {
    /// A transition.
    Begin -> End
  }
}
`;
  expect(docs(text)).toEqual({
    A: "The contract.\nTwo lines.\n\n  * indented",
    m: "A module.",
    C: "A class.",
    T: undefined,
    x: "A field.",
    y: undefined,
    f: "A method.",
    a: "A parameter.",
    b: undefined,
    z: "Before modifiers.",
    E: "No space.",
    One: "First.",
    Two: undefined,
    S: "A state machine.",
    Begin: "A transition.",
  });
});

it("stands before annotations or between them", () => {
  const text = `module m "m.py" {
  /// One.
  @stable
  /// Two.
  @deprecated("x")
  /// Three.
  fn f()
  @stable
  /// Four.
  async fn g()
  /// Five.
  @stable fn h()
}`;
  const { f, g, h } = docs(text);
  expect([f, g, h]).toEqual(["One.\nTwo.\nThree.", "Four.", "Five."]);
});

it("has no carriage returns and survives other comments in between", () => {
  expect(docs("/// One.\r\n// plain\r\n/* block */\r\n\r\n/// Two.\r\nrole r")).toEqual({ r: "One.\nTwo." });
});

it("may have a separator between it and what it speaks of", () => {
  const text = `module m "m.py" {
  record R { a: int /// Of b.
    , b: int }
  fn f(c: int
    /// Of d.
    , d: int)
}`;
  expect(docs(text)).toMatchObject({ a: undefined, b: "Of b.", c: undefined, d: "Of d." });
});

it("is looked for in linear time, whatever comments stand between", () => {
  const comments = "/* one */ /* two */ ".repeat(2_000);
  const text = `@stable ${comments}role a\n@stable role b ${comments}\n/// Of c.\n${comments}role c`;
  expect(docs(text)).toEqual({ a: undefined, b: undefined, c: "Of c." });
});
