"""Which rectangles overlap."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from model.entities import Entity, Hit


def collides(a: Entity, b: Entity) -> bool:
    """True where the two rectangles share at least one pixel. Touching edges do not collide.

    The overlap is measured along each axis: a rectangle without area has no pixel to share.
    """
    across = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
    down = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
    return across > 0 and down > 0


def hits(target: Entity, others: Iterable[Entity], *, limit: int = 10) -> list[Hit]:
    """What hits `target`: those of `others` on another side that collide with it, in their order.

    Raises:
        ValueError: the limit is not positive.
    """
    if limit < 1:
        raise ValueError(f"limit must be positive, not {limit}")
    attackers = (other for other in others if other.side is not target.side and collides(target, other))
    return [Hit(attacker, target, attacker.power) for attacker in islice(attackers, limit)]
