"""One test for each check and game: what it is called, when it fails, and what it says then."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.confinement import choose
from reversi_conformance.reference import perform

from ..payloads import EVERY_LINE
from ..reports.safety import unsafe_text
from .runs import PLAIN, check, collected, failures, outcomes, recorded, run, write_mistake

pytest_plugins = ["pytester"]

SAMPLE = "py-6-O-sample"
OF_SAMPLE = [
    f"reversi::{check}[{SAMPLE}]"
    for check in (
        "printing.board",
        "printing.prompts",
        "printing.messages",
        "printing.log",
        "rules.placement",
        "rules.flips",
        "rules.turns",
        "strategy.ties",
        "ends.illegal-move",
    )
]
FLIPS = f"reversi::rules.flips[{SAMPLE}]"


@pytest.fixture(autouse=True)
def in_a_project_of_its_own(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\naddopts = --strict-markers\n")


@pytest.fixture
def record(pytester: pytest.Pytester) -> Path:
    return pytester.path / "record.txt"


def test_each_check_that_a_game_is_there_for_is_a_test(pytester: pytest.Pytester) -> None:
    listed = check(pytester, PLAIN, "--collect-only", "-q", "-k", SAMPLE)
    assert collected(listed) == OF_SAMPLE


def test_what_a_check_loses_in_games_that_are_not_there_for_it_is_a_test_of_its_own(
    pytester: pytest.Pytester,
) -> None:
    listed = collected(check(pytester, PLAIN, "--collect-only", "-q", "-k", "other-games"))
    assert listed == [
        f"reversi::{each}[other-games]"
        for each in (
            "rules.flips",
            "strategy.most-discs",
            "strategy.ties",
            "ends.full-board",
            "ends.wipe-out",
            "ends.no-moves",
            "ends.illegal-move",
        )
    ]


def test_listing_the_tests_plays_nothing(pytester: pytest.Pytester, record: Path) -> None:
    command = recorded(pytester.path, record)
    assert check(pytester, command, "--collect-only", "-q").ret == 0
    assert check(pytester, command, "--collect-only", "-q", "-n", "2").ret == 0
    assert not record.exists()


def test_a_right_program_passes(pytester: pytest.Pytester) -> None:
    seen = check(pytester, PLAIN, "-v", "-k", SAMPLE)
    assert outcomes(seen) == dict.fromkeys(OF_SAMPLE, "PASSED")
    assert "43 of 43 points in 1 game" in seen.outlines


def test_a_mistake_fails_the_check_that_it_costs_and_no_other(pytester: pytest.Pytester) -> None:
    write_mistake("flips-miss-east", pytester.path)
    seen = check(pytester, "python3 reversi.py", "-v", "-k", SAMPLE)
    assert outcomes(seen) == dict.fromkeys(OF_SAMPLE, "PASSED") | {FLIPS: "FAILED"}
    assert failures(seen)[f"rules.flips in {SAMPLE}"] == FAILURE


FAILURE = """\
X at cb should also turn cc
typed     6 O cb
turn      3, once cb is typed
expected         observed
  a b c d e f     a b c d e f
