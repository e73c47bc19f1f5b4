"""A session is set beside its golden game for as long as both are the same game."""

from collections.abc import Sequence

from reversi_conformance.report import ReportedFinding
from reversi_conformance.reports.playback import Playback, Session, Step, playback
from reversi_conformance.transcript import Transcript, Turn, format_transcript

from .samples import BOARD, BOARD_AFTER_AB, case, finding, lines

Pairs = Sequence[tuple[str | None, Sequence[str]]]
START = (None, ("Size: ",))
WRONG = """\
  a b c d
a . X . .
b . O X .
c . X O .
d . . . ."""
WITH_TABS = [row.replace(" ", "\t") for row in lines(BOARD)]


def written(*turns: tuple[str | None, Sequence[str]]) -> str:
    return format_transcript(Transcript(tuple(Turn(typed, tuple(lines)) for typed, lines in turns)))


def played(golden: Pairs, seen: Pairs, *findings: ReportedFinding) -> tuple[Playback, Session]:
    shown = playback(
        [case("py-1", *findings, expected=written(*golden), transcript=written(*seen))]
    )
    [session] = shown.sessions
    assert session is not None
    return shown, session


def step(golden: Sequence[str], seen: Sequence[str]) -> tuple[Playback, Step]:
    """What becomes of one turn after the size was typed."""
    shown, session = played([START, ("4", golden)], [START, ("4", seen)])
    return shown, session.steps[1]


def test_a_turn_stands_beside_the_golden_one() -> None:
    shown, session = played([START, ("4", ["Draw!"])], [START, ("4", ["Draw."])])
    assert shown.lines == ("Size: ", "Draw!", "Draw.")
    assert [(each.expected, each.observed) for each in session.steps] == [
        ((0,), (0,)),
        ((1,), (2,)),
    ]
    assert [each.typed for each in session.steps] == [("4", "4"), (None, None)]


def test_a_board_is_known_as_one_and_kept_once() -> None:
    shown, turn = step([*lines(BOARD), "Draw!"], [*lines(BOARD), "Draw!"])
    assert shown.boards == ("." * 5 + "OX..XO" + "." * 5,)
    assert turn.expected == turn.observed == (~0, 1)


def test_a_board_in_another_layout_keeps_its_lines_as_well() -> None:
    shown, turn = step(lines(BOARD), WITH_TABS)
    assert isinstance(turn.observed[0], tuple)
    board, *printed = turn.observed[0]
    assert (board,) == turn.expected
    assert [shown.lines[index] for index in printed] == [
        row.replace("\t", "→") for row in WITH_TABS
    ]


def test_lines_that_may_be_missing_are_not_expected() -> None:
    golden = "  Size: «4»\n? Nobody can move.\n  Game over.\n| The end.\n"
    shown = playback([case("py-1", expected=golden, transcript=written(START, ("4", ["x"])))])
    assert shown.lines == ("Size: ", "Game over.", "x")


def test_after_another_board_the_program_is_told_to_stand_elsewhere() -> None:
    golden = [START, ("4", lines(BOARD_AFTER_AB)), ("aa", lines(BOARD)), ("ab", ["Draw!"])]
    seen = [START, ("4", lines(WRONG)), ("aa", lines(BOARD)), ("ab", ["Draw!"])]
    _, session = played(golden, seen)
    assert [each.standing for each in session.steps] == [0, 0, 1, 1]
    assert session.steps[2].expected is not None


def test_where_something_else_is_typed_the_golden_game_is_no_longer_shown() -> None:
    golden = [START, ("4", ["> "]), ("aa", ["Draw!"]), ("bb", ["Draw!"])]
    seen = [START, ("4", ["> "]), ("ab", ["Draw!"])]
    _, session = played(golden, seen)
    assert [each.standing for each in session.steps] == [0, 0, 2]
    assert [each.typed for each in session.steps] == [("4", "4"), ("aa", "ab"), (None, None)]
    assert session.steps[2].expected is None
    assert session.missing == 0


def test_once_the_games_have_parted_they_stay_apart() -> None:
    golden = [START, ("6", ["> "]), ("aa", ["Draw!"])]
    seen = [START, ("4", ["> "]), ("aa", ["Draw!"])]
    _, session = played(golden, seen)
    assert [each.standing for each in session.steps] == [0, 2, 2]


def test_what_a_finding_expects_stands_where_the_golden_game_cannot() -> None:
    golden = [START, ("4", ["> "]), ("aa", ["Draw!"])]
    seen = [START, ("4", ["> "]), ("ab", lines(WRONG))]
    wrong = finding(
        "rules.flips", "flips.wrong", turn=2, expected=lines(BOARD_AFTER_AB), observed=lines(WRONG)
    )
    _, session = played(golden, seen, wrong)
    assert session.steps[2].is_own
    assert session.steps[2].expected != session.steps[2].observed
    assert session.steps[2].findings == (wrong.message,)


def test_the_board_before_a_choice_is_not_taken_for_what_should_be_printed() -> None:
    golden = [START, ("4", ["> "]), ("aa", ["Draw!"])]
    seen = [START, ("4", ["> "]), ("ab", lines(WRONG))]
    choice = finding("strategy.ties", "choice.ties", turn=2, expected=lines(BOARD))
    _, session = played(golden, seen, choice)
    assert not session.steps[2].is_own
    assert session.steps[2].expected is None


def test_turns_that_were_never_played_are_counted() -> None:
    golden = [START, ("4", ["> "]), ("aa", ["> "]), ("bb", ["Draw!"])]
    _, session = played(golden, [START, ("4", ["Traceback"])])
    assert session.missing == 2


def test_notes_are_not_among_what_is_wrong() -> None:
    _, session = played(
        [START, ("4", ["a"])],
        [START, ("4", ["b"])],
        finding(message="a fault", turn=1),
        finding(message="a follower", turn=1, kind="note", follows="flips.misses-west"),
        finding(message="a note", turn=1, kind="note"),
    )
    assert session.steps[1].findings == ("a fault", "a follower")


def test_a_session_that_is_not_told_is_not_there() -> None:
    assert playback([case("hidden-1")]).sessions == (None,)


def test_a_record_without_the_golden_session_shows_the_program_s_side() -> None:
    shown = playback([case("py-1", transcript=written(START, ("4", lines(BOARD))))])
    [session] = shown.sessions
    assert session is not None
    assert [each.expected for each in session.steps] == [None, None]
    assert session.steps[1].observed == (~0,)


def test_long_lines_and_long_turns_are_cut_and_the_cut_is_said() -> None:
    shown, turn = step(["a"], ["x" * 10_000, *(f"line {number}" for number in range(300))])
    assert len(turn.observed) == 81
    assert "… 221 more lines …" in shown.lines
    assert any(line.endswith("more characters)") for line in shown.lines)


def test_a_flood_in_every_case_leaves_the_page_small() -> None:
    def flood(number: int) -> str:
        return written(START, ("4", [f"{number} {line} {'x' * 500}" for line in range(80)]))

    shown = playback([case(f"py-{number}", transcript=flood(number)) for number in range(40)])
    assert sum(map(len, shown.lines)) < 450_000
    assert "…" in shown.lines
