"""What is drawn: the battlefield and some lines of text.

pygame is named in annotations only: everything is drawn with methods of the surface that is passed
in, so that this module can be tested where pygame is not installed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from core.game import Game, Phase
from model.entities import Enemy, Entity, Hit, Player, Side

if TYPE_CHECKING:
    from pygame import Surface
    from pygame.font import Font

_Color = tuple[int, int, int]

_SKY: Final[_Color] = (16, 24, 48)
_FLASH: Final[_Color] = (120, 24, 24)
_TEXT: Final[_Color] = (240, 240, 240)
_BLUE: Final[_Color] = (90, 200, 250)
_RED: Final[_Color] = (250, 110, 90)
_GOLD: Final[_Color] = (250, 210, 90)
_ACE_POINTS: Final = 30
_FLASH_FRAMES: Final = 6
_LINE_HEIGHT: Final = 28


class Hud:
    """Draws one frame. The screen flashes for some frames after the player was hit."""

    def __init__(self, best: int = 0) -> None:
        """`best` is the highest result so far; 0 says that there is none."""
        self._best = best
        self._flash = 0

    @property
    def flash(self) -> int:
        """Frames for which the flash still lasts."""
        return self._flash

    def update(self, hits: Iterable[Hit]) -> None:
        """Notes what happened in the last step."""
        hurt = any(isinstance(hit.target, Player) for hit in hits)
        self._flash = _FLASH_FRAMES if hurt else max(0, self._flash - 1)

    def lines(self, game: Game) -> list[str]:
        """The lines of text over the battlefield, from the top."""
        if game.phase is Phase.MENU:
            return ["PLANE BATTLE", f"best {self._best}", "press return to start"]
        player = game.world.player
        status = f"{game.points} points   health {player.health}   ammo {player.ammo}"
        if game.phase is Phase.PAUSED:
            return [status, "PAUSED"]
        if game.phase is Phase.OVER:
            record = "a new record" if game.points > self._best else f"best {self._best}"
            return [status, "GAME OVER", record, "press return to leave"]
        return [status]

    def render(self, game: Game, screen: Surface, font: Font) -> None:
        """Draws the battlefield and the lines of text."""
        screen.fill(_FLASH if self._flash else _SKY)
        for entity in game.world.entities():
            for x, y, width, height in _shape(entity):
                screen.fill(_color(entity), (x, y, width, height))
        for number, line in enumerate(self.lines(game)):
            screen.blit(font.render(line, True, _TEXT), (8, 8 + number * _LINE_HEIGHT))


def _shape(entity: Entity) -> list[tuple[int, int, int, int]]:
    """The rectangles that draw it: fuselage and wing of a plane, or just a bullet."""
    x, y, width, height = entity.x, entity.y, entity.width, entity.height
    if not isinstance(entity, (Player, Enemy)):
        return [(x, y, width, height)]
    wing = y + (height // 2 if isinstance(entity, Player) else height // 4)
    return [(x + width // 2 - 4, y, 8, height), (x, wing, width, height // 4)]


def _color(entity: Entity) -> _Color:
    if isinstance(entity, Enemy) and entity.points >= _ACE_POINTS:
        return _GOLD
    return _BLUE if entity.side is Side.PLAYER else _RED
