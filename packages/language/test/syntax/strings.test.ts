import { describe, expect, it } from "vitest";
import { bareName, parseContract, type Requirement, stringValue } from "../../src/syntax/index.js";
import { problemsOf } from "./fixtures.js";

describe("stringValue", () => {
  it.each([
    ['""', ""],
    ['"a"', "a"],
    ['"\\" \\\\ \\/ \\b\\f\\n\\r\\t \\u00e9"', '" \\ / \b\f\n\r\t é'],
    ['"\\uD83D\\uDE00"', "😀"],
    ['"unclosed', "unclosed"],
    ['"', ""],
    ['"a\\q"', "a\\q"],
    ["'it\"s'", 'it"s'],
    ['""""""', ""],
    ['"""one line"""', "one line"],
    ['"""say "hi" now"""', 'say "hi" now'],
    ['"""\n    a\n      b\n    c\n    """', "a\n  b\nc"],
    ['"""\n    a\n\n    b\n  """', "  a\n\n  b"],
    ['"""\r\n\ta\r\n\tb"""', "a\nb"],
    ['"""first\n    second\n    """', "first\nsecond"],
    ['"""\n   \n  a\n  """', "\na"],
    ['"""\n  a\\n\\"""b\n  """', 'a\n"""b'],
    ['"""unclosed', "unclosed"],
  ])("%j", (image, value) => {
    expect(stringValue(image)).toBe(value);
  });
});

it("bareName leaves out back-ticks", () => {
  expect([bareName("`a b`"), bareName("a"), bareName("``")]).toEqual(["a b", "a", ""]);
});

function textOf(source: string): string | undefined {
  return (parseContract(source, "x").root.elements[0] as Requirement).text;
}

describe("in a file", () => {
  it("strings of several lines have their value in the tree", () => {
    const source = 'requirement A """\n  one\n    two\n  """\nrole b';
    expect(problemsOf(source)).toEqual([]);
    expect(textOf(source)).toBe("one\n  two");
  });

  it("an escape that JSON does not have is reported where it stands", () => {
    expect(problemsOf('requirement A "a\\d \\n \\x"')).toEqual([
      `'\\d' is no escape @ "\\\\d"`,
      `'\\x' is no escape @ "\\\\x"`,
    ]);
  });

  it.each([
    ['requirement A "open {\n  accept "x"\n}\nrole b', '"open'],
    ['requirement A "open\nrole b', '"open'],
    ['requirement A "open\\', '"open\\'],
    ['requirement A """open\nrole b', '"""'],
    ["requirement A '''\nrole b", undefined],
  ])("an unclosed string is one problem at its start: %j", (source, shown) => {
    const parsed = parseContract(source, "x");
    const first = parsed.problems[0]!;
    if (shown !== undefined) {
      expect(parsed.problems).toHaveLength(1);
      expect(source.slice(first.offset, first.offset + first.length)).toBe(shown);
    }
    const types = parsed.root.elements.map((element) => element.$type);
    expect(types[0]).toBe("Requirement");
    if (source.includes("role b")) expect(types.at(-1)).toBe("Role");
  });

  it("an unclosed comment is one problem and hides its line only", () => {
    const source = "role a /* open\nrole b\nrole c /* also";
    expect(problemsOf(source)).toEqual([
      'The comment that starts here is not closed @ "/*"',
      'The comment that starts here is not closed @ "/*"',
    ]);
    expect(parseContract(source, "x").root.elements).toHaveLength(3);
  });

  it("single quotes are understood and mended", () => {
    const source = "requirement A 'it\\'s \"so\"'";
    const [problem] = parseContract(source, "x").problems;
    expect(problem?.fix?.edits[0]?.text).toBe('"it\'s \\"so\\""');
    expect(textOf(source)).toBe('it\'s "so"');
  });
});
