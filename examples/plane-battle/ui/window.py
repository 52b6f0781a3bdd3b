"""The window: the only module that runs pygame.

pygame is imported when a game is shown, not before: everything else works without it.
"""

from __future__ import annotations

from typing import Final

from core.game import Game
from model.entities import SCREEN_HEIGHT, SCREEN_WIDTH
from ui.controls import command_for, press
from ui.hud import Hud

_FRAMES_PER_SECOND: Final = 60


class MissingPygame(Exception):
    """pygame is not installed; `hint` says how to get it."""

    def __init__(self, hint: str) -> None:
        super().__init__(f"pygame is not installed: {hint}")
        self.hint = hint


def play(game: Game, hud: Hud) -> int:
    """Shows the game until it is over or the window is closed, and returns the points.

    Raises:
        MissingPygame: pygame cannot be imported.
    """
    try:
        import pygame
    except ImportError as problem:
        raise MissingPygame("pip install 'pygame >= 2.5'") from problem

    pygame.init()
    try:
        screen = pygame.display.set_mode((SCREEN_WIDTH, SCREEN_HEIGHT))
        pygame.display.set_caption("Plane Battle")
        font = pygame.font.Font(None, 28)
        clock = pygame.time.Clock()
        held: set[str] = set()
        while True:
            for event in pygame.event.get():
                if event.type == pygame.QUIT:
                    return game.points
                if event.type == pygame.KEYDOWN:
                    key = pygame.key.name(event.key)
                    held.add(key)
                    if not press(game, key):
                        return game.points
                elif event.type == pygame.KEYUP:
                    held.discard(pygame.key.name(event.key))
            hud.update(game.step(command_for(held)))
            hud.render(game, screen, font)
            pygame.display.flip()
            clock.tick(_FRAMES_PER_SECOND)
    finally:
        pygame.quit()
