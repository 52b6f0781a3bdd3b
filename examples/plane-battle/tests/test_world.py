"""Steps of the battlefield, and of the game around it."""

import pytest

from core.game import Game, Phase, WrongPhase
from core.spawning import Spawner, interval
from core.world import World
from model.entities import Command, Enemy, Player

IDLE = Command([])


def test_first_enemy_comes_after_a_second_inside_the_screen() -> None:
    world = World(seed=5)
    world.hold(IDLE, 59)
    assert world.enemies == []
    world.step(IDLE)
    (enemy,) = world.enemies
    assert 0 <= enemy.x <= 480 - enemy.width
    assert enemy.y == -32, "it enters from above and must survive until its first pixel shows"


def test_same_seed_same_enemies() -> None:
    one, other, different = Spawner(3), Spawner(3), Spawner(4)
    sent = [[(e.x, e.points) for _ in range(3000) for e in s.next()] for s in (one, other, different)]
    assert sent[0] == sent[1] != sent[2]
    assert {points for _, points in sent[0]} == {10, 30}


@pytest.mark.parametrize(("step", "expected"), [(0, 60), (599, 60), (600, 57), (9000, 15), (10**9, 15)])
def test_interval_shrinks_to_its_limit(step: int, expected: int) -> None:
    assert interval(step) == expected


def test_one_bullet_removes_one_enemy() -> None:
    world = World()
    world.send(Enemy(220, 500))
    world.send(Enemy(220, 500))
    happened = world.hold(Command([], fire=True), 1) + world.hold(IDLE, 6)
    assert [type(hit.target) for hit in happened] == [Enemy]
    assert len(world.enemies) == 1
    assert world.bullets == []


def test_crash_hurts_the_player_and_costs_the_enemy() -> None:
    world = World()
    world.send(Enemy(220, 580))
    (hit,) = world.step(IDLE)
    assert hit.target is world.player
    assert world.player.health == 1
    assert world.enemies == []


def test_what_left_the_screen_is_forgotten() -> None:
    world = World()
    world.send(Enemy(0, 637))
    world.step(IDLE)
    assert len(world.enemies) == 1
    world.step(IDLE)
    assert world.enemies == []


def test_empty_gun_only_clicks() -> None:
    world = World()
    world.hold(Command([], fire=True), 9)
    assert len(world.bullets) == 8
    assert world.player.ammo == 0


def test_points_are_those_of_the_enemy() -> None:
    game = Game()
    game.start()
    game.world.send(Enemy(220, 540, points=30))
    game.step(Command([], fire=True))
    assert game.points == 30


def test_game_ends_with_the_last_hit_and_stays_as_it_was() -> None:
    game = Game()
    game.start()
    game.world.player.hurt(1)
    game.world.send(Enemy(220, 580))
    game.step(IDLE)
    assert game.phase is Phase.OVER
    assert game.step(Command(["left"], fire=True)) == []
    assert (game.world.player.x, game.world.bullets) == (Player().x, [])


def test_phases() -> None:
    game = Game()
    with pytest.raises(WrongPhase) as refused:
        game.pause()
    assert refused.value.phase is Phase.MENU
    game.start()
    game.pause()
    assert (game.phase, game.step(IDLE)) == (Phase.PAUSED, [])
    with pytest.raises(WrongPhase):
        game.start()
    game.pause()
    assert game.phase is Phase.PLAYING
