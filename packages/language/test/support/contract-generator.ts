import fc, { type Arbitrary } from "fast-check";
import { keywords } from "../../src/syntax/index.js";

/*
 * Contracts at random, for properties of parser, formatter and editor services. They use every construct of the
 * grammar and keep its syntax; their names mean nothing, so that the checker finds much in them.
 */

const plainName = fc.constantFrom("a", "value", "Player", "Link2", "_private", "$ref", "größe", "名前");
const quotedName = fc.constantFrom("`so me`", "`type`", "`a-b`", '`Literal["a"]`');
/** Words with a meaning elsewhere. Those that open clauses are names only where `anyName` is not enough. */
const keywordName = fc.constantFrom(
  ...[...keywords].filter((word) => !["new", "raises", "example", "type", "lazy"].includes(word)),
);

const anyName: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: plainName },
  { weight: 1, arbitrary: quotedName },
  { weight: 2, arbitrary: keywordName },
);
/** Names where a keyword could be read as the beginning of what comes next. */
const safeName: Arbitrary<string> = fc.oneof({ weight: 4, arbitrary: plainName }, quotedName);

const text: Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('""', '"a"', '"src/**"', '"with \\"quotes\\" and // no comment"', '"{ ( ["'),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 30, max: 130 }).map((length) => `"${"long ".repeat(length / 5)}"`),
  },
  { weight: 1, arbitrary: fc.constant('"""\n  Several\n    lines // no comment\n  """') },
);
const number = fc.constantFrom("0", "3", "-1", "2.5", "-1.5e-3", "0xFF", "1_000");

/** Joins parts by single spaces and leaves out empty ones. */
function words(...parts: Arbitrary<string>[]): Arbitrary<string> {
  return fc.tuple(...parts).map((texts) => texts.filter((part) => part !== "").join(" "));
}

function maybe(part: Arbitrary<string>): Arbitrary<string> {
  return fc.option(part, { nil: "" });
}

function just(word: string): Arbitrary<string> {
  return fc.constant(word);
}

/** `a, b, c`, sometimes with a line break behind a comma. */
function commas(item: Arbitrary<string>, minLength = 1, maxLength = 4): Arbitrary<string> {
  return fc
    .tuple(fc.array(item, { minLength, maxLength }), fc.constantFrom(", ", ",", ", ", ",\n  "))
    .map(([items, comma]) => items.join(comma));
}

/** A list in brackets, sometimes with a trailing comma. */
function bracketed(open: string, item: Arbitrary<string>, close: string, max = 3): Arbitrary<string> {
  return fc
    .tuple(commas(item, 0, max), fc.boolean())
    .map(([items, trailing]) => `${open}${items}${trailing && items !== "" ? "," : ""}${close}`);
}

/** Items of a block, each with line ends or commas around it, or nothing. */
function block(item: Arbitrary<string>, maxLength = 4): Arbitrary<string> {
  return fc
    .tuple(fc.array(item, { maxLength }), fc.constantFrom("\n", ",\n", "\n\n", "\n\n\n", ", "))
    .map(([items, separator]) => {
      if (items.length === 0) return "{}";
      if (separator === ", " && !openList(items)) return `{ ${items.join(", ")} }`;
      return `{\n${items.join(openList(items) ? "\n" : separator)}\n}`;
    });
}

/** Whether a comma after an item could go on with a list at its end. */
function openList(items: readonly string[]): boolean {
  return items.some((item) => /\b(raises|emits)\b/.test(item));
}

const reference = fc.array(safeName, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("."));

interface Recursive {
  type: string;
  expression: string;
}

