"""The command line: `python -m main`, or `python -m main --headless --frames 30` without a display."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from core.game import Game, Phase
from core.storage import DamagedScores, load, save
from model.scores import Score, ScoreTable
from ui.controls import autopilot
from ui.hud import Hud


@dataclass(frozen=True)
class Options:
    """What was asked for on the command line."""

    headless: bool
    frames: int
    seed: int
    name: str
    scores: Path


def parse(arguments: Sequence[str]) -> Options:
    """Reads the command line; prints usage and leaves on a mistake.

    Raises:
        SystemExit: `--help` was asked for, or an option is wrong.
    """
    parser = argparse.ArgumentParser(prog="plane-battle", description="Shoot enemy planes down.")
    parser.add_argument("--headless", action="store_true", help="let the autopilot play without a window")
    parser.add_argument("--frames", type=_count, default=3600, help="how long a headless game lasts")
    parser.add_argument("--seed", type=int, default=0, help="the same seed sends the same enemies")
    parser.add_argument("--name", default="anonymous", help="the name in the table of results")
    parser.add_argument("--scores", type=Path, default=Path("scores.json"), help="file with the results")
    found = parser.parse_args(arguments)
    return Options(found.headless, found.frames, found.seed, found.name, found.scores)


def new_game(options: Options) -> Game:
    """A game that is waiting for its start."""
    return Game(options.seed)


def play_headless(game: Game, frames: int = 3600) -> int:
    """Lets the autopilot play for some frames and returns its points."""
    if game.phase is Phase.MENU:
        game.start()
    for _ in range(frames):
        if game.phase is Phase.OVER:
            break
        game.step(autopilot(game))
    return game.points


def enter(table: ScoreTable, name: str, points: int) -> int | None:
    """Enters a result of today and returns its rank, or None when it is not among the best."""
    return table.add(Score(name, points, date.today()))


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit code: 0, or 1 where it could not run."""
    options = parse(sys.argv[1:] if arguments is None else arguments)
    game = new_game(options)
    if options.headless:
        points = play_headless(game, options.frames)
        print(f"{points} points, health {game.world.player.health}, {game.phase.value}")
        return 0
    return _play_in_window(game, options)


def _play_in_window(game: Game, options: Options) -> int:
    """Shows the game and keeps its result. A damaged file of results is reported, never overwritten."""
    from ui.window import MissingPygame, play

    try:
        table = load(options.scores)
        best = max((score.points for score in table.entries()), default=0)
        points = play(game, Hud(best))
    except (DamagedScores, MissingPygame) as problem:
        print(f"plane-battle: {problem}", file=sys.stderr)
        return 1
    rank = enter(table, options.name, points)
    if rank is not None:
        save(table, options.scores)
    for place, score in enumerate(table.entries(), start=1):
        print(f"{'>' if place == rank else ' '} {place:2}. {score.points:6}  {score.name}")
    return 0


def _count(text: str) -> int:
    """A whole number that is not negative."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"must not be negative: {number}")
    return number


if __name__ == "__main__":
    sys.exit(main())
