"""What whoever reads a report does next: one step, said once, the same in every format.

Pure. The step is the mistake that costs most, since what it hides shows only when it is mended.
"""

import msgspec

from reversi_conformance.language import say
from reversi_conformance.report import Report
from reversi_conformance.reports import outcomes, phrases
from reversi_conformance.reports.visible import plain


class Step(msgspec.Struct, frozen=True):
    """What to do."""

    sentence: str
    again: str = ""
    """What to type to see the mistake; "" where there is nothing to type."""
    explain: str = ""
    """What to type to read about it."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The step, one line for each part of it."""
        again = (say("To see it: {command}", command=self.again),) if self.again else ()
        explain = (
            (say("To read about it: {command}", command=self.explain),) if self.explain else ()
        )
        return (self.sentence, *again, *explain)


def next_step(report: Report) -> Step:
    """Return the one thing to do now."""
    if report.submission is not None and not report.submission.is_judged:
        return Step(
            say(
                "There is nothing to mend, since {why}. No mark follows from it; tell whoever runs"
                " the check.",
                why=outcomes.no_mark(report),
            )
        )
    found = outcomes.problems(report)
    if found and not report.cases:
        return Step(say("Mend this first, since nothing could be played: {what}.", what=found[0]))
    first = next(outcomes.mistakes(report), None)
    if first is None:
        return Step(_without_mistakes(report))
    check, group = first
    cause = next((each for each in report.causes if each.check == check.id), None)
    what = outcomes.mistake(group)
    if cause is None:
        sentence = say("Mend this first: {what}.", what=what)
    else:
        likely = phrases.named(cause.message)
        sentence = say("Mend this first: {what}. Likely cause: {cause}.", what=what, cause=likely)
    is_played = report.capture is None and not group.case.is_concealed
    return Step(
        sentence,
        again=phrases.again(report, group.case) if is_played else "",
        explain=f"reversi-conformance explain {plain(check.id)}",
    )


def _without_mistakes(report: Report) -> str:
    if not report.complete:
        return say("Check it again, since {why}.", why=outcomes.no_mark(report))
    lacking = [each for each in outcomes.outcomes(report) if each.status is outcomes.Status.FAILED]
    if lacking:
        return say("Look at {check}: {what}.", check=lacking[0].id, what=lacking[0].message)
    return say("There is nothing to mend.")
