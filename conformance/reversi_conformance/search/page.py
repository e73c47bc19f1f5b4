"""The page about the golden cases: `docs/cases.md`, made from the transcripts and the wishes.

Prints nothing and opens no file.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from reversi_conformance.assignment import Assignment
from reversi_conformance.causes.strategies import STRATEGIES
from reversi_conformance.search.features import FAMILIES
from reversi_conformance.search.mistakes import MISTAKES, PERMITTING
from reversi_conformance.search.suite import (
    DEFAULT_SEED,
    Candidate,
    Caught,
    as_candidates,
    purposes,
)
from reversi_conformance.transcript import Header

_BEGINNING: Final = f"""\
# The golden cases

Each case is one game against the computer, recorded in `transcripts/<assignment>/<id>.txt`.
The human's moves were not chosen by hand: a search looked for them, given a list of wishes and
a seed ({DEFAULT_SEED}). The same seed finds the same games to the byte; another one
(`reversi-conformance generate --seed N`) finds another suite of the same strength. Given to the
search were only the handout's own sample sessions, two games that many programs were seen to
fail, and two draws with empty squares, which are too rare to be sought each time.

How a game is found:

1. A wish names the size, the computer's side, how the game ends and what it must show.
2. All games are followed move by move while they are few. Where there are too many, half of
   those that go on are the most promising ones and half are drawn by the seed.
3. The first games that fulfil the wish are the shortest of those that were followed. Among
   them the one is taken that shows most of what no earlier game shows. (Two wishes for each
   side take a longer game if every further move shows something new.)
4. A game that has shown what it is there for, and is not over, ends with an illegal move: of
   the kind that the wish names or, where it names none, of one that shows most.

How the suite is chosen from the games that were found, one for each wish:

5. Every mistake of the catalogue that does not play at random is played through all of them.
   [matrix.svg](matrix.svg) shows which of the cases that were kept catch it.
6. The fewest games are kept that do what all of them do. Every mistake that two games catch is
   caught by two that are kept, in each check that it must lose. What a game with computer X shows
   is shown by a game that is kept with computer X, and likewise with computer O: the names of the
   vocabulary below, the sizes, and each end with its winner and with who moves last. Given games
   are kept. Of suites that are equally small, one with earlier wishes is taken.
7. So no case is there in vain: without it, something of this would not hold. The last columns
   say what. An assignment's suite may be small in this sense and still catch a mistake by many
   cases; only what hangs on a case is told of it.

A suite of another seed has no game of the shipped one. Where a wish has no other game, one on the
next larger board is sought, then, for an illegal first entry, one in which it comes later; where
there is none either, the wish is left out.

Together the cases of each suite show everything in the vocabulary below with computer X and
with computer O. The one exception is `full-board-of-one-colour` with computer X: no game on
4 × 4 ends so, and on 6 × 6 it takes 13 moves, too many for what it adds. Nor does any game on
4 × 4 end in a draw with computer X.

This page is made from the transcripts, the wishes and the sheets of the mistakes. An id is
permanent: that of a wish without a case stays unused.
"""

_VOCABULARY: Final = """\
## The vocabulary

The header of each transcript lists under `exercises` what the case is there for, in these
names. What a game shows is recomputed from its moves. A direction is the one in which the
discs lie, seen from the disc that is placed.
"""

_HEAD: Final = (
    "id",
    "size",
    "computer",
    "moves",
    "end",
    "what it is there for",
    "shown here alone",
)
_MOST_NAMES: Final = 3
_EXPLAINED: Final = frozenset(("mistake", "strategy"))
"""Slots whose words have a table of their own."""


class Suite(NamedTuple):
    """What the page tells of one assignment's suite."""

    assignment: Assignment
    headers: tuple[Header, ...]
    caught: Caught
    """Who catches the mistakes of the catalogue; empty where that is not recorded."""


def format_page(suites: Mapping[str, Suite]) -> str:
    """Return the page for these suites, by title. Raises KeyError for a case without a wish."""
    parts = [_BEGINNING]
    for title, suite in suites.items():
        parts.append(f"## {title}\n\n{_cases(suite)}")
    parts += (_VOCABULARY, _families(), _mistakes(), _strategies())
    return "\n".join(parts)


def _cases(suite: Suite) -> str:
    cases = as_candidates(suite.assignment, suite.headers)
    shown = purposes(cases, {})
    catching = purposes(cases, suite.caught)
    head = list(_HEAD)
    rows = [[*_facts(case), _few(shown[case.header.id])] for case in cases]
    if suite.caught:
        head.append("mistakes that need it")
        for row, case in zip(rows, cases, strict=True):
            row.append(_few(each for each in catching[case.header.id] if each in suite.caught))
    moves = sum(len(case.header.moves) for case in cases)
    return f"{len(cases)} cases, {moves} moves of the human's.\n\n{_table(head, rows)}"


def _facts(case: Candidate) -> tuple[str, ...]:
    header = case.header
    size = f"{header.board} × {header.board}"
    moves = str(len(header.moves))
    return (f"`{header.id}`", size, header.computer.value, moves, header.ends, case.wish.purpose)


def _few(names: Iterable[str]) -> str:
    """The first names, and how many there are besides."""
    first, rest = (listed := list(names))[:_MOST_NAMES], len(listed) - _MOST_NAMES
    return "; ".join(first) + (f"; {rest} more" if rest > 0 else "")


def _families() -> str:
    rows = ((f"`{family.pattern}`", family.meaning, _slots(family.slots)) for family in FAMILIES)
    return _table(("name", "meaning", "where"), rows)


def _slots(slots: Mapping[str, Iterable[str]]) -> str:
    listed = {name: ", ".join(words) for name, words in slots.items() if name not in _EXPLAINED}
    return "; ".join(f"`{{{name}}}`: {words}" for name, words in listed.items())


def _mistakes() -> str:
    rows = (
        (f"`{name}`", rules.meaning, "yes" if name in PERMITTING else "")
        for name, rules in MISTAKES.items()
    )
    head = ("`{mistake}`", "what the program does", "makes more squares legal")
    note = "Only mistakes that make more squares legal show in a pass or an illegal move."
    return f"{note}\n\n{_table(head, rows)}"


def _strategies() -> str:
    rows = ((f"`{name}`", strategy.meaning) for name, strategy in STRATEGIES.items())
    return _table(("`{strategy}`", "what the program chooses"), rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "".join(_lines(head, rows))


def _lines(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |\n"
    yield f"|{' --- |' * len(head)}\n"
    for row in rows:
        yield f"| {' | '.join(row)} |\n"
