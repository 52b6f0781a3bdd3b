import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CONSTRUCTORS, PRIMITIVES } from "@contractc/kernel";
import { keywords, type SourceToken, tokenize } from "@contractc/language";
import { beforeAll, describe, expect, test } from "vitest";
import type { IGrammar } from "vscode-textmate";
import { ROOT } from "../support/cli.js";
import { fencesOf } from "../support/markdown.js";
import { grammarOf, Scopes } from "../support/textmate.js";

const SAMPLE = readFileSync(join(ROOT, "tests/fixtures/editors/every-word.contract"), "utf8");
const FILES = globSync(["contractc.contract", "examples/**/*.contract"], { cwd: ROOT }).sort();

/** What a token of each kind must be coloured as. */
const EXPECTED: Readonly<Record<SourceToken["kind"], RegExp>> = {
  keyword: /^(?:keyword\.(?!operator)|storage\.)/,
  name: /^(?:entity|variable|support|constant\.language)\./,
  string: /^string\./,
  number: /^constant\.numeric\./,
  sign: /^(?:punctuation|keyword\.operator)\./,
  comment: /^comment\./,
  doc: /^comment\.line\.documentation\./,
};

/** `line: text (kind) scope` of each token of which the colour and the language think differently. */
function differences(grammar: IGrammar, text: string): string[] {
  const scopes = new Scopes(grammar, text);
  return tokenize(text).flatMap(({ kind, text: token, offset }) => {
    const found = scopes.at(offset);
    if (found.some((scope) => EXPECTED[kind].test(scope))) return [];
    return [`${text.slice(0, offset).split("\n").length}: ${token} (${kind}) ${found.at(-1)}`];
  });
}

let contract: IGrammar;
beforeAll(async () => {
  contract = await grammarOf("source.contract");
});

test("the sample has every keyword of the language, and as a name where it is one", () => {
  const tokens = tokenize(SAMPLE);
  const of = (wanted: SourceToken["kind"]) =>
    new Set(tokens.filter(({ kind, text }) => kind === wanted && keywords.has(text)).map(({ text }) => text));
  expect([...of("keyword")].sort()).toEqual([...keywords].sort());
  expect(of("name").size).toBeGreaterThan(20);
});

test("keywords are coloured as such, and the same words as names are not", () => {
  expect(differences(contract, SAMPLE)).toEqual([]);
});

test.each(FILES)("%s is coloured as it is read", (file) => {
  expect(differences(contract, readFileSync(join(ROOT, file), "utf8"))).toEqual([]);
});

describe("the contracts of the documentation", () => {
  test.each(["README.md", "docs/language.md", "docs/tutorial.md"])("%s", (file) => {
    const fences = fencesOf(readFileSync(join(ROOT, file), "utf8")).filter(
      ({ language }) => language === "contract",
    );
    expect(fences.length).toBeGreaterThan(0);
    expect(fences.flatMap(({ text }) => differences(contract, text))).toEqual([]);
  });
});

test("every built-in type has the colour of one, and nothing else has it", () => {
  const builtIn = [...PRIMITIVES.filter((name) => name !== "null"), ...Object.keys(CONSTRUCTORS)];
  for (const name of [...builtIn, "integer", "text"]) {
    const text = `type A = ${name}`;
    const found = new Scopes(contract, text).at(text.length - 1);
    expect(found.includes("support.type.builtin.contract"), name).toBe(builtIn.includes(name));
  }
});

test("a fence of Markdown is coloured inside, and what follows it is not", async () => {
  const text = '# Title\n\n```contract shop.contract\nmodule cart "cart.py" {}\n```\n\nmodule text "x"\n';
  const scopes = new Scopes(await grammarOf("text.html.markdown"), text);
  expect(scopes.at(text.indexOf("module"))).toEqual([
    "text.html.markdown",
    "markup.fenced_code.block.markdown",
    "meta.embedded.block.contract",
    "keyword.other.contract",
  ]);
  expect(scopes.at(text.lastIndexOf("module"))).toEqual(["text.html.markdown"]);
});
