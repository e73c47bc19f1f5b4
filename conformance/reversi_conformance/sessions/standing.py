"""A sandbox that stands while one program is played again and again.

Most of what a confinement costs is the making of all that the program sees. Here that is done once,
and every session steps inside, with namespaces, a working folder and temporary folders of its own:
it sees what it would see in a sandbox made for it alone, and nothing of another session.

Creates a folder `reversi-…` for the working folders of the sessions, and removes it. Linux only.
"""

import contextlib
import functools
import os
import select
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from reversi_conformance.assignment import Limits
from reversi_conformance.removal import remove_tree
from reversi_conformance.sandboxes import Request, Standing, Start, step_inside
from reversi_conformance.sessions.asking import Asking
from reversi_conformance.sessions.command import Command
from reversi_conformance.sessions.leader import Leader, lead
from reversi_conformance.sessions.processes import children

_STEPS: Final = Path(step_inside.__file__)
_SECONDS_TO_STAND: Final = 10.0


class StandingSandbox:
    """One sandbox; a context manager that takes it down. Safe in many threads at once."""

    def __init__(self, standing: Standing, command: Command) -> None:
        """Make one for a program. Raises OSError where that cannot be done."""
        self._standing = standing
        with contextlib.ExitStack() as stack:
            self.folder = Path(tempfile.mkdtemp(prefix="reversi-", dir=command.parent))
            stack.callback(remove_tree, self.folder)
            asking = stack.enter_context(contextlib.closing(_asking()))
            request = Request(
                command.argv, {}, self.folder, command.submission, Limits(), command.copies
            )
            leader = _stand(standing.make(request), self.folder, stack)
            asking.introduce(_first_inside(leader))
            self._asking = asking
            self._stack = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stack.close()

    def start(self, request: Request) -> Start:
        """Return what starts the program in a session of its own; the folder is one of ours."""
        part = self._standing.step(request)
        return Start(
            (),
            {},
            owner=part.user if part.is_chosen else None,
            around=1,
            spawn=functools.partial(self._spawn, part),
            complaints=(step_inside.COMPLAINT,),
        )

    def _spawn(self, part: step_inside.Part, terminal: str) -> int:
        return self._asking.ask(part._replace(terminal=terminal.removeprefix("/dev/")))


def stand(command: Command, standing: Standing) -> StandingSandbox | None:
    """Make a sandbox for all sessions of a program; None where there can be none."""
    try:
        return StandingSandbox(standing, command)
    except OSError:
        return None


def _stand(start: Start, folder: Path, stack: contextlib.ExitStack) -> Leader:
    """Start what makes a sandbox, and wait until it stands."""
    told, tell = os.pipe()
    stack.callback(os.close, told)
    held, hold = os.pipe()
    stack.callback(os.close, hold)
    standard = (
        (os.POSIX_SPAWN_DUP2, held, 0),
        (os.POSIX_SPAWN_DUP2, tell, 1),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    )
    try:
        leader = stack.enter_context(lead(start, folder, standard))
    finally:
        os.close(held)
        os.close(tell)
    poller = select.poll()
    poller.register(told, select.POLLIN)
    if not poller.poll(_SECONDS_TO_STAND * 1000) or not os.read(told, 1):
        raise OSError("no sandbox came to stand")
    return leader


def _first_inside(leader: Leader) -> int:
    for child in children(leader.pid):
        return child
    raise OSError("the sandbox has fallen")


def _asking() -> Asking:
    """What starts sessions in a sandbox for whoever asks, once it is told in which."""
    with _STEPS.open("rb") as steps:
        return Asking(
            "what starts sessions in the sandbox",
            ["-I", "-S", "-"],
            reads=steps,
            prints=subprocess.DEVNULL,
            environment={},
        )
