"""What is amiss with a hand-in, gathered while it is unpacked and told once for each kind."""

import enum
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from reversi_conformance.escaping import harmless
from reversi_conformance.findings import Value
from reversi_conformance.submission import Problem

_SHOWN: Final = 5
"""Of many names the first ones are told."""
_LONGEST: Final = 80


class Trouble(enum.Enum):
    """A kind: its code, the detail that tells it from others of that code, and what is said."""

    BROKEN = ("archive.broken", "", "the archive {names} is damaged: {reason}")
    DAMAGED = ("archive.broken", "files", "damaged in the archive, and left out: {names}")
    ENCRYPTED = ("archive.encrypted", "", "locked with a password, and left out: {names}")
    ESCAPES = (
        "archive.hostile",
        "escapes",
        "lies outside of the submission's own folder, and was left out: {names}",
    )
    LINK_OUT = (
        "archive.hostile",
        "link",
        "links that lead out of the submission's own folder were left out: {names}",
    )
    SPECIAL = (
        "archive.hostile",
        "special",
        "neither a file nor a folder (a device, a pipe, a socket), and left out: {names}",
    )
    DEEP = ("archive.names", "deep", "too deep or too long a path, and left out: {names}")
    BOMB = (
        "archive.hostile",
        "bomb",
        "the archive {names} is a bomb: small as it is, it holds more than any submission does; "
        "nothing of it was unpacked",
    )
    TOO_LARGE = (
        "archive.too-large",
        "",
        "{names} holds more than a submission may; nothing of it was unpacked",
    )
    EMPTY = ("archive.empty", "", "there is no file in what was handed in: {names}")
    LINKS = (
        "archive.links",
        "",
        "links that lead to no file of the submission were left out: {names}",
    )
    ABSOLUTE = (
        "archive.names",
        "absolute",
        "named by a place on another machine, and put below the submission's own folder: {names}",
    )
    NAMES = ("archive.names", "", "names that not every system takes were changed: {names}")
    UNREADABLE = ("archive.unreadable", "", "this machine does not let us read: {names}")
    NO_UNPACKER = (
        "archive.no-unpacker",
        "",
        "this machine has no program that unpacks {kind} archives such as {names}; "
        "to have one: {command}",
    )
    NOT_UNPACKED = ("archive.not-unpacked", "", "{names} could not be unpacked here: {reason}")


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
            code, what, said = trouble.value
            names = [*self._names[trouble]]
            shown = tuple(names[:_SHOWN])
            more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
            details = self._details[trouble]
            params: dict[str, Value] = {"names": shown, "count": len(names), **details}
            if what:
                params["what"] = what
            listed = ", ".join(f"'{name}'" for name in shown) + more
            message = said.format(names=listed, **details)
            yield Problem(code, params, message, is_ours=trouble in _OURS)
