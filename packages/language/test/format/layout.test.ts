import { describe, expect, it } from "vitest";
import { formatContract } from "../../src/format/index.js";

function format(text: string): string {
  const result = formatContract(text, "test.contract");
  if ("problems" in result) throw new Error(result.problems[0]!.message);
  return result.text;
}

/** A module around declarations that are indented as in one. */
function inModule(body: string): string {
  return `module m "m.py" {\n${body}\n}\n`;
}

describe("blocks", () => {
  it("have one item a line, two columns further in", () => {
    expect(format('package p "p" { module m "m.py" { record R { a: int, b?: string,  } } }')).toBe(
      `package p "p" {
  module m "m.py" {
    record R {
      a: int
      b?: string
    }
  }
}
`,
    );
  });

  it("that are empty stay on their line, unless a comment is in them", () => {
    expect(format(inModule("class A {  }\nclass B {\n\n // later\n\n}\nclass C { /* never */ }"))).toBe(
      inModule(`  class A {}
  class B {
    // later
  }
  class C { /* never */
  }`),
    );
  });

  it("lose separators between their items, but not those that tell two steps apart", () => {
    expect(
      format(
        inModule(
          'fn f()\n example "e" { let a = b(); a == 1; -1 == c;\nraises raises E, (a) == 2; }\nenum E {A, B,}',
        ),
      ),
    ).toBe(
      inModule(`  fn f()
    example "e" {
      let a = b()
      a == 1;
      -1 == c;
      raises raises E
      (a) == 2
    }

  enum E {
    A
    B
  }`),
    );
  });

  it("of entries and transitions are lined up like others", () => {
    expect(format('target python { roots "a" , "b", check "c" }')).toBe(
      'target python {\n  roots "a", "b"\n  check "c"\n}\n',
    );
    expect(format(inModule('states S initial A final C {A->B on e, B  -> C on "x"}'))).toBe(
      inModule('  states S initial A final C {\n    A -> B on e\n    B -> C on "x"\n  }'),
    );
  });
});

describe("clauses", () => {
  it("of functions have lines of their own", () => {
    expect(format(inModule('fn f() -> int raises A,B emits C requires "x" example f()==1'))).toBe(
      inModule(`  fn f() -> int
    raises A, B
    emits C
    requires "x"
    example f() == 1`),
    );
  });

  it("that start like a method of the class stay behind it", () => {
    const text = inModule("  class A {\n    f() -> int example (f)() == 1\n    example(a: int)\n  }");
    expect(format(text)).toBe(text);
  });

  it("of modules stand apart from declarations", () => {
    expect(format(inModule("owner a\nuses b\ntype T = int"))).toBe(
      inModule("  owner a\n  uses b\n\n  type T = int"),
    );
  });
});

describe("blank lines", () => {
  it("are kept, one at a time, and not at the edges of blocks", () => {
    expect(format(inModule("\n\nconst A: int = 1\n\n\n\nconst B: int = 2\nconst C: int = 3\n\n"))).toBe(
      inModule("  const A: int = 1\n\n  const B: int = 2\n  const C: int = 3"),
    );
  });

  it("stand between declarations where one takes several lines, or is documented", () => {
    expect(
      format(
        inModule(
          "type A = int\nrecord R { a: int }\ntype B = int\n/// Documented.\ntype C = int\n@stable type D = int\ntype E = int",
        ),
      ),
    ).toBe(
      inModule(`  type A = int

  record R {
    a: int
  }

  type B = int

  /// Documented.
  type C = int

  @stable
  type D = int
  type E = int`),
    );
  });

  it("are not put between overloads, members, or a comment and what it stands above", () => {
    const text = inModule(`  fn f(a: int) -> int
    raises E
  /// The other one.
  fn f(a: string) -> int

  // Both of them take no time.
  class A {
    /// One.
    a: int
    /// Two.
    b() -> int
      raises E
    c: int
  }`);
    expect(format(text.replace("\n\n  // Both", "\n  // Both"))).toBe(text);
  });

  it("do not stand between documentation, annotations and their declaration, or before clauses", () => {
    expect(
      format(
        inModule("/// A.\n\n@stable\n\n@deprecated\n\nclass A {\n\n}\nfn f()\n\n  raises E\n\n  emits G"),
      ),
    ).toBe(
      inModule(`  /// A.
  @stable
  @deprecated
  class A {}

  fn f()
    raises E
    emits G`),
    );
  });

  it("follow the header", () => {
    expect(format('contract C version "1.0.0"\nimport "./a.contract"\nimport "./b.contract"')).toBe(
      'contract C version "1.0.0"\n\nimport "./a.contract"\nimport "./b.contract"\n',
    );
  });
});

