"""Holds what was printed against what should be printed for the game as it was played.

Meaning is settled before (`listener`, `play`, `ends`): here lines are missing, extra, out of order
or worded otherwise. What the latitude allows becomes a note.
"""

import difflib
import itertools
import re
from collections.abc import Sequence
from typing import Final

import msgspec

from reversi_conformance.assignment import Assignment
from reversi_conformance.reader.boards import Signs, is_ruled
from reversi_conformance.referee.board_layout import compare_board
from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.statements import PROMPTS, Kind, Statement, other_wordings

_BLANKS_AROUND: Final = re.compile(r"\s*([:(：（)])\s*")
_MAY_STAND_BEFORE_OVER: Final = frozenset(
    (Kind.OTHER, Kind.NO_MOVES, Kind.PASSES, Kind.WINS, Kind.DRAW, Kind.OVER)
)
_RESULTS: Final = frozenset((Kind.WINS, Kind.DRAW))
_MESSAGES: Final = "printing.messages"
_PROMPTS: Final = "printing.prompts"
_BOARD: Final = "printing.board"


class Page(msgspec.Struct, frozen=True):
    """What a turn's print is compared with, and what is known about it."""

    due: tuple[Statement, ...]
    """What the right program prints for the game as it was played."""
    heard: tuple[Statement, ...]
    lines: tuple[str, ...]
    """All lines of the turn; the last one is the prompt's unless the session ended."""
    signs: Signs = {}
    """What the program's own signs for discs and empty squares mean."""
    before_game: bool = False
    """No board was due yet: whatever stands here too much belongs to the prompts."""
    begins: bool = False
    """The game begins in this turn: what stands before it belongs to the prompts, too."""
    is_partial: bool = False
    """Judging stopped within the turn: what is missing or extra says nothing."""
    is_endless: bool = False
    """The result is followed by print without end: what stands from it on too much says nothing."""
    own_line_before_over: bool = False
    """The handout is silent about one line before `Game over.`"""
    waits: bool = False
    """What is said after the result announces a wait, which is a finding of its own."""
    is_last: bool = False


class _Alignment(msgspec.Struct):
    pairs: list[tuple[Statement, Statement]]
    missing: list[Statement]
    extra: list[Statement]


def compare(page: Page, assignment: Assignment, ledger: Ledger) -> None:
    """Enter all differences between a turn as printed and as due."""
    heard = [statement for statement in page.heard if statement.kind is not Kind.CRASH]
    heard = _without_latitude_lines(page, heard, assignment, ledger)
    alignment = _align(page.due, heard)
    for due, said in alignment.pairs:
        if due.kind is Kind.BOARD:
            ledger.assess(_BOARD)
            compare_board(due, said, assignment, ledger)
        else:
            _compare_text(due, said, page, assignment, ledger)
    if not (page.before_game or page.is_partial or page.is_endless):
        _judge_shared_lines(heard, assignment, ledger)
    _judge_blank_lines(page, assignment, ledger)
    if not page.is_partial:
        _judge_missing_and_extra(alignment, page, ledger)


def check_of(kind: Kind) -> str:
    """The check that a kind of statement belongs to."""
    if kind is Kind.BOARD:
        return _BOARD
    return _PROMPTS if kind in PROMPTS else _MESSAGES


def _align(due: Sequence[Statement], heard: Sequence[Statement]) -> _Alignment:
    """Pair what means the same, in order; then, inside each gap, what is of the same kind."""
    matcher = difflib.SequenceMatcher(
        None, [each.meaning for each in due], [each.meaning for each in heard], autojunk=False
    )
    alignment = _Alignment([], [], [])
    for tag, first, last, start, end in matcher.get_opcodes():
        if tag == "equal":
            alignment.pairs.extend(zip(due[first:last], heard[start:end], strict=True))
        else:
            _align_gap(list(due[first:last]), list(heard[start:end]), alignment)
    return alignment


def _align_gap(due: list[Statement], heard: list[Statement], alignment: _Alignment) -> None:
    for statement in due:
        found = next((said for said in heard if _is_reworded(statement, said)), None)
        if found is None:
            alignment.missing.append(statement)
        else:
            heard.remove(found)
            alignment.pairs.append((statement, found))
    alignment.extra.extend(heard)


