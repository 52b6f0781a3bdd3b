"""Runs tasks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any

from .errors import Poisoned, TaskError
from .model import MAX_ATTEMPTS, Result, Task, TaskId

if TYPE_CHECKING:
    from .metrics import Metrics
    from .queue import TaskQueue

Handler = Callable[[Task], Awaitable[Any]]


class Worker:
    """Takes tasks out of a queue and runs them."""

    name: str
    concurrency: int

    def __init__(self, queue: TaskQueue, metrics: Metrics | None = None, *, name: str = "worker", concurrency: int = 4) -> None:
        self._queue = queue
        self._metrics = metrics
        self.name = name
        self.concurrency = concurrency
        self._handlers: dict[str, Handler] = {}

    def register(self, name: str, handler: Handler) -> Worker:
        self._handlers[name] = handler
        return self

    async def run(self, limit: int | None = None) -> list[Result]:
        """Runs what waits, up to a number of tasks."""
        results: list[Result] = []
        async for result in self.stream():
            results.append(result)
            if limit is not None and len(results) >= limit:
                break
        return results

    async def stream(self) -> AsyncIterator[Result]:
        while self._queue.size > 0:
            task_id, task = self._queue.take()
            yield await self.run_one(task_id, task)

    async def run_one(self, task_id: TaskId, task: Task) -> Result:
        handler = self._handlers.get(task.name)
        if handler is None:
            raise TaskError(task_id, "nobody handles it")
        if task.attempts > MAX_ATTEMPTS:
            raise Poisoned(task_id, task.attempts)
        try:
            await asyncio.wait_for(handler(task), timeout=30)
        except TimeoutError:
            return self._note(Result(task_id, "failed", 30.0, "timed out"))
        return self._note(Result(task_id, "done", 0.0))

    async def idle(self) -> None:
        self._queue.paused = True

    def _note(self, result: Result) -> Result:
        if self._metrics is not None:
            self._metrics.count(result)
        return result


async def run_all(workers: list[Worker], *, timeout: float = 60.0) -> int:
    """Runs several workers at once and says how many tasks they did."""
    done = await asyncio.wait_for(asyncio.gather(*(worker.run() for worker in workers)), timeout)
    return sum(len(results) for results in done)
