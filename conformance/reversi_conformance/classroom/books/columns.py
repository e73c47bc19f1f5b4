"""The columns of the gradebook, the same ones in every format of our own.

Knows their order, names and values; not how a format writes them.
"""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from operator import attrgetter
from typing import TypeAlias

import msgspec

from reversi_conformance.classroom.cells import shown
from reversi_conformance.classroom.gradebook import (
    CheckColumn,
    CriterionColumns,
    Gradebook,
    Row,
)
from reversi_conformance.language import say

Value: TypeAlias = Decimal | int | str | None
"""A text is safe in a cell; None is an empty cell."""


class Column(msgspec.Struct, frozen=True):
    """One column."""

    id: str
    """Its header, permanent."""
    value: Callable[[Row], Value]
    title: str = ""
    """What is marked there, in words; empty for what its id says."""
    possible: Decimal | None = None
    """Most points that can stand there."""


def columns(book: Gradebook) -> tuple[Column, ...]:
    """Return all columns, from left to right."""
    return (
        _text("student"),
        _text("name"),
        Column("status", lambda row: row.status.value),
        *_points(book),
        Column("automatic", attrgetter("automatic"), possible=book.automatic_possible),
        Column("automatic_possible", attrgetter("automatic_possible")),
        Column("override", attrgetter("override"), possible=book.automatic_possible),
        Column("program", attrgetter("program"), possible=book.automatic_possible),
        *(
            Column(each.id, _marked(each.id), shown(say(each.title)), each.possible)
            for each in book.by_hand
        ),
        Column("subtotal", attrgetter("subtotal"), possible=book.possible),
        Column("late", lambda row: "yes" if row.is_late else ""),
        Column("late_days", attrgetter("late_days")),
        Column("late_deduction", attrgetter("late_deduction")),
        Column("final", attrgetter("final"), possible=book.possible),
        _texts("missing"),
        Column("cases", attrgetter("cases")),
        Column("failed_cases", attrgetter("failed_cases")),
        Column("look_by_hand", _flags),
        _texts("causes"),
        _text("comment"),
    )


def _points(book: Gradebook) -> Iterator[Column]:
    """Yield the checks of each criterion and, behind them, the criterion."""
    for criterion in book.criteria:
        parts: tuple[CheckColumn | CriterionColumns, ...] = (*criterion.checks, criterion)
        for each in parts:
            yield Column(each.id, _earned(each.id), shown(say(each.title)), each.possible)


def _earned(name: str) -> Callable[[Row], Value]:
    return lambda row: row.points[name]


def _marked(name: str) -> Callable[[Row], Value]:
    return lambda row: row.by_hand[name]


def _text(name: str) -> Column:
    get = attrgetter(name)
    return Column(name, lambda row: shown(get(row)))


def _texts(name: str) -> Column:
    get = attrgetter(name)
    return Column(name, lambda row: _joined(get(row)))


def _flags(row: Row) -> str:
    return _joined([row.reason, *row.flags] if row.reason else row.flags)


def _joined(texts: Sequence[str]) -> str:
    return shown(say("; ").join(texts))
