"""The command line."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence

from .model import Priority, Task
from .queue import TaskQueue
from .worker import Worker


def build_parser(prog: str = "tasks") -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--priority", choices=[each.name for each in Priority], default="NORMAL")
    return parser


async def echo(task: Task) -> str:
    return task.name


def run(arguments: Sequence[str], *, verbose: bool = False) -> int:
    """Adds a task for each name and runs them all."""
    options = build_parser().parse_args(arguments)
    queue = TaskQueue()
    worker = Worker(queue)
    for name in options.names:
        queue.add(Task(name, {}, Priority[options.priority]))
        worker.register(name, echo)
    results = asyncio.run(worker.run())
    if verbose:
        from .report import render

        sys.stdout.write(render(results))
    return 0 if all(result.outcome == "done" for result in results) else 1


def main() -> None:
    sys.exit(run(sys.argv[1:]))
