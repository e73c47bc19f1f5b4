"""From findings to points: checks, criteria and the total.

A check earns points × cases passed / cases that exercised it, and with any failed case at most its
partial credit. What a program does at every end alike costs at the first end alone.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from reversi_conformance.assignment import CHECK_IDS, Assignment, Check, Criterion
from reversi_conformance.causes import Cause, codes_shown, comes_of
from reversi_conformance.findings import Finding, FindingKind, Judgement
from reversi_conformance.referee.ends import HABITS

_PAYS_FIRST: Final = (
    "rules.flips",
    "rules.placement",
    "rules.turns",
    "strategy.most-discs",
    "strategy.ties",
    *(check for check in CHECK_IDS if check.startswith(("ends.", "printing."))),
)
_STOPPED: Final = "every session stopped before"
_NOTHING_PLAYED: Final = "nothing could be played"
_UNPLAYED: Final = "no game came to it"
DEAF: Final = "it prints the same whatever is typed: only games that conform are its own"
"""The reason at each check of a program that knows one game by heart."""
_UNSEEN: Final = "not assessed: a captured session does not show it"
_ENDS: Final = ("ends.full-board", "ends.wipe-out", "ends.no-moves", "ends.illegal-move")


class CheckScore(msgspec.Struct, frozen=True):
    """One row of the sheet."""

    id: str
    title: str
    handout: str
    earned: float | None
    """None where no game came to what the check is about: it does not count."""
    possible: float
    passed: int
    assessed: int
    reason: str = ""
    """Why nothing could be assessed."""


class CriterionScore(msgspec.Struct, frozen=True):
    """A group of checks, or a part marked by hand."""

    id: str
    title: str
    earned: float | None
    """None until a person has marked it."""
    possible: float
    checks: tuple[CheckScore, ...]


class Total(msgspec.Struct, frozen=True):
    """The automatic part of the points."""

    earned: float
    possible: float


class ScoreSheet(msgspec.Struct, frozen=True):
    """Points for one submission."""

    total: Total
    criteria: tuple[CriterionScore, ...]


def settle(judgements: Sequence[Judgement]) -> tuple[Judgement, ...]:
    """Let what has one cause over all cases cost once; elsewhere it becomes a note.

    What shows at every end alike costs at the first one where it shows, in the order of the ends.
    An end declared on the last empty square while somebody must pass is a pass taken for the end,
    where the program takes other passes so, too.
    """
    faults = [fault for judgement in judgements for fault in judgement.faults]
    first: dict[str, str] = {}
    for check in _ENDS:
        for fault in faults:
            if fault.check == check and fault.code in HABITS:
                first.setdefault(fault.code, check)
    takes_passes_for_ends = any(fault.code == "turns.pass-ends-game" for fault in faults)

    def settled(finding: Finding) -> Finding:
        is_repeated = finding.code in first and finding.check != first[finding.code]
        is_pass = finding.code == "end.too-early" and bool(finding.params.get("is_pass"))
        if is_repeated or (is_pass and takes_passes_for_ends):
            return msgspec.structs.replace(finding, kind=FindingKind.NOTE)
        return finding

    return tuple(
        msgspec.structs.replace(each, findings=tuple(map(settled, each.findings)))
        for each in judgements
    )


class Attribution(NamedTuple):
    """Judgements in which each cause is paid for once."""

    judgements: tuple[Judgement, ...]
    checks: tuple[str, ...]
    """For each cause the check that pays for it."""


def attribute(judgements: Sequence[Judgement], causes: Sequence[Cause]) -> Attribution:
    """Let what follows from a cause stand under it: one check pays, elsewhere it becomes a note.

    The check is the first one that the cause breaks, in the order of `_PAYS_FIRST`.
    """
    shown = [
        codes_shown(judgement.evidence or ()) if causes else frozenset() for judgement in judgements
    ]
    checks = []
    settled = list(judgements)
    for cause in causes:
        codes = [cause.codes & each for each in shown]
        broken = {
            fault.check
            for judgement, explained in zip(settled, codes, strict=True)
            for fault in judgement.faults
            if comes_of(fault, explained)
        }
        check = min(broken, key=_PAYS_FIRST.index, default="")
        checks.append(check)
        if cause.is_paid_once:
            settled = [
                _standing_under(cause, check, judgement, explained)
                for judgement, explained in zip(settled, codes, strict=True)
            ]
    return Attribution(tuple(settled), tuple(checks))


def _standing_under(
    cause: Cause, check: str, judgement: Judgement, explained: frozenset[str]
) -> Judgement:
    """What follows costs nothing; nor was a check passed in which something follows."""

    def follows(finding: Finding) -> bool:
        return finding.costs and finding.check != check and comes_of(finding, explained)

    following = {finding.check for finding in judgement.findings if follows(finding)}
    findings = tuple(
        msgspec.structs.replace(finding, kind=FindingKind.NOTE, follows=cause.ids[0])
        if follows(finding)
        else finding
        for finding in judgement.findings
    )
    left = {finding.check for finding in findings if finding.costs}
    return msgspec.structs.replace(
        judgement, findings=findings, assessed=judgement.assessed - (following - left)
    )


def score(
    judgements: Sequence[Judgement],
    assignment: Assignment,
    cut_short: Collection[str],
    unseen: Collection[str] = (),
    *,
    is_deaf: bool = False,
) -> ScoreSheet:
    """Make the sheet of settled judgements.

    Of a program that `is_deaf` to what is typed, what is right in a game that is not the one that
    was asked for is right by chance: it earns what it does in games without any fault.

    `cut_short` are the checks that a case would have exercised, had its session not stopped before;
    `unseen` are those of which nothing can be seen: they do not count.
    """
    stopped = _STOPPED if judgements else _NOTHING_PLAYED
    reasons = dict.fromkeys(cut_short, stopped) | dict.fromkeys(unseen, _UNSEEN)
    criteria = tuple(
        _score_criterion(criterion, judgements, reasons, is_deaf=is_deaf)
        for criterion in assignment.criteria
    )
    counted = [check for each in criteria for check in each.checks if check.earned is not None]
    total = Total(
        earned=_round(sum(check.earned or 0 for check in counted)),
        possible=_round(sum(check.possible for check in counted)),
    )
    return ScoreSheet(total, criteria)


def _score_criterion(
    criterion: Criterion,
    judgements: Sequence[Judgement],
    reasons: Mapping[str, str],
    *,
    is_deaf: bool,
) -> CriterionScore:
    checks = tuple(
        _score_check(check, judgements, reasons, is_deaf=is_deaf) for check in criterion.checks
    )
    earned = [check.earned for check in checks if check.earned is not None]
    return CriterionScore(
        id=criterion.id,
        title=criterion.title,
        earned=_round(sum(earned)) if earned else None,
        possible=criterion.possible,
        checks=checks,
    )


def _score_check(
    check: Check, judgements: Iterable[Judgement], reasons: Mapping[str, str], *, is_deaf: bool
) -> CheckScore:
    assessed = [each for each in judgements if check.id in each.assessed]
    passed = sum(
        not any(is_deaf or fault.check == check.id for fault in each.faults) for each in assessed
    )
    reason = DEAF if is_deaf else ""
    if not assessed:
        reason = reasons.get(check.id, _UNPLAYED)
    return CheckScore(
        id=check.id,
        title=check.title,
        handout=check.handout,
        earned=_earned(check, passed, len(assessed), reason),
        possible=check.points,
        passed=passed,
        assessed=len(assessed),
        reason=reason,
    )


def _earned(check: Check, passed: int, assessed: int, reason: str) -> float | None:
    if not assessed:
        return 0.0 if reason in {_STOPPED, _NOTHING_PLAYED} else None
    if passed == assessed:
        return check.points
    return _round(check.points * min(passed / assessed, check.partial_credit))


def _round(points: float) -> float:
    return round(points, 2)
