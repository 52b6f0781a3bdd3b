import { diagnostic } from "./define.js";
import { contract, module } from "./words.js";

/** Names, files and paths: what a contract says of itself before any type is looked at. */
export const nameDiagnostics = {
  "name/unknown": diagnostic<{
    /** What was expected: `type`, `module`, `role`. */
    what: string;
    name: string;
    /** The nearest existing name. */
    near?: string;
    /** The module, or enum, in which the name was looked up. */
    module?: string;
    /** All names there are, where they are few. */
    known?: readonly string[];
    hint?: string;
  }>({
    severity: "error",
    title: "A name that stands for nothing",
    message: ({ what, name, near, module: within, known, hint }) => {
      const where = within === undefined ? "" : ` in \`${within}\``;
      const help =
        near !== undefined
          ? `did you mean \`${near}\`?`
          : (hint ??
            (known && known.length > 0
              ? `known are ${known.map((each) => `\`${each}\``).join(", ")}.`
              : `declare it, or correct the name.`));
      return `There is no ${what} \`${name}\`${where}: ${help}`;
    },
    explanation:
      "A name is looked up in its declaration, then in its module, then in the modules that it `uses`, then in the " +
      "externals that it `uses`. Nothing of that name is declared in any of them, nor anywhere else in the contract.",
    wrong: module("record Plane { health: int }\nfn hit(plane: Plain) -> bool"),
    right: module("record Plane { health: int }\nfn hit(plane: Plane) -> bool"),
  }),

  "name/ambiguous": diagnostic<{ what: string; name: string; candidates: readonly string[] }>({
    severity: "error",
    title: "A name that stands for several things",
    message: ({ what, name, candidates }) =>
      `The ${what} \`${name}\` could be ${candidates.map((each) => `\`${each}\``).join(" or ")}: write which one.`,
    explanation:
      "Two modules that this one uses declare the same name, or two packages have a module of the same name. " +
      "Qualify it: `m.Name` for a declaration, `package.m` for a module.",
    wrong: contract(
      'module a "a.py" {\n  record Point { x: int }\n}\nmodule b "b.py" {\n  record Point { x: int }\n}\n' +
        'module c "c.py" {\n  uses a, b\n  fn draw(at: Point) -> void\n}',
    ),
    right: contract(
      'module a "a.py" {\n  record Point { x: int }\n}\nmodule b "b.py" {\n  record Point { x: int }\n}\n' +
        'module c "c.py" {\n  uses a, b\n  fn draw(at: a.Point) -> void\n}',
    ),
  }),

  "name/duplicate": diagnostic<{ what: string; name: string }>({
    severity: "error",
    title: "Something is declared twice",
    message: ({ what, name }) =>
      `The ${what} \`${name}\` is there already: remove one of the two, or give it another name.`,
    explanation:
      "Within one place every name stands for one thing. Functions and methods are the exception: declared more than " +
      "once they are overloads. Requirements, packages, modules and externals share one space of names, because each " +
      "goes by its bare name as its address.",
    wrong: module("record Plane { health: int, health: float }"),
    right: module("record Plane { health: int, armour: float }"),
  }),

  "name/wrong-kind": diagnostic<{ name: string; actual: string; expected: string }>({
    severity: "error",
    title: "A name that stands for something of another kind",
    message: ({ name, actual, expected }) =>
      `\`${name}\` is ${withArticle(actual)}, where ${withArticle(expected)} is expected: name ${withArticle(expected)}.`,
    explanation:
      "The name is known, but what it stands for does not fit here: a function where a type is expected, a package " +
      "after `uses` (which names modules), a record after `emits`.",
    wrong: module("fn plane() -> int\nfn hit(target: plane) -> bool"),
    right: module("record Plane { health: int }\nfn hit(target: Plane) -> bool"),
  }),

  "name/internal": diagnostic<{ name: string; module: string }>({
    severity: "error",
    title: "Another module's internal declaration",
    message: ({ name, module: owner }) =>
      `\`${name}\` is internal to \`${owner}\`: use something it offers to others, or remove its \`internal\`.`,
    explanation:
      "What is declared `internal` is part of the contract, but no other module may name or import it.",
    wrong: contract(
      'module store "store.py" {\n  internal record Row { id: int }\n}\nmodule api "api.py" {\n  uses store\n  fn row() -> Row\n}',
    ),
    right: contract(
      'module store "store.py" {\n  record Row { id: int }\n}\nmodule api "api.py" {\n  uses store\n  fn row() -> Row\n}',
    ),
  }),

  "name/canonical": diagnostic<{ name: string; canonical: string }>({
    severity: "info",
    title: "Another language's name of a built-in type",
    message: ({ name, canonical }) => `\`${name}\` is taken for \`${canonical}\`: write \`${canonical}\`.`,
    explanation:
      "`str`, `number`, `boolean`, `none` and `None` are understood, but a contract has one name for each type, " +
      "whatever its targets: `string`, `float`, `bool`, `null`.",
    wrong: module("fn greet(name: str) -> void"),
    right: module("fn greet(name: string) -> void"),
  }),

  "name/header": diagnostic<{ problem: "missing" | "second" | "imported" | "orphan" }>({
    severity: "error",
    title: "A header that is missing or one too many",
    message: ({ problem }) => HEADER_PROBLEMS[problem],
    explanation:
      'A contract is a file with a header, `contract Name version "1.0.0"`, and all that it imports. The header ' +
      "stands once, in the root file; a file without one belongs to the contract that imports it.",
    wrong: `${contract('module a "a.py" {\n  fn run()\n}')}contract Again version "1.0.0"\n`,
    right: contract('module a "a.py" {\n  fn run()\n}'),
  }),

  "name/version": diagnostic<{ version: string | null }>({
    severity: "error",
    title: "A version that is no semantic version",
    message: ({ version }) =>
      version === null
        ? 'The contract has no version: write `version "0.1.0"` after its name.'
        : `\`${version}\` is no semantic version: write three numbers, as \`1.0.0\`, and what semver.org allows after them.`,
    explanation:
      "`contractc diff` tells breaking changes from compatible ones, and the version says so to others. Its form is " +
      "that of semver.org.",
    wrong: 'contract Shop version "1.0"\n\nmodule cart "cart.py" {\n  fn total() -> float\n}\n',
    right: 'contract Shop version "1.0.0"\n\nmodule cart "cart.py" {\n  fn total() -> float\n}\n',
  }),

  "name/import-missing": diagnostic<{ path: string; problem: string; nearest?: string }>({
    severity: "error",
    title: "An import that leads to no contract file",
    message: ({ path, problem, nearest }) =>
      `\`${path}\` cannot be read: ${problem}${nearest === undefined ? "" : `. Did you mean \`${nearest}\`?`}`,
    explanation:
      "`import` names one file, relative to the file it stands in. Folders are not imported, and there is no search path.",
    wrong: `=== shop.contract\n${contract('import "./sharde.contract"')}=== shared.contract\nmodule cart "cart.py" {\n  fn total() -> float\n}\n`,
    right: `=== shop.contract\n${contract('import "./shared.contract"')}=== shared.contract\nmodule cart "cart.py" {\n  fn total() -> float\n}\n`,
  }),

  "name/path-clash": diagnostic<{
    path: string;
    other: string;
    reason: "same" | "case" | "entry" | "folder";
  }>({
    severity: "error",
    title: "Two modules in one place",
    message: ({ path, other, reason }) =>
      reason === "entry"
        ? `\`${path}\` is the entry of the folder module \`${other}\`, which cannot do without it.`
        : reason === "folder"
          ? `\`${path}\` lies in the folder of the module \`${other}\` too where a file system ignores case: write the folder's name in one way.`
          : `\`${path}\` is the file of the module \`${other}\` too${
              reason === "case" ? " where a file system ignores case" : ""
            }: give each module a file of its own.`,
    explanation:
      "Each file belongs to one module. Names that differ only in case are one file on the usual disks of macOS and " +
      "Windows. A module whose path ends in `/` is the whole folder but for the modules inside of it.",
    wrong: contract('module a "core/game.py" {\n  fn run()\n}\nmodule b "core/Game.py" {\n  fn stop()\n}'),
    right: contract('module a "core/game.py" {\n  fn run()\n}\nmodule b "core/menu.py" {\n  fn stop()\n}'),
  }),

  "name/path-outside": diagnostic<{ path: string; reason: "absolute" | "leaves" | "link" | "backslash" }>({
    severity: "error",
    title: "A path that leaves the contract's folder",
    message: ({ path, reason }) => `\`${path}\` ${OUTSIDE_REASONS[reason]}`,
    explanation:
      "Paths are relative to the contract, or to the package around, with forward slashes, and stay inside of the " +
      "contract's folder: a contract that describes what lies elsewhere holds on one machine only.",
    wrong: contract('module a "../a.py" {\n  fn run()\n}'),
    right: contract('module a "src/a.py" {\n  fn run()\n}'),
  }),

  "name/no-target": diagnostic<{ path: string; extensions: readonly string[] }>({
    severity: "error",
    title: "A file whose language is not known",
    message: ({ path, extensions }) =>
      `The extension of \`${path}\` picks no target: known are ${extensions.map((each) => `\`${each}\``).join(", ")}. ` +
      "For a folder end the path in `/`.",
    explanation:
      "A module's extension says in which language it is written and so how it is compared with its code.",
    wrong: contract('module a "a.rs" {\n  fn run()\n}'),
    right: contract('module a "a.py" {\n  fn run()\n}'),
  }),
};

const HEADER_PROBLEMS = {
  missing: 'The contract has no header: begin it with `contract Name version "0.1.0"`.',
  second: "A contract has one header: remove the second one.",
  imported:
    "An imported file has no header of its own: remove it, or check this file as a contract of its own.",
  orphan:
    'No contract imports this file and it has no header: import it, or begin it with `contract Name version "0.1.0"`.',
} as const;

const OUTSIDE_REASONS = {
  absolute: "is an absolute path: write it relative to the contract.",
  leaves: "leaves the contract's folder: name something inside of it.",
  link: "leads out of the contract's folder through a link: name something inside of it.",
  backslash: "has a backslash: write `/` between folders.",
} as const;

function withArticle(words: string): string {
  return `${/^[aeiou]/.test(words) ? "an" : "a"} ${words}`;
}
