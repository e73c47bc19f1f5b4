"""Rewrite a command line so that the program runs confined in its working folder.

Each kind is one module, entered in `KINDS`, the strongest first; `choice` finds out which one holds
on this machine. A kind knows nothing of terminals and starts nothing.
"""

import contextlib
import importlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from reversi_conformance.sandboxes.kind import (
    HANDED_FROM,
    Direct,
    Kind,
    Lack,
    Promise,
    Request,
    Standing,
    Start,
    TooMuchError,
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
    "TooMuchError",
    "resource_limits",
    "shown",
]


class _Kinds(Mapping[str, Kind]):
    """The kinds by their names, each loaded when it is asked for."""

    _NAMES: Final = ("bubblewrap", "landlock", "limits")

    def __getitem__(self, name: str) -> Kind:
        if name not in self._NAMES:
            raise KeyError(name)
        kind: Kind = importlib.import_module(f"{__name__}.{name}").KIND
        return kind

    def __iter__(self) -> Iterator[str]:
        return iter(self._NAMES)

    def __len__(self) -> int:
        return len(self._NAMES)


KINDS: Final[Mapping[str, Kind]] = _Kinds()
"""All kinds by their name in options and reports."""


@contextlib.contextmanager
def shown(name: str, argv: Sequence[str], submission: Path | None) -> Iterator[Mapping[Path, Path]]:
    """By path that a program in this kind is shown, what it is shown there instead.

    Raises `TooMuchError`.
    """
    if not KINDS[name].drops_root:
        yield {}
        return
    from reversi_conformance.sandboxes import loan  # noqa: PLC0415 - seldom needed

    with loan.lent(argv, submission) as copies:
        yield copies
