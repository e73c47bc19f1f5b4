"""What a search says at its end, as text: the difference, or what was looked at in vain."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from rich.text import Text

from reversi_conformance.reports.lines import Lines
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
        page.wrap(Text("No difference was found.", "bold"))
    if outcome.is_interrupted:
        page.wrap(Text("Interrupted: the search was not at its end.", "bold yellow"))
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
                "Played again, the same game went otherwise: the program does not always do the"
                " same. The command below may have to be repeated.",
                "bold yellow",
            )
        )
        page.add()
    _entry(page, "game", f"{plain(shlex.quote(str(path)))} ({_made_of(difference)})")
    page.add(
        Text(f"{'again':<{_KEY}}{counterexample.again(path, given.options, given.program)}"), 2
    )
    _entry(page, "golden", _golden(difference, given))
    _entry(page, "more", f"reversi-conformance explain {plain(seen.finding.check)}")


def _made_of(difference: Difference) -> str:
    header = difference.counterexample.case.header
    found = difference.found
    before = f"found on {found.board}x{found.board} in a game of {_entries(len(found.moves))}"
    if (header.board, header.moves) == (found.board, found.moves):
        return f"{_entries(len(header.moves))}, as it was found"
    return f"{_entries(len(header.moves))}; {before}"


def _golden(difference: Difference, given: Given) -> str:
    cases = difference.golden
    if not cases:
        return f"none of the {given.suite} golden games shows this"
    more = f" and {len(cases) - _MOST_CASES} more" if len(cases) > _MOST_CASES else ""
    return f"the same shows in {', '.join(map(plain, cases[:_MOST_CASES]))}{more}"


def _write_coverage(page: Lines, outcome: Outcome, given: Given) -> None:
    coverage = outcome.coverage
    page.wrap(
        Text(
            f"Looked at: {_games(coverage.games)} with {coverage.discs:,} discs placed"
            f" (seed {given.seed}). This is a search, and no proof."
        )
    )
    for key, value in _rows(coverage):
        _entry(page, key, value)
    if outcome.too_long:
        _entry(
            page,
            "not told",
            f"{_games(outcome.too_long)} took longer than a session may, whose limits are made for"
            " shorter ones",
        )


def _rows(coverage: Coverage) -> list[tuple[str, str]]:
    boards = ", ".join(f"{board} ({count})" for board, count in sorted(coverage.boards.items()))
    ends = ", ".join(f"{end} ({count})" for end, count in sorted(coverage.ends.items()))
    return [
        ("boards", boards),
        ("ends", f"{ends}; draws ({coverage.draws})"),
        ("passes", f"in {_games(coverage.with_passes)}, up to {coverage.most_passes} of one side"),
        ("lines", f"up to {coverage.longest_line} discs turned in one direction"),
        ("moves", f"up to {coverage.most_turned} discs turned at once"),
        ("ties", f"up to {coverage.most_equals} squares equally good"),
    ]


def _entry(page: Lines, key: str, value: str) -> None:
    page.wrap(Text(f"{key:<{_KEY}}{value}"), indent=_INDENT, hanging=_KEY)


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"