def _is_reworded(due: Statement, said: Statement) -> bool:
    if due.kind is Kind.BOARD or said.kind is Kind.BOARD:
        return False
    if due.kind is said.kind:
        return True
    if said.kind in PROMPTS and due.kind in PROMPTS:
        return True
    return said.kind is Kind.OTHER and _is_similar(due.text[0], said.text[0])


def _is_similar(one: str, other: str) -> bool:
    """Two lines that share most of their letters: one misspelt, not two messages."""
    ratio = difflib.SequenceMatcher(None, one.casefold(), other.casefold(), autojunk=False).ratio()
    return ratio > 0.6


def _without_latitude_lines(
    page: Page, heard: list[Statement], assignment: Assignment, ledger: Ledger
) -> list[Statement]:
    """Leave out one line of the student's own before `Game over.` where that is allowed."""
    kinds = [statement.kind for statement in heard]
    if not page.own_line_before_over or Kind.OVER not in kinds:
        return heard
    over = kinds.index(Kind.OVER)
    if kinds[over + 1 : over + 2] == [Kind.OVER]:
        over += 1  # the line of the student's own says so, too
    if over == 0 or kinds[over - 1] not in _MAY_STAND_BEFORE_OVER:
        return heard
    line = heard[over - 1]
    if line.kind in (Kind.WINS, Kind.DRAW) and not _RESULTS.intersection(kinds[over:]):
        return heard
    latitude = assignment.latitude.line_before_over
    ledger.tolerate(latitude, _MESSAGES, "messages.own-line", observed=line.text)
    return heard[: over - 1] + heard[over:]


def _compare_text(
    due: Statement, said: Statement, page: Page, assignment: Assignment, ledger: Ledger
) -> None:
    check = check_of(due.kind)
    ledger.assess(check)
    area = check.removeprefix("printing.")
    right = (due.text[0], *other_wordings(due, assignment.wording))
    text = said.text[0].lstrip() if said.shares_line else said.text[0]
    texts = _as_if_prescribed(text, page.signs)
    if any(text in right for text in texts):
        return
    latitude = assignment.latitude
    squashed = {_squash(text) for text in right}
    if any(_squash(text) in squashed for text in texts):
        ledger.tolerate(
            latitude.blanks, check, f"{area}.blanks", expected=due.text, observed=said.text
        )
        return
    folded = {text.casefold() for text in squashed}
    if any(_squash(text).casefold() in folded for text in texts):
        ledger.tolerate(
            latitude.letter_case,
            check,
            f"{area}.letter-case",
            expected=due.text,
            observed=said.text,
        )
        return
    ledger.fault(
        check, f"{area}.wording", expected=due.text, observed=said.text, message=due.kind.value
    )


def _squash(text: str) -> str:
    """A line without the blanks that the latitude allows; a leading blank counts."""
    together = _BLANKS_AROUND.sub(r"\1", text)
    words = " ".join(together.split())
    return f" {words}" if together[:1].isspace() else words


def _as_if_prescribed(text: str, signs: Signs) -> tuple[str, ...]:
    """The text with a program's own signs for discs replaced: they cost once, on the board."""
    replaced = first = text
    for sign, disc in signs.items():
        if disc is not None and sign != disc.value:
            alone = re.compile(rf"(?<![A-Za-z0-9]){re.escape(sign)}(?![A-Za-z0-9])")
            replaced = alone.sub(disc.value, replaced)
            first = alone.sub(disc.value, first, count=1)
    return tuple(dict.fromkeys((text, replaced, first)))


def _judge_shared_lines(heard: Sequence[Statement], assignment: Assignment, ledger: Ledger) -> None:
    """A pass may share its line; nothing else may."""
    wanted = assignment.wording.pass_shares_line
    for before, after in itertools.pairwise(heard):
        if before.kind is Kind.PASSES:
            if after.shares_line != wanted:
                text = (before.text[0].rstrip() + " " + after.text[0].lstrip(),)
                lines = (before.text[0], after.text[0])
                shown, due = (text, lines) if after.shares_line else (lines, text)
                ledger.tolerate(
                    assignment.latitude.pass_line,
                    _MESSAGES,
                    "messages.pass-line",
                    expected=due,
                    observed=shown,
                )
        elif after.shares_line:
            ledger.fault(
                _MESSAGES,
                "messages.one-line",
                expected=(before.text[0], after.text[0].lstrip()),
                observed=("".join(dict.fromkeys((before.text[0], after.text[0]))),),
            )