const { type, expression } = fc.letrec<Recursive>((tie) => ({
  type: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 5, arbitrary: safeName },
    { weight: 2, arbitrary: reference },
    fc.constantFrom('"left"', "-1", "2.5", "true", "false", "null", "void"),
    fc.tuple(safeName, commas(tie("type"), 1, 2)).map(([name, of]) => `${name}<${of}>`),
    tie("type").map((of) => `(${of})?`),
    tie("type").map((of) => `(${of})[]`),
    fc.tuple(tie("type"), tie("type")).map((of) => `[${of.join(", ")}]`),
    fc
      .tuple(fc.constantFrom("", "| "), fc.array(tie("type"), { minLength: 2, maxLength: 6 }))
      .map(([bar, of]) => `(${bar}${of.map((each) => (/->/.test(each) ? `(${each})` : each)).join(" | ")})`),
    fc
      .tuple(
        bracketed(
          "(",
          fc.oneof(
            tie("type"),
            words(
              plainName.map((name) => `...${name}:`),
              tie("type"),
            ),
          ),
          ")",
          3,
        ),
        tie("type"),
      )
      .map(([parameters, result]) => `${parameters} -> ${result}`),
  ),
  expression: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 4, arbitrary: plainName },
    { weight: 3, arbitrary: fc.constantFrom("1", "-1", '"text"', "true", "null") },
    bracketed("[", tie("expression"), "]", 5),
    bracketed(
      "{",
      words(
        tie("expression").map((key) => `${key}:`),
        tie("expression"),
      ),
      "}",
      3,
    ),
    fc.tuple(tie("expression"), plainName).map(([of, name]) => `(${of}).${name}`),
    fc
      .tuple(plainName, maybe(fc.constant("<list<a>>")), bracketed("(", argument(tie("expression")), ")", 4))
      .map((parts) => parts.join("")),
    tie("expression").map((of) => `(${of})`),
  ),
}));

function argument(value: Arbitrary<string>): Arbitrary<string> {
  return words(maybe(anyName.map((name) => `${name}:`)), value);
}

const doc = fc.constantFrom("/// What it is.\n", "/// Two\n///\n/// paragraphs.\n");
const annotation = fc
  .tuple(
    fc.constantFrom("stable", "deprecated", "name", "allow"),
    maybe(bracketed("(", argument(expression), ")", 2)),
  )
  .map((parts) => `@${parts.join("")}`);
const prefix = fc
  .tuple(maybe(doc), fc.array(annotation, { maxLength: 2 }), fc.constantFrom("\n", " "))
  .map(
    ([documentation, annotations, space]) => documentation + annotations.map((each) => each + space).join(""),
  );

function prefixed(item: Arbitrary<string>): Arbitrary<string> {
  return fc
    .tuple(fc.oneof({ weight: 3, arbitrary: fc.constant("") }, prefix), item)
    .map((parts) => parts.join(""));
}

const bound = fc
  .tuple(plainName, maybe(type.map((of) => `: ${of}`)), maybe(type.map((of) => ` = ${of}`)))
  .map((parts) => parts.join(""));
const typeParameters = maybe(commas(bound, 1, 3).map((parameters) => `<${parameters}>`));
const parameter: Arbitrary<string> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom("", "", "", "..."), anyName, fc.constantFrom(":", "?:"), type, maybe(expression))
      .map(
        ([rest, name, mark, of, value]) => `${rest}${name}${mark} ${of}${value === "" ? "" : ` = ${value}`}`,
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("*", "/", "**rest: any", "/// Documented.\na: int", "@stable b: int"),
  },
);
const parameters = bracketed("(", parameter, ")", 6);
const signature = fc
  .tuple(typeParameters, parameters, maybe(type.map((of) => ` -> ${of}`)))
  .map((parts) => parts.join(""));

