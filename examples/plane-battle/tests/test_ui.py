"""Controls, the lines of text and the drawing, all without pygame."""

from __future__ import annotations

from typing import Any, cast

import pytest

from core.game import Game, Phase
from model.entities import Bullet, Command, Enemy, Hit, Side
from ui.controls import autopilot, command_for, press
from ui.hud import Hud


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ([], Command([])),
        (["left"], Command(["left"])),
        (["down", "right"], Command(["right", "down"])),
        (["left", "right", "up", "down"], Command([])),
        (["left", "right", "up"], Command(["up"])),
        (["space", "f1"], Command([], fire=True)),
    ],
)
def test_keys_to_commands(keys: list[str], expected: Command) -> None:
    assert command_for(keys) == expected


def test_autopilot_dodges_to_the_open_side() -> None:
    game = Game()
    player = game.world.player
    player.x = 0
    game.world.bullets.append(Bullet(30, player.y - 50, Side.ENEMY))
    assert autopilot(game) == Command(["right"]), "on the left the wall is in the way"
    player.x = 440
    game.world.bullets[:] = [Bullet(450, player.y - 50, Side.ENEMY)]
    assert autopilot(game) == Command(["left"]), "on the right the wall is in the way"


def test_autopilot_ignores_its_own_bullets_and_what_has_passed() -> None:
    game = Game()
    player = game.world.player
    game.world.bullets.append(Bullet(player.x, player.y - 20, Side.PLAYER))
    game.world.bullets.append(Bullet(player.x, player.y + 60, Side.ENEMY))
    assert autopilot(game) == Command([])


def test_autopilot_hunts_the_lowest_enemy() -> None:
    game = Game()
    game.world.send(Enemy(400, 10))
    game.world.send(Enemy(20, 200))
    assert autopilot(game) == Command(["left"])


def test_keys_of_the_menu() -> None:
    game = Game()
    phases: list[Phase] = []
    for key in ["p", "return", "return", "p", "return", "p"]:
        assert press(game, key)
        phases.append(game.phase)
    playing, paused = Phase.PLAYING, Phase.PAUSED
    assert phases == [Phase.MENU, playing, playing, paused, paused, playing]
    game.world.player.hurt(3)
    game.step(Command([]))
    assert not press(game, "return")


def test_flash_fades_after_a_hit() -> None:
    hud, game = Hud(), Game()
    enemy = Enemy(0)
    hud.update([Hit(enemy, game.world.player, 2)])
    flashes = [hud.flash]
    for _ in range(7):
        hud.update([])
        flashes.append(hud.flash)
    assert flashes == [6, 5, 4, 3, 2, 1, 0, 0]
    hud.update([Hit(Bullet(0, 0, Side.PLAYER), enemy, 1)])
    assert hud.flash == 0, "a hit of the enemy is no reason to flash"


def test_lines_of_each_phase() -> None:
    hud, game = Hud(best=20), Game()
    game.start()
    assert hud.lines(game) == ["0 points   health 3   ammo 8"]
    game.pause()
    assert hud.lines(game)[1:] == ["PAUSED"]
    game.pause()
    game.world.send(Enemy(220, 540, points=30))
    game.step(Command([], fire=True))
    game.world.player.hurt(3)
    game.step(Command([]))
    assert hud.lines(game) == [
        "30 points   health 0   ammo 7",
        "GAME OVER",
        "a new record",
        "press return to leave",
    ]


class Canvas:
    """Stands for a surface and a font of pygame, and notes what is drawn."""

    def __init__(self) -> None:
        self.filled: list[tuple[object, ...]] = []
        self.texts: list[tuple[object, tuple[int, int]]] = []

    def fill(self, color: object, rect: object = None) -> None:
        self.filled.append((color, rect))

    def blit(self, picture: object, at: tuple[int, int]) -> None:
        self.texts.append((picture, at))

    def render(self, text: str, smooth: bool, color: object) -> str:
        return text


def test_render_draws_every_entity_and_every_line() -> None:
    game, canvas = Game(), Canvas()
    game.world.send(Enemy(0, 100))
    game.world.bullets.append(Bullet(7, 9, Side.ENEMY))
    Hud().render(game, cast(Any, canvas), cast(Any, canvas))
    rectangles = [rect for _, rect in canvas.filled]
    assert rectangles[0] is None, "the sky comes first and covers everything"
    assert (7, 9, 4, 12) in rectangles
    assert len(rectangles) == 1 + 2 + 2 + 1
    assert canvas.texts[0] == ("PLANE BATTLE", (8, 8))
    assert len(canvas.texts) == 3