describe("spaces", () => {
  it("are set between tokens in one way", () => {
    expect(
      format(
        inModule(
          `type  T=list < int|null > [ ] ?|( a :int , ...b:string )->[A,B]
fn f<T:A=B>( a : int=- 1,* ,b ? :map<string,int>={"a":1,"b":[1,2]} , ** c:any )->T?
   example f < int > ( a:{} , b : {"x" : m . N} ) . g( ) == ( [ ] )`,
        ),
      ),
    ).toBe(
      inModule(`  type T = list<int | null>[]? | (a: int, ...b: string) -> [A, B]

  fn f<T: A = B>(a: int = -1, *, b?: map<string, int> = { "a": 1, "b": [1, 2] }, **c: any) -> T?
    example f<int>(a: {}, b: { "x": m.N }).g() == ([])`),
    );
    expect(format("layers a>b.c>d\nforbid a->b\nflow F=a.f->b.g")).toBe(
      "layers a > b.c > d\nforbid a -> b\nflow F = a.f -> b.g\n",
    );
  });

  it("do not change words, strings and numbers as they are written", () => {
    const text = inModule('  const A: float = 1_000.5e-3\n  const `a-b`: string = "\\u0041 \\" // none"');
    expect(format(text)).toBe(text);
  });
});

describe("commas and bars", () => {
  it("that end a list, or come before the first type of a union, are left out", () => {
    expect(format(inModule("type A = | int | (| B | C)[]\nfn f(a: int, b: [int, string,],)"))).toBe(
      inModule("  type A = int | (B | C)[]\n  fn f(a: int, b: [int, string])"),
    );
  });
});

const long = (count: number, word = "aLongNameOfSomething") =>
  Array.from({ length: count }, (_, index) => `${word}${index}`);

describe("long lines", () => {
  it("have their parameters one a line, and further brackets only where that is not enough", () => {
    const [a, b, c, d] = long(4);
    expect(
      format(inModule(`fn f(${a}: int, ${b}: string, ${c}: bool, ${d}: list<map<int, string>>) -> Result`)),
    ).toBe(
      inModule(`  fn f(
    ${a}: int,
    ${b}: string,
    ${c}: bool,
    ${d}: list<map<int, string>>
  ) -> Result`),
    );
    const names = long(5)
      .map((name) => `"${name}"`)
      .join(", ");
    expect(format(inModule(`fn g(a: int, names: list<string> = [${names}])\n  raises E`))).toBe(
      inModule(`  fn g(
    a: int,
    names: list<string> = [
${long(5)
  .map((name) => `      "${name}"`)
  .join(",\n")}
    ]
  )
    raises E`),
    );
  });

  it("with one argument are broken further inside", () => {
    expect(format(inModule(`const A: list<string> = [[${long(6).join(", ")}]]`))).toBe(
      inModule(`  const A: list<string> = [[
${long(6)
  .map((name) => `    ${name}`)
  .join(",\n")}
  ]]`),
    );
  });

  it("that list names go on below the first one", () => {
    expect(format(inModule(`uses type ${long(9).join(", ")}`))).toBe(
      inModule(`  uses type ${long(4).join(", ")},
            ${long(8).slice(4).join(", ")},
            ${long(9).slice(8).join(", ")}`),
    );
    expect(format(`layers ${long(6).join(" > ")}`)).toBe(
      `layers ${long(4).join(" > ")}\n       > ${long(6).slice(4).join(" > ")}\n`,
    );
    expect(format(`role r { write ${long(6).map((name) => `"${name}"`)} }`)).toBe(
      `role r {\n  write ${long(4)
        .map((name) => `"${name}"`)
        .join(", ")},\n        "${long(6)[4]}", "${long(6)[5]}"\n}\n`,
    );
  });

  it("do not go on with a name that would open a clause there", () => {
    const names = ["raises", "emits", "requires", "ensures", "example"].map((name) => `${name}`);
    const text = format(inModule(`fn f()\n  raises ${[...long(4), ...names, ...long(2)].join(", ")}`));
    expect(text.split("\n").some((line) => /^ +(raises|emits|requires|ensures|example),/.test(line))).toBe(
      false,
    );
    expect(format(text)).toBe(text);
  });

  it("are broken before the words that go on with them", () => {
    const reason = "a reason ".repeat(10).trim();
    expect(format(`decision D "${reason}" because "${reason}"`)).toBe(
      `decision D "${reason}"\n  because "${reason}"\n`,
    );
    expect(format(`forbid a -> b.${long(2).join(".")} "${reason}"`)).toBe(
      `forbid a -> b.${long(2).join(".")}\n  "${reason}"\n`,
    );
    const [a, b, c, d, e] = long(5);
    expect(format(inModule(`class ${a} extends ${b}, ${c} implements ${d}, ${e} { x: int }`))).toBe(
      inModule(`  class ${a}
    extends ${b}, ${c}
    implements ${d}, ${e} {
    x: int
  }`),
    );
    expect(
      format(inModule(`fn f()\n example ${a}(${b}, ${c}) == ${d}(${e}, "a text that is longer than usual")`)),
    ).toBe(
      inModule(`  fn f()
    example ${a}(${b}, ${c})
      == ${d}(${e}, "a text that is longer than usual")`),
    );
  });

  it("with unions have one type a line, each behind a bar", () => {
    const types = long(6, "SomeTypeWithALongName");
    const bars = (indent: string) => types.map((type) => `${indent}| ${type}`).join("\n");
    expect(format(inModule(`type A = ${types.join("|")}\nrecord R { a: ${types.join(" | ")} = null }`))).toBe(
      inModule(`  type A =\n${bars("    ")}\n\n  record R {\n    a:\n${bars("      ")} = null\n  }`),
    );
  });

  it("are left alone where there is no place to break them", () => {
    const text = `risk "${"long ".repeat(40)}"\n`;
    expect(format(text)).toBe(text);
  });
});

