import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contractc, ROOT, workspace } from "./support/cli.js";
import { validated } from "./support/schema.js";

const example = (name: string) => join(ROOT, "examples", name);

interface Described {
  address: string;
  kind: string;
  text: string;
  declared: Place[];
  code: Place[];
  usedBy: { by: string; how: string; module?: string }[];
  modules?: string[];
  hashes: Record<string, string>;
}

interface Place {
  file: string;
  line: number;
  column: number;
}

function described(folder: string, name: string): Described {
  const { status, stdout, stderr } = contractc(folder, "describe", name, "--format", "json");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return validated("description", stdout) as Described;
}

/** What stands at a place, to the end of its line. */
function textAt(folder: string, { file, line, column }: Place): string {
  return readFileSync(join(folder, file), "utf8")
    .split("\n")
    [line - 1]!.slice(column - 1);
}

describe("the examples", () => {
  test.each([
    ["plane-battle", "Game.step"],
    ["plane-battle", "Steer"],
    ["plane-battle", "GameOver"],
    ["plane-battle", "pygame"],
    ["plane-battle", "collision"],
    ["plane-battle", "Phase.MENU"],
    ["plane-battle", "Autopilot"],
    ["plane-battle", "backend"],
    ["plane-battle", "ScoreFile"],
    ["link-shortener", "LinkStore"],
    ["link-shortener", "src.http"],
  ])("%s: %s in words", async (folder, name) => {
    const { status, stdout, stderr } = contractc(example(folder), "describe", name);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const file = `${folder}.${name.replaceAll(".", "-")}.txt`;
    // Hashes and places in the contract have tests of their own.
    const stable = stdout.replaceAll(/\b[0-9a-f]{12}\b/g, "HASH").replaceAll(/(\.contract):\d+:\d+/g, "$1");
    await expect(stable).toMatchFileSnapshot(`fixtures/describe/${file}`);
  });

  test.each([
    ["plane-battle", "core.game.Game", "class", "class Game", "Game", "Game:"],
    ["plane-battle", "Game.step", "method", "step(command: Command) -> list<Hit>", "step", "step(self"],
    ["plane-battle", "Player.new", "constructor", "new(x: int", "new", "__init__("],
    ["plane-battle", "Phase.MENU", "value", 'MENU = "menu"', "MENU", "MENU ="],
    ["link-shortener", "Shortener", "class", "class Shortener", "Shortener", "Shortener {"],
    ["link-shortener", "Shortener.create", "method", "async create(", "create", "create("],
    ["link-shortener", "createHandler", "function", "fn createHandler(", "createHandler", "createHandler("],
  ])("%s: %s is found on both sides", (folder, name, kind, text, contractText, codeText) => {
    const found = described(example(folder), name);
    expect(found.kind).toBe(kind);
    expect(found.text).toContain(text);
    expect(found.declared).toHaveLength(1);
    expect(textAt(example(folder), found.declared[0]!).startsWith(contractText)).toBe(true);
    expect(found.code).toHaveLength(1);
    expect(textAt(example(folder), found.code[0]!).startsWith(codeText)).toBe(true);
    expect(Object.keys(found.hashes)).toContain("slice");
  });
});

const CONTRACT = `contract Shop version "1.0.0"
requirement Fast must "It is fast" { accept "Under a second" }
role owner "Owns"
package core "core" {
  /// Prices.
  module price "price.py" {
    owner owner
    /// An amount.
    record Money { cents: int }
    error Odd { money: Money }
    event Paid(money: Money)
    fn find(name: string) -> Money?
    fn find(names: list<string>) -> list<Money>
    class Base { internal total: int, run() -> void }
  }
  module till "till.py" {
    satisfies Fast
    uses price
    handles Paid
    const FREE: int = 0
    states Life initial Open final Closed { Open -> Closed on Paid }
    class Till extends Base {
      last: Money?
      /// Takes the money.
      pay(money: Money) -> bool
        raises Odd
        emits Paid
        requires "the till is open"
        example Till().pay(Money(cents: 1)) == true
        example "quickly" verifies Fast { find("a") == null }
      run() -> void
    }
  }
}
flow Pay = till.Till.pay -> price.find
`;
const CODE = {
  "core/price.py": `from dataclasses import dataclass


@dataclass
class Money:
    cents: int


class Odd(Exception):
    def __init__(self, money: Money) -> None:
        self.money = money


def find(name):
    return None


class Base:
    def __init__(self) -> None:
        self._total = 0

    def run(self) -> None:
        self._total += 1
`,
  "core/till.py": "from core.price import Base\n\n\nclass Till(Base):\n    last = None\n",
};

