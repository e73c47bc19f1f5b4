"""The table of hostile programs: what each one must come to under each kind of confinement."""

import ast
import enum
import os
import tomllib
from pathlib import Path
from typing import Final

import msgspec

from reversi_conformance.sandboxes import landlock_start

PROGRAMS: Final = Path(__file__).parent / "programs"


class Outcome(enum.Enum):
    """What comes of an attempt."""

    STOPPED = "stopped"
    """It is refused, or the session ended, or there is nothing to be found."""
    THROUGH = "gets through"
    """It reaches what is not its own: a file, a process, the network, the next game."""
    THROUGH_AS_ROOT = "gets through as root"
    """It gets through where root starts the harness, and is stopped where another user does."""
    HARMLESS = "harmless"
    """It works, on what belongs to this one session alone, and changes no other one."""

    @property
    def is_through(self) -> bool:
        """Whether it gets through for the user who runs the tests."""
        return self is Outcome.THROUGH or (self is Outcome.THROUGH_AS_ROOT and os.geteuid() == 0)


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the report must show of an attempt, over all its cases."""

    ending: str = "exited"
    findings: tuple[str, ...] = ()
    """The codes of all faults; none where the program is taken for a right one."""


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One hostile program."""

    topic: str
    outcome: dict[str, Outcome]
    """By kind of confinement."""
    landlock_from: int = 0
    """The version of Landlock that stops it; through an older one it gets."""
    shows: Shown = Shown()
    shows_where_stopped: Shown | None = None
    """The same, where the attempt is stopped and that makes a difference."""
    reaches: str = "word"
    """How one knows that it gets through: the name of a canary, or the program's own word."""
    seen: dict[str, tuple[str, ...]] = {}
    """By kind of confinement, the codes of what it is seen to do besides playing; none where the
    kind is not named."""
    seen_in_time: tuple[str, ...] = ()
    """Such codes of what hides itself: it is seen where it is looked for before it has hidden."""
    cases: tuple[str, ...] = ("py-4-X-sample",)
    """They are played one after the other."""
    limits: dict[str, int] = {}
    """Limits of the assignment, where the generous ones of these tests are not meant."""
    called: str = "reversi.py"
    """The name of its file as it is handed in."""
    brings: tuple[str, ...] = ()
    """Names of further files beside the program, which nobody but the program may import."""

    def outcome_here(self, kind: str) -> Outcome:
        """What comes of it under a kind of confinement on this machine."""
        if kind == "landlock" and landlock_start.version() < self.landlock_from:
            return Outcome.THROUGH
        return self.outcome[kind]

    def shown_here(self, kind: str) -> Shown:
        """What the report must show under a kind of confinement on this machine."""
        if self.shows_where_stopped is not None and not self.outcome_here(kind).is_through:
            return self.shows_where_stopped
        return self.shows


def load() -> dict[str, Attempt]:
    """All attempts by the name of their program, in the order of the table."""
    text = Path(__file__).with_name("attempts.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Attempt])


def source(name: str) -> Path:
    """The file of a hostile program."""
    return PROGRAMS / f"{name}.py"


def sentence(name: str) -> str:
    """What a hostile program does, as its own first line says."""
    return str(ast.get_docstring(ast.parse(source(name).read_text(encoding="utf-8"))))
