"""How a cost grows with a size: the exponent, once what is spent anyway is taken off."""

from __future__ import annotations

from math import log
from statistics import linear_regression
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST = 1.5
"""A cost that does not even grow by this factor over all sizes is flat."""


def growth(points: Sequence[tuple[float, float]]) -> float | None:
    """Return the exponent p of a cost a + b·sizeᵖ; None where it hardly grows at all.

    `points` are sizes and costs, with the sizes rising. What the least size costs is taken off, and
    a line is laid through the logarithms of the rest: 1 is linear, 2 quadratic.
    """
    (least, base), *others = points
    if max(cost for _, cost in others) < LEAST * base:
        return None
    grown = [(log(size - least), log(cost - base)) for size, cost in others if cost > base]
    sizes, costs = zip(*grown, strict=True)
    return linear_regression(sizes, costs).slope
