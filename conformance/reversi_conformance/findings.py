"""Findings: what the referee says of one session, as data.

A finding has a permanent code and parameters; sentences are made from them at the very end
(`messages`). This module knows the shapes alone.
"""

import enum
from typing import TypeAlias

import msgspec

from reversi_conformance.evidence import Evidence

Value: TypeAlias = str | int | float | tuple[str, ...]


class FindingKind(enum.Enum):
    """What a finding is worth."""

    FAULT = "fault"
    """It costs the check its case."""
    NOTE = "note"
    """It is inside the latitude, or already paid for; it costs nothing."""
    ADVICE = "advice"
    """The handout does not ask for it; worth knowing all the same."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that the referee saw, at the first place where it shows in the session."""

    check: str
    """The id of the check that it costs, or would cost."""
    code: str
    """What it is; permanent."""
    kind: FindingKind
    turn: int
    """The index of the turn in which it shows; turn 0 stands before the first answer."""
    answers: tuple[str, ...]
    """What had been typed until then: typing it again leads to the same place."""
    params: dict[str, Value] = {}
    expected: tuple[str, ...] = ()
    """The lines that should stand there."""
    observed: tuple[str, ...] = ()
    """The lines that stand there."""
    times: int = 1
    """How often it shows in this session."""
    follows: str = ""
    """The id of the likely cause that is paid for elsewhere, and from which this follows."""

    @property
    def costs(self) -> bool:
        """Whether the check loses its case."""
        return self.kind is FindingKind.FAULT


class Judgement(msgspec.Struct, frozen=True):
    """All that is said of one session."""

    findings: tuple[Finding, ...]
    assessed: frozenset[str]
    """The ids of the checks that the session exercised; every check with a fault is among them."""
    reached_end: bool
    """Whether the session came to the end that its moves lead to, so that nothing was left out."""
    evidence: tuple[Evidence, ...] | None = ()
    """What the program decided, right or wrong, in the order in which it was seen; None where that
    is what its case decides and was not looked at yet (`referee.witnessed`)."""

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings that cost."""
        return tuple(finding for finding in self.findings if finding.costs)
