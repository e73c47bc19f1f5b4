"""The search itself: what it makes of the sessions that it is given.

Most sessions here are made up, in the shape in which `runner` gives them; programs are played in
the tests of the command and of the elusive mistakes.
"""

from collections.abc import Callable, Collection, Sequence

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.findings import Finding, FindingKind, Judgement, Value
from reversi_conformance.observation import Ending, EndingKind, Observation
from reversi_conformance.run import Run
from reversi_conformance.runner import Runs
from reversi_conformance.search.explore import Outcome, Task, explore
from reversi_conformance.transcript import Case

PYTHON = load("python")
SUITE = corpus.load_suite(PYTHON)
EXITED = Ending(EndingKind.EXITED, 0.0, 0.0, status=0)
FOR_EVER = 1000.0
IsWrong = Callable[[Case], bool]


def session(case: Case, code: str = "") -> Run:
    """A session that is right, or has one fault at its first board."""
    answers = case.header.answers[:2]
    params: dict[str, Value] = {"limit": 10, "typed": "aa"}
    fault = Finding("rules.flips", code, FindingKind.FAULT, 2, answers, params)
    judgement = Judgement((fault,) if code else (), frozenset(), reached_end=True)
    return Run(case, Observation(case.transcript, EXITED), judgement)


class Program:
    """Differs in some sessions, and keeps what was played."""

    def __init__(self, is_wrong: IsWrong, code: str = "board.missing", last: int = 10**9) -> None:
        self.played: list[Case] = []
        self.batches: list[int] = []
        self._is_wrong = is_wrong
        self._code = code
        self._last = last

    def play(self, cases: Sequence[Case], on_run: Callable[[Run], None]) -> Runs:
        runs = []
        self.batches.append(len(cases))
        for case in cases:
            self.played.append(case)
            runs.append(session(case, self._code if self._is_wrong(case) else ""))
            on_run(runs[-1])
        return Runs(tuple(runs), is_interrupted=len(self.played) >= self._last)


class Once:
    """Each game is wrong when it is played for the first time, and right ever after."""

    def __init__(self) -> None:
        self._met: set[str] = set()

    def __call__(self, case: Case) -> bool:
        is_new = case.id not in self._met
        self._met.add(case.id)
        return is_new


def search(
    program: Program,
    boards: Collection[int] = (6, 8),
    seconds: float = FOR_EVER,
    suite: Sequence[Case] = SUITE,
) -> Outcome:
    task = Task(PYTHON, [*boards], [*boards], suite, 0, seconds, 2)
    return explore(program.play, task, lambda _words: None)


def test_the_first_difference_ends_the_search_and_is_made_short() -> None:
    outcome = search(Program(lambda case: case.header.board == 8))
    assert outcome.difference
    header = outcome.difference.counterexample.case.header
    assert (header.board, header.moves) == (8, ("aa",))
    assert outcome.difference.is_steady


def test_the_golden_cases_that_show_the_same_are_named() -> None:
    outcome = search(Program(lambda case: True))
    assert outcome.difference
    assert outcome.difference.golden == tuple(sorted(case.id for case in SUITE))
    other = search(Program(lambda case: case.id.startswith("found-")))
    assert other.difference
    assert other.difference.golden == ()


def test_a_difference_that_does_not_come_again_is_told_as_it_was_found() -> None:
    outcome = search(Program(Once()))
    assert outcome.difference
    assert not outcome.difference.is_steady
    header = outcome.difference.counterexample.case.header
    assert (header.board, header.computer, header.moves) == outcome.difference.found


def test_another_game_that_differs_again_is_taken_instead() -> None:
    once = Once()
    outcome = search(Program(lambda case: case.header.board == 8 or once(case)))
    assert outcome.difference
    assert outcome.difference.is_steady
    assert outcome.difference.found.board == 8


def test_when_the_time_is_over_it_says_what_was_looked_at() -> None:
    program = Program(lambda case: False)
    outcome = search(program, seconds=0)
    assert outcome.difference is None
    assert outcome.coverage.games == len(program.played) == 1
    assert not outcome.is_interrupted


def test_a_find_in_the_last_moment_is_still_made_short() -> None:
    outcome = search(Program(lambda case: True), seconds=0)
    assert outcome.difference
    assert outcome.difference.counterexample.case.header.moves == ("aa",)


def test_ctrl_c_ends_it_with_what_was_found_by_then() -> None:
    nothing = search(Program(lambda case: False, last=1))
    assert (nothing.difference, nothing.is_interrupted) == (None, True)
    found = search(Program(Once(), last=1))
    assert (found.difference, found.is_interrupted) == (None, True)


def test_ctrl_c_while_a_difference_is_made_short_keeps_it() -> None:
    program = Program(lambda case: True)
    search(program)
    in_a_round = program.batches[0]
    outcome = search(Program(lambda case: True, last=in_a_round + 1))
    assert outcome.is_interrupted
    assert outcome.difference


def test_a_long_game_that_outlasts_a_session_says_nothing_of_the_program() -> None:
    suite = [case for case in SUITE if case.id == "py-4-X-sample"]
    program = Program(lambda case: len(case.header.moves) > 5, "stopped.cpu", last=100)
    outcome = search(program, boards=(12,), suite=suite)
    assert outcome.difference is None
    assert outcome.too_long
    short = search(Program(lambda case: True, "stopped.cpu"))
    assert short.difference
