import { describe, expect, it } from "vitest";
import { Judge, workspacePaths } from "../../../src/gates/failures/index.js";
import { kernelOf } from "../support.js";

const kernel = kernelOf({
  "main.contract": `
contract Plane version "1.0.0"
target python {
  roots "."
  test "python -m pytest"
}
target typescript {
  roots "."
  test "npx vitest run"
}
external pygame "pygame >= 2.5" { type Surface }
external yaml "PyYAML >= 6"
package model "model" {
  module entities "entities.py" {
    class Base { x: int }
    class Entity extends Base {
      y: int
      move(by: int) -> void
    }
    fn spawn(count: int) -> Entity
  }
}
package core "core" {
  module collision "collision.py" {
    uses entities
    fn collides(a: Entity, b: Entity) -> bool
  }
}
module web "web/" {
  fn serve(port: int) -> void
}
module links "src/links.ts" {
  class Link { url: string }
  fn shorten(url: string) -> Link
}
module pages "src/pages.ts" {
  uses links
  fn page(link: Link) -> string
}
`,
});
const FILES = new Set([
  "model/entities.py",
  "core/collision.py",
  "tests/test_collision.py",
  "tests/helpers.py",
  "web/__init__.py",
  "web/routes/api.py",
  "src/links.ts",
  "src/pages.ts",
  "tests/pages.test.ts",
]);
const judge = new Judge(
  kernel,
  workspacePaths(kernel, (path) => FILES.has(path), ["tests/test_collision.py", "tests/pages.test.ts"]),
);

const verdict = (files: string[], message: string, type = "Error", subject = "core.collision") => {
  const {
    class: kind,
    module,
    blames,
    cause,
  } = judge.judge({
    type,
    message,
    frames: files.map((file) => ({ file, line: 1 })),
    subject,
  });
  return [kind, module, blames ?? "", cause ?? ""];
};
const COLLISION = ["core/collision.py", "tests/test_collision.py"];
const TEST = ["tests/test_collision.py"];

describe("whose fault an error is", () => {
  it.each([
    [
      "the innermost module's",
      ["model/entities.py", ...COLLISION],
      "boom",
      ["code", "model.entities", "", ""],
    ],
    ["a folder's", ["web/routes/api.py", ...TEST], "boom", ["code", "web", "", ""]],
    [
      "the tested module's, where only the test is on the way",
      TEST,
      "assert 1 == 2",
      ["code", "core.collision", "", ""],
    ],
    [
      "the tested module's, through a helper of the tests",
      ["tests/helpers.py", ...TEST],
      "assert 1 == 2",
      ["code", "core.collision", "", ""],
    ],
    ["the tested module's, where nothing is known", [], "", ["code", "core.collision", "", ""]],
  ])("%s", (_, files, message, expected) => {
    expect(verdict(files, message)).toEqual(expected);
  });

  it.each([
    [
      "a member that the contract lacks",
      COLLISION,
      "'Entity' object has no attribute 'width'",
      [
        "contract",
        "core.collision",
        "",
        "core.collision needs `width` of `Entity`, which the contract of model.entities does not declare",
      ],
    ],
    [
      "a member that is inherited, and that the code lacks",
      COLLISION,
      "'Entity' object has no attribute 'x'",
      [
        "code",
        "model.entities",
        "",
        "The contract declares `x` of `Entity`, and the code of model.entities lacks it",
      ],
    ],
    [
      "a slip of the pen",
      COLLISION,
      "'Entity' object has no attribute 'moove'. Did you mean: 'move'?",
      ["code", "core.collision", "", "`Entity` has no `moove` in the contract of model.entities, but `move`"],
    ],
    [
      "a member that only tests use",
      TEST,
      "'Entity' object has no attribute 'height'",
      [
        "code",
        "core.collision",
        "tests",
        "The tests use `height` of `Entity`, which the contract of model.entities does not declare",
      ],
    ],
    [
      "a member of its own class",
      ["model/entities.py"],
      "'Entity' object has no attribute 'cache'",
      ["code", "model.entities", "", ""],
    ],
    [
      "a member of a class of nobody",
      COLLISION,
      "'NoneType' object has no attribute 'y'",
      ["code", "core.collision", "", ""],
    ],
    [
      "a name that the contract has and the code lacks",
      COLLISION,
      "cannot import name 'spawn' from 'model.entities' (/gate/work/model/entities.py)",
      [
        "code",
        "model.entities",
        "",
        "The contract declares `spawn` of module `model.entities`, and the code of model.entities lacks it",
      ],
    ],
    [
      "a name that no contract has",
      COLLISION,
      "cannot import name 'Shape' from 'model.entities' (/gate/work/model/entities.py)",
      [
        "contract",
        "core.collision",
        "",
        "core.collision needs `Shape` of module `model.entities`, which the contract of model.entities does not declare",
      ],
    ],
    [
      "a package of the contract that is not installed",
      COLLISION,
      "No module named 'yaml'",
      [
        "environment",
        "core.collision",
        "",
        "PyYAML >= 6 is in the contract and not installed in the workspace",
      ],
    ],
    [
      "a runner that is not installed",
      [],
      "No module named pytest",
      ["environment", "", "", "pytest is not installed in the workspace"],
    ],
    [
      "a package that the contract lacks",
      COLLISION,
      "No module named 'numpy.linalg'",
      ["code", "core.collision", "", "`numpy.linalg` is neither a module nor an external of the contract"],
    ],
    [
      "a package that only tests use",
      TEST,
      "No module named 'hypothesis'",
      ["code", "core.collision", "tests", "`hypothesis` is neither a module nor an external of the contract"],
    ],
    [
      "a file of the contract that is not there",
      TEST,
      "No module named 'core.collision'",
      [
        "code",
        "core.collision",
        "",
        "The file of core.collision is not there, or cannot be imported by its name",
      ],
    ],
    [
      "a property that the contract lacks",
      ["src/pages.ts"],
      "TS2339: Property 'title' does not exist on type 'Link'.",
      [
        "contract",
        "pages",
        "",
        "pages needs `title` of `Link`, which the contract of links does not declare",
      ],
    ],
    [
      "an export that is missing",
      ["src/pages.ts"],
      `TS2305: Module '"./links.ts"' has no exported member 'shorten'.`,
      [
        "code",
        "links",
        "",
        "The contract declares `shorten` of module `links`, and the code of links lacks it",
      ],
    ],
    [
      "an export that Node misses",
      ["tests/pages.test.ts"],
      "The requested module '../src/links.ts' does not provide an export named 'expand'",
      [
        "code",
        "core.collision",
        "tests",
        "The tests use `expand` of module `links`, which the contract of links does not declare",
      ],
    ],
    [
      "a module that Node misses",
      ["src/pages.ts"],
      "Cannot find module './links.ts' imported from /gate/work/src/pages.ts",
      ["code", "links", "", "The file of links is not there, or cannot be imported by its name"],
    ],
  ])("%s", (_, files, message, expected) => {
    expect(verdict(files, message)).toEqual(expected);
  });

  it.each([
    ["NameError", "name 'x' is not defined"],
    ["SyntaxError", "invalid syntax"],
    ["ReferenceError", "x is not defined"],
  ])("a %s of the test file is the tester's", (type, message) => {
    expect(verdict(TEST, message, type)).toEqual([
      "code",
      "core.collision",
      "tests",
      "The error arises in the test file itself",
    ]);
    expect(verdict(COLLISION, message, type)).toEqual(["code", "core.collision", "", ""]);
  });
});
