"""What a task is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum, IntEnum
from typing import Any, Literal, NamedTuple, TypedDict, Union

DEFAULT_QUEUE: str = "default"
MAX_ATTEMPTS: int = 5
BACKOFF_FACTOR: float = 2.0
STRICT: bool = True

TaskId = str
Payload = dict[str, Union[str, int, float, bool, None]]
Outcome = Literal["done", "failed", "dropped"]


class Priority(IntEnum):
    LOW = 0
    NORMAL = 10
    HIGH = 20


class State(Enum):
    """Where a task is on its way."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"

    def is_final(self) -> bool:
        return self in (State.DONE, State.FAILED)


@dataclass
class Task:
    """Something to do."""

    name: str
    payload: Mapping[str, Any]
    priority: Priority = Priority.NORMAL
    queue: str = "default"
    attempts: int = 0
    state: State = State.WAITING
    due: datetime | None = None
    tags: list[str] = field(default_factory=list)

    def is_due(self, now: datetime) -> bool:
        """Whether it may run."""
        return self.due is None or self.due <= now

    def next_attempt(self, now: datetime, *, factor: float = 2.0) -> Task:
        wait = timedelta(seconds=factor**self.attempts)
        return Task(self.name, self.payload, self.priority, self.queue, self.attempts + 1, due=now + wait)

    @property
    def is_retry(self) -> bool:
        return self.attempts > 0

    @staticmethod
    def key_of(name: str, number: int) -> str:
        return f"{name}:{number:08d}"

    @classmethod
    def urgent(cls, name: str, payload: Mapping[str, Any]) -> Task:
        return cls(name, payload, Priority.HIGH)


@dataclass(frozen=True)
class Result:
    """What came of a task."""

    task_id: str
    outcome: Outcome
    seconds: float
    message: str | None = None
    retries: int = 0


class Span(NamedTuple):
    start: datetime
    end: datetime
    label: str = ""


class Report(TypedDict):
    total: int
    failed: int
    slowest: str


class Options(TypedDict, total=False):
    timeout: float
    retries: int
    queue: str
