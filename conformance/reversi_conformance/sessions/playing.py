"""Play one session, on a terminal or on pipes: start, talk, end, look what is left.

Creates a working folder for the session and removes it. Knows no prompts and no Reversi: when to
type is `waiting`'s answer, what to type the pilot's.
"""
# ruff: noqa: PLC0415 - what needs not be there before a program starts is loaded after that

import contextlib
import sys
import time
from collections.abc import Iterator, Mapping, MutableSequence
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final

from reversi_conformance import sandboxes
from reversi_conformance.observation import Observation
from reversi_conformance.sessions import PIPE, PTY, CannotStartError, Foresight, Pilot
from reversi_conformance.sessions.bounds import Bounds
from reversi_conformance.sessions.departure import Departure
from reversi_conformance.sessions.folder import WorkingFolder
from reversi_conformance.transcript import Transcript

if sys.platform != "win32":
    # There is nothing there of what makes terminals.
    from reversi_conformance.sessions.terminal import Terminal

if TYPE_CHECKING:
    from reversi_conformance.assignment import Limits
    from reversi_conformance.sessions.command import Command
    from reversi_conformance.sessions.console import Console
    from reversi_conformance.sessions.conversation import RawEvent

_NOT_STARTED: Final = frozenset({1, 125, 126, 127})
_ENVIRONMENT: Final = {"LANG": "C.UTF-8", "TERM": "dumb", "NO_COLOR": "1"}
"""Nothing is inherited: PYTHONUNBUFFERED, for one, would hide that a prompt is not flushed."""
_ON_PIPES: Final = {"PYTHONUNBUFFERED": "1"}
"""That nothing shows in time is nobody's fault there; one language at least can be told."""


def play(
    command: "Command",
    pilot: Pilot,
    limits: "Limits",
    *,
    earlier_row: str,
    log_name: str,
    cancelled: Event,
    recorder: "MutableSequence[RawEvent] | None" = None,
    foresight: Foresight | None = None,
    sandbox: str = "limits",
) -> Observation:
    """Run the program once, type what the pilot says, and return what was seen.

    The command says whether it is played on a terminal or on pipes. Where the pilot has nothing
    left to type, or after `limits.answers` answers, the program gets end of input and is ended.
    Whatever the ending, all that was printed before it is in the transcript, and every process,
    file and folder of the session is gone. `recorder` takes every piece read and typed, in order.
    Answers to what `foresight` knows are typed at once, and what follows tells whether too early.
    Safe in many threads at once. Raises `CannotStartError`.
    """
    home = WorkingFolder(
        command.submission,
        earlier_row=earlier_row,
        log_name=log_name,
        parent=command.parent if command.starter is None else command.starter.folder,
    )
    with home:
        start = _confined(command, home, limits, sandbox)
        started_at, began = time.time(), time.monotonic()
        with (
            _start(command, start, home.path) as console,
            Bounds(console.pid, home.path, limits) as bounds,
            contextlib.closing(console.watch()) as watch,
        ):
            # Needed no sooner than by a program that has started, which takes longer.
            from reversi_conformance.sessions.conversation import Conversation
            from reversi_conformance.sessions.endings import ending

            talk = Conversation(console, watch, bounds, limits, cancelled, recorder, foresight)
            over = talk.hold(pilot)
            console.kill()
            seconds = time.monotonic() - began
            bounds.end()
            talk.drain()
            held = bounds.held()
            transcript, logs, left = talk.transcript(), home.collect(), home.left()
            home.remove()
            departure = console.bury()
    departure = departure.own(start)
    _refuse_complaint(command, start, transcript, departure)
    return Observation(
        transcript=transcript,
        ending=ending(over, departure, bounds, held, seconds),
        logs=logs,
        started_at=started_at,
        ended_at=started_at + seconds,
        unflushed=tuple(talk.unflushed),
        soft_waits=talk.soft_waits,
        left_files=left,
        left_processes=console.left_processes,
        coloured=talk.screen.coloured,
        encoding=talk.screen.encoding,
    )


@contextlib.contextmanager
def repeated(command: "Command", sandbox: str) -> Iterator["Command"]:
    """Give the command as it is started where it is played many times, confined in this way.

    Each session is confined as if it was the only one, at less cost where the system allows that.
    """
    with contextlib.ExitStack() as stack:
        standing = sandboxes.KINDS[sandbox].standing
        is_own = command.starter is None and command.terminal == PTY
        if standing is not None and is_own and sys.platform == "linux":
            # What it is made of is there on Linux alone.
            from reversi_conformance.sessions.standing import stand

            if (shared := stand(command, standing)) is not None:
                command = command._replace(starter=stack.enter_context(shared))
        yield command


def _confined(
    command: "Command", home: WorkingFolder, limits: "Limits", sandbox: str
) -> sandboxes.Start:
    request = sandboxes.Request(
        command.argv,
        _environment(command.terminal),
        home.path,
        command.submission,
        limits,
        command.copies,
    )
    if command.starter is not None:
        start = command.starter.start(request)
    else:
        start = sandboxes.KINDS[sandbox].confine(request)
    if start.owner is not None:
        home.give_to(start.owner)
    return start


def _environment(terminal: str) -> Mapping[str, str]:
    return {**_ENVIRONMENT, **_ON_PIPES} if terminal == PIPE else _ENVIRONMENT


def _start(command: "Command", start: sandboxes.Start, home: Path) -> "Console":
    try:
        return open_console(command.terminal, start, home)
    except (OSError, ValueError) as error:
        message = f"{command.shown} could not be started: {error}; try it in a terminal first"
        raise CannotStartError(message) from error


def open_console(terminal: str, start: sandboxes.Start, home: Path) -> "Console":
    """Start a program on one of `TERMINALS`; `home` is the folder in which it works.

    Raises OSError and ValueError.
    """
    if terminal == PTY:
        return Terminal(start, home)
    # Seldom needed but on Windows.
    from reversi_conformance.sessions.pipe import Pipes

    return Pipes(start, home)


def _refuse_complaint(
    command: "Command", start: sandboxes.Start, transcript: Transcript, departure: Departure
) -> None:
    """Where the program was not even started, that is nothing that could be judged."""
    if departure.status not in _NOT_STARTED or len(transcript.turns) > 1:
        return
    said = next((line for line in transcript.turns[0].printed if line), "")
    if said.startswith(start.complaints):
        message = f"{command.shown} could not be started where it is confined: {said}"
        raise CannotStartError(message)