const step = fc.oneof(
  fc.tuple(plainName, expression).map(([name, value]) => `let ${name} = ${value}`),
  fc.tuple(plainName, parameters).map(([name]) => `${name}()`),
  fc
    .tuple(plainName, fc.constantFrom("", ".value", "(1, -2)"), expression)
    .map(([name, more, value]) => `${name}${more} == ${value}`),
  fc.tuple(plainName, reference).map(([name, error]) => `${name}() raises ${error}`),
  fc.constantFrom("-1 == a", "(a) == b", '"text" == a'),
);
const steps = fc
  .tuple(fc.array(step, { maxLength: 4 }), fc.constantFrom("; ", ";\n", ", ", ";\n\n"))
  .map(([of, separator]) => (of.length === 0 ? "{}" : `{ ${of.join(separator)} }`));
const clause = fc.oneof(
  words(just("raises"), commas(reference)),
  words(just("emits"), commas(reference)),
  words(just("requires"), text),
  words(just("ensures"), text),
  fc.tuple(plainName, expression).map(([name, value]) => `example ${name}(1) == ${value}`),
  fc.tuple(plainName, reference).map(([name, error]) => `example ${name}() raises ${error}`),
  words(just("example"), text, maybe(commas(reference).map((of) => `verifies ${of}`)), steps),
);
const clauses = fc
  .tuple(fc.array(clause, { maxLength: 3 }), fc.constantFrom("\n  ", " "))
  .map(([of, space]) => of.map((each) => space + each).join(""));

const member = prefixed(
  fc.oneof(
    fc
      .tuple(
        fc.constantFrom("", "", "readonly ", "static readonly ", "internal "),
        anyName,
        fc.constantFrom(":", "?:"),
        fc.oneof(
          type,
          fc.array(safeName, { minLength: 2, maxLength: 20 }).map((of) => of.join(" | ")),
        ),
        maybe(expression),
      )
      .map(
        ([words_, name, mark, of, value]) =>
          `${words_}${name}${mark} ${of}${value === "" ? "" : ` = ${value}`}`,
      ),
    fc
      .tuple(fc.constantFrom("", "", "async ", "static ", "abstract "), safeName, signature, clauses)
      .map((parts) => parts.join("")),
    fc.tuple(parameters, clauses).map(([of, more]) => `new${of}${more}`),
  ),
);
const classLike = words(
  fc.constantFrom(
    "class",
    "abstract class",
    "internal class",
    "export default class",
    "interface",
    "record",
    "error",
  ),
  fc.tuple(anyName, typeParameters).map((parts) => parts.join("")),
  maybe(commas(reference).map((of) => `extends ${of}`)),
  maybe(commas(words(safeName).map((name) => `${name}<int>`)).map((of) => `implements ${of}`)),
  maybe(block(member)),
);
const declaration: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: classLike },
  words(
    just("enum"),
    anyName,
    block(
      prefixed(fc.tuple(safeName, maybe(fc.constantFrom(' = "a"', " = 3"))).map((parts) => parts.join(""))),
    ),
  ),
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        anyName,
        typeParameters,
        fc.constantFrom("", "| "),
        fc.oneof(
          type,
          fc.array(safeName, { minLength: 2, maxLength: 20 }).map((of) => of.join(" | ")),
        ),
      )
      .map(([name, generic, bar, of]) => `type ${name}${generic} = ${bar}${of}`),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom("fn ", "async fn ", "internal fn ", "export default fn "),
        anyName,
        signature,
        clauses,
      )
      .map((parts) => parts.join("")),
  },
  fc
    .tuple(anyName, type, fc.oneof(expression, number, text))
    .map(([name, of, value]) => `const ${name}: ${of} = ${value}`),
  fc.tuple(anyName, maybe(parameters)).map(([name, of]) => `event ${name}${of}`),
  words(
    just("states"),
    safeName,
    maybe(safeName.map((name) => `initial ${name}`)),
    maybe(commas(safeName).map((of) => `final ${of}`)),
    block(
      prefixed(
        words(
          safeName,
          just("->"),
          safeName,
          maybe(fc.oneof(reference, fc.constant('"the end"')).map((of) => `on ${of}`)),
        ),
      ),
    ),
  ),
);

