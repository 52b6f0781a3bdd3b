"""Tasks that come again and again."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import lru_cache

from .clock import Clock
from .model import DEFAULT_QUEUE, Task
from .queue import TaskQueue

WEEK: timedelta = timedelta(days=7)


class Trigger:
    """Says when something is due next."""

    @abstractmethod
    def next_after(self, moment: datetime) -> datetime | None:
        raise NotImplementedError


class Every(Trigger):
    """At fixed intervals."""

    step: timedelta

    def __init__(self, step: timedelta) -> None:
        self.step = step

    def next_after(self, moment: datetime) -> datetime | None:
        return moment + self.step


class Once(Trigger):
    def __init__(self, at: datetime) -> None:
        self.at = at

    def next_after(self, moment: datetime) -> datetime | None:
        return self.at if self.at > moment else None


class Schedule:
    """Triggers with their tasks."""

    def __init__(self, clock: Clock, queue_name: str = DEFAULT_QUEUE) -> None:
        self._clock = clock
        self._entries: list[tuple[Trigger, Task]] = []
        self.queue_name = queue_name

    def add(self, trigger: Trigger, task: Task) -> Schedule:
        self._entries.append((trigger, task))
        return self

    def due(self, since: datetime) -> Iterable[Task]:
        now = self._clock.now()
        for trigger, task in self._entries:
            moment = trigger.next_after(since)
            if moment is not None and moment <= now:
                yield task

    def fill(self, queue: TaskQueue, since: datetime) -> int:
        added = [queue.add(task) for task in self.due(since)]
        return len(added)


@lru_cache(maxsize=128)
def parse_interval(text: str) -> timedelta:
    """`90s`, `15m`, `2h` or `1d`."""
    units = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
    unit = units.get(text[-1:])
    if unit is None or not text[:-1].isdigit():
        raise ValueError(f"{text!r} is no interval")
    return timedelta(**{unit: int(text[:-1])})
