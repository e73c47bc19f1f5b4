"""What a conversation needs of whatever stands between it and a program: a terminal, or pipes.

`terminal` is the one, `pipe` the other; which of them is used is `playing`'s business.
"""

from types import TracebackType
from typing import Protocol, Self

from reversi_conformance.sessions.departure import Departure
from reversi_conformance.sessions.waiting import Watch


class Console(Protocol):
    """A program at work that can be read and typed to; a context manager that leaves nothing."""

    pid: int

    @property
    def enter(self) -> bytes:
        """What the Enter key sends."""

    @property
    def echoes(self) -> bool:
        """Whether what is typed can be read again, as on a terminal."""

    def __enter__(self) -> Self:
        """Nothing is to be done."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the program and all that it started."""

    def watch(self) -> Watch:
        """Return the best watch for it that there is on this system."""

    def wait(self, seconds: float, *, for_output: bool) -> None:
        """Wait until time is over or the program is gone, or, if wanted, there is output."""

    def read(self) -> bytes:
        """Take what can be read at once, or a part of it; b"" where there is nothing.

        Lines end as a terminal ends them, in "\\r\\n".
        """

    def send(self, keys: bytes, seconds: float) -> bytes:
        """Press keys; return those not taken within the time."""

    def carry_over(self) -> None:
        """Have the keys that were pressed arrive; where keys echo, the echo can be read then."""

    def takes_lines(self) -> bool:
        """Whether whole lines are handed over, not single keys."""

    def end_input(self) -> bytes:
        """End the program's input, as far as that can be done; return the keys left to press."""

    def has_unread_keys(self) -> bool:
        """Whether something typed lies unread, as far as the system tells."""

    def has_exited(self) -> bool:
        """Whether the program itself is gone; children of it may still be there."""

    def kill(self) -> None:
        """Kill the program and whatever it started, where still alive."""

    @property
    def left_processes(self) -> int:
        """How many processes a program that ended by itself had left, once they are killed."""

    def bury(self) -> Departure:
        """Say how the program ended, once it was killed or has exited."""
