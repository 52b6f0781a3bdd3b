import { describe, expect, it } from "vitest";
import { classOf, read, showParameters, symbol } from "./read.js";

describe("definitions under conditions", () => {
  it("count once, the first one, and that of current versions before that of old ones", () => {
    const module = read(`
      import sys
      if sys.version_info < (3, 9):
          def old_first(old): return 1
      else:
          def old_first(new): return 1
      if sys.version_info >= (3, 9):
          def new_first(new): return 1
      else:
          def new_first(old): return 1
      try:
          class Maybe: x = 1
      except NameError:
          Maybe = None
      with lock:
          LIMIT = 1
      match sys.platform:
          case "win32":
              def chosen(first): return 1
          case _:
              def chosen(second): return 1
      def certain(): return 1
      if x:
          def certain(other): return 1
    `);
    const shown = module.symbols.map((one) => {
      const list = one.kind === "function" ? `(${showParameters(one.signatures[0]?.parameters ?? [])})` : "";
      return `${one.conditional ? "? " : ""}${one.kind} ${one.name}${list}`;
    });
    expect(shown).toEqual([
      "? function old_first(new)",
      "? function new_first(new)",
      "? class Maybe",
      "? variable LIMIT",
      "? function chosen(first)",
      "function certain()",
    ]);
  });
});

describe("doc strings", () => {
  it("are cleaned as inspect.cleandoc does", () => {
    const module = read('"""  First.\n\n    Indented:\n      more\n\tTab\n    """\n');
    expect(module.doc).toBe("First.\n\nIndented:\n  more\n    Tab");
    expect(read('"One" " two."\nx = 1\n').doc).toBe("One two.");
    expect(read('r"""A \\d."""\n').doc).toBe("A \\d.");
    expect(read('"""A\\n  b\\x41"""\n').doc).toBe("A\nbA");
    expect(read('"""A\r\n    b\r\n    """\r\n').doc).toBe("A\nb");
    expect(read('# comment\n"""After."""\n').doc).toBe("After.");
  });

  it("are no other strings", () => {
    expect(read('f"""no {x}"""\n').doc).toBeUndefined();
    expect(read('b"no"\n').doc).toBeUndefined();
    expect(read('x = 1\n"""no"""\n').doc).toBeUndefined();
    expect(read('"""yes""", 1\n').doc).toBeUndefined();
  });

  it("document classes and functions", () => {
    const module = read('class A:\n    # why\n    """The A."""\ndef f():\n    """The f."""\n    return 1\n');
    expect(module.symbols.map((one) => one.doc)).toEqual(["The A.", "The f."]);
    expect(
      classOf("class A:\n    def m(self):\n        'The m.'\n        return 1\n", "A").members[0]?.doc,
    ).toBe("The m.");
  });
});

describe("empty files", () => {
  it("hold comments, a doc string, imports or __all__ only", () => {
    const empty = (text: string) => read(text, "pkg/__init__.py").empty;
    expect(empty("")).toBe(true);
    expect(empty("# comment\n")).toBe(true);
    expect(empty('"""Doc."""\nfrom .a import b\nimport c\n__all__ = ["b"]\n__all__ += ["c"]\n')).toBe(true);
    expect(empty("try:\n    import a\nexcept ImportError:\n    pass\n")).toBe(true);
    expect(empty("x = 1\n")).toBe(false);
    expect(empty("def f(): pass\n")).toBe(false);
    expect(empty("print()\n")).toBe(false);
    expect(empty("x = (\n")).toBe(false);
  });
});

describe("suppressions", () => {
  it("speak of their own line, or of the next line of code", () => {
    const text = `
      # contract-ignore drift/unlisted-file: generated
      x = 1  # contract-ignore drift/field-type: a float elsewhere

      class A:
          # contract-ignore drift/unlisted-member: for tests
          # and more

          def m(self):
              """contract-ignore drift/no: in a string"""
              return "# contract-ignore drift/no: nor here"

          y = 1  # noqa: E501  contract-ignore drift/missing-member
    `;
    expect(read(text).suppressions.map(({ code, reason, line }) => [code, reason, line])).toEqual([
      ["drift/unlisted-file", "generated", 2],
      ["drift/field-type", "a float elsewhere", 2],
      ["drift/unlisted-member", "for tests", 8],
      ["drift/missing-member", "", 12],
    ]);
  });

  it("have the place of their comment", () => {
    const text = "x = 1  # contract-ignore drift/kind: why\n";
    const [found] = read(text).suppressions;
    expect(text.slice(found?.start, found?.end)).toBe("# contract-ignore drift/kind: why");
  });
});

it("symbols come in source order, whatever branch they came from", () => {
  const module = read("class B: x = 1\nif sys.version_info < (3,):\n    a = 1\nelse:\n    c = 2\nA = 1\n");
  expect(module.symbols.map((one) => one.name)).toEqual(["B", "a", "c", "A"]);
  expect(symbol(module, "variable", "a").conditional).toBe(true);
});
