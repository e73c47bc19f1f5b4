"""Rewrite a command line so that the program runs confined in its working folder.

Each kind is one module, entered in `KINDS`, the strongest first; `choice` finds out which one holds
on this machine. A kind knows nothing of terminals and starts nothing.
"""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from reversi_conformance.sandboxes import bubblewrap as _bubblewrap
from reversi_conformance.sandboxes import landlock as _landlock
from reversi_conformance.sandboxes import limits as _limits
from reversi_conformance.sandboxes import loan
from reversi_conformance.sandboxes.kind import (
    HANDED_FROM,
    Direct,
    Kind,
    Lack,
    Promise,
    Request,
    Standing,
    Start,
)
from reversi_conformance.sandboxes.limits import resource_limits

__all__ = [
    "HANDED_FROM",
    "KINDS",
    "Direct",
    "Kind",
    "Lack",
    "Promise",
    "Request",
    "Standing",
    "Start",
    "resource_limits",
    "shown",
]

KINDS: Final[Mapping[str, Kind]] = {
    "bubblewrap": _bubblewrap.KIND,
    "landlock": _landlock.KIND,
    "limits": _limits.KIND,
}
"""All kinds by their name in options and reports."""


@contextlib.contextmanager
def shown(name: str, argv: Sequence[str], submission: Path | None) -> Iterator[Mapping[Path, Path]]:
    """By path that a program in this kind is shown, what it is shown there instead.

    Raises `loan.TooMuchError`.
    """
    if not KINDS[name].drops_root:
        yield {}
        return
    with loan.lent(argv, submission) as copies:
        yield copies
