"""The table of results as a JSON file: a list of {"name", "points", "day"}, best first."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path
from typing import Any

from model.scores import Score, ScoreTable


class DamagedScores(Exception):
    """The file holds something else than a table of results."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"not a table of results: {reason}")
        self.reason = reason


def to_json(table: ScoreTable) -> str:
    """The table as JSON text."""
    return json.dumps([_entry(score) for score in table.entries()], ensure_ascii=False, indent=2)


def from_json(text: str, *, size: int = 10) -> ScoreTable:
    """The table in a JSON text. Unknown keys are ignored.

    Raises:
        DamagedScores: the text is no JSON, or JSON of another shape.
    """
    try:
        data = json.loads(text)
    except ValueError as problem:
        raise DamagedScores(str(problem)) from problem
    if not isinstance(data, list):
        raise DamagedScores("expected a list")
    table = ScoreTable(size)
    for number, entry in enumerate(data, start=1):
        table.add(_score(entry, number))
    return table


def load(file: Path, *, size: int = 10) -> ScoreTable:
    """Reads a table; a file that is not there is an empty table.

    Raises:
        DamagedScores: the file is there, but is no table of results.
        OSError: the file cannot be read.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ScoreTable(size)
    except UnicodeDecodeError as problem:
        raise DamagedScores(str(problem)) from problem
    return from_json(text, size=size)


def save(table: ScoreTable, file: Path) -> None:
    """Writes a table; whatever happens, the file holds either the old or the new one.

    Raises:
        OSError: the folder cannot be written to.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(f"{file.name}.{os.getpid()}.tmp")
    try:
        unfinished.write_text(to_json(table) + "\n", encoding="utf-8")
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def _entry(score: Score) -> dict[str, str | int | None]:
    return {
        "name": score.name,
        "points": score.points,
        "day": score.day.isoformat() if score.day else None,
    }


def _score(entry: Any, number: int) -> Score:
    """One entry, checked field by field: the file may have been edited by hand."""
    if not isinstance(entry, dict):
        raise DamagedScores(f"entry {number} is no object")
    name, points, day = entry.get("name"), entry.get("points"), entry.get("day")
    if not isinstance(name, str):
        raise DamagedScores(f"entry {number} has no name")
    if not isinstance(points, int) or isinstance(points, bool):
        raise DamagedScores(f"entry {number} has no whole number of points")
    if day is None:
        return Score(name, points)
    try:
        return Score(name, points, date.fromisoformat(day))
    except (TypeError, ValueError) as problem:
        raise DamagedScores(f"entry {number} has no valid day") from problem
