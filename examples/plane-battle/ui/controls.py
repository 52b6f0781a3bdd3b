"""From keys to commands. Keys are named as pygame names them: "left", "space", "return"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.game import Game, Phase
from model.entities import SCREEN_WIDTH, Command, Direction, Entity, Player, Side

_OPPOSITES: Final[tuple[tuple[Direction, Direction], ...]] = (("left", "right"), ("up", "down"))
_ALERT: Final = 140
"""Pixels above the plane within which something is worth dodging."""
_MARGIN: Final = 8
"""Pixels that the autopilot keeps between the plane and what passes it."""


def command_for(keys: Iterable[str]) -> Command:
    """What the keys that are down ask for. Opposite keys cancel; unknown keys are ignored."""
    down = set(keys)
    moves: list[Direction] = []
    for one, other in _OPPOSITES:
        if (one in down) != (other in down):
            moves.append(one if one in down else other)
    return Command(moves, fire="space" in down)


def autopilot(game: Game) -> Command:
    """What a careful player would do now: keep away from what comes close, shoot what is in line."""
    player, enemies = game.world.player, game.world.enemies
    threats = [other for other in game.world.entities() if _threatens(other, player)]
    fire = player.ammo > 0 and any(_in_line(player, enemy) for enemy in enemies)
    if threats:
        nearest = max(threats, key=lambda threat: threat.y)
        return Command([_away(player, nearest)], fire)
    if fire or not enemies:
        return Command([], fire)
    prey = max(enemies, key=lambda enemy: enemy.y)
    return Command(["left" if _middle(prey) < _middle(player) else "right"])


def press(game: Game, key: str) -> bool:
    """Reacts to one key press outside of steering; False when the player wants to leave."""
    if key == "escape":
        return False
    if key == "return" and game.phase is Phase.MENU:
        game.start()
    elif key == "return" and game.phase is Phase.OVER:
        return False
    elif key == "p" and game.phase in (Phase.PLAYING, Phase.PAUSED):
        game.pause()
    return True


def _middle(entity: Entity) -> int:
    return entity.x + entity.width // 2


def _in_line(player: Player, enemy: Entity) -> bool:
    """Whether a bullet fired now flies towards the enemy's column."""
    return enemy.x <= _middle(player) < enemy.x + enemy.width and enemy.y < player.y


def _threatens(other: Entity, player: Player) -> bool:
    """Whether it comes down on the plane and is close."""
    if other.side is Side.PLAYER:
        return False
    gap = player.y - (other.y + other.height)
    overlap = min(player.x + player.width, other.x + other.width) - max(player.x, other.x)
    return -other.height < gap < _ALERT and overlap > -_MARGIN


def _away(player: Player, threat: Entity) -> Direction:
    """The side that the threat leaves open; through the middle where a wall closes it."""
    to_right = _middle(player) >= _middle(threat)
    if to_right and threat.x + threat.width + _MARGIN + player.width > SCREEN_WIDTH:
        return "left"
    if not to_right and threat.x - _MARGIN - player.width < 0:
        return "right"
    return "right" if to_right else "left"
