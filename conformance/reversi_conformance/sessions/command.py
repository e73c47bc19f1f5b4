"""From what a person typed to a command line that is ready to run anywhere.

Knows which file runs with which interpreter; builds nothing and starts nothing of the submission.
"""

from pathlib import Path
from typing import NamedTuple


class Command(NamedTuple):
    """A program, ready to be started in any folder."""

    argv: tuple[str, ...]
    """The program and its arguments, absolute."""
    shown: str
    """The command as the person typed it, quoted for a shell."""
    submission: Path | None
    """The folder whose sub-folders the program may expect in its working folder."""
