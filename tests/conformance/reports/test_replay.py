"""A session beside its golden game, turn by turn, with the first mistake pointed at."""

from collections.abc import Iterator

import click

from reversi_conformance.report import ReportedCase
from reversi_conformance.reports.replay import golden_scenes, scenes
from reversi_conformance.transcript import Transcript, Turn, format_transcript

from ..payloads import EVERY_LINE, PAYLOADS
from .safety import unsafe_commands, unsafe_signs
from .samples import BOARD, BOARD_AFTER_AB, case, finding, lines

START = (
    Turn(None, ("Enter the board dimension: ",)),
    Turn("4", ("Computer plays (X/O) : ",)),
)
GOLDEN = Transcript(
    (*START, Turn("X", (*lines(BOARD_AFTER_AB), "Enter move: ")), Turn("aa", ("Draw!",)))
)


def session(*last: Turn) -> Transcript:
    return Transcript((*START, *last))


def played(
    seen: Transcript, *findings: tuple[int, str], golden: Transcript = GOLDEN
) -> ReportedCase:
    return case(
        "py-1",
        *(finding(message=message, turn=turn) for turn, message in findings),
        transcript=format_transcript(seen),
        expected=format_transcript(golden),
    )


def shown(of: ReportedCase, width: int = 60) -> list[str]:
    return [*scenes(of, width=width)]


def test_each_turn_is_a_scene_with_what_was_typed() -> None:
    wrong = session(
        Turn("X", (*lines(BOARD_AFTER_AB), "Enter move: ")), Turn("aa", ("Draw.", "Bye"))
    )
    assert shown(played(wrong, (3, "the message is worded otherwise"))) == [
        "py-1\nwhat should be printed       │ what the program prints\n",
        "Enter the board dimension: 4 │ Enter the board dimension: 4\n",
        "Computer plays (X/O) : X     │ Computer plays (X/O) : X\n",
        "  a b c d                    │   a b c d\n"
        "a . X . .                    │ a . X . .\n"
        "b . X X .                    │ b . X X .\n"
        "c . X O .                    │ c . X O .\n"
        "d . . . .                    │ d . . . .\n"
        "Enter move: aa               │ Enter move: aa\n",
        "                             │ ▼ the first mistake\n"
        "Draw!                        ≠ Draw.\n"
        "                             ≠ Bye\n"
        "✗ the message is worded otherwise\n",
        "The session ended: exited, status 0.\n",
    ]


def test_only_the_first_mistake_is_pointed_at() -> None:
    wrong = session(Turn("X", (*lines(BOARD), "Enter move: ")), Turn("aa", ("Draw.",)))
    found = "".join(shown(played(wrong, (2, "no disc turns"), (3, "worded otherwise"))))
    assert found.count("the first mistake") == 1
    assert "▼ the first mistake\na . X . .                    ≠ a . . . .\n" in found
    assert "Draw!                        ≠ Draw.\n" in found


def test_what_is_tolerated_differs_and_is_no_mistake() -> None:
    tolerated = session(Turn("X", (*lines(BOARD_AFTER_AB), "enter move: ")), Turn("aa", ("Draw.",)))
    found = shown(played(tolerated, (3, "worded otherwise")))
    assert "Enter move: aa               ≠ enter move: aa\n" in found[3]
    assert "the first mistake" not in found[3]
    assert "the first mistake" in found[4]


def test_once_something_else_is_typed_there_is_no_golden_game_beside_it() -> None:
    other = session(Turn("X", ("Enter move: ",)), Turn("bb", ("Draw.", "Bye")))
    assert shown(played(other, (2, "no board")))[4] == (
        "(another game from here on)  │ Draw.\n                             │ Bye\n"
    )


def test_turns_that_never_came_are_counted() -> None:
    assert shown(played(session(), (1, "it crashes")))[-1] == (
        "The session ended: exited, status 0.\n"
        "2 turns of the golden game did not come to be played.\n"
    )


def test_lines_that_are_too_long_show_where_they_differ() -> None:
    golden = session(Turn("X", ("a" * 100 + "!",)))
    seen = session(Turn("X", ("a" * 100 + "?",)))
    rows = shown(played(seen, (2, "another sign"), golden=golden))[3].split("\n")
    left, right = rows[1].split(" ≠ ")
    assert (left.rstrip()[-1], right[-1]) == ("!", "?")
    assert all(len(row) <= 60 for row in rows)


def test_a_case_that_conforms_has_nothing_to_be_replayed() -> None:
    assert shown(case("py-1")) == []


def test_a_golden_game_is_shown_as_it_stands_on_the_screen() -> None:
    turns = [*golden_scenes(GOLDEN)]
    assert len(turns) == 4
    assert turns[0] == "Enter the board dimension: 4\n"
    assert turns[3] == "Draw!\n"
    coloured = [*golden_scenes(GOLDEN, coloured=True)]
    assert coloured[0] != turns[0]
    assert [click.unstyle(turn) for turn in coloured] == turns


def hostile() -> Iterator[str]:
    for payload in PAYLOADS.values():
        wrong = session(Turn("X", (payload, EVERY_LINE, payload)), Turn(payload, (payload,)))
        yield from scenes(played(wrong, (2, payload), (3, payload)))
        yield from golden_scenes(wrong)


def test_nothing_that_was_printed_is_obeyed() -> None:
    for scene in hostile():
        assert not list(unsafe_signs(scene))
        assert not list(unsafe_commands(scene))
