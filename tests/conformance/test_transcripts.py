"""The golden transcripts: recorded from the engine, wished for, and together showing everything.

What a case shows is recomputed from its moves, so that a case taken away leaves a fact without
one.
"""

import itertools
from pathlib import Path

import pytest

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.reference import perform
from reversi_conformance.search.features import ENTRIES, VOCABULARY, shown
from reversi_conformance.search.games import Play, replay
from reversi_conformance.search.suite import case_ids, find_candidates
from reversi_conformance.transcript import (
    ALTERNATIVE,
    OPTIONAL,
    REQUIRED,
    Case,
    Header,
    format_case,
)
from reversi_engine import Disc, Ended, Moved

SUITES = {name: corpus.load_suite(load(name)) for name in ("python", "typescript", "bw")}
PREFIXES = {"python": "py", "typescript": "ts", "bw": "bw"}
CASES = [case for cases in SUITES.values() for case in cases]
PLAYS = {
    case.id: replay(case.header.board, case.header.computer, case.header.moves) for case in CASES
}
SHOWN = {case: shown(play) for case, play in PLAYS.items()}
SIDES = ("human", "computer")
NOT_MET = {(Disc.BLACK, "full-board-of-one-colour")}
"""No game on 4 x 4 ends so, and on 6 x 6 it takes 13 moves."""

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
each_suite = pytest.mark.parametrize("suite", SUITES)
each_computer = pytest.mark.parametrize("computer", Disc, ids=lambda disc: disc.value)


def headers(suite: str, computer: Disc) -> list[Header]:
    return [case.header for case in SUITES[suite] if case.header.computer is computer]


def cases_that_show(suite: str, computer: Disc, *names: str) -> list[str]:
    return [header.id for header in headers(suite, computer) if SHOWN[header.id] >= set(names)]


def last_mover(play: Play) -> Disc:
    return [moment.event.disc for moment in play.moments if isinstance(moment.event, Moved)][-1]


def plain(case: Case, *, alternatives: bool = False) -> str:
    """The session as it stands on the screen, with the alternative lines or without them."""
    shown: list[str] = []
    turns = case.transcript.turns
    for turn, answer in itertools.zip_longest(turns, case.transcript.answers, fillvalue=None):
        assert turn is not None
        lines: list[str] = []
        marks = turn.marks or REQUIRED * len(turn.printed)
        for mark, line in zip(marks, turn.printed, strict=True):
            if mark == ALTERNATIVE and alternatives:
                lines[-1] = line
            elif mark == REQUIRED:
                lines.append(line)
        shown += lines[:-1] if answer is not None else lines
        if answer is not None:
            shown.append(f"{lines[-1]}{answer}")
    return "".join(f"{line}\n" for line in shown)


@every_case
def test_recording_again_changes_nothing(case: Case) -> None:
    assignment = load(next(name for name, start in PREFIXES.items() if case.id.startswith(start)))
    path = corpus.home() / assignment.suite / f"{case.id}.txt"
    assert path.read_bytes() == format_case(perform(case.header, assignment)).encode()


@each_suite
def test_every_file_is_wished_for(suite: str) -> None:
    files = {path.name for path in (corpus.home() / suite).iterdir()}
    assert files <= {f"{case}.txt" for case in case_ids(load(suite))}


def test_ids_are_unique() -> None:
    assert len({case.id for case in CASES}) == len(CASES)


@each_suite
def test_an_id_names_assignment_size_and_side(suite: str) -> None:
    for case in SUITES[suite]:
        start = f"{PREFIXES[suite]}-{case.header.board}-{case.header.computer.value}-"
        assert case.id.startswith(start)


@each_suite
def test_no_game_stands_there_twice(suite: str) -> None:
    games = [(case.header.board, case.header.computer, case.header.moves) for case in SUITES[suite]]
    assert len(set(games)) == len(games)


@each_suite
def test_a_case_exercises_what_was_wished(suite: str) -> None:
    wishes = case_ids(load(suite))
    for case in SUITES[suite]:
        wish = wishes[case.id]
        assert set(wish.shows) <= set(case.header.exercises)
        assert (wish.board, wish.computer, wish.ends) == (
            case.header.board,
            case.header.computer,
            case.header.ends,
        )


