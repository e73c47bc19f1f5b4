"""Who plays alone has nobody beside them, whoever else wants to play."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from reversi_conformance.sessions.stage import Stage

NOT_YET = 0.1
"""Seconds in which somebody who may begin would have begun."""
AT_LAST = 60


class Player(threading.Thread):
    """Begins to play as soon as it may, and stops at once."""

    def __init__(self, part: Callable[[], AbstractContextManager[None]]) -> None:
        super().__init__(daemon=True)
        self.part = part
        self.begun = threading.Event()
        self.start()

    def run(self) -> None:
        with self.part():
            self.begun.set()


def test_many_play_side_by_side() -> None:
    stage = Stage()
    with stage.beside_others():
        assert Player(stage.beside_others).begun.wait(AT_LAST)


@pytest.mark.parametrize(
    ("first", "then"),
    [("beside_others", "alone"), ("alone", "beside_others"), ("alone", "alone")],
)
def test_a_soloist_has_nobody_beside_them(first: str, then: str) -> None:
    stage = Stage()
    with getattr(stage, first)():
        player = Player(getattr(stage, then))
        assert not player.begun.wait(NOT_YET)
    assert player.begun.wait(AT_LAST)


def test_nobody_begins_while_a_soloist_waits() -> None:
    stage = Stage()
    with stage.beside_others():
        soloist = Player(stage.alone)
        assert not soloist.begun.wait(NOT_YET)
        other = Player(stage.beside_others)
        assert not other.begun.wait(NOT_YET)
    assert soloist.begun.wait(AT_LAST)
    assert other.begun.wait(AT_LAST)


@pytest.mark.parametrize("part", ["beside_others", "alone"])
def test_who_fails_leaves_the_stage(part: str) -> None:
    stage = Stage()
    with pytest.raises(ZeroDivisionError), getattr(stage, part)():
        raise ZeroDivisionError
    assert Player(stage.alone).begun.wait(AT_LAST)
