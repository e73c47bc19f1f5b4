"""The talk between a program and a pilot: turns, deadlines, what was typed and read.

Starts and ends nothing; whoever made the console does.
"""

import time
from collections.abc import MutableSequence
from threading import Event
from typing import TYPE_CHECKING, Final, NamedTuple

from reversi_conformance.observation import EndingKind
from reversi_conformance.sessions import Foresight, HangUp, Pilot
from reversi_conformance.sessions.bounds import Bounds
from reversi_conformance.sessions.screen import Screen, with_carets
from reversi_conformance.sessions.waiting import Wait, Watch
from reversi_conformance.transcript import Transcript, Turn

if TYPE_CHECKING:
    from reversi_conformance.assignment import Limits
    from reversi_conformance.sessions.console import Console

RawEvent = tuple[float, str, bytes]
"""Seconds since the start; "o" for output or "i" for input; the bytes. As asciinema has it."""

_SHORTEST_PAUSE: Final = 0.0004
_LONGEST_PAUSE: Final = 0.004
_START_PAUSE: Final = 0.016
"""Seconds in which no interpreter comes to wait for input without having printed anything."""
_CANCEL_PAUSE: Final = 0.05
_PAUSE_GROWTH: Final = 2.0
_KEY_PATIENCE: Final = 0.25
"""Seconds after which the next key is pressed though nothing tells that the last one was taken."""
_UNREAD_PATIENCE: Final = 2.0
"""The same where the last key lies unread: whoever reads both at once takes them for another key,
and on a busy machine a program may not come to read for long."""
_FAREWELL: Final = 1.0
"""Most seconds for a program to end after end of input."""
_READS: Final = 64
"""Most pieces taken before deadlines are looked at again."""
_TAIL: Final = 200
_MOST_STRETCH: Final = 10
"""So many times a limit on the wall's clock a session gets at most, however busy the machine is."""


class Over(NamedTuple):
    """Why there is nothing more to wait for; the limit that was reached, and what was measured."""

    kind: EndingKind
    limit: float | None = None
    used: float | None = None


class _Since(NamedTuple):
    """A moment from which seconds are counted in which the program could have run."""

    at: float
    starved: float
    """Seconds in which it could not, until that moment."""