@every_case
def test_a_case_shows_what_it_claims_to_exercise(case: Case) -> None:
    assert set(case.header.exercises) <= SHOWN[case.id]
    assert len(set(case.header.exercises)) == len(case.header.exercises) > 0


@pytest.mark.parametrize("case", [case for case in CASES if case.header.ends == "illegal-move"])
def test_an_illegal_entry_says_of_what_kind_it_is(case: Case) -> None:
    kinds = SHOWN[case.id] & ENTRIES
    assert kinds
    assert kinds <= set(case.header.exercises)


@each_suite
def test_no_name_is_shown_that_the_vocabulary_lacks(suite: str) -> None:
    assert set().union(*(SHOWN[case.id] for case in SUITES[suite])) <= set(VOCABULARY)


@each_suite
@each_computer
@pytest.mark.parametrize("name", VOCABULARY)
def test_everything_in_the_vocabulary_is_shown(suite: str, computer: Disc, name: str) -> None:
    assert bool(cases_that_show(suite, computer, name)) != ((computer, name) in NOT_MET)


@each_suite
@each_computer
@pytest.mark.parametrize("end", ["full-board", "wipe-out", "no-moves"])
@pytest.mark.parametrize("winner", SIDES)
def test_an_end_is_won_by_each_side(suite: str, computer: Disc, end: str, winner: str) -> None:
    won = cases_that_show(suite, computer, f"{winner}-wins")
    assert any(header.ends == end for header in headers(suite, computer) if header.id in won)


@each_suite
@each_computer
@pytest.mark.parametrize("winner", [*SIDES, "nobody"])
@pytest.mark.parametrize("last", SIDES)
def test_a_full_board_is_reached_by_each_side_with_each_result(
    suite: str, computer: Disc, winner: str, last: str
) -> None:
    name = "nobody-wins" if winner == "nobody" else f"{winner}-wins"
    found = cases_that_show(suite, computer, name, f"{last}-moves-last")
    assert any(
        header.ends == "full-board" for header in headers(suite, computer) if header.id in found
    )


@each_suite
@each_computer
def test_a_draw_is_reached_with_empty_squares(suite: str, computer: Disc) -> None:
    drawn = cases_that_show(suite, computer, "nobody-wins")
    assert any(
        header.ends == "no-moves" for header in headers(suite, computer) if header.id in drawn
    )


@each_suite
@pytest.mark.parametrize("end", ["full-board", "wipe-out", "no-moves"])
@pytest.mark.parametrize("disc", Disc, ids=lambda disc: disc.value)
def test_each_colour_moves_last_before_each_end(suite: str, end: str, disc: Disc) -> None:
    assert any(
        last_mover(PLAYS[case.id]) is disc for case in SUITES[suite] if case.header.ends == end
    )


@each_suite
@pytest.mark.parametrize("winner", SIDES)
@pytest.mark.parametrize("when", ["early", "late"])
def test_each_side_is_wiped_out_early_and_late(suite: str, winner: str, when: str) -> None:
    ends = {case.id: case.header.ends for case in SUITES[suite]}
    found = [cases_that_show(suite, disc, f"{winner}-wins", f"{when}-end") for disc in Disc]
    assert any(ends[case] == "wipe-out" for case in itertools.chain(*found))


@each_suite
@each_computer
def test_every_size_that_matters_is_played(suite: str, computer: Disc) -> None:
    sizes = {header.board for header in headers(suite, computer)}
    assert sizes == {n for n in (4, 6, 8, 10, 12, 16, 20, 26) if n <= load(suite).sizes.maximum}


@each_suite
def test_large_boards_are_left_soon(suite: str) -> None:
    for case in SUITES[suite]:
        if case.header.board >= 12:
            assert len(case.header.moves) <= 4
            assert case.header.ends == "illegal-move"


@each_suite
def test_a_suite_is_quickly_played(suite: str) -> None:
    assert sum(len(case.header.moves) for case in SUITES[suite]) <= 340


