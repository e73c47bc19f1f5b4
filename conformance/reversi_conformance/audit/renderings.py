"""A matrix as text to read, and as JSON. Pure: values in, text out."""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from reversi_conformance import __version__
from reversi_conformance.audit.matrix import ENOUGH, Matrix, Row
from reversi_conformance.escaping import inert
from reversi_conformance.reports import json
from reversi_conformance.reports.visible import plain

_WRAPPED: Final[dict[str, Any]] = {
    "width": 98,
    "break_long_words": False,
    "break_on_hyphens": False,
}
SCHEMA: Final = "reversi-conformance/audit/v1"

_DUE, _ALLOWED, _MISSED, _ASTRAY, _KEPT = "x", "o", "?", "!", "·"
_NAMED, _WRONG = "x", "!"
_SIGNS: Final = (
    f"{_DUE} lost, as it must be   {_ALLOWED} lost, as it may be   {_KEPT} kept\n"
    f"{_MISSED} kept, but must be lost   {_ASTRAY} lost, but must not be\n"
    f"cause: {_NAMED} named   {_WRONG} a wrong one is named\n"
)


def render_text(matrix: Matrix) -> str:
    """The matrix with one line for each program, what is not as it should be, and a summary."""
    sections = (
        _grid(matrix),
        _listed("Not detected", ((row.id, row.missed) for row in matrix.undetected)),
        _listed("Charged elsewhere", ((row.id, _places(row)) for row in matrix.misattributed)),
        _listed("False alarms", ((row.id, _places(row)) for row in matrix.false_alarms)),
        _listed(
            "Causes named that are others", ((r.id, r.named_wrongly) for r in matrix.named_wrongly)
        ),
        _listed(
            f"Caught by fewer than {ENOUGH} cases",
            ((row.id, row.caught_by or ("none",)) for row in matrix.barely_caught),
        ),
        _spare(matrix),
        _summary(matrix),
    )
    return inert("\n".join(section for section in sections if section))


def render_json(matrix: Matrix) -> str:
    """The whole matrix as JSON, with what follows from it."""
    needed_by = matrix.needed_by()
    record = {
        "schema": SCHEMA,
        "version": __version__,
        "assignment": matrix.assignment,
        "complete": matrix.is_complete,
        "checks": matrix.checks,
        "cases": [{"id": case, "needed_by": needed_by[case]} for case in matrix.cases],
        "mistakes": [_record(row) for row in matrix.mistakes],
        "latitude": [_record(row) for row in matrix.manners],
    }
    return json.write(record)


FORMATS: Final[Mapping[str, Callable[[Matrix], str]]] = MappingProxyType(
    {"text": render_text, "json": render_json}
)
"""Every form in which a matrix can be written."""


def _record(row: Row) -> dict[str, object]:
    return {
        "id": row.id,
        "sentence": row.sentence,
        "costs": row.costs,
        "may_touch": row.may_touch,
        "is_random": row.is_random,
        "lost": row.lost,
        "missed": row.missed,
        "astray": row.astray,
        "caught_by": row.caught_by,
        "charged": row.charged,
        "causes": row.causes,
        "named": row.named,
    }


def _grid(matrix: Matrix) -> str:
    rows = (*matrix.mistakes, *matrix.manners)
    width = max((len(row.id) for row in rows), default=0)
    numbers = range(1, len(matrix.checks) + 1)
    keys = "".join(
        f"{number:>3} {check}\n" for number, check in zip(numbers, matrix.checks, strict=True)
    )
    head = f"{'':{width}} {''.join(f'{number:>3}' for number in numbers)}  cases  cause\n"
    lines = "".join(_line(row, matrix.checks, width) for row in rows)
    return f"{_SIGNS}\n{keys}\n{head}{lines}"


def _line(row: Row, checks: Sequence[str], width: int) -> str:
    signs = "".join(f"{_sign(row, check):>3}" for check in checks)
    cases = "" if row.is_random or not row.costs else f"{len(row.caught_by)}"
    cause = _WRONG if row.named_wrongly else _NAMED if row.named else ""
    return f"{plain(row.id):{width}} {signs}{cases:>7}{cause:>7}".rstrip() + "\n"


def _sign(row: Row, check: str) -> str:
    if check in row.lost:
        return _DUE if check in row.costs else _ASTRAY if check in row.astray else _ALLOWED
    return _MISSED if check in row.costs else _KEPT


def _places(row: Row) -> Iterator[str]:
    """Each check that is not the mistake's, with the cases that charge it."""
    for check in row.astray:
        cases = [case for case, checks in row.charged.items() if check in checks]
        yield f"{check} ({', '.join(cases) or 'every session stopped before'})"


def _listed(title: str, entries: Iterable[tuple[str, Iterable[str]]]) -> str:
    lines = [f"  {plain(name)}{_behind(words)}\n" for name, words in entries]
    return f"{title}: {len(lines)}\n{''.join(lines)}" if lines else ""


def _spare(matrix: Matrix) -> str:
    spare = list(map(plain, matrix.spare_cases))
    if not spare:
        return ""
    title = f"Cases that catch nothing which others do not: {len(spare)}\n"
    return title + textwrap.indent(f"{textwrap.fill(', '.join(spare), **_WRAPPED)}\n", "  ")


def _behind(words: Iterable[str]) -> str:
    text = ", ".join(words)
    return f": {plain(text)}" if text else ""


def _summary(matrix: Matrix) -> str:
    mistakes, manners = len(matrix.mistakes), len(matrix.manners)
    play = matrix.about_play
    detected = mistakes - len(matrix.undetected)
    attributed = mistakes - len(matrix.misattributed)
    cut = "" if matrix.is_complete else "Interrupted: these are the programs played until then.\n"
    return (
        f"{cut}{len(matrix.cases)} cases, {mistakes} mistakes:"
        f" {_share(detected, mistakes)} detected, {_share(attributed, mistakes)} attributed;"
        f" {manners} manners: {len(matrix.false_alarms)} false alarms;"
        f" {len(matrix.barely_caught)} mistakes caught by fewer than {ENOUGH} cases\n"
        f"{len(play)} mistakes in rules and strategy:"
        f" {_share(len([row for row in play if row.named]), len(play))} with their cause named;"
        f" {len(matrix.named_wrongly)} wrong causes named\n"
    )


def _share(part: int, whole: int) -> str:
    return f"{part} ({100 * part / whole:.1f} %)" if whole else "0"
