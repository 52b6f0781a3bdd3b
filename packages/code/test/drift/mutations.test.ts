import { describe, expect, it } from "vitest";
import { brief, driftOf } from "./support.js";

const CONTRACT = `
module model "model.EXT" {
  const LIMIT: int = 10
  enum Side { Left = "left", Right = "right" }
  abstract class Entity { x: int, name: string? }
  class Player extends Entity {
    health: int = 3
    new(x: int, health: int = 3)
    move(direction: Side, steps: int) -> bool
  }
  record Hit { attacker: Entity, readonly damage: int }
  error OutOfAmmo { remaining: int }
}
module core "core.EXT" {
  uses model
  fn hits(player: Player, others: list<Entity>, limit: int = 10) -> list<Hit>
    raises OutOfAmmo
  async fn run(frames: int?) -> Player
}
`;

const PYTHON = {
  "model.py": `
    from abc import ABC
    from dataclasses import dataclass
    from enum import Enum
    from typing import Final

    LIMIT: Final[int] = 10


    class Side(Enum):
        Left = "left"
        Right = "right"


    class Entity(ABC):
        x: int
        name: str | None


    class Player(Entity):
        def __init__(self, x: int, health: int = 3) -> None:
            self.x = x
            self.health = health

        def move(self, direction: Side, steps: int) -> bool:
            return work(direction, steps)


    class Hit:
        def __init__(self, attacker: Entity, damage: int) -> None:
            self.attacker: Entity = attacker
            self._damage = damage

        @property
        def damage(self) -> int:
            return self._damage


    class OutOfAmmo(Exception):
        def __init__(self, remaining: int) -> None:
            self.remaining = remaining
  `,
  "core.py": `
    from collections.abc import Sequence
    import model
    from model import Entity, Hit, Player


    def hits(player: Player, others: list[Entity], limit: int = 10) -> list[Hit]:
        if not others:
            raise model.OutOfAmmo(0)
        return work(player, others, limit)


    async def run(frames: int | None = None) -> model.Player:
        return await work(frames)
  `,
};

const TYPESCRIPT = {
  "model.ts": `
    export const LIMIT = 10;
    export enum Side { Left = "left", Right = "right" }
    export abstract class Entity {
      x!: number;
      name: string | undefined;
    }
    export class Player extends Entity {
      constructor(public x: number, public health: number = 3) { super(); }
      move(direction: Side, steps: number): boolean { return work(direction, steps); }
    }
    export type Hit = { attacker: Entity; readonly damage: number };
    export class OutOfAmmo extends Error {
      constructor(public remaining: number) { super("out of ammo"); }
    }
  `,
  "core.ts": `
    import * as model from "./model.js";
    import type { Entity, Hit } from "./model.js";
    export function hits(player: model.Player, others: Entity[], limit = 10): Hit[] {
      if (others.length === 0) throw new model.OutOfAmmo(0);
      return work(player, others, limit);
    }
    export const run = async (frames?: number): Promise<model.Player> => work(frames);
  `,
};

const languages = [
  ["Python", "py", PYTHON],
  ["TypeScript", "ts", TYPESCRIPT],
] as const;

/** What to replace in the contract, and the one finding that the code then gives. */
const CHANGES: [change: string, from: string, to: string, finding: string][] = [
  ["the type of a parameter", "steps: int", "steps: string", "parameter-type model.Player.move"],
  ["a parameter less", ", steps: int)", ")", "parameter-extra model.Player.move"],
  ["a parameter more", "steps: int)", "steps: int, fast: bool)", "parameter-missing model.Player.move"],
  [
    "the order of parameters",
    "direction: Side, steps: int",
    "steps: int, direction: Side",
    "parameter-order model.Player.move",
  ],
  ["the default of a parameter", "limit: int = 10", "limit: int = 11", "parameter-default core.hits"],
  ["no default of a parameter", "limit: int = 10", "limit: int", "parameter-default core.hits"],
  ["the element of a list", "others: list<Entity>", "others: list<Player>", "parameter-type core.hits"],
  ["the result", "-> list<Hit>", "-> list<Entity>", "return-type core.hits"],
  ["async", "async fn run", "fn run", "modifier core.run"],
  ["the result of an asynchronous function", "-> Player", "-> Entity", "return-type core.run"],
  ["raises", "    raises OutOfAmmo\n", "", "raises core.hits"],
  ["the type of a field", "health: int = 3\n", "health: string\n", "field-type model.Player.health"],
  ["an optional field", "name: string?", "name: string", "field-type model.Entity.name"],
  ["a field more", "remaining: int }", "remaining: int, size: int }", "missing-member model.OutOfAmmo.size"],
  ["a field less", "x: int, name: string?", "x: int", "unlisted-member model.Entity.name"],
  ["a constructor's parameter", "new(x: int,", "new(x: string,", "parameter-type model.Player.new"],
  ["a method's name", "move(", "moves(", "missing-member model.Player.moves"],
  ["a base", "class Player extends Entity", "class Player", "base model.Player"],
  ["abstract", "abstract class Entity", "class Entity", "modifier model.Entity"],
  ["the kind", "record Hit", "enum Hit2 { A }\n  record Hit", "missing-symbol model.Hit2"],
  ["a member of an enum more", 'Right = "right"', 'Right = "right", Up = "up"', "enum-member model.Side"],
  ["the value of a member", '"right"', '"r"', "enum-member model.Side"],
  ["the value of a constant", "LIMIT: int = 10", "LIMIT: int = 11", "const-value model.LIMIT"],
  ["type parameters", "fn hits(", "fn hits<T>(", "modifier core.hits"],
];

describe.each(languages)("one change of a contract is one finding in %s:", (_, extension, code) => {
  const run = (contract: string) =>
    brief(driftOf(contract.replaceAll("EXT", extension), code)).map((text) => {
      const [name, , symbol] = text.replace(" warning", "").split(" ");
      return `${name} ${symbol}`;
    });

  it("none", () => {
    expect(run(CONTRACT)).toEqual([]);
  });

  it.each(CHANGES)("%s", (_, from, to, finding) => {
    expect(CONTRACT).toContain(from);
    expect(run(CONTRACT.replace(from, to))).toEqual([finding]);
  });

  it("readonly, which a getter has as well as a field that may be written", () => {
    const found = run(CONTRACT.replace("readonly damage", "damage"));
    expect(found).toEqual(extension === "py" ? [] : ["modifier model.Hit.damage"]);
  });
});
