"""`compare`: a captured session against a golden transcript, without running anything."""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from reversi_conformance.commands import completions, inputs, output
from reversi_conformance.commands.check import CONFORMS, FINDINGS
from reversi_conformance.escaping import as_text
from reversi_conformance.language import say

if TYPE_CHECKING:
    from reversi_conformance.assignment import Assignment
    from reversi_conformance.captures.decoding import Page
    from reversi_conformance.captures.session import Session
    from reversi_conformance.report import Capture, Report
    from reversi_conformance.transcript import Case

_STANDARD_INPUT: Final = "-"


@click.command()
@output.FORMAT
@output.OUTPUT
@inputs.ASSIGNMENT
@click.option(
    "--game",
    type=click.IntRange(min=1),
    metavar="N",
    default=1,
    show_default=True,
    help="Which game to judge, where several stand in the capture.",
)
@click.argument(
    "arguments",
    metavar="[CASE] FILE",
    nargs=-1,
    required=True,
    shell_complete=completions.cases_or_files,
)
def compare(
    *, form: str, path: Path | None, assignment: str, game: int, arguments: Sequence[str]
) -> int:
    """Judge a captured session, without running anything.

    FILE is what stood on the terminal: pasted or redirected text (UTF-8, GBK, or UTF-16 with its
    mark), a typescript of the program 'script', or a recording of asciinema; - is standard input.
    CASE is the id of a case or the path of a transcript. Without it, size, side and moves are found
    in the capture. Shell prompts and command lines around the session are left out.

    \b
    reversi-conformance compare session.txt
    reversi-conformance compare py-4-X-sample session.cast
    reversi-conformance compare --game 2 --format json -o report.json typescript

    The log and the end of the program are not in a capture and not judged. The exit status is 0
    where everything conforms, 1 where there are findings, 2 for a wrong option or a case or file
    that is not there, and 3 where no session can be read in the file.
    """
    if len(arguments) > 2:
        raise click.UsageError(
            say(
                "one CASE and one FILE are compared, not {arguments} files",
                arguments=len(arguments),
            )
        )
    chosen = inputs.assignment(assignment)
    case = _case(arguments[0], chosen) if len(arguments) == 2 else None
    data = _read(arguments[-1])
    output.refuse_impossible(path)
    options = () if assignment == inputs.DEFAULT_ASSIGNMENT else ("--assignment", assignment)
    report = _judge(data, arguments[-1], case, chosen, game, options)
    output.write(output.render(report, form, path), path, form)
    return CONFORMS if report.conforms else FINDINGS


def _case(name: str, assignment: "Assignment") -> "Case":
    if not name.endswith(".txt"):
        [case] = inputs.cases(assignment, [name])
        return case
    from reversi_conformance import corpus
    from reversi_conformance.transcript import TranscriptError

    try:
        if not Path(name).is_file():
            raise click.UsageError(say("there is no transcript {name!r}", name=name))
        return corpus.load_file(Path(name))
    except OSError as error:
        raise click.UsageError(
            say("{name!r} cannot be read: {reason}", name=name, reason=error.strerror)
        ) from None
    except TranscriptError as error:
        raise inputs.CouldNotJudgeError(str(error)) from None


def _read(name: str) -> bytes:
    from reversi_conformance.captures.decoding import MOST_BYTES

    try:
        if name == _STANDARD_INPUT:
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise click.UsageError(
            say("{name!r} cannot be read: {reason}", name=name, reason=error.strerror)
        ) from None


def _judge(
    data: bytes,
    name: str,
    case: "Case | None",
    assignment: "Assignment",
    game: int,
    options: Sequence[str],
) -> "Report":
    from reversi_conformance.captures import CaptureError, decoding
    from reversi_conformance.captures.session import UNSEEN_CHECKS, judge, session_of
    from reversi_conformance.observation import Confinement
    from reversi_conformance.report import make_report

    shown = say("standard input") if name == _STANDARD_INPUT else shlex.quote(name)
    try:
        page = decoding.read(data)
        session = session_of(page, case, assignment, game)
    except CaptureError as error:
        raise inputs.CouldNotJudgeError(say("{shown}: {error}", shown=shown, error=error)) from None
    return make_report(
        as_text(shown),
        assignment,
        [session.case],
        [judge(session, assignment)],
        sandbox=Confinement("none", verified=False),
        waiting="silence",
        options=[as_text(option) for option in options],
        capture=_capture(page, session, game),
        unseen=UNSEEN_CHECKS,
    )


def _capture(page: "Page", session: "Session", game: int) -> "Capture":
    from reversi_conformance.report import Capture, ReportedRemark

    remarks = (
        ReportedRemark(remark.code, dict(remark.params), remark.sentence())
        for remark in session.remarks
    )
    return Capture(page.form, page.encoding, game, session.games, tuple(remarks))
