"""The report: the record of one submission's check, from which every format is made.

Its JSON is the format `reversi-conformance/report/v1`; fields are added to it, never changed.
"""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from reversi_conformance import __version__
from reversi_conformance.assignment import Assignment
from reversi_conformance.cause_messages import cause_sentence
from reversi_conformance.causes import Cause, comes_of, find_causes
from reversi_conformance.findings import Finding, FindingKind, Judgement, Value
from reversi_conformance.language import ENGLISH, in_force
from reversi_conformance.messages import sentence
from reversi_conformance.observation import Confinement, EndingKind
from reversi_conformance.problem_messages import retold_submission
from reversi_conformance.referee import witnessed
from reversi_conformance.referee.ends import HABITS
from reversi_conformance.referee.golden import exercised_by
from reversi_conformance.repetition import Variation, is_deaf
from reversi_conformance.rubric import CriterionScore, Total, attribute, score, settle
from reversi_conformance.run import Run
from reversi_conformance.sessions import PTY
from reversi_conformance.sightings import Sighting
from reversi_conformance.signs import USUAL, Signs, exchange
from reversi_conformance.submission import Submission
from reversi_conformance.transcript import Case, Transcript, Turn, format_transcript

_MOST_LINES: Final = 400
"""Lines of a turn that are kept in a report: enough for fourteen boards of the largest size."""
SCHEMA: Final = "reversi-conformance/report/v1"


class ReportedFinding(msgspec.Struct, frozen=True):
    """A finding with its sentence."""

    check: str
    code: str
    kind: str
    turn: int
    times: int
    answers: tuple[str, ...]
    params: dict[str, Value]
    message: str
    expected: tuple[str, ...]
    observed: tuple[str, ...]
    follows: str = ""
    """The id of the cause that is paid for elsewhere, and from which this follows; "hidden" where
    that cause is concealed."""


class ReportedCause(msgspec.Struct, frozen=True):
    """What findings of all cases together seem to come from."""

    ids: tuple[str, ...]
    """What is wrong, one id for each part of the program in which it is."""
    message: str
    check: str
    """The check that pays for it."""
    codes: tuple[str, ...]
    """The findings that it explains."""
    cases: int
    """In how many cases it shows."""
    is_public: bool = True
    """Whether the cases that are not hidden alone give it away."""


class ReportedCase(msgspec.Struct, frozen=True):
    """One session."""

    id: str
    conforms: bool
    ending: str
    status: int | None
    seconds: float
    cpu_seconds: float
    soft_waits: int
    assessed: tuple[str, ...]
    findings: tuple[ReportedFinding, ...]
    transcript: str = ""
    """The session as it was seen, where it does not conform; typed answers in «»."""
    is_hidden: bool = False
    """It is of a hidden suite."""
    is_concealed: bool = False
    """Not all that was found in it is told."""
    expected: str = ""
    """The golden session, in the same format, where the program's does not conform."""
    file: str = ""
    """The transcript file that names the game, as it was typed; "" for a game of a suite."""

    @property
    def named(self) -> str:
        """What `check --case` takes for it."""
        return self.file or self.id


class ReportedRemark(msgspec.Struct, frozen=True):
    """What is to be known of a capture itself or of a program's doings, with its sentence."""

    code: str
    params: dict[str, Value]
    message: str


class Capture(msgspec.Struct, frozen=True):
    """Where a session comes from that was captured and not played here."""

    form: str
    """"text", or "asciinema-v1" to "asciinema-v3"."""
    encoding: str
    game: int
    """Which game of the capture was judged, counted from 1."""
    games: int
    """How many games stand in the capture."""
    remarks: tuple[ReportedRemark, ...]