describe("who uses what", () => {
  const uses = (name: string) => {
    const folder = workspace({ "shop.contract": CONTRACT, ...CODE });
    return described(folder, name).usedBy.map(({ by, how }) => `${by} ${how}`);
  };

  test.each([
    [
      "Money",
      [
        "core.price.Odd.money names",
        "core.price.Paid names",
        "core.price.find names",
        "core.till.Till.last names",
        "core.till.Till.pay example",
        "core.till.Till.pay names",
      ],
    ],
    ["Odd", ["core.till.Till.pay raises"]],
    ["Paid", ["core.till handles", "core.till.Life trigger", "core.till.Till.pay emits"]],
    ["Base", ["core.till.Till extends"]],
    ["core.price.find", ["Pay flow", "core.till.Till.pay example"]],
    ["Till.pay", ["Pay flow"]],
    ["Fast", ["core.till satisfies", "core.till.Till.pay verifies"]],
    ["owner", ["core.price owner"]],
    ["price", ["Pay flow", "core.till handles", "core.till uses", "core.till.Till.pay emits"]],
    ["core", ["Pay flow"]],
    ["FREE", []],
  ])("%s", (name, expected) => {
    expect(uses(name)).toEqual(expected);
  });

  test("each user is told with its module, a flow without one", () => {
    const folder = workspace({ "shop.contract": CONTRACT, ...CODE });
    expect(described(folder, "Till.pay").usedBy).toEqual([{ by: "Pay", how: "flow" }]);
    expect(described(folder, "Odd").usedBy).toEqual([
      { by: "core.till.Till.pay", how: "raises", module: "core.till" },
    ]);
  });
});

describe("where it is in the code", () => {
  const places = (name: string) => {
    const folder = workspace({ "shop.contract": CONTRACT, ...CODE });
    return described(folder, name).code.map(({ file, line, column }) => `${file}:${line}:${column}`);
  };

  test.each([
    ["price", ["core/price.py:1:1"]],
    ["Money", ["core/price.py:5:7"]],
    ["find", ["core/price.py:14:5"]],
    ["Base.total", ["core/price.py:20:14"]],
    ["Odd.money", ["core/price.py:11:14"]],
    ["Till.pay", []],
    ["Paid", []],
    ["Fast", []],
  ])("%s", (name, expected) => {
    expect(places(name)).toEqual(expected);
  });

  test("what the code lacks is said", () => {
    const folder = workspace({ "shop.contract": CONTRACT, ...CODE });
    expect(contractc(folder, "describe", "Till.pay").stdout).toContain("not there: see `contractc drift`");
    expect(contractc(folder, "describe", "Paid").stdout).not.toContain("contractc drift");
  });
});

test("overloads are one thing, with both texts and places", () => {
  const folder = workspace({ "shop.contract": CONTRACT, ...CODE });
  const { text, declared, address } = described(folder, "core.price.find#2");
  expect(address).toBe("core.price.find");
  expect(text).toBe("fn find(name: string) -> Money?\nfn find(names: list<string>) -> list<Money>\n");
  expect(declared.map(({ line }) => line)).toEqual([12, 13]);
});

test("a package lists its modules", () => {
  const folder = workspace({ "shop.contract": CONTRACT, ...CODE });
  expect(described(folder, "core")).toMatchObject({
    kind: "package",
    modules: ["core.price", "core.till"],
    text: 'package core "core"\n',
  });
});

test("a hash follows its part: a doc changes the slice alone, another declaration neither", () => {
  const hashes = (contract: string) =>
    described(workspace({ "shop.contract": contract, ...CODE }), "Money").hashes;
  const before = hashes(CONTRACT);
  const documented = hashes(CONTRACT.replace("/// An amount.", "/// A sum."));
  expect(documented.signature).toBe(before.signature);
  expect(documented.slice).not.toBe(before.slice);
  expect(
    hashes(CONTRACT.replace("record Money { cents: int }", "record Money { cents: float }")).signature,
  ).not.toBe(before.signature);
  expect(hashes(CONTRACT.replace("FREE: int = 0", "FREE: int = 1"))).toEqual(before);
});

describe("names that do not mean one thing are wrong usage", () => {
  const run = (name: string, files: Record<string, string>) => {
    const { status, stdout, stderr } = contractc(workspace(files), "describe", name);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    return stderr;
  };
  const files = { "shop.contract": CONTRACT, ...CODE };

  test("an ambiguous one lists its meanings, sorted", () => {
    expect(run("run", files)).toBe(
      'contractc: "run" means 2 things; name one of:\n  core.price.Base.run  method\n  core.till.Till.run  method\n',
    );
  });

  test("an unknown one names the nearest", () => {
    expect(run("Mony", files)).toContain('"Mony". Did you mean core.price.Money?');
    expect(run("core.pricing.Money", files)).toContain("Did you mean core.price.Money?");
  });

  test("one that is like no other says where to look", () => {
    expect(run("zzzzzzzzzzzz", files)).toContain("contractc graph --format json");
  });

  test("the same name in two contracts is told with the files", () => {
    const text = 'contract A version "1.0.0"\nmodule a "a.py" { class Thing }\n';
    const stderr = run("Thing", { "x/a.contract": text, "y/b.contract": text });
    expect(stderr).toContain("a.Thing  class in x/a.contract");
    expect(stderr).toContain("a.Thing  class in y/b.contract");
  });
});

test("a bare name is that of a declaration before that of a member", () => {
  const folder = workspace({
    "a.contract":
      'contract A version "1.0.0"\nmodule a "a.py" {\n  fn total() -> int\n  class B { total: int }\n}\n',
  });
  expect(described(folder, "total").kind).toBe("function");
  expect(described(folder, "B.total").kind).toBe("field");
});

test("a contract with errors is described as far as it goes, and that is said", () => {
  const folder = workspace({
    "a.contract":
      'contract A version "1.0.0"\nmodule a "a.py" {\n  fn f(x: Missing) -> int\n  fn g() -> int\n}\n',
  });
  const { status, stdout, stderr } = contractc(folder, "describe", "g");
  expect(status).toBe(0);
  expect(stdout).toContain("fn g() -> int");
  expect(stderr).toContain("a.contract has 1 error,");
});