def _judge_blank_lines(page: Page, assignment: Assignment, ledger: Ledger) -> None:
    lines = page.lines
    if not page.is_last and lines and not lines[-1].strip():
        lines = lines[:-1]
        if page.heard and page.heard[-1].kind in PROMPTS:
            ledger.tolerate(
                assignment.latitude.prompt_line_break,
                _PROMPTS,
                "prompts.line-break",
                observed=page.heard[-1].text,
            )
    if any(not line.strip() for line in lines):
        check, code = _MESSAGES, "messages.blank-lines"
        if page.before_game:
            check, code = _PROMPTS, "prompts.blanks"
        ledger.tolerate(assignment.latitude.blanks, check, code)


def _judge_missing_and_extra(alignment: _Alignment, page: Page, ledger: Ledger) -> None:
    moved = [each for each in alignment.missing if _find(each, alignment.extra) is not None]
    for statement in moved:
        twin = _find(statement, alignment.extra)
        if twin is not None:
            alignment.extra.remove(twin)
            alignment.missing.remove(statement)
            _fault_order(statement, page, ledger)
    for statement in alignment.missing:
        _fault_missing(statement, ledger)
    first = min((said.line for _, said in alignment.pairs), default=0) if page.begins else 0
    for statement in alignment.extra:
        if page.waits and _is_after_result(statement, page):
            continue
        if page.is_endless and not _is_before_result(statement, alignment):
            continue
        is_before = statement.line < first and not is_ruled(statement.text[0])
        if page.before_game or is_before:
            check = _BOARD if statement.kind is Kind.BOARD else _PROMPTS
        else:
            check = check_of(statement.kind)
        _fault_extra(statement, check, ledger)


def _find(statement: Statement, others: Sequence[Statement]) -> Statement | None:
    return next((other for other in others if other.meaning == statement.meaning), None)


def _is_after_result(statement: Statement, page: Page) -> bool:
    """Whether a line stands after the last thing that is said of the result."""
    results = (Kind.OVER, Kind.SCORE, Kind.WINS, Kind.DRAW, Kind.INVALID)
    lines = [each.line for each in page.heard if each.kind in results and each is not statement]
    return statement.line >= max(lines, default=0)


def _is_before_result(statement: Statement, alignment: _Alignment) -> bool:
    """Whether a line stands before all that is said of the result."""
    lines = [said.line for due, said in alignment.pairs if due.kind in {Kind.OVER, *_RESULTS}]
    return statement.line < min(lines, default=0)


def _fault_order(statement: Statement, page: Page, ledger: Ledger) -> None:
    on_board = statement.kind in (Kind.BOARD, Kind.PLACES)
    check = _BOARD if on_board else check_of(statement.kind)
    ledger.fault(
        check,
        f"{check.removeprefix('printing.')}.order",
        expected=_outline(page.due),
        observed=_outline(page.heard),
        message=statement.kind.value,
    )


def _outline(statements: Sequence[Statement]) -> tuple[str, ...]:
    """Statements in their order: boards whole, messages as they stand."""
    return tuple(line for statement in statements for line in statement.text)


def _fault_missing(statement: Statement, ledger: Ledger) -> None:
    check = check_of(statement.kind)
    area = check.removeprefix("printing.")
    ledger.fault(check, f"{area}.missing", expected=statement.text, message=statement.kind.value)


def _fault_extra(statement: Statement, check: str, ledger: Ledger) -> None:
    if check == _MESSAGES and not any(sign.isalnum() for sign in statement.text[0]):
        ledger.fault(_BOARD, "board.layout", observed=statement.text)
        return
    code = f"{check.removeprefix('printing.')}.extra"
    ledger.fault(check, code, observed=statement.text, message=statement.kind.value)
