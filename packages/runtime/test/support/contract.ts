import { type Kernel, memoryFileSystem } from "@contractc/kernel";
import { compile } from "@contractc/language";

/** The kernel of a contract that must be sound. */
export function kernelOf(text: string): Kernel {
  const { kernel, sound, findings } = compile({
    fs: memoryFileSystem({ "/w/plane.contract": text }),
    root: "/w/plane.contract",
  });
  if (!sound) throw new Error(findings.map(({ line, message }) => `${line}: ${message}`).join("\n"));
  return kernel;
}

export const PLANE = `
contract Plane version "1.0.0"

target python {
  roots "."
  check "python -m compileall -q ."
  test "python -m pytest -q"
  smoke "python -m main --headless"
}

requirement Steer must "The player steers the plane with the arrow keys" {
  accept "Holding left for ten seconds never takes x below zero"
}
decision Rules "The rules know no window" because "they are tested without one"

role backend "Implements the rules" {
  read "docs/**"
  write "model/*.py", "main.py"
  run "python -m pytest", "python -m main --headless"
}
role algorithm "Implements geometry"

external pygame "pygame >= 2.5" {
  type Surface
}

package model "model" {
  /// What flies.
  module entities "entities.py" {
    owner backend
    satisfies Steer
    /// Anything that occupies a rectangle.
    class Entity {
      x: int
      y: int
      new(x: int, y: int)
      /// Moves by some pixels.
      move(by: int) -> void
    }
  }
}

package core "core" {
  module collision "collision.py" {
    owner algorithm
    uses entities
    /// True where the two share a pixel.
    fn collides(a: Entity, b: Entity) -> bool
      example collides(Entity(x: 0, y: 0), Entity(x: 0, y: 0)) == true
  }
}

package ui "ui" {
  module hud "hud.py" {
    owner algorithm
    uses pygame, entities
    fn render(entity: Entity, screen: Surface) -> void
  }
}

module main "main.py" {
  owner backend
  uses hud
  uses entities
  fn main() -> Entity
}
`;

/** A workspace of the contract. */
export const WORKSPACE: Readonly<Record<string, string>> = {
  "plane.contract": PLANE,
  "model/entities.py": "class Entity:\n    pass\n",
  "core/collision.py": "def collides(a, b):\n    return False\n",
  "core/shapes.py": "SHAPES = []\n",
  "ui/hud.py": "def render(entity, screen):\n    pass\n",
  "main.py": "def main():\n    pass\n",
  "docs/rules.md": "# Rules\n",
  "tests/test_core_collision.py": "from core.collision import collides\n",
  "tests/test_model_entities.py": "from model.entities import Entity\n",
  "secrets.env": "KEY=1\n",
};
