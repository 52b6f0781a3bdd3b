"""The best results. Where they are kept is a matter of `core.storage`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final


@dataclass(frozen=True)
class Score:
    """One result; a day of None means that nobody noted it."""

    name: str
    points: int
    day: date | None = None


class ScoreTable:
    """The best results, best first. Of equal results the older one stays ahead."""

    def __init__(self, size: int = 10) -> None:
        """An empty table that keeps `size` results.

        Raises:
            ValueError: the size is not positive.
        """
        if size < 1:
            raise ValueError(f"a table of results needs room for one or more, not {size}")
        self.size: Final[int] = size
        self._entries: list[Score] = []

    def add(self, score: Score) -> int | None:
        """Enters a result and returns its rank from 1, or None when it is not among the best.

        A result without points never is: an empty table is no achievement.
        """
        if score.points <= 0:
            return None
        # Behind all that are at least as good: that keeps the older of two equals ahead.
        rank = sum(1 for entry in self._entries if entry.points >= score.points)
        if rank >= self.size:
            return None
        self._entries.insert(rank, score)
        del self._entries[self.size :]
        return rank + 1

    def entries(self) -> list[Score]:
        """A copy of the results, best first."""
        return list(self._entries)
