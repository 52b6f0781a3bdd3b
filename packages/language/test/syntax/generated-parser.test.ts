import * as fc from "fast-check";
import type { AstNode } from "langium";
import { describe, expect, it } from "vitest";
import {
  docOf,
  type ParsedFile,
  parseContract,
  rangeOf,
  rangeOfProperty,
  tokenize,
} from "../../src/syntax/index.js";
import { parseWithLangium } from "../../src/syntax/parse.js";
import { syntaxServices } from "../../src/syntax/services.js";
import { corpus, fixture, inModule } from "./fixtures.js";

/** Everything of a tree that the rest of the package can see: values, documentation and places. */
function view(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(view);
  if (typeof value !== "object" || value === null) return value;
  const node = value as AstNode & Record<string, unknown>;
  const seen: Record<string, unknown> = { $type: node.$type, $range: rangeOf(node), $doc: docOf(node) };
  for (const [key, child] of Object.entries(node)) {
    // What is only marked as missing is missing.
    if (key.startsWith("$") || child === undefined) continue;
    seen[key] = view(child);
    const children = Array.isArray(child) ? child : [child];
    seen[`$places of ${key}`] = children.map((each, at) => placeOf(node, key, at, each));
  }
  return seen;
}

/** A concrete tree knows no place of the part that a `.`, a `|` or a `?` follows: it is that part's own. */
function placeOf(node: AstNode, key: string, index: number, child: unknown): unknown {
  const own = typeof child === "object" && child !== null ? rangeOf(child as AstNode) : undefined;
  // What was read as a function type had its type in a parameter.
  if (own !== undefined && node.$cstNode === undefined && node.$type !== "ParenthesizedType")
    expect(rangeOfProperty(node, key, index)).toEqual(own);
  return own ?? rangeOfProperty(node, key, index);
}

function isQuick(parsed: ParsedFile): boolean {
  return parsed.root.$cstNode === undefined;
}

function expectAlike(text: string): void {
  const quick = parseContract(text, "test.contract");
  const slow = parseWithLangium(syntaxServices(), text, "test.contract");
  expect(quick.problems).toEqual(slow.problems);
  if (isQuick(quick)) expect(view(quick.root)).toEqual(view(slow.root));
}

describe("the generated parser makes the trees of Langium's", () => {
  for (const name of corpus) {
    it(`for ${name}`, () => {
      expectAlike(fixture(name));
      expect(isQuick(parseContract(fixture(name), name))).toBe(true);
    });
  }

  it.each([
    ["a union that starts with a bar", inModule("  type A = | int | string[]? | (A, B?) -> C | `list`<int>")],
    ["a type in parentheses", inModule("  type A = (int | string)[]\n  type B = (int) -> (string) -> bool")],
    ["words that are values", inModule("  const A: true = true\n  const B: any = [null, `null`, -1, None]")],
    ["calls, members and type arguments", inModule('  const A: any = a.b<int>(x: 1, "two").c[0]')],
    [
      "documentation between annotations",
      inModule("  /// one\n  @a\n  /// two\n  @b(1)\n  /// three\n  async fn f()"),
    ],
    [
      "steps",
      inModule(
        '  fn f() -> int\n    example "t" verifies R {\n      let a = f()\n      f()\n      f() == 1\n      f() raises E\n    }',
      ),
    ],
    [
      "parameters of all kinds",
      inModule("  fn f(a: int, /, b?: int, *, c: int = 1, @x d: int, ...e: int, **g: int)"),
    ],
    ["a function type without a result", inModule("  type A = (int, string)")],
  ])("for %s", (_, text) => expectAlike(text));

  it("for texts with tokens removed or doubled", () => {
    const texts = corpus.map((name) => ({ text: fixture(name), tokens: tokenize(fixture(name)) }));
    const change = fc.record({ which: fc.nat(corpus.length - 1), at: fc.nat(), twice: fc.boolean() });
    fc.assert(
      fc.property(change, ({ which, at, twice }) => {
        const { text, tokens } = texts[which]!;
        const token = tokens[at % tokens.length]!;
        const end = token.offset + token.text.length;
        expectAlike(
          text.slice(0, twice ? end : token.offset) + (twice ? ` ${token.text}` : "") + text.slice(end),
        );
      }),
      { numRuns: 120, seed: 7 },
    );
  });
});
