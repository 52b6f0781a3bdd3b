"""The table of results and its file."""

from datetime import date
from pathlib import Path

import pytest

from core.storage import DamagedScores, from_json, load, save, to_json
from model.scores import Score, ScoreTable


def table_of(*points: int, size: int = 10) -> ScoreTable:
    table = ScoreTable(size)
    for number in points:
        table.add(Score("Ada", number))
    return table


def test_ranks() -> None:
    table = table_of(50, 100, size=3)
    assert table.add(Score("Bob", 100)) == 2
    assert table.add(Score("Cy", 50)) is None
    assert table.add(Score("Di", 500)) == 1
    assert [(entry.name, entry.points) for entry in table.entries()] == [
        ("Di", 500),
        ("Ada", 100),
        ("Bob", 100),
    ]


@pytest.mark.parametrize("points", [0, -5])
def test_no_points_no_rank(points: int) -> None:
    assert ScoreTable().add(Score("Ada", points)) is None


@pytest.mark.parametrize("size", [0, -1])
def test_a_table_needs_room(size: int) -> None:
    with pytest.raises(ValueError, match="room"):
        ScoreTable(size)


def test_entries_are_a_copy() -> None:
    table = table_of(10)
    table.entries().clear()
    assert len(table.entries()) == 1


def test_file_round_trip(tmp_path: Path) -> None:
    file = tmp_path / "new" / "scores.json"
    table = ScoreTable()
    table.add(Score("Ümit \U0001f6e9", 120, date(2024, 2, 29)))
    table.add(Score("", 10))
    save(table, file)
    assert load(file).entries() == table.entries()
    assert [path.name for path in file.parent.iterdir()] == ["scores.json"], "no unfinished file stays"


def test_missing_file_is_an_empty_table(tmp_path: Path) -> None:
    assert load(tmp_path / "scores.json", size=3).entries() == []


def test_smaller_table_keeps_the_best() -> None:
    assert [score.points for score in from_json(to_json(table_of(1, 3, 2)), size=2).entries()] == [3, 2]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Expecting value"),
        ("{}", "expected a list"),
        ("[1]", "entry 1 is no object"),
        ('[{"points": 1}]', "entry 1 has no name"),
        ('[{"name": "Ada", "points": true}]', "entry 1 has no whole number of points"),
        ('[{"name": "Ada", "points": 1.5}]', "entry 1 has no whole number of points"),
        ('[{"name": "Ada", "points": 1}, {"name": "Bob", "points": 1, "day": "32"}]', "entry 2 has no valid day"),
        ('[{"name": "Ada", "points": 1, "day": 5}]', "entry 1 has no valid day"),
    ],
)
def test_damaged_text_is_refused(text: str, reason: str) -> None:
    with pytest.raises(DamagedScores) as refused:
        from_json(text)
    assert reason in refused.value.reason


def test_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "scores.json"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DamagedScores):
        load(file)


def test_unknown_keys_are_ignored() -> None:
    assert from_json('[{"name": "Ada", "points": 1, "color": "red"}]').entries() == [Score("Ada", 1)]
