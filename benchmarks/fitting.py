"""How a cost grows with a size: the exponent, beside what is spent whatever the size."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST = 1.5
"""A cost that does not even grow by this factor over all sizes is flat."""
EXPONENTS = [step / 100 for step in range(20, 301)]


def growth(points: Sequence[tuple[float, float]]) -> float | None:
    """Return the exponent p of a + b·sizeᵖ that comes nearest to the costs; None where it is flat.

    `points` are sizes and costs, with the sizes rising. Every point counts as much as any other: by
    the share of its cost that it lies off. 1 is linear, 2 quadratic.
    """
    costs = [cost for _, cost in points]
    if max(costs) < LEAST * costs[0]:
        return None
    return min(EXPONENTS, key=lambda exponent: distance(points, exponent))


def distance(points: Sequence[tuple[float, float]], exponent: float) -> float:
    """The squares by which costs are off the nearest a + b·sizeᵖ, in shares of each cost."""
    # Divided by its cost, each point says 1 = a·u + b·v: two unknowns, solved as least squares are.
    shares = [(1 / cost, math.pow(size, exponent) / cost) for size, cost in points]
    uu = sum(u * u for u, _ in shares)
    uv = sum(u * v for u, v in shares)
    vv = sum(v * v for _, v in shares)
    u_sum = sum(u for u, _ in shares)
    v_sum = sum(v for _, v in shares)
    determinant = uu * vv - uv * uv
    a = (u_sum * vv - v_sum * uv) / determinant
    b = (v_sum * uu - u_sum * uv) / determinant
    return sum((1 - a * u - b * v) ** 2 for u, v in shares)
