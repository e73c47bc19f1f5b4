"""A session of an assignment with other discs has them where tests look at it."""

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.observation import Ending, EndingKind, LogFile, Observation
from reversi_conformance.pytest_plugin.session import read_session
from reversi_conformance.referee.golden import exercised_by
from reversi_conformance.transcript import Transcript, Turn

BW = load("bw")
SAMPLE = corpus.choose_cases(corpus.load_suite(BW), ["bw-4-X-sample"])[0]
SEEN = Observation(
    Transcript(tuple(Turn(turn.typed, turn.required) for turn in SAMPLE.transcript.turns)),
    Ending(EndingKind.EXITED, 0.1, 0.1, status=0),
)


def test_other_discs_are_read_and_told_as_they_are() -> None:
    session = read_session(SEEN, BW)
    assert session.board == "  a b c d\na W W W B\nb W W W U\nc W W W W\nd B U W U"
    assert (session.result, session.winner, session.score) == ("W player wins.", "W", (2, 11))


def test_the_log_is_the_file_of_its_name_and_no_other() -> None:
    log = LogFile("logs/Reversi.csv", None, b"one,\xff\r\ntwo\x1b\n")
    other = LogFile("other.csv", None, b"three\n")
    python = load("python")
    seen = Observation(SEEN.transcript, SEEN.ending, logs=(other, log))
    assert read_session(seen, python).log == ("one,\\xff", "two\\x1b")


def test_the_games_of_an_assignment_with_other_discs_exercise_its_checks() -> None:
    assert "rules.flips" in exercised_by(SAMPLE.header, BW)
    assert "printing.board" in exercised_by(SAMPLE.header, BW)
