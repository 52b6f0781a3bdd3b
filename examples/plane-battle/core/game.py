"""One game from the menu to the last hit."""

from __future__ import annotations

from enum import Enum
from typing import Final

from core.world import World
from model.entities import Command, Enemy, Hit


class Phase(Enum):
    """Where in its lifecycle a game is."""

    MENU = "menu"
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"


class WrongPhase(Exception):
    """A game was asked for something that its phase does not allow."""

    def __init__(self, phase: Phase) -> None:
        super().__init__(f"not possible in the phase {phase.value!r}")
        self.phase = phase


class Game:
    """A world with rules around it."""

    def __init__(self, seed: int = 0) -> None:
        self.world: Final[World] = World(seed)
        self._phase = Phase.MENU
        self._points = 0

    @property
    def phase(self) -> Phase:
        """Where in its lifecycle the game is."""
        return self._phase

    @property
    def points(self) -> int:
        """What the player has earned so far."""
        return self._points

    def start(self) -> None:
        """Leaves the menu.

        Raises:
            WrongPhase: the game has been started before.
        """
        if self._phase is not Phase.MENU:
            raise WrongPhase(self._phase)
        self._phase = Phase.PLAYING

    def pause(self) -> None:
        """Interrupts the game, or resumes it.

        Raises:
            WrongPhase: the game has not been started, or is over.
        """
        if self._phase is Phase.PLAYING:
            self._phase = Phase.PAUSED
        elif self._phase is Phase.PAUSED:
            self._phase = Phase.PLAYING
        else:
            raise WrongPhase(self._phase)

    def step(self, command: Command) -> list[Hit]:
        """One step of the world; nothing happens unless the game is being played."""
        if self._phase is not Phase.PLAYING:
            return []
        happened = self.world.step(command)
        for hit in happened:
            if isinstance(hit.target, Enemy):
                self._points += hit.target.points
        if self.world.player.health == 0:
            self._phase = Phase.OVER
        return happened
