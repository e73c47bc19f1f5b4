"""What came of playing every game: a statement and what it rests on, or the shortest wrong game.

Whatever a program printed or is called is escaped before it is drawn (`visible`).
"""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from reversi_conformance.language import listed, listed_with_and, say
from reversi_conformance.report import ReportedCase, ReportedFinding
from reversi_conformance.reports import phrases, picture
from reversi_conformance.reports.lines import Lines
from reversi_conformance.reports.visible import plain
from reversi_conformance.search.exhaustion import Exhaustion
from reversi_conformance.search.tree import KINDS, Tree

_KINDS: Final = {
    "occupied": "an occupied square",
    "isolated": "one beside which no disc of the opponent stands",
    "outflanks-nothing": "one beside such a disc that outflanks nothing",
    "off-board": "one off the board",
}


def render(
    found: Exhaustion,
    program: str,
    *,
    sides: Sequence[str],
    criteria: Sequence[str],
    failing: ReportedCase | None,
    again: str,
    width: int,
    coloured: bool,
) -> str:
    """Return what is to be said, for lines of so many cells.

    `program` is named as the person typed it; the computer plays `sides`, as they are typed, and
    mistakes of `criteria` count. `failing` is the
    shortest game that goes wrong, and `again` what to type to play it again, safe already.
    """
    page = Lines(width, coloured=coloured)
    tree = found.tree
    head = say(
        " — every game on a board of size {size}, the computer playing {sides}",
        size=tree.size,
        sides=plain(listed_with_and(sides)),
    )
    page.wrap(Text.assemble((phrases.named(program), "bold"), head))
    page.add()
    if failing is not None:
        _write_failing(page, found, failing, again)
    elif found.is_proof:
        _write_proof(page, tree, criteria)
    else:
        _write_part(page, found)
    return page.text()


def _write_proof(page: Lines, tree: Tree, criteria: Sequence[str]) -> None:
    said = say(
        "{games:,} games, {positions:,} positions in which the human is to move: all as the"
        " handout demands.",
        games=len(tree.games),
        positions=tree.positions,
    )
    page.wrap(Text.assemble(("✓ ", "green"), said), hanging=2)
    page.add()
    page.wrap(
        Text(
            say(
                "{legal:,} games are all that legal moves make. In each of their positions, as"
                " often as it comes up, one more game ended with each kind of illegal entry there"
                " is: {illegal:,} games. What counted: {criteria}.",
                legal=tree.legal,
                illegal=tree.illegal,
                criteria=listed(map(plain, criteria)),
            )
        )
    )
    page.add()
    page.add(say("So it is shown for this size, if"))
    kinds = listed(say(_KINDS[kind]) for kind in KINDS)
    for assumption in _ASSUMPTIONS:
        page.wrap(Text(f"· {say(assumption, kinds=kinds)}"), indent=2, hanging=2)


_ASSUMPTIONS: Final = (
    "the program answers the same entries in the same way every time: no game was played twice;",
    "all entries of a kind are refused alike; one of each kind was tried in each position:"
    " {kinds};",
    "nothing else reaches it: no clock, no chance, no log of an earlier game.",
)


def _write_part(page: Lines, found: Exhaustion) -> None:
    said = say(
        "Interrupted: {played:,} of {all:,} games were played, all as the handout demands.",
        played=found.played,
        all=len(found.tree.games),
    )
    page.wrap(Text(said, "bold yellow"))
    page.add(say("This shows nothing of the others."))


def _write_failing(page: Lines, found: Exhaustion, case: ReportedCase, again: str) -> None:
    page.wrap(
        Text.assemble(
            ("✗ ", "bold red"), (say("This is the shortest game that goes wrong."), "bold")
        )
    )
    before = [header.id for header in found.tree.games].index(case.id)
    page.wrap(
        Text(
            say(
                "{before:,} games of {all:,} come before it, the shorter ones first: all are as the"
                " handout demands. Of the others nothing is said.",
                before=before,
                all=len(found.tree.games),
            )
        ),
        indent=2,
    )
    for finding in case.findings:
        if finding.kind == "fault":
            page.add()
            _write_finding(page, case, finding)
    page.add()
    page.add(picture.entry(say("again"), again), indent=2)


def _write_finding(page: Lines, case: ReportedCase, finding: ReportedFinding) -> None:
    message = phrases.named(finding.message)
    page.wrap(
        Text.assemble("• ", (message, "bold"), say(" ({cases})", cases=plain(finding.check))), 2, 2
    )
    typed = Text(phrases.typed(finding.answers), "cyan")
    page.wrap(picture.entry(say("typed"), typed), 4, picture.KEY)
    for line in picture.draw(case, finding, page.width - 4):
        page.add(line, indent=4)
