import { diagnostic } from "./define.js";
import { driftSignatureDiagnostics } from "./drift-signatures.js";

/** ` Did you mean …?`, where there is something near enough. */
function suggestion(nearest: string | undefined, where = "the code"): string {
  return nearest === undefined ? "" : ` The nearest name in ${where} is \`${nearest}\`.`;
}

const HEADER = '=== example.contract\ncontract Shop version "1.0.0"\n\n';

/** A contract of one Python module and the module. */
function python(declarations: string, code: string): string {
  const body = declarations
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n");
  return `${HEADER}module cart "cart.py" {\n${body}\n}\n\n=== cart.py\n${code}`;
}

const TOTAL = "def total(prices: list[float]) -> float:\n    return sum(prices)\n";

export const driftDiagnostics = {
  ...driftSignatureDiagnostics,
  "drift/missing-file": diagnostic<{
    module: string;
    path: string;
    nearest: string | undefined;
    /** The path is, or lies behind, a link out of the workspace. */
    outside?: boolean;
  }>({
    severity: "error",
    title: "A module's file does not exist",
    message: ({ module, path, nearest, outside }) =>
      outside
        ? `Module \`${module}\` has no file in the workspace: \`${path}\` is a link that leads out of it, where nothing is read. Put the file itself there, let the link lead to a file of the workspace, or correct the path.`
        : `Module \`${module}\` has no file: there is no \`${path}\`.${suggestion(nearest, "the project")} Create the file, correct the path, or remove the module from the contract.`,
    explanation:
      "The contract maps every module to a file. `contractc build` writes a skeleton for a module that has none; where the file was moved, the contract's path has to follow.",
    wrong:
      '=== example.contract\ncontract Shop version "1.0.0"\n\nmodule cart "shop/cart.py" {\n  fn total(prices: list<float>) -> float\n}\n\n=== cart.py\n' +
      TOTAL,
    right: python("fn total(prices: list<float>) -> float", TOTAL),
    fixes: {
      code: {
        does: "Creates the file as `contractc build` would: a skeleton of what the module declares. Where the file was moved, the contract follows instead.",
      },
      contract: {
        does: "Follows a file that was moved (the same or a like name, and half of the declarations in it); else removes the module, unless something still uses it.",
      },
    },
  }),
  "drift/missing-symbol": diagnostic<{
    kind: string;
    name: string;
    path: string;
    nearest: string | undefined;
  }>({
    severity: "error",
    title: "A declaration has no counterpart in the code",
    message: ({ kind, name, path, nearest }) =>
      `The contract declares the ${kind} \`${name}\`, but \`${path}\` does not define it.${suggestion(nearest)} Add it to the code, or remove it from the contract.`,
    explanation:
      'Other modules rely on what a contract declares. A name that a module re-exports counts as defined; one that differs in the code on purpose is written with `@name(python: "…")`.',
    wrong: python("fn total(prices: list<float>) -> float", TOTAL.replace("total", "totals")),
    right: python("fn total(prices: list<float>) -> float", TOTAL),
    fixes: {
      code: {
        does: "Adds it, as `contractc build` does; renames the nearest symbol where only the name differs and every use of it can be told.",
      },
      contract: {
        does: "Renames the declaration where only the name differs; else removes it, unless something still uses it.",
      },
    },
  }),
  "drift/missing-member": diagnostic<{
    kind: string;
    name: string;
    owner: string;
    nearest: string | undefined;
  }>({
    severity: "error",
    title: "A member has no counterpart in the code",
    message: ({ kind, name, owner, nearest }) =>
      `The contract declares the ${kind} \`${name}\` of \`${owner}\`, but the code has none.${suggestion(nearest)} Add it to the code, or remove it from the contract.`,
    explanation:
      "A field may be an attribute, a property, a getter or a constructor parameter; an inherited member counts. A member that the contract calls `internal` may begin with an underscore in the code.",
    wrong: python(
      "class Cart {\n  items: list<string>\n  add(item: string)\n}",
      "class Cart:\n    items: list[str]\n",
    ),
    right: python(
      "class Cart {\n  items: list<string>\n  add(item: string)\n}",
      "class Cart:\n    items: list[str]\n\n    def add(self, item: str) -> None:\n        self.items.append(item)\n",
    ),
    fixes: {
      code: {
        does: "Adds it, as `contractc build` does; renames the nearest member where only the name differs and every use of it can be told.",
      },
      contract: {
        does: "Renames the member where only the name differs; else removes it, unless something still uses it.",
      },
    },
  }),
  "drift/kind": diagnostic<{ name: string; expected: string; actual: string }>({
    severity: "error",
    title: "The code has something of another kind",
    message: ({ name, expected, actual }) =>
      `The contract declares \`${name}\` as ${expected}, but in the code it is ${actual}. Make the two agree.`,
    explanation:
      "A class where a function is declared, a method where a field is. Records may be dataclasses, `NamedTuple`s, `TypedDict`s, interfaces, type literals or classes; enums may be enums, const objects or unions of literals; an `interface` is a Protocol, an abstract class or a TypeScript interface.",
    wrong: python("fn total(prices: list<float>) -> float", "total = 3.0\n"),
    right: python("fn total(prices: list<float>) -> float", TOTAL),
    fixes: {
      code: { not: "What stands there would have to be written anew, and code is never thrown away." },
      contract: {
        does: "Declares what the code has in the place of what the contract declares, unless something still uses that.",
      },
    },
  }),
  "drift/field-type": diagnostic<{
    field: string;
    expected: string;
    actual: string;
    relation: string;
  }>({
    severity: "error",
    title: "A field, constant or alias has another type",
    message: ({ field, expected, actual, relation }) =>
      `\`${field}\` is declared as \`${expected}\`, but the code says \`${actual}\`${relation}. Change the annotation, or the contract.`,
    explanation:
      "Types are compared after normalisation: the order of a union, `Optional[T]` and `T | None`, `T[]` and `Array<T>` make no difference. What the type of the language stands for is in the language's table of equivalences.",
    wrong: python(
      "record Line {\n  price: float\n}",
      "from dataclasses import dataclass\n\n\n@dataclass\nclass Line:\n    price: str\n",
    ),
    right: python(
      "record Line {\n  price: float\n}",
      "from dataclasses import dataclass\n\n\n@dataclass\nclass Line:\n    price: float\n",
    ),
    fixes: {
      code: { does: "Changes the annotation, and imports what it names." },
      contract: { does: "Changes the declared type." },
    },
  }),
  "drift/field-default": diagnostic<{ field: string; expected: string; actual: string | undefined }>({
    severity: "error",
    title: "A field has another default",
    message: ({ field, expected, actual }) =>
      actual === undefined
        ? `\`${field}\` has the default \`${expected}\` in the contract and none in the code. Add it, or remove it from the contract.`
        : `\`${field}\` has the default \`${expected}\` in the contract and \`${actual}\` in the code. Make the two agree.`,
    explanation:
      "Whoever constructs the value without naming the field relies on its default. Only defaults that are literals can be compared.",
    wrong: python("class Cart {\n  limit: int = 10\n}", "class Cart:\n    limit: int = 100\n"),
    right: python("class Cart {\n  limit: int = 10\n}", "class Cart:\n    limit: int = 10\n"),
    fixes: {
      code: { does: "Writes the contract's default." },
      contract: { does: "Takes over the code's default." },
    },
  }),
  "drift/modifier": diagnostic<{ name: string; problem: string; remedy: string }>({
    severity: "error",
    title: "Modifiers differ",
    message: ({ name, problem, remedy }) => `\`${name}\`: ${problem}. ${remedy}`,
    explanation:
      "`async`, `static`, `abstract`, `readonly`, the type parameters and the visibility are part of a signature: they decide how others call and extend it. An `async fn` equals a function that returns a promise or an awaitable.",
    wrong: python("async fn total(prices: list<float>) -> float", TOTAL),
    right: python("async fn total(prices: list<float>) -> float", `async ${TOTAL}`),
    fixes: {
      code: {
        does: "Changes the modifier: `async` and the result's promise, `static` and its receiver, `abstract`, `readonly`, `export`, visibility, TypeScript's type parameters. Not where the body would have to change with it.",
      },
      contract: { does: "Changes the modifier of the declaration." },
    },
  }),
  "drift/base": diagnostic<{ name: string; base: string; problem: "missing" | "extra" }>({
    severity: "error",
    title: "A base class or an implemented interface differs",
    message: ({ name, base, problem }) =>
      problem === "missing"
        ? `The contract says that \`${name}\` is below \`${base}\`, but the code does not derive it from there. Add the base, or remove it from the contract.`
        : `The code derives \`${name}\` from \`${base}\`, which the contract does not say. Add the base to the contract, or remove it from the code.`,
    explanation:
      "A base may be reached through classes in between. A Python class that has every member of a contract's `interface` implements it without naming it.",
    wrong: python(
      "class Basket {\n  size: int\n}\nclass Cart extends Basket {\n}",
      "class Basket:\n    size: int = 0\n\n\nclass Cart:\n    pass\n",
    ),
    right: python(
      "class Basket {\n  size: int\n}\nclass Cart extends Basket {\n}",
      "class Basket:\n    size: int = 0\n\n\nclass Cart(Basket):\n    pass\n",
    ),
    fixes: {
      code: { does: "Adds the base with its import, or takes the base out." },
      contract: { does: "Adds the base to the declaration, or takes it out." },
    },
  }),
  "drift/enum-member": diagnostic<{ name: string; problem: string; remedy: string }>({
    severity: "error",
    title: "The members of an enum differ",
    message: ({ name, problem, remedy }) => `The enum \`${name}\` ${problem}. ${remedy}`,
    explanation:
      "Values are compared only where the contract states them. In a union of literals the values are the members.",
    wrong: python(
      'enum Side { Left = "left", Right = "right" }',
      'from enum import Enum\n\n\nclass Side(Enum):\n    Left = "left"\n',
    ),
    right: python(
      'enum Side { Left = "left", Right = "right" }',
      'from enum import Enum\n\n\nclass Side(Enum):\n    Left = "left"\n    Right = "right"\n',
    ),
    fixes: {
      code: {
        does: "Adds a missing value and corrects one that differs. A value that the contract does not declare is left: somebody may use it.",
      },
      contract: { does: "Gives the enum the values of the code." },
    },
  }),
  "drift/const-value": diagnostic<{ name: string; expected: string; actual: string }>({
    severity: "error",
    title: "A constant has another value",
    message: ({ name, expected, actual }) =>
      `\`${name}\` is \`${expected}\` in the contract and \`${actual}\` in the code. Make the two agree.`,
    explanation:
      "Numbers are compared by value, so that `1_000` is `1000`. Values that are no literals are not compared.",
    wrong: python("const LIMIT: int = 10", "LIMIT: int = 100\n"),
    right: python("const LIMIT: int = 10", "LIMIT: int = 10\n"),
    fixes: {
      code: { does: "Writes the contract's value." },
      contract: { does: "Takes over the code's value." },
    },
  }),
  "drift/unlisted-symbol": diagnostic<{ kind: string; name: string; module: string }>({
    severity: "warning",
    title: "The code offers something that the contract does not declare",
    message: ({ kind, name, module }) =>
      `The ${kind} \`${name}\` is public, but module \`${module}\` does not declare it. Declare it, or make it private.`,
    explanation:
      "What others can import, they will. A name with a leading underscore, one that `__all__` leaves out, and what TypeScript does not export are private.",
    wrong: python(
      "fn total(prices: list<float>) -> float",
      `${TOTAL}\n\ndef average(prices: list[float]) -> float:\n    return total(prices) / len(prices)\n`,
    ),
    right: python(
      "fn total(prices: list<float>) -> float",
      `${TOTAL}\n\ndef _average(prices: list[float]) -> float:\n    return total(prices) / len(prices)\n`,
    ),
    fixes: {
      code: {
        not: "What others may use is not deleted or hidden: declare it with `--fix contract`, or make it private by hand.",
      },
      contract: { does: "Declares it, with the doc comment that the code has." },
    },
  }),
  "drift/unlisted-member": diagnostic<{ kind: string; name: string; owner: string }>({
    severity: "warning",
    title: "A class has a public member that the contract does not declare",
    message: ({ kind, name, owner }) =>
      `The ${kind} \`${name}\` of \`${owner}\` is public, but the contract does not declare it. Declare it, or make it private.`,
    explanation:
      "Members that override one of a declared base are part of the base's contract. Private and protected members and the special methods of the language are never reported.",
    wrong: python(
      "class Cart {\n  size: int\n}",
      "class Cart:\n    size: int = 0\n    weight: float = 0.0\n",
    ),
    right: python(
      "class Cart {\n  size: int\n}",
      "class Cart:\n    size: int = 0\n    _weight: float = 0.0\n",
    ),
    fixes: {
      code: {
        not: "What others may use is not deleted or hidden: declare it with `--fix contract`, or make it private by hand.",
      },
      contract: { does: "Declares it, with the doc comment that the code has." },
    },
  }),
  "drift/unlisted-file": diagnostic<
    { path: string; package: string } | { folder: string; count: number; total: number }
  >({
    severity: "warning",
    title: "A file is no module of the contract",
    message: (parameters) =>
      "path" in parameters
        ? `\`${parameters.path}\` lies in the package \`${parameters.package}\`, but is no module of the contract. Declare a module for it, move it, or remove it.`
        : `${parameters.count} of ${parameters.total} source files in \`${parameters.folder}\` are not described by the contract.`,
    explanation:
      "Inside of a declared package every source file is a module. Elsewhere the contract may be adopted in parts: there one note per folder says how much is missing. Tests, configuration, generated files and an empty `__init__.py` are no modules.",
    wrong:
      '=== example.contract\ncontract Shop version "1.0.0"\n\npackage shop "shop" {\n  module cart "cart.py" {\n    fn total(prices: list<float>) -> float\n  }\n}\n\n=== shop/cart.py\n' +
      `${TOTAL}\n=== shop/extra.py\nVAT: float = 0.2\n`,
    right:
      '=== example.contract\ncontract Shop version "1.0.0"\n\npackage shop "shop" {\n  module cart "cart.py" {\n    fn total(prices: list<float>) -> float\n  }\n  module extra "extra.py" {\n    const VAT: float = 0.2\n  }\n}\n\n=== shop/cart.py\n' +
      `${TOTAL}\n=== shop/extra.py\nVAT: float = 0.2\n`,
    fixes: {
      code: { not: "A file is not deleted or moved: declare it with `--fix contract`." },
      contract: {
        does: "Declares a module for a file of a declared package. A note on a folder outside of the packages has no fix: a contract may describe a part.",
      },
    },
  }),
  "drift/unparsable": diagnostic<{ path: string; problem: string; count: number }>({
    severity: "error",
    title: "The code does not parse",
    message: ({ path, problem, count }) =>
      `\`${path}\` does not parse: ${problem.replace(/\.$/, "")}${count > 1 ? ` (and ${count - 1} more)` : ""}. What it defines cannot be told for sure until this is mended.`,
    explanation:
      "The reader goes on after the error, so that the rest of the file is still compared; but what is missing from an unreadable file is not reported as missing.",
    wrong: python(
      "fn total(prices: list<float>) -> float",
      "def total(prices: list[float] -> float:\n    return sum(prices)\n",
    ),
    right: python("fn total(prices: list<float>) -> float", TOTAL),
    fixes: {
      code: { not: "What the text should have been, only its author knows." },
      contract: { not: "What the file declares cannot be told before it parses." },
    },
  }),
  "drift/unknown": diagnostic<{ what: string; why: string }>({
    severity: "error",
    title: "Something cannot be determined",
    message: ({ what, why }) =>
      `${what} cannot be compared with the contract: ${why}. Write it so that it can be read, or accept it with \`@allow("drift/unknown", "why")\`.`,
    explanation:
      "A name that leads nowhere, a value that is computed, a definition outside of the project: what cannot be determined is never taken for equal.",
    wrong: python(
      "fn total(prices: list<float>) -> float",
      "from .money import Money\n\n\ndef total(prices: list[float]) -> Money:\n    return Money(sum(prices))\n",
    ),
    right: python("fn total(prices: list<float>) -> float", TOTAL),
    fixes: {
      code: { not: "What cannot be determined cannot be corrected either." },
      contract: { not: "What the code says cannot be told, so that there is nothing to take over." },
    },
  }),
};
