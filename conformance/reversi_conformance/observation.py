"""What was seen of one program in one session: facts, before any judgement.

Sessions make these values and the referee reads them; this module knows neither.
"""

import enum

import msgspec

from reversi_conformance.transcript import Transcript


class EndingKind(enum.Enum):
    """How a session came to its end."""

    EXITED = "exited"
    """The program ended by itself, with a status."""
    SIGNALLED = "signalled"
    """The program was ended by a signal that the harness did not send."""
    WAITED = "waited"
    """There was nothing left to type and the program still waited; the harness ended it."""
    SILENT = "silent"
    """Neither output nor a wait for input within the limit; the harness ended it."""
    OUT_OF_TIME = "out-of-time"
    """The whole session took longer than its limit; the harness ended it."""
    OUT_OF_CPU = "out-of-cpu"
    """More processor time than the limit; the kernel or the harness ended it."""
    FLOODED = "flooded"
    """More output than the limit; the harness ended it."""
    DEAF = "deaf"
    """It took no input within the limit; the harness ended it."""
    OUT_OF_MEMORY = "out-of-memory"
    """More memory than the limit; the harness ended it."""
    TOO_MANY_PROCESSES = "too-many-processes"
    """More processes and threads at a time than the limit; the harness ended it."""
    TOO_MANY_FILES = "too-many-files"
    """More files in its folder than the limit; the harness ended it, or it exited with them."""
    FOLDER_TOO_LARGE = "folder-too-large"
    """Larger files in its folder than the limit of all; the harness ended it, or it exited."""
    FILE_TOO_LARGE = "file-too-large"
    """It wrote on a file that had reached the limit; it could not go on, or the kernel ended it."""
    INTERRUPTED = "interrupted"
    """The person in front of the harness ended it."""


class Ending(msgspec.Struct, frozen=True):
    """How a session ended, with its figures."""

    kind: EndingKind
    seconds: float
    """From start to end on the wall's clock."""
    cpu_seconds: float
    """User and system time of the program and the children it waited for."""
    status: int | None = None
    """The exit status, where the program ended by itself."""
    signal: int | None = None
    """The signal that ended it, where one did."""
    limit: float | None = None
    """The limit that was reached: seconds, bytes, or a number of processes or files."""
    used: float | None = None
    """What was measured where that limit was reached, if it was."""
    memory_limit: int | None = None
    """How many bytes of memory the program might use, where that was limited."""
    starved_seconds: float = 0.0
    """Seconds in which it was ready to run and others had the processors; not held against it."""


class Confinement(msgspec.Struct, frozen=True):
    """How a program is kept from doing harm while it is observed."""

    kind: str
    verified: bool
    """Whether a canary inside found all that the kind promises."""
    reason: str = ""
    """Why nothing stronger is in force, or why this does not hold; empty where all is well."""
    command: str = ""
    """The command that would make it better; empty where none does."""


class LogFile(msgspec.Struct, frozen=True):
    """A file of the working folder that is named like the log, or is a new .csv file."""

    path: str
    """Relative to the working folder, with "/"."""
    before: bytes | None
    """What it held before the session; None where it did not exist."""
    after: bytes | None
    """What it held after, cut at 64 KiB; None where it is gone or no regular file."""


class Observation(msgspec.Struct, frozen=True):
    """One session of one program, whole."""

    transcript: Transcript
    ending: Ending
    logs: tuple[LogFile, ...] = ()
    """Files that changed or appeared first, by path; untouched seeded ones, too."""
    started_at: float = 0.0
    """Seconds since the epoch when the program was started."""
    ended_at: float = 0.0
    """Seconds since the epoch when it was gone."""
    unflushed: tuple[int, ...] = ()
    """Turns in which the program waited for input without any output since the answer before."""
    soft_waits: int = 0
    """Waits that were concluded from silence because the kernel could not tell."""
    coloured: bool = False
    """Escape sequences were printed (and are not in the transcript)."""
    left_files: tuple[str, ...] = ()
    """What the program left in its working folder besides logs, by path; of many the first."""
    left_processes: int = 0
    """Processes that it left at work when it ended by itself, as far as they could be seen."""
    encoding: str = "utf-8"
    """What the output was read as: "utf-8", "gb18030" or, where neither fits, "undecodable"."""
