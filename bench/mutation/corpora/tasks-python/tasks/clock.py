"""Time, as something that is passed in."""

import time
from abc import ABC, abstractmethod
from datetime import datetime, timedelta, timezone


class Clock(ABC):
    """Tells the time."""

    @abstractmethod
    def now(self) -> datetime:
        """This moment, with its zone."""

    @abstractmethod
    def sleep(self, seconds: float) -> None: ...

    def since(self, moment: datetime) -> timedelta:
        return self.now() - moment


class SystemClock(Clock):
    """The computer's clock."""

    def now(self) -> datetime:
        return datetime.now(timezone.utc)

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


class ManualClock(Clock):
    """A clock that is set by hand, for tests."""

    def __init__(self, start: datetime) -> None:
        self._now = start

    def now(self) -> datetime:
        return self._now

    def sleep(self, seconds: float) -> None:
        self.advance(seconds)

    def advance(self, seconds: float) -> datetime:
        self._now += timedelta(seconds=seconds)
        return self._now
