"""The command line, as a user types it."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from core.game import Game, Phase
from main import enter, main, parse, play_headless
from model.scores import ScoreTable

ROOT = Path(__file__).parent.parent


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "main", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


def test_smoke() -> None:
    done = run("--headless", "--frames", "30")
    assert (done.returncode, done.stdout, done.stderr) == (0, "0 points, health 3, playing\n", "")


def test_same_seed_same_result() -> None:
    first, second = run("--headless", "--seed", "2"), run("--headless", "--seed", "2")
    assert first.stdout == second.stdout
    assert first.returncode == 0


def test_autopilot_scores() -> None:
    game = Game(seed=1)
    assert play_headless(game, 1200) > 0
    assert game.phase is not Phase.MENU


@pytest.mark.parametrize("arguments", [["--frames", "-1"], ["--frames", "many"], ["--unknown"]])
def test_mistakes_on_the_command_line(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        parse(arguments)
    assert left.value.code == 2


def test_enter_notes_the_day() -> None:
    table = ScoreTable()
    assert enter(table, "Ada", 10) == 1
    assert table.entries()[0].day is not None


def test_damaged_file_of_results_is_reported_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "scores.json"
    file.write_text("oops", encoding="utf-8")
    assert main(["--scores", str(file)]) == 1
    assert "not a table of results" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "oops"


@pytest.mark.skipif(importlib.util.find_spec("pygame") is not None, reason="pygame is installed")
def test_without_pygame_it_says_what_to_install(tmp_path: Path) -> None:
    done = run("--scores", str(tmp_path / "scores.json"))
    assert done.returncode == 1
    assert "pip install 'pygame >= 2.5'" in done.stderr


@pytest.mark.skipif(importlib.util.find_spec("pygame") is None, reason="pygame is not installed")
def test_window_plays_and_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a display that exists only in memory and a player who closes the window at once."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    import pygame

    pygame.display.init()
    steps = iter(
        [
            [pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN)],
            [pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE)],
            *[[] for _ in range(300)],
            [pygame.event.Event(pygame.KEYUP, key=pygame.K_SPACE)],
            [pygame.event.Event(pygame.QUIT)],
        ]
    )
    monkeypatch.setattr(pygame.event, "get", lambda: next(steps))
    file = tmp_path / "scores.json"
    monkeypatch.setattr("core.game.Game.points", 70)
    assert main(["--scores", str(file), "--name", "Ada"]) == 0
    assert [(entry["name"], entry["points"]) for entry in json.loads(file.read_text())] == [("Ada", 70)]
