"""What can go wrong with a task."""


class TaskError(Exception):
    """Anything that is said of one task."""

    def __init__(self, task_id: str, reason: str = "") -> None:
        super().__init__(f"{task_id}: {reason}")
        self.task_id = task_id
        self.reason = reason

    def describe(self) -> str:
        return f"task {self.task_id} failed: {self.reason or 'no reason given'}"


class UnknownTask(TaskError):
    """No task has the number."""


class QueueFull(Exception):
    """There is no room left."""

    limit: int

    def __init__(self, limit: int) -> None:
        super().__init__(f"the queue holds {limit} tasks already")
        self.limit = limit


class Poisoned(TaskError):
    """The task has failed too often."""

    def __init__(self, task_id: str, attempts: int) -> None:
        super().__init__(task_id, f"{attempts} attempts")
        self.attempts = attempts
