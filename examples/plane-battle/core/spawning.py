"""When and where enemies appear."""

from __future__ import annotations

from random import Random
from typing import Final

from model.entities import SCREEN_WIDTH, Enemy

_SLOWEST: Final = 60
_FASTEST: Final = 15
_STEPS_PER_LEVEL: Final = 600
_ENEMY_WIDTH: Final = Enemy(0).width


def interval(step: int) -> int:
    """Steps between two enemies: three fewer every ten seconds, never less than 15."""
    return max(_FASTEST, _SLOWEST - 3 * (step // _STEPS_PER_LEVEL))


class Spawner:
    """Sends enemies from the upper edge. Two spawners with one seed do the same."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)
        self._step = 0
        self._wait = interval(0)

    def next(self) -> list[Enemy]:
        """The enemies that appear in the next step."""
        self._step += 1
        self._wait -= 1
        if self._wait > 0:
            return []
        self._wait = interval(self._step)
        # Every fifth enemy or so is an ace: worth more, and told apart only by its points.
        points = 30 if self._random.randrange(5) == 0 else 10
        return [Enemy(self._random.randrange(SCREEN_WIDTH - _ENEMY_WIDTH + 1), points=points)]
