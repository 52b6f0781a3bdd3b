"""Moving, shooting and reloading."""

import pytest

from model.entities import (
    SCREEN_HEIGHT,
    SCREEN_WIDTH,
    Bullet,
    Direction,
    Enemy,
    OutOfAmmo,
    Player,
    Side,
)


@pytest.mark.parametrize(
    ("start", "direction", "end"),
    [
        ((3, 0), "left", (0, 0)),
        ((0, 3), "up", (0, 0)),
        ((SCREEN_WIDTH - 43, 0), "right", (SCREEN_WIDTH - 40, 0)),
        ((0, SCREEN_HEIGHT - 43), "down", (0, SCREEN_HEIGHT - 40)),
        ((100, 100), "left", (95, 100)),
    ],
)
def test_player_stops_at_the_edges(
    start: tuple[int, int], direction: Direction, end: tuple[int, int]
) -> None:
    player = Player(*start)
    assert player.move(direction) is True
    assert (player.x, player.y) == end


@pytest.mark.parametrize(
    ("at", "direction"),
    [
        ((0, 0), "left"),
        ((0, 0), "up"),
        ((SCREEN_WIDTH - 40, 0), "right"),
        ((0, SCREEN_HEIGHT - 40), "down"),
    ],
)
def test_player_at_the_edge_does_not_move(at: tuple[int, int], direction: Direction) -> None:
    player = Player(*at)
    assert player.move(direction) is False
    assert (player.x, player.y) == at


def test_magazine_runs_empty_and_says_when_it_refills() -> None:
    player = Player()
    for _ in range(8):
        assert player.fire().side is Side.PLAYER
    with pytest.raises(OutOfAmmo) as refused:
        player.fire()
    for _ in range(refused.value.wait - 1):
        player.advance()
    assert player.ammo == 0
    player.advance()
    assert player.ammo == 1


def test_full_magazine_never_overflows() -> None:
    player = Player()
    for _ in range(100):
        player.advance()
    assert player.ammo == 8


def test_bullets_leave_from_the_middle_and_fly_apart() -> None:
    up, down = Player(100, 100).fire(), Bullet(0, 100, Side.ENEMY)
    assert (up.x, up.y + up.height) == (118, 100)
    up.advance()
    down.advance()
    assert up.y + up.height < 100 < down.y


def test_enemy_shoots_when_its_gun_is_ready_and_not_before() -> None:
    enemy = Enemy(50, 0)
    fired: list[int] = []
    for step in range(1, 181):
        enemy.advance()
        if enemy.fire():
            fired.append(step)
    assert fired == [90, 180]


def test_health_ends_at_zero() -> None:
    player = Player()
    player.hurt(5)
    assert player.health == 0


def test_visible_until_the_last_pixel_has_left() -> None:
    bullet = Bullet(10, -11, Side.PLAYER)
    assert bullet.visible
    bullet.y = -12
    assert not bullet.visible
    bullet.y = SCREEN_HEIGHT - 1
    assert bullet.visible
    bullet.y = SCREEN_HEIGHT
    assert not bullet.visible
