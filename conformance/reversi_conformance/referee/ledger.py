"""Where the findings of one session are entered: each cause once, at its first place."""

from collections.abc import Mapping

import msgspec

from reversi_conformance.assignment import Latitude
from reversi_conformance.evidence import Evidence
from reversi_conformance.findings import Finding, FindingKind, Value


class Ledger:
    """Findings, evidence and exercised checks of a session that is being judged."""

    def __init__(self) -> None:
        self.turn = 0
        self.answers: tuple[str, ...] = ()
        self.assessed: set[str] = set()
        self.evidence: list[Evidence] = []
        self._findings: dict[tuple[str, str], Finding] = {}

    @property
    def findings(self) -> tuple[Finding, ...]:
        """In the order in which they were first seen."""
        return tuple(self._findings.values())

    def begin_turn(self, turn: int, answers: tuple[str, ...]) -> None:
        """What is entered from now on shows in this turn."""
        self.turn = turn
        self.answers = answers

    def has(self, code: str) -> bool:
        """Whether something of this code was entered, in any check."""
        return any(found == code for _, found in self._findings)

    def has_fault(self, check: str) -> bool:
        """Whether the check has lost this case."""
        return any(found.costs and found.check == check for found in self._findings.values())

    def witness(self, evidence: Evidence) -> None:
        """Note what the program decided, right or wrong."""
        self.evidence.append(evidence)

    def assess(self, check: str) -> None:
        """The session exercises this check."""
        self.assessed.add(check)

    def fault(
        self,
        check: str,
        code: str,
        facts: Mapping[str, Value] | None = None,
        /,
        *,
        expected: tuple[str, ...] = (),
        observed: tuple[str, ...] = (),
        **params: Value,
    ) -> None:
        """Enter what costs the check its case; `facts` are more parameters."""
        self.assess(check)
        self._enter(check, code, FindingKind.FAULT, {**(facts or {}), **params}, expected, observed)

    def note(self, check: str, code: str, **params: Value) -> None:
        """Enter what costs nothing."""
        self._enter(check, code, FindingKind.NOTE, params, (), ())

    def tolerate(
        self,
        latitude: Latitude,
        check: str,
        code: str,
        *,
        expected: tuple[str, ...] = (),
        observed: tuple[str, ...] = (),
        **params: Value,
    ) -> None:
        """Enter what is inside the latitude; the assignment says what that is worth."""
        if latitude is Latitude.FAULT:
            self.fault(check, code, expected=expected, observed=observed, **params)
        elif latitude is Latitude.NOTE:
            self._enter(check, code, FindingKind.NOTE, params, expected, observed)

    def _enter(
        self,
        check: str,
        code: str,
        kind: FindingKind,
        params: dict[str, Value],
        expected: tuple[str, ...],
        observed: tuple[str, ...],
    ) -> None:
        earlier = self._findings.get((check, code))
        if earlier is not None:
            again = msgspec.structs.replace(earlier, times=earlier.times + 1)
            self._findings[check, code] = again
            return
        self._findings[check, code] = Finding(
            check, code, kind, self.turn, self.answers, params, expected, observed
        )
