"""A copied and changed assignment file is obeyed, down to the golden transcripts."""

import sys
from importlib import resources
from pathlib import Path

import pytest

from reversi_conformance import corpus, runner
from reversi_conformance.assignment import Assignment, Limits, load
from reversi_conformance.observation import Confinement
from reversi_conformance.reference import perform
from reversi_conformance.report import Report, make_report
from reversi_conformance.reports import text
from reversi_conformance.search.games import legal_entries, start
from reversi_conformance.sessions.command import resolve
from reversi_conformance.transcript import Header, TranscriptError, format_transcript
from reversi_engine import Disc

PLAIN = Path(__file__).parents[1] / "programs" / "plain.py"
SHIPPED = (resources.files("reversi_conformance") / "assignments" / "python.toml").read_text(
    "utf-8"
)


def own(folder: Path, *changes: tuple[str, str]) -> Assignment:
    source = SHIPPED
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    path = folder / "own.toml"
    path.write_text(source, encoding="utf-8")
    return load(str(path))


def check(assignment: Assignment, *ids: str) -> Report:
    cases = corpus.choose_cases(corpus.load_suite(assignment), ids)
    command = resolve([sys.executable, str(PLAIN)], Path.cwd())
    runs, _ = runner.run_cases(command, cases, assignment, jobs=2, on_run=lambda _: None)
    sandbox = Confinement("limits", verified=False)
    return make_report("plain", assignment, cases, runs, sandbox=sandbox, waiting="kernel")


def test_another_wording_is_asked_for(tmp_path: Path) -> None:
    assignment = own(tmp_path, ('over = "Game over."', 'over = "The end."'))
    report = check(assignment, "py-4-X-sample")
    assert [finding.code for finding in report.cases[0].findings] == ["messages.wording"]
    assert report.cases[0].findings[0].expected == ("The end.",)


def test_a_check_in_ones_own_words_is_explained_by_its_id(tmp_path: Path) -> None:
    title = "The messages are worded as in the handout, each in its place"
    assignment = own(tmp_path, ('over = "Game over."', 'over = "The end."'), (title, "Meldungen"))
    sheet = text.render(check(assignment, "py-4-X-sample"))
    assert "✗ Meldungen\n" in sheet
    assert "\n  more: reversi-conformance explain printing.messages\n" in sheet


def test_sizes_that_the_assignment_does_not_have_are_not_played(tmp_path: Path) -> None:
    assignment = own(tmp_path, ("maximum = 26", "maximum = 6"))
    assert {case.header.board for case in corpus.load_suite(assignment)} == {4, 6}


@pytest.mark.parametrize("over", ["Game over.", "The end."], ids=["shipped", "own words"])
def test_cases_that_are_named_are_those_of_the_whole_suite(tmp_path: Path, over: str) -> None:
    assignment = own(tmp_path, ('over = "Game over."', f'over = "{over}"'))
    ids = ["py-6-O-sample", "py-4-X-sample"]
    every = corpus.load_suite(assignment)
    assert corpus.load_suite(assignment, ids) == corpus.choose_cases(every, ids)


@pytest.mark.parametrize("named", ["py-26-O-large-board", "py-4-X-simple"])
def test_a_case_that_the_assignment_does_not_have_is_unknown(tmp_path: Path, named: str) -> None:
    assignment = own(tmp_path, ("maximum = 26", "maximum = 6"))
    with pytest.raises(corpus.UnknownCaseError, match=f"no case is called {named!r}; did you mean"):
        corpus.load_suite(assignment, ["py-4-X-sample", named])


def test_an_assignment_whose_sizes_no_case_has_is_refused(tmp_path: Path) -> None:
    assignment = own(tmp_path, ("minimum = 4\nmaximum = 26", "minimum = 22\nmaximum = 24"))
    with pytest.raises(TranscriptError, match="no case of 'python' is 22 to 24 wide"):
        corpus.load_suite(assignment)


def test_a_check_that_the_assignment_leaves_out_costs_nothing(tmp_path: Path) -> None:
    row = SHIPPED[SHIPPED.index('[[criteria.checks]]\nid = "printing.messages"') :]
    row = row[: row.index("[[criteria.checks]]", 1)]
    assignment = own(tmp_path, ('over = "Game over."', 'over = "The end."'), (row, ""))
    report = check(assignment, "py-4-X-sample")
    assert report.conforms
    assert report.cases[0].findings == ()


@pytest.mark.parametrize("size", [4, 12, 18, 26])
def test_a_whole_game_may_be_printed_on_every_board(size: int) -> None:
    play = start(size, Disc.WHITE)
    while not play.game.ended:
        play = play.after(legal_entries(play)[-1])
    header = Header("whole", size, Disc.WHITE, play.moves, play.game.ended.reason.value)
    printed = format_transcript(perform(header, load("python")).transcript)
    assert len(play.moves) > size
    assert 2 * len(printed) < Limits().on_board(size).output_bytes


def test_a_larger_limit_on_output_holds_on_small_boards_too() -> None:
    assert Limits(output_bytes=9_000_000).on_board(4).output_bytes == 9_000_000
    assert Limits().on_board(8) == Limits()
