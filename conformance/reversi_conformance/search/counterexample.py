"""What is handed over of a game in which a program differs: its golden transcript, one sentence,
and the command that plays it again.

Knows neither how the game was found nor how it was made short. Opens nothing.
"""

import hashlib
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from reversi_conformance.assignment import Assignment
from reversi_conformance.escaping import harmless
from reversi_conformance.findings import Finding
from reversi_conformance.language import say
from reversi_conformance.messages import sentence
from reversi_conformance.reference import perform
from reversi_conformance.run import Run
from reversi_conformance.search.games import replay
from reversi_conformance.signs import exchange
from reversi_conformance.transcript import Case, Header
from reversi_engine import Disc

_NAMED_IN_FULL: Final = 8
"""A game of up to so many entries is named by all of them."""
_DIGITS: Final = 8
_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz")


class Counterexample(NamedTuple):
    """A game in which a program differs from the golden session."""

    case: Case
    finding: Finding
    """The first fault of the session."""
    sentence: str
    """What is to be seen, with all that leads there; without a full stop."""

    @property
    def entries(self) -> tuple[str, ...]:
        """The human's entries that had been typed when it showed."""
        # Before them stand the size and the computer's side.
        return self.finding.answers[2:]


def case_of(board: int, computer: Disc, moves: Sequence[str], assignment: Assignment) -> Case:
    """Return the golden case of a game that has come to its end.

    The same game has the same id, whoever finds it and whatever program it is for. Raises
    `TranscriptError` where the moves lead to no end, or where the assignment lacks the size.
    """
    play = replay(board, computer, tuple(moves))
    ends = play.game.ended.reason.value if play.game.ended else ""
    name = name_of(board, computer, moves)
    return perform(Header(name, board, computer, tuple(moves), ends), assignment)


def name_of(board: int, computer: Disc, moves: Sequence[str]) -> str:
    """Return the id of a game: board, the computer's side, and the entries.

    Of a long game the number of entries and a digest stand for them.

    >>> name_of(6, Disc.BLACK, ["bb", "zz"])
    'found-6-X-bb-zz'
    """
    is_short = len(moves) <= _NAMED_IN_FULL and all(_LETTERS.issuperset(move) for move in moves)
    digest = hashlib.sha256("\n".join(moves).encode()).hexdigest()[:_DIGITS]
    told = "-".join(moves) if is_short else f"{len(moves)}-moves-{digest}"
    return f"found-{board}-{computer.value}-{told}"


def faults_of(run: Run, assignment: Assignment) -> tuple[Finding, ...]:
    """Return what costs points in a session, in the order in which it shows.

    Faults of checks that the assignment does not have cost nothing.
    """
    checks = {check.id for check in assignment.checks}
    found = (fault for fault in run.judgement.faults if fault.check in checks)
    return tuple(sorted(found, key=lambda fault: fault.turn))


def of_run(run: Run, assignment: Assignment) -> Counterexample | None:
    """Return what a session shows; None where it costs no points."""
    first = next(iter(faults_of(run, assignment)), None)
    if first is None:
        return None
    return Counterexample(run.case, first, _sentence(run.case.header, first, assignment))


def again(path: Path, options: Sequence[str], program: str) -> str:
    """Return the command line that plays the game again, safe to be shown and pasted.

    `options` choose the assignment; `program` is quoted for a shell already.
    """
    words = ("reversi-conformance", "check", *options, "--case", str(path))
    return harmless(f"{shlex.join(words)} -- {program}")


def _sentence(header: Header, finding: Finding, assignment: Assignment) -> str:
    side = exchange(header.computer.value, assignment.signs)
    # What was typed for size and side is told by the first words.
    entries = " ".join(finding.answers[2:])
    typed = say("after {entries}", entries=entries) if entries else say("before the first move")
    message = exchange(sentence(finding), assignment.signs)
    return harmless(
        say(
            "{size}x{size}, computer {side}, {typed}: {message}",
            size=header.board,
            side=side,
            typed=typed,
            message=message,
        )
    )
