"""The page about the golden cases: `docs/cases.md`, made from the transcripts and the wishes.

Prints nothing and opens no file.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from reversi_conformance.assignment import Assignment
from reversi_conformance.causes.strategies import STRATEGIES
from reversi_conformance.search.features import FAMILIES
from reversi_conformance.search.mistakes import MISTAKES, PERMITTING
from reversi_conformance.search.suite import DEFAULT_SEED, case_ids
from reversi_conformance.transcript import Header

_BEGINNING: Final = f"""\
# The golden cases

Each case is one game against the computer, recorded in `transcripts/<assignment>/<id>.txt`.
The human's moves were not chosen by hand: a search looked for them, given a list of wishes and
a seed ({DEFAULT_SEED}). The same seed finds the same games to the byte; another one
(`reversi-conformance search --seed N`) finds another suite of the same strength. Given to the
search were only the handout's own sample sessions, two games that many programs were seen to
fail, and two draws with empty squares, which are too rare to be sought each time.

How a game is chosen:

1. A wish names the size, the computer's side, how the game ends and what it must show.
2. All games are followed move by move while they are few. Where there are too many, half of
   those that go on are the most promising ones and half are drawn by the seed.
3. The first games that fulfil the wish are the shortest of those that were followed. Among
   them the one is taken that shows most of what no earlier case shows. (Two wishes for each
   side take a longer game if every further move shows something new.)
4. A game that has shown what it is there for, and is not over, ends with an illegal move: of
   the kind that the wish names or, where it names none, of one that shows most.

Together the cases of each suite show everything in the vocabulary below with computer X and
with computer O. The one exception is `full-board-of-one-colour` with computer X: no game on
4 × 4 ends so, and on 6 × 6 it takes 13 moves, too many for what it adds. Nor does any game on
4 × 4 end in a draw with computer X.

This page is made from the transcripts and the wishes. An id is permanent.
"""

_VOCABULARY: Final = """\
## The vocabulary

The header of each transcript lists under `exercises` what the case is there for, in these
names. What a game shows is recomputed from its moves. A direction is the one in which the
discs lie, seen from the disc that is placed.
"""

_EXPLAINED: Final = frozenset(("mistake", "strategy"))
"""Slots whose words have a table of their own."""


def format_page(suites: Mapping[str, tuple[Assignment, Iterable[Header]]]) -> str:
    """Return the page for these suites, by title. Raises KeyError for a case without a wish."""
    parts = [_BEGINNING]
    for title, (assignment, headers) in suites.items():
        parts.append(f"## {title}\n\n{_cases(assignment, headers)}")
    parts += (_VOCABULARY, _families(), _mistakes(), _strategies())
    return "\n".join(parts)


def _cases(assignment: Assignment, headers: Iterable[Header]) -> str:
    by_id = {header.id: header for header in headers}
    wishes = case_ids(assignment)
    missing = set(by_id) - set(wishes)
    if missing:
        raise KeyError(min(missing))
    moves = sum(len(header.moves) for header in by_id.values())
    rows = (
        (
            f"`{case}`",
            f"{by_id[case].board} × {by_id[case].board}",
            by_id[case].computer.value,
            str(len(by_id[case].moves)),
            by_id[case].ends,
            wish.purpose,
        )
        for case, wish in wishes.items()
    )
    head = ("id", "size", "computer", "moves", "end", "what it is there for")
    return f"{len(by_id)} cases, {moves} moves of the human's.\n\n{_table(head, rows)}"


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


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    return "".join(_lines(head, rows))


def _lines(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |\n"
    yield f"|{' --- |' * len(head)}\n"
    for row in rows:
        yield f"| {' | '.join(row)} |\n"
