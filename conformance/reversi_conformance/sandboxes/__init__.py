"""Rewrite a command line so that the program runs confined in its working folder.

Each kind is one module, entered in `KINDS`. A kind knows nothing of terminals and starts nothing.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

from reversi_conformance.assignment import Limits
from reversi_conformance.sandboxes import limits as _limits

__all__ = ["KINDS", "Confine"]


class Confine(Protocol):
    """A kind of confinement."""

    def __call__(self, argv: Sequence[str], folder: Path, limits: Limits) -> tuple[str, ...]:
        """Return the command line, with an absolute program, that runs `argv` inside `folder`.

        The process that is started becomes the program itself or waits for it, ends as it ends,
        and hands on its terminal, its session and its environment.
        """


KINDS: Final[Mapping[str, Confine]] = {"limits": _limits.confine}
"""All kinds by their name in options and reports."""
