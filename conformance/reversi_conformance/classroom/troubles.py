"""What is amiss with a hand-in, gathered while it is unpacked and told once for each kind."""

import enum
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from reversi_conformance.escaping import harmless
from reversi_conformance.findings import Value
from reversi_conformance.problem_messages import problem
from reversi_conformance.submission import Problem

_SHOWN: Final = 5
"""Of many names the first ones are told."""
_LONGEST: Final = 80


class Trouble(enum.Enum):
    """A kind: its code, and the detail that tells it from others of that code."""

    BROKEN = ("archive.broken", "")
    DAMAGED = ("archive.broken", "files")
    ENCRYPTED = ("archive.encrypted", "")
    ESCAPES = ("archive.hostile", "escapes")
    LINK_OUT = ("archive.hostile", "link")
    SPECIAL = ("archive.hostile", "special")
    DEEP = ("archive.names", "deep")
    BOMB = ("archive.hostile", "bomb")
    TOO_LARGE = ("archive.too-large", "")
    EMPTY = ("archive.empty", "")
    LINKS = ("archive.links", "")
    ABSOLUTE = ("archive.names", "absolute")
    NAMES = ("archive.names", "")
    UNREADABLE = ("archive.unreadable", "")
    NO_UNPACKER = ("archive.no-unpacker", "")
    NOT_UNPACKED = ("archive.not-unpacked", "")


_OURS: Final = frozenset({Trouble.UNREADABLE, Trouble.NO_UNPACKER, Trouble.NOT_UNPACKED})

_WHOLE: Final = frozenset(
    {Trouble.BROKEN, Trouble.ENCRYPTED, Trouble.BOMB, Trouble.TOO_LARGE, *_OURS}
)


class Troubles:
    """What was found amiss so far."""

    def __init__(self) -> None:
        self._names: dict[Trouble, dict[str, None]] = defaultdict(dict)
        self._details: dict[Trouble, dict[str, Value]] = defaultdict(dict)

    def add(self, trouble: Trouble, name: str, **details: str) -> None:
        """Add one; of details that differ the first ones stay."""
        shown = harmless(name)
        self._names[trouble][shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"] = None
        self._details[trouble] = {**details, **self._details[trouble]}

    def explain_emptiness(self) -> bool:
        """Whether, where nothing could be taken, one of them says why."""
        return not _WHOLE.isdisjoint(self._names)

    def problems(self) -> tuple[Problem, ...]:
        """Return one problem for each kind, in the order of kinds."""
        return tuple(self._problems())

    def _problems(self) -> Iterator[Problem]:
        for trouble in Trouble:
            if trouble not in self._names:
                continue
            code, what = trouble.value
            names = [*self._names[trouble]]
            params: dict[str, Value] = {
                "names": tuple(names[:_SHOWN]),
                "count": len(names),
                **self._details[trouble],
            }
            if what:
                params["what"] = what
            yield problem(code, params, is_ours=trouble in _OURS)
