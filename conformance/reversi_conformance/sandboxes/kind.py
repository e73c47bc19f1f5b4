"""What every kind of confinement is given and gives back."""

import enum
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from reversi_conformance.assignment import Limits

if TYPE_CHECKING:
    from reversi_conformance.sandboxes.step_inside import Part

HANDED_FROM: Final = 3
"""The file descriptor on which the first of a start's texts is handed over."""


class TooMuchError(OSError):
    """What would have to be copied for a program is larger than a submission ever is."""


class Promise(enum.Enum):
    """What a kind of confinement keeps a program from; the value says so in reports."""

    FILES = "reads no file of anybody else"
    WRITING = "writes nowhere but in its working folder"
    NETWORK = "reaches no network"
    PROCESSES = "sees no other process"
    PRIVILEGES = "gains no privileges"
    ROOT = "is not root"


class Request(NamedTuple):
    """A program that is to run confined."""

    argv: tuple[str, ...]
    """The program and its arguments; the program and all files are absolute."""
    environment: Mapping[str, str]
    """What the program shall find; PATH and HOME are the kind's to say."""
    folder: Path
    """The working folder, which is empty but for what the session put there."""
    submission: Path | None
    """The folder of the submission, to be read; None where unknown."""
    limits: Limits
    copies: Mapping[Path, Path] = {}
    """By path that is shown to the program, what is to be shown there instead."""


class Direct(NamedTuple):
    """A program that whoever starts it puts into its folder and holds to limits."""

    argv: tuple[str, ...]
    folder: Path
    limits: Mapping[str, tuple[int, int]]
    """By the name of a resource, the soft and the hard limit of each process."""


class Start(NamedTuple):
    """What is to be started instead.

    The process that is started becomes the program itself or waits for it, ends as it ends, and
    hands on its terminal and its session.
    """

    argv: tuple[str, ...]
    """The program is absolute."""
    environment: Mapping[str, str]
    handed: tuple[bytes, ...] = ()
    """Texts that are to be read on the descriptors from `HANDED_FROM` on."""
    owner: int | None = None
    """The user to whom the working folder must belong; None where it stays as it is."""
    around: int = 0
    """How many processes, each a child of the one before, are around the program and do nothing but
    wait for it: then the first tells of a signal that ended the program by its own status."""
    tells_child: bool = False
    """Whether it writes to the descriptor after the last text, as JSON, the number of a child whose
    end accounts for the program's use of the processor."""
    spawn: Callable[[str], int] | None = None
    """What starts it on the terminal of this name, as a child of this process and in a session of
    its own, and returns its number; None where `argv` is to be started."""
    direct: Direct | None = None
    """What is better started than `argv`, to the same end, where the system allows it."""
    complaints: tuple[str, ...] = ()
    """How a line begins in which what is around the program says that it could not start it."""


class Lack(NamedTuple):
    """What keeps a kind from holding on this machine."""

    reason: str
    """One clause."""
    command: str
    """The command that would bring it, to be typed as it stands; empty where none does."""


class Standing(NamedTuple):
    """How one sandbox is made for many sessions of a program."""

    make: Callable[[Request], Start]
    """Return what makes it: a process whose child is in the sandbox. It prints a line once the
    sandbox stands, and ends with its input; `folder` will hold the working folders."""
    step: "Callable[[Request], Part]"
    """Return what a process becomes that steps inside; its terminal is not known yet."""


class Kind(NamedTuple):
    """A kind of confinement."""

    confine: Callable[[Request], Start]
    """Rewrites a command line; does not find out whether that holds here."""
    promises: frozenset[Promise]
    drops_root: bool
    """Whether a program that root starts runs as somebody else, who may read less."""
    lack: Callable[[], Lack | None]
    """Says what is not installed; None where everything is there."""
    forbidden: Callable[[], Lack]
    """Says why it does not hold although everything is there."""
    standing: Standing | None = None
    """How one is made for many sessions; None where each session has its own."""
