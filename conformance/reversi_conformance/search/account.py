"""What a search says at its end, as text: the difference, or what was looked at in vain."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from rich.text import Text

from reversi_conformance.language import listed, say, say_count
from reversi_conformance.reports.lines import Lines, left
from reversi_conformance.reports.visible import plain
from reversi_conformance.search import counterexample
from reversi_conformance.search.coverage import Coverage
from reversi_conformance.search.explore import Difference, Outcome

_KEY: Final = 10
_MOST_CASES: Final = 3
_INDENT: Final = 2


class Given(NamedTuple):
    """What the search was started with, as it was typed."""

    program: str
    """Quoted for a shell."""
    options: Sequence[str]
    """What chooses the assignment, to play a game again."""
    seed: int
    suite: int
    """How many golden games there are."""


def render(outcome: Outcome, given: Given, path: Path | None, *, width: int, coloured: bool) -> str:
    """Return the account, for lines of so many cells; `path` is the difference's transcript."""
    page = Lines(width, coloured=coloured)
    if outcome.difference and path:
        _write_difference(page, outcome.difference, given, path)
    else:
        page.wrap(Text(say("No difference was found."), "bold"))
    if outcome.is_interrupted:
        page.wrap(Text(say("Interrupted: the search was not at its end."), "bold yellow"))
    page.add()
    _write_coverage(page, outcome, given)
    return page.text()


def _write_difference(page: Lines, difference: Difference, given: Given, path: Path) -> None:
    seen = difference.counterexample
    page.wrap(Text(plain(seen.sentence), "bold"), hanging=2)
    page.add()
    if not difference.is_steady:
        page.wrap(
            Text(
                say(
                    "Played again, the same game went otherwise: the program does not always do"
                    " the same. The command below may have to be repeated."
                ),
                "bold yellow",
            )
        )
        page.add()
    shown = plain(shlex.quote(str(path)))
    _entry(
        page,
        say("game"),
        say("{sentence} ({cases})", sentence=shown, cases=_made_of(difference)),
    )
    command = counterexample.again(path, given.options, given.program)
    page.add(Text(f"{left(say('again'), _KEY)}{command}"), 2)
    _entry(page, say("golden"), _golden(difference, given))
    _entry(page, say("more"), f"reversi-conformance explain {plain(seen.finding.check)}")


def _made_of(difference: Difference) -> str:
    header = difference.counterexample.case.header
    found = difference.found
    entries = _entries(len(header.moves))
    if (header.board, header.moves) == (found.board, found.moves):
        return say("{entries}, as it was found", entries=entries)
    return say(
        "{entries}; found on {size}x{size} in a game of {before}",
        entries=entries,
        size=found.board,
        before=_entries(len(found.moves)),
    )


def _golden(difference: Difference, given: Given) -> str:
    cases = difference.golden
    if not cases:
        return say("none of the {n} golden games shows this", n=given.suite)
    shown = listed(map(plain, cases[:_MOST_CASES]))
    if len(cases) > _MOST_CASES:
        shown = say("{names} and {n} more", names=shown, n=len(cases) - _MOST_CASES)
    return say("the same shows in {cases}", cases=shown)


def _write_coverage(page: Lines, outcome: Outcome, given: Given) -> None:
    coverage = outcome.coverage
    page.wrap(
        Text(
            say(
                "Looked at: {games} with {discs:,} discs placed (seed {seed}). This is a search,"
                " and no proof.",
                games=_games(coverage.games),
                discs=coverage.discs,
                seed=given.seed,
            )
        )
    )
    for key, value in _rows(coverage):
        _entry(page, key, value)
    if outcome.too_long:
        _entry(
            page,
            say("not told"),
            say(
                "{games} took longer than a session may, whose limits are made for shorter ones",
                games=_games(outcome.too_long),
            ),
        )


def _rows(coverage: Coverage) -> list[tuple[str, str]]:
    boards = listed(f"{board} ({count})" for board, count in sorted(coverage.boards.items()))
    ends = listed(f"{end} ({count})" for end, count in sorted(coverage.ends.items()))
    passes = say(
        "in {games}, up to {n} of one side",
        games=_games(coverage.with_passes),
        n=coverage.most_passes,
    )
    longest, turned = coverage.longest_line, coverage.most_turned
    return [
        (say("boards"), boards),
        (say("ends"), say("{ends}; draws ({n})", ends=ends, n=coverage.draws)),
        (say("passes"), passes),
        (say("lines"), say("up to {n} discs turned in one direction", n=longest)),
        (say("moves"), say("up to {n} discs turned at once", n=turned)),
        (say("ties"), say("up to {n} squares equally good", n=coverage.most_equals)),
    ]


def _entry(page: Lines, key: str, value: str) -> None:
    page.wrap(Text(f"{left(key, _KEY)}{value}"), indent=_INDENT, hanging=_KEY)


def _entries(count: int) -> str:
    return say_count("{n} entry", "{n} entries", count)


def _games(count: int) -> str:
    return say_count("{n} game", "{n} games", count)
