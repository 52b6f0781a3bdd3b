"""Where tasks are kept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol, runtime_checkable

from .errors import UnknownTask
from .model import Priority, State, Task, TaskId


@runtime_checkable
class Store(Protocol):
    """Keeps tasks by their number."""

    def put(self, task_id: TaskId, task: Task) -> None: ...

    def get(self, task_id: TaskId) -> Task: ...

    def remove(self, task_id: TaskId) -> bool: ...

    def items(self) -> Iterable[tuple[TaskId, Task]]: ...


class MemoryStore:
    """Forgets everything at the end."""

    def __init__(self) -> None:
        self._tasks: dict[TaskId, Task] = {}

    def put(self, task_id: TaskId, task: Task) -> None:
        self._tasks[task_id] = task

    def get(self, task_id: TaskId) -> Task:
        found = self._tasks.get(task_id)
        if found is None:
            raise UnknownTask(task_id, "not in memory")
        return found

    def remove(self, task_id: TaskId) -> bool:
        return self._tasks.pop(task_id, None) is not None

    def items(self) -> Iterator[tuple[TaskId, Task]]:
        yield from self._tasks.items()

    def __len__(self) -> int:
        return len(self._tasks)


class FileStore:
    """One file of JSON for each task."""

    folder: Path
    suffix: str = ".json"

    def __init__(self, folder: Path, /, *, create: bool = False) -> None:
        self.folder = folder
        if create:
            folder.mkdir(parents=True, exist_ok=True)

    def put(self, task_id: TaskId, task: Task) -> None:
        self._path(task_id).write_text(json.dumps({"name": task.name, "priority": int(task.priority)}))

    def get(self, task_id: TaskId) -> Task:
        path = self._path(task_id)
        if not path.exists():
            raise UnknownTask(task_id, str(path))
        data = json.loads(path.read_text())
        return Task(data["name"], {}, Priority(data["priority"]))

    def remove(self, task_id: TaskId) -> bool:
        path = self._path(task_id)
        known = path.exists()
        path.unlink(missing_ok=True)
        return known

    def items(self) -> Iterator[tuple[TaskId, Task]]:
        for path in sorted(self.folder.glob(f"*{self.suffix}")):
            yield path.stem, self.get(path.stem)

    def _path(self, task_id: TaskId) -> Path:
        return self.folder / f"{task_id}{self.suffix}"


def copy_all(source: Store, target: Store, *states: State) -> int:
    """Copies tasks, of some states only if any is given."""
    count = 0
    for task_id, task in source.items():
        if not states or task.state in states:
            target.put(task_id, task)
            count += 1
    return count
