import { expect, it } from "vitest";
import { python, typescript } from "./support.js";

const DECLARATIONS = `
  type Direction = "up" | "down" | "left" | "right"
  enum Side { Player = "player", Enemy = "enemy" }
  abstract class Entity { x: int, y: int, width: int, height: int }
  class Player extends Entity {
    health: int = 3
    new(x: int, y: int)
    move(direction: Direction) -> bool
  }
  record Hit { attacker: Entity, damage: int }
  error OutOfAmmo { remaining: int }
  fn hits(player: Player, others: list<Entity>) -> list<Hit>
    raises OutOfAmmo
  async fn run(frames: int?) -> void
`;

it("finds nothing where Python does what the contract says", () => {
  const code = `
    from __future__ import annotations
    import typing as t
    from abc import ABC
    from dataclasses import dataclass
    from enum import Enum

    Direction = t.Literal["up", "down", "left", "right"]


    class Side(Enum):
        Player = "player"
        Enemy = "enemy"


    class Entity(ABC):
        def __init__(self, x: int, y: int, width: int, height: int) -> None:
            self.x = x
            self.y = y
            self.width = width
            self.height = height


    class Player(Entity):
        health: int = 3

        def __init__(self, x: int, y: int) -> None:
            super().__init__(x, y, 8, 8)

        def move(self, direction: Direction) -> bool:
            self.x += 1
            return True


    @dataclass
    class Hit:
        attacker: Entity
        damage: int


    class OutOfAmmo(Exception):
        def __init__(self, remaining: int) -> None:
            super().__init__("out of ammo")
            self.remaining = remaining


    def hits(player: Player, others: t.List["Entity"]) -> list[Hit]:
        if not others:
            raise OutOfAmmo(0)
        return [Hit(other, 1) for other in others]


    async def run(frames: t.Optional[int] = None) -> None:
        print(frames)
  `;
  expect(python(DECLARATIONS, code)).toEqual([]);
});

it("finds nothing where TypeScript does what the contract says", () => {
  const code = `
    export type Direction = "left" | "right" | "up" | "down";
    export enum Side { Player = "player", Enemy = "enemy" }
    export abstract class Entity {
      constructor(public x: number, public y: number, public width: number, public height: number) {}
    }
    export class Player extends Entity {
      health = 3;
      constructor(x: number, y: number) {
        super(x, y, 8, 8);
      }
      move(direction: Direction): boolean {
        this.x += direction === "left" ? -1 : 1;
        return true;
      }
    }
    export interface Hit { attacker: Entity; damage: number }
    export class OutOfAmmo extends Error {
      constructor(readonly remaining: number) {
        super("out of ammo");
      }
    }
    export function hits(player: Player, others: readonly Entity[]): Hit[] {
      if (others.length === 0) throw new OutOfAmmo(0);
      return others.map((attacker) => ({ attacker, damage: 1 }));
    }
    export async function run(frames?: number): Promise<void> {
      console.log(frames);
    }
  `;
  expect(typescript(DECLARATIONS, code)).toEqual([]);
});