class Report(msgspec.Struct, frozen=True):
    """All that is known of one check of one submission."""

    schema: str
    version: str
    assignment: str
    program: str
    """The command line, as it was typed."""
    options: tuple[str, ...]
    """The options that choose the assignment, to run the same check again."""
    sandbox: Confinement
    waiting: str
    """How the harness knew when to type: "kernel" or "silence"."""
    complete: bool
    """Whether the points are final: false after Ctrl-C."""
    chosen: int
    """How many cases were to be judged; a program that never asks anything is not played in all."""
    total: Total
    criteria: tuple[CriterionScore, ...]
    cases: tuple[ReportedCase, ...]
    causes: tuple[ReportedCause, ...] = ()
    """The likely causes, each one named where it alone explains all that was seen."""
    variations: tuple[Variation, ...] = ()
    """Cases that were played once more, where the program did something else."""
    seen: tuple[ReportedRemark, ...] = ()
    """What the program did besides playing; it costs nothing."""
    capture: Capture | None = None
    """Where one captured session was judged and no program run: then `program` is the capture."""
    submission: Submission | None = None
    """Where the program was handed in, or found in a folder of one's own."""
    terminal: str = PTY
    """On what the program was played: "pty", a terminal of its own, or "pipe"."""
    language: str | msgspec.UnsetType = msgspec.UNSET
    """In which language its sentences are, such as "zh"; not there for English."""
    signs: Signs | msgspec.UnsetType = msgspec.UNSET
    """What stands for discs and empty squares; not there for the usual signs."""

    @property
    def conforms(self) -> bool:
        """Whether nothing costs anything."""
        return all(case.conforms for case in self.cases)


def make_report(
    program: str,
    assignment: Assignment,
    chosen: Sequence[Case],
    runs: Sequence[Run],
    *,
    sandbox: Confinement,
    waiting: str,
    options: Sequence[str] = (),
    is_interrupted: bool = False,
    variations: Sequence[Variation] = (),
    seen: Sequence[Sighting] = (),
    capture: Capture | None = None,
    unseen: Collection[str] = (),
    hidden: Collection[str] = (),
    submission: Submission | None = None,
    terminal: str = PTY,
) -> Report:
    """Score the runs and put everything together; `chosen` are all cases that were to be run.

    Cases that were not run, although nobody interrupted it, count as stopped before they began. A
    session that a person broke off lacks nothing, and checks that are `unseen` do not count. The
    cases that are `hidden`, named by their ids, are marked as such.
    """
    if any(run.judgement.faults for run in runs):
        runs = [_witnessed(run, assignment) for run in runs]
    causes = _causes(runs)
    attributed, paying = attribute([_asked_for(run.judgement, assignment) for run in runs], causes)
    judgements = settle(attributed)
    played = {run.case.id for run in runs}
    unplayed = [case for case in chosen if case.id not in played and not is_interrupted]
    judged = zip(runs, judgements, strict=True)
    paid = frozenset[str]().union(*(cause.codes for cause in causes if cause.is_paid_once))
    stopped = [run.case for run, judgement in judged if _stopped(run, judgement, paid)]
    cut = cut_short([*stopped, *unplayed], assignment, judgements)
    deaf = is_deaf([run.observation for run in runs])
    sheet = score(judgements, assignment, cut, unseen, is_deaf=deaf)
    public = [run for run in runs if run.case.id not in hidden]
    known = causes if len(public) == len(runs) else _causes(public)
    given_away = frozenset(each for cause in known for each in cause.ids)
    return Report(
        schema=SCHEMA,
        version=__version__,
        assignment=assignment.id,
        program=program,
        options=tuple(options),
        sandbox=sandbox,
        waiting=waiting,
        complete=not is_interrupted,
        chosen=len(chosen),
        total=sheet.total,
        criteria=sheet.criteria,
        cases=tuple(
            _reported_case(run, judgement, assignment.signs, is_hidden=run.case.id in hidden)
            for run, judgement in zip(runs, judgements, strict=True)
        ),
        causes=tuple(
            _reported_cause(cause, check, judgements, given_away, assignment.signs)
            for cause, check in zip(causes, paying, strict=True)
            if check
        ),
        variations=tuple(variations),
        seen=tuple(ReportedRemark(each.code, each.params, each.sentence()) for each in seen),
        capture=capture,
        terminal=terminal,
        submission=submission and retold_submission(submission),
        language=spoken(),
        signs=msgspec.UNSET if assignment.signs == USUAL else assignment.signs,
    )


def spoken() -> str | msgspec.UnsetType:
    """Return the language in force as a report has it."""
    return msgspec.UNSET if in_force() == ENGLISH else in_force()


def _witnessed(run: Run, assignment: Assignment) -> Run:
    return msgspec.structs.replace(run, judgement=witnessed(run.judgement, run.case, assignment))


def _causes(runs: Sequence[Run]) -> tuple[Cause, ...]:
    if not any(run.judgement.faults for run in runs):
        return ()
    return find_causes(evidence for run in runs for evidence in run.judgement.evidence or ())


