import { pythonReader, typescriptReader } from "@contractc/code";
import { DIAGNOSTICS, isCode } from "@contractc/kernel";
import { describe, expect, it } from "vitest";
import { mutantsOf } from "./mutants.js";
import { runOn } from "./support.js";

const CONTRACT = `contract Shop version "1.0.0"

module shop "shop.EXT" {
  const LIMIT: int = 10
  enum Side { Left = "left", Right = "right" }
  /// Something that is sold.
  class Item {
    name: string
    price: float
    stock: int = 3
    rename(text: string, times: int) -> bool
    label(prefix: string = "no") -> string
  }
  class Book extends Item {
    pages: int
    read(from_page: int, to_page: int) -> list<string>
  }
  error SoldOut { name: string }
  /// What the items cost.
  fn total(items: list<Item>, rate: float, limit: int = 3) -> float
  fn find(items: list<Item>, name: string) -> Item?
  async fn load(path: string, count: int) -> list<Item>
}
`;

const PYTHON = `"""The shop."""

from enum import Enum
from typing import Final

LIMIT: Final[int] = 10


class Side(Enum):
    Left = "left"
    Right = "right"


class Item:
    """Something that is sold."""

    name: str
    price: float
    stock: int = 3

    def rename(self, text: str, times: int) -> bool:
        self.name = text * times  # as often
        return times > 1

    def label(self, prefix: str = "no") -> str:
        return prefix + self.name


class Book(Item):
    pages: int

    def read(
        self,
        from_page: int,  # from 1
        to_page: int,
    ) -> list[str]:
        return [str(page) for page in range(from_page, to_page)]


class SoldOut(Exception):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def total(items: list[Item], rate: float, limit: int = 3) -> float:
    """What they cost."""
    return sum(item.price for item in items[:limit]) * rate


def find(items: list[Item], name: str) -> Item | None:
    return next((item for item in items if item.name == name), None)


async def load(path: str, count: int) -> list[Item]:
    return [Item() for _ in range(count)] if path else []
`;

const TYPESCRIPT = `/** The shop. */
export const LIMIT = 10;

export enum Side {
  Left = "left",
  Right = "right",
}

/** Something that is sold. */
export class Item {
  name: string = "";
  price: number = 0;
  stock: number = 3;

  rename(text: string, times: number): boolean {
    this.name = text.repeat(times); // as often
    return times > 1;
  }

  label(prefix: string = "no"): string {
    return prefix + this.name;
  }
}

export class Book extends Item {
  pages: number = 0;

  read(
    from_page: number, // from 1
    to_page: number,
  ): string[] {
    return [\`\${from_page}\`, \`\${to_page}\`];
  }
}

export class SoldOut extends Error {
  constructor(public name: string) {
    super(name);
  }
}

export function total(items: Item[], rate: number, limit: number = 3): number {
  return items.slice(0, limit).reduce((sum, item) => sum + item.price, 0) * rate;
}

export function find(items: Item[], name: string): Item | undefined {
  return items.find((item) => item.name === name);
}

export async function load(path: string, count: number): Promise<Item[]> {
  return path === "" ? [] : Array.from({ length: count }, () => new Item());
}
`;

const CASES = [
  ["Python", "shop.py", PYTHON, await pythonReader()],
  ["TypeScript", "shop.ts", TYPESCRIPT, await typescriptReader()],
] as const;

describe.each(CASES)("a conforming %s file", (_, path, text, reader) => {
  const contract = CONTRACT.replace("EXT", path.split(".")[1]!);
  /** What is found that the registry does not except from the direction. */
  const codesOf = async (files: Record<string, string>, direction?: "code" | "contract") => {
    const { out } = await runOn(files, ["drift", "--format", "json"]);
    const { findings } = JSON.parse(out) as {
      findings: { code: string; message: string; severity: string }[];
    };
    const isMeant = (code: string) => {
      const note = direction && isCode(code) ? DIAGNOSTICS[code].fixes?.[direction] : undefined;
      return code !== "drift/hollow" && !(note && "not" in note);
    };
    return findings.filter(({ code }) => isMeant(code)).map(({ code, message }) => `${code} ${message}`);
  };

  it("has no drift", async () => {
    expect(await codesOf({ "shop.contract": contract, [path]: text })).toEqual([]);
  });

  const mutants = mutantsOf(text, reader.read(path, text));
  it("is changed in many ways", () => {
    expect(mutants.length).toBeGreaterThan(50);
  });

  it.each(mutants.map((mutant) => [mutant.what, mutant] as const))(
    "%s: either side is mended",
    async (_what, mutant) => {
      const files = { "shop.contract": contract, [path]: mutant.text };
      const before = await codesOf(files);
      if (before.length === 0) return;
      const code = await runOn(files, ["drift", "--fix", "code"]);
      expect(code.files["shop.contract"]).toBe(contract);
      expect(await codesOf(code.files, "code"), `--fix code\n${code.err}${code.files[path]}`).toEqual([]);
      if (mutant.exact && !code.err.includes("not fixed")) expect(code.files[path], code.err).toBe(text);
      if (code.files[path] !== text) {
        const again = await runOn(code.files, ["drift", "--fix", "code"]);
        expect(again.files).toEqual(code.files);
      }

      const contractual = await runOn(files, ["drift", "--fix", "contract"]);
      expect(contractual.files[path]).toBe(mutant.text);
      expect(
        await codesOf(contractual.files, "contract"),
        `--fix contract\n${contractual.err}${contractual.files["shop.contract"]}`,
      ).toEqual([]);
    },
  );
});
