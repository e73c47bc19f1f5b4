"""Rewrite a command line so that the program runs confined in its working folder.

Each kind is one module, entered in `KINDS`, the strongest first; `choice` finds out which one holds
on this machine. A kind knows nothing of terminals and starts nothing.
"""

from collections.abc import Mapping
from typing import Final

from reversi_conformance.sandboxes import bubblewrap as _bubblewrap
from reversi_conformance.sandboxes import limits as _limits
from reversi_conformance.sandboxes.kind import HANDED_FROM, Kind, Lack, Promise, Request, Start

__all__ = ["HANDED_FROM", "KINDS", "Kind", "Lack", "Promise", "Request", "Start"]

KINDS: Final[Mapping[str, Kind]] = {
    "bubblewrap": _bubblewrap.KIND,
    "limits": _limits.KIND,
}
"""All kinds by their name in options and reports."""
