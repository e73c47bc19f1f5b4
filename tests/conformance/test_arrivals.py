"""What threads have done, taken one by one; Ctrl-C comes in its turn and is never lost."""

import signal
import threading

import pytest

from reversi_conformance.arrivals import Arrivals, interrupt


def ctrl_c() -> None:
    signal.raise_signal(signal.SIGINT)


def test_what_arrives_first_is_taken_first() -> None:
    with Arrivals[int]() as arrivals:
        others = [threading.Thread(target=arrivals.put, args=(number,)) for number in range(3)]
        for other in others:
            other.start()
            other.join()
        assert [arrivals.take() for _ in others] == [0, 1, 2]


def test_the_rest_is_what_nobody_took() -> None:
    with Arrivals[int]() as arrivals:
        for number in range(3):
            arrivals.put(number)
        arrivals.take()
        ctrl_c()
        with pytest.raises(KeyboardInterrupt):
            arrivals.take()
    assert arrivals.rest() == [1, 2]
    assert arrivals.rest() == []


def test_ctrl_c_ends_a_wait() -> None:
    with Arrivals[int]() as arrivals:
        other = threading.Timer(0.05, ctrl_c)
        other.start()
        with pytest.raises(KeyboardInterrupt):
            arrivals.take()
        other.join()


def test_ctrl_c_elsewhere_comes_before_whatever_has_arrived() -> None:
    with Arrivals[int]() as arrivals:
        arrivals.put(1)
        ctrl_c()
        arrivals.put(2)
        with pytest.raises(KeyboardInterrupt):
            arrivals.take()


def test_ctrl_c_that_nobody_took_is_raised_at_the_end() -> None:
    steps: list[str] = []

    def go_on() -> None:
        with Arrivals[int]():
            ctrl_c()
            steps.append("went on")

    with pytest.raises(KeyboardInterrupt):
        go_on()
    assert steps == ["went on"]


def test_ctrl_c_that_was_taken_is_not_raised_again() -> None:
    with Arrivals[int]() as arrivals:
        ctrl_c()
        with pytest.raises(KeyboardInterrupt):
            arrivals.take()


def test_what_went_wrong_is_told_rather_than_ctrl_c() -> None:
    def go_wrong() -> None:
        with Arrivals[int]():
            ctrl_c()
            raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        go_wrong()


def test_who_is_impatient_is_heeded_at_once() -> None:
    with Arrivals[int]():
        ctrl_c()
        with pytest.raises(KeyboardInterrupt):
            ctrl_c()


def test_another_signal_interrupts_in_the_same_way() -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupt()
    with Arrivals[int]() as arrivals:
        interrupt()
        with pytest.raises(KeyboardInterrupt):
            arrivals.take()


def test_the_innermost_is_interrupted() -> None:
    with Arrivals[int]() as outer:
        outer.put(1)
        with Arrivals[int]() as inner:
            ctrl_c()
            with pytest.raises(KeyboardInterrupt):
                inner.take()
        assert outer.take() == 1
        ctrl_c()
        with pytest.raises(KeyboardInterrupt):
            outer.take()


def test_afterwards_ctrl_c_is_what_it_was() -> None:
    with Arrivals[int]():
        pass
    with pytest.raises(KeyboardInterrupt):
        ctrl_c()


def test_who_does_not_heed_ctrl_c_is_left_alone() -> None:
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with Arrivals[int]() as arrivals:
            ctrl_c()
            arrivals.put(1)
            assert arrivals.take() == 1
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, usual)


def test_beside_the_main_thread_nothing_changes_for_ctrl_c() -> None:
    taken: list[int] = []

    def take() -> None:
        with Arrivals[int]() as arrivals:
            arrivals.put(1)
            with pytest.raises(KeyboardInterrupt):
                interrupt()
            taken.append(arrivals.take())

    other = threading.Thread(target=take)
    other.start()
    other.join()
    assert taken == [1]
