"""The battlefield: everything that moves, one step at a time."""

from __future__ import annotations

from typing import Final

from core.collision import hits
from core.spawning import Spawner
from model.entities import Bullet, Command, Enemy, Entity, Hit, OutOfAmmo, Player, Side


class World:
    """One battlefield. It knows no score and no phases; `core.game` adds them."""

    def __init__(self, seed: int = 0) -> None:
        self.player: Final[Player] = Player()
        self.enemies: Final[list[Enemy]] = []
        self.bullets: Final[list[Bullet]] = []
        self._spawner = Spawner(seed)

    def entities(self) -> list[Entity]:
        """Everything that can be hit: the player, the enemies and the bullets."""
        return [self.player, *self.enemies, *self.bullets]

    def send(self, enemy: Enemy) -> None:
        """Puts one more enemy on the field."""
        self.enemies.append(enemy)

    def step(self, command: Command) -> list[Hit]:
        """Carries out the command, moves everything and resolves collisions.

        Returns:
            What was hit: first the enemies that were shot, then what hit the player.
        """
        self._obey(command)
        for entity in self.entities():
            entity.advance()
        self.bullets.extend(bullet for enemy in self.enemies if (bullet := enemy.fire()))
        for enemy in self._spawner.next():
            self.send(enemy)
        happened = [*self._shoot_enemies(), *self._hit_player()]
        self.enemies[:] = [enemy for enemy in self.enemies if enemy.y < 0 or enemy.visible]
        self.bullets[:] = [bullet for bullet in self.bullets if bullet.visible]
        return happened

    def hold(self, command: Command, steps: int) -> list[Hit]:
        """Repeats one command for many steps and collects the hits."""
        return [hit for _ in range(steps) for hit in self.step(command)]

    def _obey(self, command: Command) -> None:
        for direction in command.moves:
            self.player.move(direction)
        if command.fire:
            try:
                self.bullets.append(self.player.fire())
            except OutOfAmmo:
                pass  # A click of the empty gun: the player has to wait.

    def _shoot_enemies(self) -> list[Hit]:
        """Removes each enemy that a bullet touches, together with that bullet."""
        happened: list[Hit] = []
        for enemy in list(self.enemies):
            for hit in hits(enemy, self.bullets, limit=1):
                happened.append(hit)
                self.enemies.remove(enemy)
                self._remove(hit.attacker)
        return happened

    def _hit_player(self) -> list[Hit]:
        """Hurts the player and removes what did it."""
        attackers = [entity for entity in self.entities() if entity.side is Side.ENEMY]
        happened = hits(self.player, attackers, limit=max(1, len(attackers)))
        for hit in happened:
            self.player.hurt(hit.damage)
            self._remove(hit.attacker)
        return happened

    def _remove(self, entity: Entity) -> None:
        if isinstance(entity, Bullet):
            self.bullets.remove(entity)
        elif isinstance(entity, Enemy):
            self.enemies.remove(entity)
