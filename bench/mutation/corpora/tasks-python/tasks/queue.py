"""The queue itself."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from typing import Optional, TypeVar, overload

from .clock import Clock, SystemClock
from .errors import QueueFull
from .model import MAX_ATTEMPTS, Priority, Task, TaskId
from .store import MemoryStore, Store

T = TypeVar("T")
Visitor = Callable[[TaskId, Task], None]


class TaskQueue:
    """Tasks by priority, then by age."""

    limit: int = 1000

    def __init__(self, store: Optional[Store] = None, clock: Optional[Clock] = None, limit: int = 1000) -> None:
        self._store: Store = store or MemoryStore()
        self._clock = clock or SystemClock()
        self.limit = limit
        self._heap: list[tuple[int, int, TaskId]] = []
        self._next = 0

    def add(self, task: Task, /, *, key: str | None = None) -> TaskId:
        """Puts a task into the queue."""
        if self.size >= self.limit:
            raise QueueFull(self.limit)
        self._next += 1
        task_id = key or Task.key_of(task.name, self._next)
        self._store.put(task_id, task)
        heapq.heappush(self._heap, (-int(task.priority), self._next, task_id))
        return task_id

    @overload
    def take(self) -> tuple[TaskId, Task]: ...

    @overload
    def take(self, count: int) -> list[tuple[TaskId, Task]]: ...

    def take(self, count: int | None = None) -> tuple[TaskId, Task] | list[tuple[TaskId, Task]]:
        if count is None:
            return self._pop()
        return [self._pop() for _ in range(min(count, self.size))]

    def drain(self, visit: Visitor) -> int:
        number = 0
        for task_id, task in self:
            visit(task_id, task)
            number += 1
        return number

    @property
    def size(self) -> int:
        """How many wait."""
        return len(self._heap)

    @property
    def paused(self) -> bool:
        return self._paused

    @paused.setter
    def paused(self, value: bool) -> None:
        self._paused = value

    def __iter__(self) -> Iterator[tuple[TaskId, Task]]:
        while self._heap:
            yield self._pop()

    def _pop(self) -> tuple[TaskId, Task]:
        _, _, task_id = heapq.heappop(self._heap)
        return task_id, self._store.get(task_id)

    _paused: bool = False


def first(items: list[T], default: T) -> T:
    """The first item, or what is given instead."""
    return items[0] if items else default


def by_priority(tasks: list[Task], *names: str, reverse: bool = False, **limits: int) -> dict[Priority, list[Task]]:
    """Groups tasks; names, where there are any, select them."""
    groups: dict[Priority, list[Task]] = {}
    for task in sorted(tasks, key=lambda each: each.attempts, reverse=reverse):
        if not names or task.name in names:
            groups.setdefault(task.priority, []).append(task)
    for name, limit in limits.items():
        groups[Priority[name]] = groups.get(Priority[name], [])[:limit]
    return groups


def may_retry(task: Task, limit: int = MAX_ATTEMPTS) -> bool:
    return task.attempts < limit
