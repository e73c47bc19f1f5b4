"""What shows a finding on a page: boards beside each other, lines beside each other, or a print.

Chooses and cuts as `picture` does for a terminal; how it is drawn is the page's affair. All text is
safe to be put into a page that escapes it.
"""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec
from rich.cells import cell_len

from reversi_conformance.language import say
from reversi_conformance.report import ReportedCase, ReportedFinding
from reversi_conformance.reports import boards, picture
from reversi_conformance.reports.excerpt import MOST_LINES, excerpt
from reversi_conformance.reports.visible import compare, cut
from reversi_engine import Board, Disc, Square

_COLUMN: Final = 60
"""Cells of a line that stands beside another one."""
_LONGEST_LINE: Final = 160
_MOST_COMPARED: Final = 200
_SIGNS: Final = {Disc.BLACK: "X", Disc.WHITE: "O", None: ""}
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_LARGE: Final = 10
"""Boards with more rows are drawn smaller."""


class Cell(msgspec.Struct, frozen=True):
    """One square."""

    sign: str
    """"X", "O", or empty."""
    mark: str
    """"wrong" where it differs from the other side, "named" where a sentence is about it."""


class DrawnBoard(msgspec.Struct, frozen=True):
    """One board."""

    name: str
    letters: str
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    is_large: bool


class Part(msgspec.Struct, frozen=True):
    """A line in two parts."""

    alike: str
    """What is the same on the other side."""
    other: str
    """From the first difference on."""


class Pair(msgspec.Struct, frozen=True):
    """Two lines that face each other, or how many pairs are left out here."""

    expected: Part
    observed: Part
    differs: bool
    left_out: int = 0


class Exhibit(msgspec.Struct, frozen=True):
    """What shows a finding: one of the three is not empty."""

    names: tuple[str, str]
    """What the two sides are."""
    boards: tuple[DrawnBoard, ...] = ()
    pairs: tuple[Pair, ...] = ()
    lines: tuple[str, ...] = ()
    legend: str = ""
    """What the signs in it mean that stand for blanks and tabs."""
    before: int = 0
    """Lines left out before those that are shown, and after them."""
    after: int = 0


def of(case: ReportedCase, finding: ReportedFinding) -> Exhibit | None:
    """Return what shows a finding of a case; None where nothing does."""
    expected, observed = finding.expected, finding.observed
    names = picture.names_of(finding.code)
    one, other = boards.read(expected), boards.read(observed)
    if one and other and one.size == other.size:
        marked = boards.differing(one, other)
        return Exhibit(
            names,
            boards=(
                _drawn(names[0], one, marked, boards.named(finding.params, one)),
                _drawn(names[1], other, marked, boards.named(finding.params, other)),
            ),
        )
    if one and not observed:
        return Exhibit(
            names, boards=(_drawn(names[0], one, (), boards.named(finding.params, one)),)
        )
    if other and not expected:
        shown = _drawn(names[1], other, (), boards.named(finding.params, other))
        return Exhibit(names, boards=(shown,))
    if expected and observed:
        return _beside(names, expected, observed)
    if expected or observed:
        return _first_lines(names[0] if expected else names[1], expected or observed)
    return _print(case, finding)


def _drawn(
    name: str, board: Board, wrong: Collection[Square], named: Collection[Square]
) -> DrawnBoard:
    def cell(square: Square) -> Cell:
        mark = "wrong" if square in wrong else "named" if square in named else ""
        return Cell(_SIGNS[board.disc_at(square)], mark)

    letters = _LETTERS[: board.size]
    rows = tuple(
        (letter, tuple(cell(Square(row, column)) for column in range(board.size)))
        for row, letter in enumerate(letters)
    )
    return DrawnBoard(name, letters, rows, board.size > _LARGE)


def _beside(names: tuple[str, str], expected: Sequence[str], observed: Sequence[str]) -> Exhibit:
    pairs = list(picture.aligned(expected[:_MOST_COMPARED], observed[:_MOST_COMPARED]))
    matters = {row for row, (one, other) in enumerate(pairs) if one != other}
    shown: list[Pair] = []
    legends: set[str] = set()
    for row in excerpt(max(len(expected), len(observed), len(pairs)), matters):
        if isinstance(row, range):
            shown.append(Pair(Part("", ""), Part("", ""), differs=False, left_out=len(row)))
            continue
        one, other = pairs[row]
        seen = compare(one or "", other or "", _COLUMN)
        legends.update(seen.remarks)
        left, right = _part(seen.expected, seen.column), _part(seen.observed, seen.column)
        shown.append(Pair(left, right, differs=row in matters))
    return Exhibit(names, pairs=tuple(shown), legend=say("; ").join(sorted(legends)))


def _part(line: str, column: int) -> Part:
    """A line that differs from a cell on."""
    at = next((at for at in range(len(line)) if cell_len(line[:at]) >= column), len(line))
    return Part(line[:at], line[at:])


def _first_lines(name: str, lines: Sequence[str]) -> Exhibit:
    shown = tuple(cut(line, _LONGEST_LINE) for line in lines[:MOST_LINES])
    return Exhibit((name, name), lines=shown, after=max(len(lines) - MOST_LINES, 0))


def _print(case: ReportedCase, finding: ReportedFinding) -> Exhibit | None:
    printed = picture.printed_at(case, finding)
    if not printed:
        return None
    if picture.is_explained_by_the_start(finding):
        return _first_lines("printed", printed)
    shown = tuple(cut(line, _LONGEST_LINE) for line in printed[-MOST_LINES:])
    return Exhibit(("printed", "printed"), lines=shown, before=max(len(printed) - MOST_LINES, 0))