@each_suite
def test_the_games_that_many_programs_fail_are_there(suite: str) -> None:
    games = {(case.header.board, " ".join(case.header.moves)) for case in SUITES[suite]}
    assert {(4, "aa ac db cd ca"), (6, "bd bb ce ec")} <= games


@each_suite
def test_an_end_without_its_line_may_have_it(suite: str) -> None:
    for case in SUITES[suite]:
        optional = OPTIONAL in case.transcript.turns[-1].marks
        assert optional == (case.header.ends in ("full-board", "wipe-out"))


@each_suite
def test_a_result_is_the_one_on_the_board(suite: str) -> None:
    for case in SUITES[suite]:
        play = PLAYS[case.id]
        ended = play.moments[-1].event
        assert isinstance(ended, Ended)
        board = play.game.board
        assert (ended.black, ended.white) == (board.count(Disc.BLACK), board.count(Disc.WHITE))


@pytest.mark.slow
@each_suite
def test_the_search_finds_the_same_games_again(suite: str) -> None:
    found = {each.header.id: each.header for each in find_candidates(load(suite))}
    for case in SUITES[suite]:
        assert found[case.id] == case.header


FIRST_SAMPLE = """\
Enter the board dimension: 4
Computer plays (X/O) : X
  a b c d
a . . . .
b . O X .
c . X O .
d . . . .
Computer places X at ab.
  a b c d
a . X . .
b . X X .
c . X O .
d . . . .
Enter move for O (RowCol): aa
  a b c d
a O X . .
b . O X .
c . X O .
d . . . .
Computer places X at ba.
  a b c d
a O X . .
b X X X .
c . X O .
d . . . .
Enter move for O (RowCol): ac
  a b c d
a O O O .
b X X O .
c . X O .
d . . . .
Computer places X at ad.
  a b c d
a O O O X
b X X X .
c . X O .
d . . . .
Enter move for O (RowCol): ca
  a b c d
a O O O X
b O O X .
c O O O .
d . . . .
Computer places X at da.
  a b c d
a O O O X
b O O X .
c O X O .
d X . . .
Enter move for O (RowCol): dc
  a b c d
a O O O X
b O O X .
c O O O .
d X . O .
X player has no valid move.
Enter move for O (RowCol): cd
  a b c d
a O O O X
b O O O .
c O O O O
d X . O .
Both players have no valid move.
Game over.
X : O = 2 : 11
O player wins.
"""

SECOND_SAMPLE = """\
Enter the board dimension: 6
Computer plays (X/O): O
  a b c d e f
a . . . . . .
b . . . . . .
c . . O X . .
d . . X O . .
e . . . . . .
f . . . . . .
Enter move for X (RowCol): cb
  a b c d e f
a . . . . . .
b . . . . . .
c . X X X . .
d . . X O . .
e . . . . . .
f . . . . . .
Computer places O at bb.
  a b c d e f
a . . . . . .
b . O . . . .
c . X O X . .
d . . X O . .
e . . . . . .
f . . . . . .
Enter move for X (RowCol): aa
Invalid move.
Game over.
O player wins.
"""

ONE_WORDING, OTHER_WORDING = "(X/O) : ", "(X/O): "
PASS = "X player has no valid move.{}Enter move for O (RowCol): cd\n"


def sample(case: str, *, alternatives: bool) -> str:
    folder = "python" if case.startswith("py-") else "typescript"
    path = Path(corpus.home(), folder, f"{case}.txt")
    return plain(corpus.load_file(path), alternatives=alternatives)


def test_the_samples_for_python_are_the_handouts_to_the_byte() -> None:
    assert sample("py-4-X-sample", alternatives=False) == FIRST_SAMPLE
    assert sample("py-6-O-sample", alternatives=True) == SECOND_SAMPLE


def test_the_samples_for_typescript_are_the_handouts_but_for_the_gaps_in_boards() -> None:
    first = FIRST_SAMPLE.replace(ONE_WORDING, OTHER_WORDING)
    second = SECOND_SAMPLE.replace(OTHER_WORDING, ONE_WORDING)
    shared = first.replace(PASS.format("\n"), PASS.format(" "))
    assert sample("ts-4-X-sample", alternatives=True) == shared != first
    assert sample("ts-6-O-sample", alternatives=False) == second
