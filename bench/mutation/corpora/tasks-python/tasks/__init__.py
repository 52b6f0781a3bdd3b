"""A queue of tasks that workers pull from."""

from .errors import QueueFull, TaskError, UnknownTask
from .model import Priority, Task
from .queue import TaskQueue
from .worker import Worker

__all__ = ["Priority", "QueueFull", "Task", "TaskError", "TaskQueue", "UnknownTask", "Worker"]
