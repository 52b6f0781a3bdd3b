"""Results for people."""

from collections.abc import Iterable

import rich.console

from .model import Result

_WIDTH = 80


def render(results: Iterable[Result], width: int = 80, *, title: str = "Results") -> str:
    """One line for each result."""
    lines = [title, "-" * min(width, _WIDTH)]
    lines.extend(_line(result)[:width] for result in results)
    return "\n".join(lines) + "\n"


def show(results: Iterable[Result]) -> None:
    rich.console.Console().print(render(results))


def _line(result: Result) -> str:
    return f"{result.task_id:<20} {result.outcome:<8} {result.seconds:8.2f}s {result.message or ''}"
