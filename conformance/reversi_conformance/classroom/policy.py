"""What being late costs, by the assignment's `[late]`.

Knows points and days; not where they come from.
"""

from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from reversi_conformance.assignment import Late

_CENT: Final = Decimal("0.01")


def exact(points: float) -> Decimal:
    """Return points as the number that is written for them: 0.1 is one tenth."""
    return Decimal(str(points))


def rounded(points: Decimal) -> Decimal:
    """Return points with two decimals at most, as spreadsheets round them."""
    return points.quantize(_CENT, ROUND_HALF_UP)


def deduction(late: Late | None, points: Decimal, days: int) -> Decimal:
    """Return what is taken off these points after so many days: 0 or more, `least` stays.

    >>> deduction(Late(free_days=1, points_per_day=5, most_days=3), Decimal(80), 3)
    Decimal('10')
    """
    if late is None or days <= late.free_days:
        return Decimal(0)
    most = max(Decimal(0), points - exact(late.least))
    if days > late.most_days:
        return most
    return min(most, _per_days(late, points, days - late.free_days))


def _per_days(late: Late, points: Decimal, days: int) -> Decimal:
    if late.percent_per_day:
        return rounded(points * exact(late.percent_per_day) / 100 * days)
    return exact(late.points_per_day) * days
