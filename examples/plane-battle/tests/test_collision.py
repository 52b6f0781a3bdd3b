"""Geometry at its borders."""

import pytest

from core.collision import collides, hits
from model.entities import Bullet, Enemy, Entity, Player, Side


class Box(Entity):
    """An entity of any size."""

    def __init__(self, x: int, y: int, width: int, height: int, side: Side = Side.ENEMY) -> None:
        super().__init__(x, y, width=width, height=height, side=side, power=3)

    def advance(self) -> None:
        self.y += 1


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (Box(0, 0, 10, 10), True),
        (Box(9, 9, 10, 10), True),
        (Box(10, 0, 10, 10), False),
        (Box(0, 10, 10, 10), False),
        (Box(-10, 0, 10, 10), False),
        (Box(-9, -9, 10, 10), True),
        (Box(2, 2, 1, 1), True),
        (Box(-5, -5, 30, 30), True),
        (Box(5, 5, 0, 10), False),
        (Box(5, 5, 0, 0), False),
    ],
)
def test_collides_where_one_pixel_is_shared(other: Box, expected: bool) -> None:
    box = Box(0, 0, 10, 10)
    assert collides(box, other) is expected
    assert collides(other, box) is expected


def test_hits_are_those_of_another_side_in_order() -> None:
    player = Player(100, 100)
    far, near, friend = Enemy(300, 100), Enemy(110, 110), Bullet(110, 110, Side.PLAYER)
    bullet = Bullet(120, 120, Side.ENEMY)

    found = hits(player, [far, bullet, friend, near])

    assert [hit.attacker for hit in found] == [bullet, near]
    assert [hit.damage for hit in found] == [1, 2]
    assert all(hit.target is player for hit in found)


def test_limit_ends_the_search() -> None:
    swarm = [Box(0, 0, 10, 10) for _ in range(12)]
    player = Player(0, 0)
    assert len(hits(player, swarm)) == 10
    assert len(hits(player, iter(swarm), limit=1)) == 1
    assert len(hits(player, swarm, limit=12)) == 12


@pytest.mark.parametrize("limit", [0, -1])
def test_limit_must_be_positive(limit: int) -> None:
    with pytest.raises(ValueError, match="must be positive"):
        hits(Player(), [], limit=limit)