a . . . . . .   a . . . . . .
b . . . . . .   b . . . . . .
c . X[X]X . .   c . X[O]X . .
d . . X O . .   d . . X O . .
e . . . . . .   e . . . . . .
f . . . . . .   f . . . . . .
again     reversi-conformance check --case py-6-O-sample -- python3 reversi.py
more      reversi-conformance explain rules.flips
"""


def test_a_game_is_played_once_however_many_tests_look_at_it(
    pytester: pytest.Pytester, record: Path
) -> None:
    command = recorded(pytester.path, record)
    check(pytester, command, "-k", "sample").assert_outcomes(passed=18)
    assert record.read_text().splitlines() == ["started"] * 2


def test_a_game_is_played_once_however_many_workers_there_are(
    pytester: pytest.Pytester, record: Path
) -> None:
    command = recorded(pytester.path, record)
    check(pytester, command, "-k", "sample", "-n", "2").assert_outcomes(passed=18)
    assert record.read_text().splitlines() == ["started"] * 2


def test_workers_tell_what_failed_as_one_process_does(pytester: pytest.Pytester) -> None:
    write_mistake("flips-miss-east", pytester.path)
    seen = check(pytester, "python3 reversi.py", "-k", SAMPLE, "-n", "2", "--dist=worksteal")
    seen.assert_outcomes(passed=8, failed=1)
    assert failures(seen)[f"rules.flips in {SAMPLE}"] == FAILURE


def test_parts_of_the_assignment_are_markers(pytester: pytest.Pytester) -> None:
    some = check(pytester, PLAIN, "-k", SAMPLE, "-m", "printing or ends", "--collect-only", "-q")
    assert collected(some) == [*OF_SAMPLE[:4], OF_SAMPLE[-1]]


def test_what_failed_is_run_again_alone(pytester: pytest.Pytester, record: Path) -> None:
    write_mistake("flips-miss-east", pytester.path)
    check(pytester, "reversi.py", "-k", SAMPLE).assert_outcomes(passed=8, failed=1)
    again = check(pytester, "reversi.py", "--lf", "-v")
    assert outcomes(again) == {FLIPS: "FAILED"}
    assert "reversi: playing 1 game" in again.outlines


def test_a_test_can_be_named_as_it_is_printed(pytester: pytest.Pytester) -> None:
    assert outcomes(check(pytester, PLAIN, "-v", FLIPS)) == {FLIPS: "PASSED"}
    told = check(pytester, PLAIN, "reversi::rules.flips[py-6-O-sampel]")
    assert told.ret == pytest.ExitCode.USAGE_ERROR
    assert "ERROR: not found: reversi::rules.flips[py-6-O-sampel]" in told.errlines


def test_tests_of_one_s_own_are_run_beside_them(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_mine(): pass")
    check(pytester, PLAIN, "-k", f"{SAMPLE} or mine").assert_outcomes(passed=10)


def test_nothing_is_played_where_a_file_of_tests_is_broken(
    pytester: pytest.Pytester, record: Path
) -> None:
    pytester.makepyfile("raise OSError")
    broken = check(pytester, recorded(pytester.path, record), "-k", SAMPLE)
    assert broken.ret == pytest.ExitCode.INTERRUPTED
    assert not record.exists()


def test_a_junit_file_holds_every_test_and_what_it_says(pytester: pytest.Pytester) -> None:
    write_mistake("flips-miss-east", pytester.path)
    check(pytester, "reversi.py", "-k", SAMPLE, "--junitxml=tests.xml")
    cases = [*ElementTree.parse(pytester.path / "tests.xml").iter("testcase")]
    named = {f"{case.get('classname')}::{case.get('name')}": case for case in cases}
    assert sorted(named) == sorted(OF_SAMPLE)
    [failure] = named[FLIPS].iter("failure")
    assert "typed     6 O cb" in (failure.text or "")
    assert len([*ElementTree.parse(pytester.path / "tests.xml").iter("failure")]) == 1


def test_what_a_program_prints_is_shown_and_not_obeyed(pytester: pytest.Pytester) -> None:
    source = f"for line in {EVERY_LINE.splitlines()!r}:\n    print(line)\ninput('::error::')\n"
    (pytester.path / "reversi.py").write_text(source, encoding="utf-8")
    seen = check(pytester, "reversi.py", "-k", SAMPLE, "--junitxml=tests.xml", "-rA")
    assert seen.ret == pytest.ExitCode.TESTS_FAILED
    assert [*unsafe_text(seen.stdout.str())] == []
    for part in ElementTree.parse(pytester.path / "tests.xml").iter("failure"):
        assert [*unsafe_text((part.text or "") + (part.get("message") or ""))] == []


def test_a_check_that_no_game_came_to_fails_with_the_reason_of_the_sheet(
    pytester: pytest.Pytester,
) -> None:
    (pytester.path / "reversi.py").write_text("raise SystemExit(1)\n")
    seen = check(pytester, "reversi.py", "-v", "-k", SAMPLE)
    assert set(outcomes(seen).values()) == {"FAILED"}
    assert failures(seen)[f"rules.flips in {SAMPLE}"] == STOPPED


STOPPED = """\
every session stopped before