describe("comments", () => {
  it("stay at the end of their line, on lines of their own, or before what follows on the line", () => {
    expect(
      format(
        inModule(
          `// first

record R { // of the record
a: int, // of a
      // above b

  /* b */ b: int /* of b */, /* c */ c: int
     // below
}   // end`,
        ),
      ),
    ).toBe(
      inModule(`  // first

  record R { // of the record
    a: int // of a
    // above b

    /* b */ b: int /* of b */
    /* c */ c: int
    // below
  } // end`),
    );
  });

  it("of documentation stand above what they speak of", () => {
    expect(
      format(inModule("enum E { /// First.\nA, /* one */ /// Second.\nB }\nfn f(/// Given.\na: int)")),
    ).toBe(
      inModule(`  enum E {
    /// First.
    A /* one */
    /// Second.
    B
  }

  fn f(
    /// Given.
    a: int
  )`),
    );
  });

  it("within brackets break them, and stay with their items", () => {
    expect(format(inModule("fn f(a: int, // first\nb: int /* second */,\n// third\nc: int)"))).toBe(
      inModule(`  fn f(
    a: int, // first
    b: int /* second */,
    // third
    c: int
  )`),
    );
  });

  it("within a line that is not broken there let it go on further in", () => {
    expect(format(inModule("type A // why\n= int"))).toBe(inModule("  type A // why\n    = int"));
  });

  it("of several lines move as a whole if each line has its star", () => {
    expect(format(inModule("/*\n* a\n     * b\n*/\nclass A"))).toBe(
      inModule("  /*\n   * a\n   * b\n   */\n  class A"),
    );
    const free = inModule("  /* a\n b\n      c */\n  class A");
    expect(format(free)).toBe(free);
  });

  it("alone are a file", () => {
    expect(format("\n\n  // nothing yet  \n\n\n\n// really\n\n")).toBe("// nothing yet\n\n// really\n");
    expect(format("")).toBe("");
    expect(format("\n \n")).toBe("");
  });
});

describe("a file", () => {
  it("keeps its byte order mark and the line ends that prevail in it", () => {
    const text = 'contract C version "1.0.0"\n\n// a\n\nrisk """\n  b\n  """\n';
    expect(format(`\uFEFF${text}`)).toBe(`\uFEFF${text}`);
    const windows = text.replaceAll("\n", "\r\n");
    expect(format(windows.replace("\r\n", "\n"))).toBe(windows);
    expect(format(text.replaceAll("\n", "\r"))).toBe(text.replaceAll("\n", "\r"));
  });

  it("with a problem has no layout", () => {
    const text = `\uFEFF${inModule("  fn f( -> int")}`.replaceAll("\n", "\r\n");
    const result = formatContract(text, "test.contract");
    expect("problems" in result && result.problems.map(({ offset }) => offset)).toEqual([text.indexOf("(")]);
  });
});
