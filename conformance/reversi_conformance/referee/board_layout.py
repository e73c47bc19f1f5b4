"""How a board is laid out: its header, labels, signs and blanks against the handout's picture.

The board itself was understood before; a deviation here costs `printing.board` alone.
"""

import unicodedata
from collections.abc import Sequence
from typing import Final

from reversi_conformance.assignment import Assignment
from reversi_conformance.reader.boards import LETTERS
from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.statements import Statement

_BOARD: Final = "printing.board"


def compare_board(due: Statement, said: Statement, assignment: Assignment, ledger: Ledger) -> None:
    """Enter each way in which a board is laid out otherwise than in the handout."""
    if said.text == due.text:
        return
    lines = tuple(line for line in said.text if line.strip())
    codes = _codes(lines, due.text)
    for code in codes:
        ledger.fault(_BOARD, f"board.{code}", expected=due.text, observed=said.text)
    if not codes:
        ledger.tolerate(
            assignment.latitude.blanks,
            _BOARD,
            "board.blanks",
            expected=due.text,
            observed=said.text,
        )


def _codes(lines: Sequence[str], due: Sequence[str]) -> tuple[str, ...]:
    """What is wrong with a board's lines beyond their blanks; () where nothing is."""
    size = len(due) - 1
    if len(lines) > size + 1 or any(_has_invisible(line) for line in lines):
        return ("layout",)
    header, rows = (None, lines) if len(lines) == size else (lines[0], lines[1:])
    codes = []
    if header is None or "".join(header.split()) != LETTERS[:size]:
        codes.append("header")
    names = [row.strip()[:1] for row in rows]
    if names != list(LETTERS[:size]):
        codes.append("labels")
        return tuple(codes)
    codes.extend(_row_codes(rows, due[1:]))
    if header is not None and not codes and not _is_aligned(header, rows):
        codes.append("shifted")
    return tuple(codes)


def _row_codes(rows: Sequence[str], due: Sequence[str]) -> list[str]:
    codes = set()
    for row, right in zip(rows, due, strict=True):
        cells, wanted = row.strip()[1:].split(), right[1:].split()
        if len(cells) == len(wanted):
            if cells != wanted:
                codes.add("signs")
        elif "".join(cells) == "".join(wanted):
            codes.add("no-blanks")
        elif len("".join(cells)) == len(wanted):
            codes.update(("signs", "no-blanks"))
        else:
            codes.add("signs")
    return sorted(codes, reverse=True)


def _has_invisible(line: str) -> bool:
    return any(not sign.isprintable() and sign != "\t" for sign in line)


def _is_aligned(header: str, rows: Sequence[str]) -> bool:
    """Whether each letter of the header stands over its cells, and no row is indented."""
    wanted = _columns(header)
    return all(not row[0].isspace() and _columns(row)[1:] == wanted for row in rows)


def _columns(line: str) -> list[int]:
    """Where the signs of a line stand on the screen."""
    column, columns = 0, []
    for sign in line:
        if sign == "\t":
            column += 8 - column % 8
        else:
            if not sign.isspace():
                columns.append(column)
            column += 2 if unicodedata.east_asian_width(sign) in "WF" else 1
    return columns