class Conversation:
    """One session's talk, from the first byte to the last."""

    def __init__(
        self,
        console: "Console",
        watch: Watch,
        bounds: Bounds,
        limits: "Limits",
        cancelled: Event,
        recorder: MutableSequence[RawEvent] | None,
        foresight: Foresight | None,
    ) -> None:
        self.screen = Screen()
        self.unflushed: list[int] = []
        """Turns that ended without any output."""
        self.soft_waits = 0
        self._console = console
        self._watch = watch
        self._bounds = bounds
        self._limits = limits
        self._cancelled = cancelled
        self._recorder = recorder
        self._foresight = foresight
        self._turns: list[Turn] = []
        self._typed: str | None = None
        self._echo: bytes | None = b""
        self._unread = bytearray()
        self._received = 0
        self._is_told = self._is_cut = False
        self._start = time.monotonic()

    def hold(self, pilot: Pilot) -> Over:
        """Talk until the session is over, and say why."""
        over = self._talk(pilot)
        self._is_cut = over.kind is not EndingKind.EXITED
        return over

    def drain(self) -> None:
        """Take what is left to be read, once nobody prints any more."""
        while self._read(time.monotonic()):
            pass

    def transcript(self) -> Transcript:
        """All turns; the last one ends with the last line that is not empty.

        What a program prints after the end of its input answers nothing that was typed and is left
        out.
        """
        if self._is_told:
            *turns, last = self._turns
            printed = last.printed if last.printed[-1] else last.printed[:-1]
            return Transcript((*turns, Turn(last.typed, printed)))
        feed = self.screen.feed_cut if self._is_cut else self.screen.feed
        feed(bytes(self._unread))
        return Transcript((*self._turns, Turn(self._typed, self.screen.printed_at_last())))

    def _talk(self, pilot: Pilot) -> Over:
        over = self._await_input(self._limits.seconds_to_first_prompt)
        while over is None:
            answer = self._ask(pilot)
            if answer is HangUp.NOW:
                return self._leave()
            if answer is None:
                return self._say_farewell()
            over = self._type(answer) or self._await_input(self._limits.seconds_per_reply)
        return over

    def _ask(self, pilot: Pilot) -> str | HangUp | None:
        unflushed = self._is_unflushed()
        self._show()
        turn = Turn(self._typed, self.screen.printed())
        if unflushed is None:
            unflushed = turn.printed == ("",)
        if unflushed:
            self.unflushed.append(len(self._turns))
        self._turns.append(turn)
        answer = pilot(turn, unflushed=unflushed)
        return answer if len(self._turns) <= self._limits.answers else None

    def _is_unflushed(self) -> bool | None:
        # Where the program itself echoes, only the lines tell.
        return None if self._echo is None else self._unread in (b"", self._echo)

    def _show(self) -> None:
        self.screen.feed(bytes(self._unread))
        self._unread.clear()

    def _leave(self) -> Over:
        self._is_told = True
        return Over(EndingKind.WAITED)

    def _say_farewell(self) -> Over:
        self._is_told = True
        if self._press(self._console.end_input()) is None:
            self._await_input(min(_FAREWELL, self._limits.seconds_per_reply))
        return Over(EndingKind.WAITED)

    def _type(self, answer: str) -> Over | None:
        self.screen.type(answer)
        self._typed = answer
        keys = answer.encode()
        if self._console.takes_lines():
            self._echo = with_carets(answer).encode() + b"\r\n"
            if not self._console.echoes:
                self._unread += self._echo
            return self._press(keys + self._console.enter)
        self._echo = None
        return self._type_keys(answer)

    def _type_keys(self, answer: str) -> Over | None:
        # Prompt libraries that read single keys take a whole line at once for one strange key.
        over = None
        for index, character in enumerate(answer):
            if self._console.takes_lines():
                return self._press(answer[index:].encode() + self._console.enter)
            over = self._press(character.encode()) or self._await_key_taken()
            if over:
                return over
        return self._press(self._console.enter)

    def _press(self, keys: bytes) -> Over | None:
        if self._recorder is not None and keys:
            self._recorder.append((time.monotonic() - self._start, "i", keys))
        patience = self._limits.seconds_per_reply
        now = time.monotonic()
        pressed = self._since(now)
        while keys := self._console.send(keys, _LONGEST_PAUSE):
            self._read(now)
            now = time.monotonic()
            over = self._overdue(now)
            if over is not None:
                return over
            if self._is_past(now, pressed, patience):
                return Over(EndingKind.DEAF, patience, now - pressed.at)
        # Whoever knows what comes need not know that nothing came.
        if self._foresight is None:
            self._console.carry_over()
        return None

    def _await_input(self, patience: float) -> Over | None:
        """Return None at the next wait for input, or why there will be none."""
        quiet = self._since(time.monotonic())
        # Output wakes us sooner; to look at a program that starts would only hold it up.
        pause = _SHORTEST_PAUSE if self._turns else _START_PAUSE
        foreseen = self._foreseen()
        enough = None if foreseen is None else len(foreseen)
        if foreseen is None:
            self._read(quiet.at)
            # Whoever answers at once waits again by now: no pause is needed to see that.
            if self._has_answered() and self._waits(0.0):
                return None
        # Output wakes us once; then a burst is let come together, since each waking costs.
        is_burst = False
        while foreseen is None or bytes(self._unread) != foreseen:
            self._console.wait(pause, for_output=not is_burst)
            now = time.monotonic()
            is_burst = self._read(now, enough)
            if is_burst:
                quiet, pause = self._since(now), _SHORTEST_PAUSE
            elif self._console.has_exited():
                return Over(EndingKind.EXITED)
            is_as_foreseen = is_burst and foreseen and foreseen.startswith(self._unread)
            if not is_as_foreseen and self._waits(now - quiet.at):
                return None
            if not is_burst:
                pause = min(pause * _PAUSE_GROWTH, _longest_pause(now - quiet.at))
            over = self._overdue(now)
            if over is not None:
                return over
            if self._is_past(now, quiet, patience):
                is_deaf = self._console.has_unread_keys()
                kind = EndingKind.DEAF if is_deaf else EndingKind.SILENT
                return Over(kind, patience, now - quiet.at)
        return None

    def _has_answered(self) -> bool:
        """Whether anything but an echo was printed since the last answer."""
        return len(self._unread) > len(self._echo or b"")

    def _waits(self, quiet: float) -> bool:
        """Whether the program waits for input, after so many seconds of quiet."""
        wait = self._watch.look(quiet, self._tail())
        self.soft_waits += wait is Wait.SOFT
        return wait is not Wait.NO

    def _foreseen(self) -> bytes | None:
        """All that is to be read until the next answer is due, where that is known."""
        if self._foresight is None or self._echo is None or (lines := self._foresight()) is None:
            return None
        return self._echo + "\r\n".join(lines).encode()

    def _await_key_taken(self) -> Over | None:
        pressed = now = time.monotonic()
        while now - pressed < self._key_patience():
            self._console.wait(_SHORTEST_PAUSE, for_output=False)
            now = time.monotonic()
            if self._watch.took_key(now - pressed):
                break
            if self._console.has_exited():
                return Over(EndingKind.EXITED)
            self._read(now)
        return self._overdue(now)

    def _key_patience(self) -> float:
        return _UNREAD_PATIENCE if self._console.has_unread_keys() else _KEY_PATIENCE

    def _overdue(self, now: float) -> Over | None:
        limits = self._limits
        if self._received >= limits.output_bytes:
            # How much more came than is taken in is a matter of chance.
            return Over(EndingKind.FLOODED, limits.output_bytes)
        if self._cancelled.is_set():
            return Over(EndingKind.INTERRUPTED)
        excess = self._bounds.look(now)
        if excess is not None:
            return Over(*excess)
        if self._is_past(now, _Since(self._start, 0.0), limits.seconds_per_session):
            seconds = now - self._start
            return Over(EndingKind.OUT_OF_TIME, limits.seconds_per_session, seconds)
        return None

    def _since(self, now: float) -> _Since:
        return _Since(now, self._bounds.starved)

    def _is_past(self, now: float, since: _Since, seconds: float) -> bool:
        """Whether the program had so many seconds in which others did not keep it from running."""
        starved = self._bounds.starved - since.starved
        return now - since.at >= min(seconds + starved, seconds * _MOST_STRETCH)

    def _read(self, now: float, enough: int | None = None) -> bool:
        """Take what can be read now, within the limit; False where there is nothing.

        Once so much of a turn as is `enough` was read, nothing more is looked for.
        """
        before = self._received
        for _ in range(_READS):
            if len(self._unread) == enough:
                break
            if self._received >= self._limits.output_bytes or not (data := self._console.read()):
                break
            room = self._limits.output_bytes - self._received
            self._received += len(data)
            data = data[:room]
            if self._recorder is not None:
                self._recorder.append((now - self._start, "o", data))
            self._unread += data
        return self._received > before

    def _tail(self) -> bytes:
        echo = self._echo or b""
        start = len(echo) if self._unread.startswith(echo) else 0
        return bytes(self._unread[max(start, len(self._unread) - _TAIL) :])


def _longest_pause(quiet: float) -> float:
    return min(max(_LONGEST_PAUSE, quiet / 2), _CANCEL_PAUSE)
