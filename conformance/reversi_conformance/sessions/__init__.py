"""Drive one program through one script and see what a person in front of it would see.

`command` finds what to run, `folder` makes a fresh working folder, `pty` plays the session,
`waiting` knows when the program waits for input, `screen` turns bytes into lines. Nothing here
knows Reversi, and nothing judges.
"""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from reversi_conformance.transcript import Turn

__all__ = ["CannotStartError", "Pilot"]


class Pilot(Protocol):
    """Decides what is typed next.

    Called at each wait for input, in order and once per wait; it sees nothing else of the session.
    """

    def __call__(self, turn: "Turn", *, unflushed: bool) -> str | None:
        """Return the next answer, without Enter, or None where nothing is left to type.

        `turn` is the turn that just ended: its `printed` ends with the prompt. `unflushed` says
        that the program waits although no output at all came since the last answer; the echo of
        the answer is no output.
        """


class CannotStartError(Exception):
    """The program could not be started; the message is one line that says what to do."""