def _reported_cause(
    cause: Cause,
    check: str,
    judgements: Sequence[Judgement],
    given_away: Collection[str],
    signs: Signs,
) -> ReportedCause:
    """`check` pays for the cause, in these judgements; public cases alone give some causes away."""
    explained = [
        {
            finding.code
            for finding in judgement.findings
            if comes_of(finding, cause.codes) and (finding.costs or finding.follows == cause.ids[0])
        }
        for judgement in judgements
    ]
    return ReportedCause(
        ids=cause.ids,
        message=exchange(cause_sentence(cause), signs),
        check=check,
        codes=tuple(sorted(set[str]().union(*explained))),
        cases=sum(map(bool, explained)),
        is_public=all(each in given_away for each in cause.ids),
    )


def _stopped(run: Run, judgement: Judgement, paid: frozenset[str]) -> bool:
    """Whether the program did not come to the end that its case leads to.

    Where that comes of a cause, whose findings are `paid` for once, nothing more is lost.
    """
    is_broken_off = run.observation.ending.kind is EndingKind.INTERRUPTED
    is_paid = any(comes_of(finding, paid) for finding in judgement.findings)
    return not (judgement.reached_end or is_broken_off or is_paid)


def _asked_for(judgement: Judgement, assignment: Assignment) -> Judgement:
    """A judgement without what the assignment has no check for."""
    checks = {check.id for check in assignment.checks}
    findings = tuple(each for each in judgement.findings if each.check in checks)
    return msgspec.structs.replace(judgement, findings=findings)


def cut_short(
    stopped: Sequence[Case], assignment: Assignment, judgements: Sequence[Judgement]
) -> frozenset[str]:
    """The checks that no session exercised because each one that was to do so stopped before.

    The stopped cases are only looked at where a check of the assignment was not assessed at all.
    """
    assessed = frozenset[str]().union(*(judgement.assessed for judgement in judgements))
    wanted = {check.id for check in assignment.checks} - assessed
    if not wanted:
        return frozenset()
    exercised = (exercised_by(case.header, assignment) for case in stopped)
    return frozenset(wanted).intersection(frozenset[str]().union(*exercised))


def _reported_case(
    run: Run, judgement: Judgement, signs: Signs, *, is_hidden: bool
) -> ReportedCase:
    observation = run.observation
    conforms = not any(map(_is_deviation, judgement.findings))
    return ReportedCase(
        id=run.case.id,
        conforms=conforms,
        ending=observation.ending.kind.value,
        status=observation.ending.status,
        seconds=round(observation.ending.seconds, 3),
        cpu_seconds=round(observation.ending.cpu_seconds, 3),
        soft_waits=observation.soft_waits,
        assessed=tuple(sorted(judgement.assessed)),
        findings=tuple(_reported_finding(each, signs) for each in judgement.findings),
        transcript="" if conforms else format_transcript(_cut(observation.transcript)),
        is_hidden=is_hidden,
        expected="" if conforms else format_transcript(run.case.transcript),
    )


def _is_deviation(finding: Finding) -> bool:
    """Whether it costs, or would if it were not paid for elsewhere."""
    is_repeated = finding.code in HABITS and finding.kind is FindingKind.NOTE
    return finding.costs or bool(finding.follows) or is_repeated


def _cut(transcript: Transcript) -> Transcript:
    """The transcript without the greater part of what is printed without end."""
    return Transcript(tuple(map(_cut_turn, transcript.turns)))


def _cut_turn(turn: Turn) -> Turn:
    more = len(turn.printed) - _MOST_LINES
    if more <= 0:
        return turn
    return Turn(turn.typed, (*turn.printed[:_MOST_LINES], f"… and {more} more lines"))


def _reported_finding(finding: Finding, signs: Signs) -> ReportedFinding:
    def lines(shown: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(exchange(line, signs) for line in shown)

    return ReportedFinding(
        check=finding.check,
        code=finding.code,
        kind=finding.kind.value,
        turn=finding.turn,
        times=finding.times,
        answers=lines(finding.answers),
        params={key: told(value, signs) for key, value in finding.params.items()},
        message=exchange(sentence(finding), signs),
        expected=lines(finding.expected),
        observed=lines(finding.observed),
        follows=finding.follows,
    )


def told(value: Value, signs: Signs) -> Value:
    """Return a parameter with these signs and the usual ones in each other's place."""
    return exchange(value, signs) if isinstance(value, str) else value
