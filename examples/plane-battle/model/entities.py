"""What flies: rectangles on a field of SCREEN_WIDTH by SCREEN_HEIGHT pixels.

The origin is the top left corner and y grows downwards, as on a screen. One step is one frame; all
speeds are pixels per step. Nothing here knows of time, randomness or a display.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal, TypeAlias

SCREEN_WIDTH: Final[int] = 480
SCREEN_HEIGHT: Final[int] = 640

_PLAYER_SPEED: Final = 5
_ENEMY_SPEED: Final = 2
_MAGAZINE: Final = 8
_RELOAD_STEPS: Final = 15
_ENEMY_GUN_STEPS: Final = 90
_BULLET_WIDTH: Final = 4
_BULLET_HEIGHT: Final = 12

Direction: TypeAlias = Literal["up", "down", "left", "right"]


class Side(Enum):
    """Who is whose enemy."""

    PLAYER = "player"
    ENEMY = "enemy"


@dataclass
class Command:
    """What the player asks for in one step."""

    moves: list[Direction]
    fire: bool = False


class Entity(ABC):
    """Anything that occupies a rectangle; (x, y) is its top left pixel."""

    def __init__(self, x: int, y: int, *, width: int, height: int, side: Side, power: int) -> None:
        self.x: int = x
        self.y: int = y
        self.width: Final[int] = width
        self.height: Final[int] = height
        self.side: Final[Side] = side
        self.power: Final[int] = power

    @property
    def visible(self) -> bool:
        """Whether any pixel of it is on the screen."""
        return -self.width < self.x < SCREEN_WIDTH and -self.height < self.y < SCREEN_HEIGHT

    @abstractmethod
    def advance(self) -> None:
        """One step under its own power."""


class Player(Entity):
    """The plane of the player."""

    def __init__(self, x: int = 220, y: int = 580) -> None:
        super().__init__(x, y, width=40, height=40, side=Side.PLAYER, power=1)
        self.health: int = 3
        self.ammo: int = 8
        self._reload = _RELOAD_STEPS

    def advance(self) -> None:
        """Refills the magazine by one bullet every _RELOAD_STEPS steps, until it is full."""
        if self.ammo == _MAGAZINE:
            return
        self._reload -= 1
        if self._reload == 0:
            self.ammo += 1
            self._reload = _RELOAD_STEPS

    def move(self, direction: Direction) -> bool:
        """Moves as far as the screen allows and says whether the plane moved."""
        dx, dy = _OFFSETS[direction]
        before = (self.x, self.y)
        self.x = _clamp(self.x + dx * _PLAYER_SPEED, SCREEN_WIDTH - self.width)
        self.y = _clamp(self.y + dy * _PLAYER_SPEED, SCREEN_HEIGHT - self.height)
        return (self.x, self.y) != before

    def fire(self) -> Bullet:
        """Takes a bullet from the magazine and sends it up.

        Raises:
            OutOfAmmo: the magazine is empty; it says for how many steps.
        """
        if self.ammo == 0:
            raise OutOfAmmo(self._reload)
        self.ammo -= 1
        return Bullet(self.x + self.width // 2 - _BULLET_WIDTH // 2, self.y - _BULLET_HEIGHT, self.side)

    def hurt(self, amount: int) -> None:
        """Loses health, which never falls below zero."""
        self.health = max(0, self.health - amount)


class Enemy(Entity):
    """A plane of the enemy: flies down and shoots every _ENEMY_GUN_STEPS steps."""

    def __init__(self, x: int, y: int = -32, *, points: int = 10) -> None:
        super().__init__(x, y, width=36, height=32, side=Side.ENEMY, power=2)
        self.points: Final[int] = points
        self._gun = _ENEMY_GUN_STEPS

    def advance(self) -> None:
        self.y += _ENEMY_SPEED
        self._gun = max(0, self._gun - 1)

    def fire(self) -> Bullet | None:
        """A bullet when the gun is ready, else None."""
        if self._gun > 0:
            return None
        self._gun = _ENEMY_GUN_STEPS
        return Bullet(self.x + self.width // 2 - _BULLET_WIDTH // 2, self.y + self.height, self.side)


class Bullet(Entity):
    """A bullet: flies away from the side that fired it."""

    def __init__(self, x: int, y: int, side: Side) -> None:
        super().__init__(x, y, width=_BULLET_WIDTH, height=_BULLET_HEIGHT, side=side, power=1)
        # Slower than an enemy is tall, so that a bullet never jumps over one within a step.
        self._speed = -10 if side is Side.PLAYER else 6

    def advance(self) -> None:
        self.y += self._speed


@dataclass(frozen=True)
class Hit:
    """One collision: `damage` is what it costs the target."""

    attacker: Entity
    target: Entity
    damage: int


class OutOfAmmo(Exception):
    """The magazine is empty; `wait` steps later it holds a bullet again."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"the magazine is empty for {wait} more steps")
        self.wait = wait


_OFFSETS: Final[dict[Direction, tuple[int, int]]] = {
    "up": (0, -1),
    "down": (0, 1),
    "left": (-1, 0),
    "right": (1, 0),
}


def _clamp(value: int, highest: int) -> int:
    """The value, or the nearer end of 0..highest when it lies outside."""
    return max(0, min(value, highest))
