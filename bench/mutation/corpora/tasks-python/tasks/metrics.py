"""Counts what happens."""

from __future__ import annotations

from collections import Counter
from typing import Generic, TypeVar

from .model import Outcome, Report, Result, Span

N = TypeVar("N", int, float)


class Gauge(Generic[N]):
    """A number that goes up and down."""

    def __init__(self, start: N) -> None:
        self.value: N = start
        self.highest: N = start

    def set(self, value: N) -> None:
        self.value = value
        self.highest = max(self.highest, value)


class Metrics:
    """What workers did."""

    WINDOW: int = 60

    def __init__(self, window: int = 60) -> None:
        self.window = window
        self._counts: Counter[Outcome] = Counter()
        self._slowest: Result | None = None

    def count(self, result: Result) -> None:
        self._counts[result.outcome] += 1
        if self._slowest is None or result.seconds > self._slowest.seconds:
            self._slowest = result

    def total(self, *outcomes: Outcome) -> int:
        if not outcomes:
            return sum(self._counts.values())
        return sum(self._counts[each] for each in outcomes)

    def report(self) -> Report:
        slowest = self._slowest.task_id if self._slowest else ""
        return {"total": self.total(), "failed": self.total("failed"), "slowest": slowest}


def overlap(first: Span, second: Span) -> float:
    """Seconds that two spans have in common."""
    start = max(first.start, second.start)
    end = min(first.end, second.end)
    return max((end - start).total_seconds(), 0.0)


def rate(done: int, seconds: float) -> float:
    if seconds <= 0:
        return 0.0
    return done / seconds


def _rounded(value: float) -> float:
    return round(value, 3)