the program ends at its start without a result, with the status 1
"""


def test_a_game_that_did_not_come_to_a_check_is_skipped_where_another_one_did(
    pytester: pytest.Pytester,
) -> None:
    right = Path(PLAIN).read_text(encoding="utf-8")
    leaves = right.replace("    printBoard()\n", "    printBoard()\n    n == 6 and exit()\n")
    assert leaves != right
    (pytester.path / "reversi.py").write_text(leaves, encoding="utf-8")
    seen = outcomes(check(pytester, "reversi.py", "-v", "-k", "sample"))
    assert seen["reversi::rules.flips[py-4-X-sample]"] == "PASSED"
    assert seen[FLIPS] == "SKIPPED"
    assert seen[f"reversi::ends.illegal-move[{SAMPLE}]"] == "FAILED"


WRONG_PROGRAMS = {
    "it is not there": ("./revresi.py", "there is no program './revresi.py' in "),
    "its quotes are open": ("python3 'reversi.py", "is no command: No closing quotation"),
}


@pytest.mark.parametrize(("command", "message"), WRONG_PROGRAMS.values(), ids=WRONG_PROGRAMS)
def test_a_program_that_there_is_not_is_wrong_usage(
    pytester: pytest.Pytester, command: str, message: str
) -> None:
    told = check(pytester, command)
    assert told.ret == pytest.ExitCode.USAGE_ERROR
    [line] = [line for line in told.errlines if line]
    assert line.startswith("ERROR: ")
    assert message in line


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_program_that_cannot_be_started_is_wrong_usage_and_no_test_fails(
    pytester: pytest.Pytester, workers: str
) -> None:
    if (kind := choose().kind) == "limits":
        pytest.skip("where nothing confines a program, a shell starts it and says why it cannot")
    broken = pytester.path / "broken"
    broken.write_text("#!/no/such/interpreter\n")
    broken.chmod(0o755)
    told = check(pytester, "./broken", f"--reversi-sandbox={kind}", "-n", workers)
    assert told.ret == pytest.ExitCode.USAGE_ERROR
    told.stderr.fnmatch_lines("ERROR: ./broken could not be started *")
    assert "FAILED" not in told.stdout.str()


def test_of_hidden_games_only_the_lost_checks_are_told(pytester: pytest.Pytester) -> None:
    python = load("python")
    [case] = corpus.choose_cases(corpus.load_suite(python), ["py-4-O-full-board-draw-human-last"])
    secret = replace(case.header, id="secret-game")
    corpus.write_case(pytester.path / "games", perform(secret, python))
    write_mistake("draw-goes-to-black", pytester.path)
    seen = check(pytester, "reversi.py", "--reversi-hidden=games", "-v", "-k", "hidden")
    lost = [test for test, outcome in outcomes(seen).items() if outcome == "FAILED"]
    assert lost == ["reversi::ends.full-board[hidden-1]"]
    assert "a hidden game loses this check" in seen.stdout.str()
    assert "secret" not in seen.stdout.str()
    assert " ".join(secret.moves[:3]) not in seen.stdout.str()


def test_another_assignment_has_its_own_games(pytester: pytest.Pytester) -> None:
    listed = check(pytester, PLAIN, "--reversi-assignment=typescript", "--collect-only", "-q")
    assert "reversi::rules.flips[ts-4-X-sample]" in collected(listed)
    told = check(pytester, PLAIN, "--reversi-assignment=pyton")
    assert told.ret == pytest.ExitCode.USAGE_ERROR
    told.stderr.fnmatch_lines("ERROR: no assignment is called 'pyton'; there are *")


def test_ctrl_c_ends_the_games_that_are_played(pytester: pytest.Pytester) -> None:
    """Who reads a pipe comes to its end when nobody is left who could write to it."""
    pipe = pytester.path / "pipe"
    os.mkfifo(pipe)
    (pytester.path / "reversi.py").write_text(
        f"import time\npipe = open({str(pipe)!r}, 'w')\nprint('begun', file=pipe, flush=True)\n"
        "time.sleep(600)\n"
    )
    options = ("-m", "pytest", "--reversi=reversi.py", "--reversi-sandbox=limits", "-k", SAMPLE)
    running = subprocess.Popen([sys.executable, *options], stdout=subprocess.PIPE, text=True)
    with pipe.open() as told:
        assert told.readline() == "begun\n"
        running.send_signal(signal.SIGINT)
        assert told.read() == ""
    said, _ = running.communicate()
    assert running.returncode == pytest.ExitCode.INTERRUPTED
    assert "KeyboardInterrupt" in said


def test_without_a_program_the_plugin_imports_nothing_and_adds_nothing(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_what_is_imported():
            found = {name for name in sys.modules if name.startswith("reversi_")}
            assert found == {"reversi_conformance", "reversi_conformance.pytest_plugin"}
        """
    )
    run(pytester).assert_outcomes(passed=1)
    assert "reversi-run" not in run(pytester, "--trace-config").stdout.str()