const moduleClause = fc.oneof(
  words(just("owner"), reference),
  words(just("satisfies"), commas(reference)),
  words(fc.constantFrom("uses", "uses type", "uses lazy"), commas(reference, 1, 20)),
  words(just("handles"), commas(reference)),
  fc.constant('@allow("graph/cycle", "why")\nuses a'),
);

/** Blocks of elements take commas only where no list goes before them; so they have line ends. */
function elements(...items: Arbitrary<string>[]): Arbitrary<string> {
  return fc
    .tuple(...items)
    .map((texts) => texts.filter((item) => item !== "").join("\n"))
    .map((inner) => (inner === "" ? "{}" : `{\n${inner}\n}`));
}

function several(item: Arbitrary<string>, maxLength: number): Arbitrary<string> {
  return fc
    .tuple(fc.array(item, { maxLength }), fc.constantFrom("\n", "\n\n", "\n\n\n"))
    .map(([items, space]) => items.join(space));
}

const module_ = prefixed(
  words(
    just("module"),
    anyName,
    fc.constantFrom('"a.py"', '"b.ts"', '"folder/"'),
    elements(several(moduleClause, 3), several(prefixed(declaration), 4)),
  ),
);
const package_ = fc.letrec<{ package: string }>((tie) => ({
  package: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    words(just("package"), anyName, just('"folder"'), elements(several(module_, 2))),
    prefixed(
      words(
        just("package"),
        anyName,
        just('"folder"'),
        elements(several(tie("package"), 2), several(module_, 1)),
      ),
    ),
  ),
})).package;

const entry = (name: string) => words(just(name), commas(text, 1, 6));
const topLevel: Arbitrary<string> = prefixed(
  fc.oneof(
    fc.constant('import "./shared.contract"'),
    words(
      just("target"),
      fc.constantFrom("python", "typescript"),
      block(fc.oneof(entry("roots"), entry("check"), entry("test"))),
    ),
    words(
      just("requirement"),
      safeName,
      maybe(fc.constantFrom("must", "could")),
      text,
      maybe(block(entry("accept"))),
    ),
    words(
      just("quality"),
      safeName,
      fc.constantFrom("performance", "security"),
      maybe(just("should")),
      text,
      maybe(block(entry("accept"))),
    ),
    words(just("decision"), safeName, text, maybe(words(just("because"), text))),
    words(just("risk"), text),
    words(just("question"), text, maybe(words(just("answer"), text))),
    words(
      just("role"),
      safeName,
      maybe(text),
      maybe(block(fc.oneof(entry("read"), entry("write"), entry("run")))),
    ),
    words(
      just("external"),
      safeName,
      maybe(just('"pygame >= 2.5"')),
      maybe(words(just("from"), text)),
      maybe(
        elements(
          several(
            fc.oneof(
              safeName.map((name) => `type ${name}`),
              declaration.filter(isExternal),
            ),
            3,
          ),
        ),
      ),
    ),
    { weight: 4, arbitrary: module_ },
    { weight: 3, arbitrary: package_ },
    fc.array(reference, { minLength: 1, maxLength: 20 }).map((of) => `layers ${of.join(" > ")}`),
    words(just("forbid"), reference, just("->"), reference, maybe(text)),
    words(just("independent"), commas(reference, 1, 20)),
    fc
      .tuple(safeName, fc.array(reference, { minLength: 2, maxLength: 12 }))
      .map(([name, of]) => `flow ${name} = ${of.join(" -> ")}`),
  ),
);

function isExternal(declared: string): boolean {
  return !/^(event|states)/.test(declared);
}

/** The text of a contract file. A few of a thousand have a syntax problem where names meet by chance. */
export const contractText: Arbitrary<string> = fc
  .tuple(maybe(prefixed(just('contract Made version "1.0.0"'))), several(topLevel, 6))
  .map((parts) => `${parts.filter((part) => part !== "").join("\n")}\n`);
