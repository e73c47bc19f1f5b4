"""Drive one program through one script and see what a person in front of it would see.

`command` finds what to run, `folder` makes a fresh working folder, `playing` plays the session on a
`terminal` or on a `pipe`, `waiting` knows when the program waits for input, `screen` turns bytes
into lines. Nothing here knows Reversi, and nothing judges.
"""

import enum
import sys
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reversi_conformance.transcript import Turn

__all__ = [
    "COLUMNS",
    "PIPE",
    "PTY",
    "ROWS",
    "TERMINALS",
    "USUAL_TERMINAL",
    "CannotStartError",
    "Foresight",
    "HangUp",
    "Pilot",
]

PTY: Final = "pty"
"""A terminal of the program's own, as a person has one."""
PIPE: Final = "pipe"
"""Pipes, where no terminal can be made."""
TERMINALS: Final = (PTY, PIPE)
USUAL_TERMINAL: Final = PIPE if sys.platform == "win32" else PTY
"""What this system has for a program to be played on."""
ROWS: Final = 50
"""The height of a program's terminal."""
COLUMNS: Final = 200
"""Its width, in characters."""


class HangUp(enum.Enum):
    """What a pilot returns to end a session at once, without end of input for the program."""

    NOW = enum.auto()


class Pilot(Protocol):
    """Decides what is typed next.

    Called at each wait for input, in order and once per wait; it sees nothing else of the session.
    """

    def __call__(self, turn: "Turn", *, unflushed: bool) -> str | HangUp | None:
        """Return the next answer, without Enter, or None where nothing is left to type.

        `turn` is the turn that just ended: its `printed` ends with the prompt. `unflushed` says
        that the program waits although no output at all came since the last answer; the echo of
        the answer is no output.
        """


class Foresight(Protocol):
    """Knows what a program prints before the next answer if it is right.

    Once just that was printed, the answer is typed without looking whether the program waits: for
    whoever believes nothing of a session but what is as foreseen from its beginning to its end.
    """

    def __call__(self) -> "Sequence[str] | None":
        """Return the lines of the turn at hand, the prompt last; None where they are not known."""


class CannotStartError(Exception):
    """The program could not be started; the message is one line that says what to do."""
