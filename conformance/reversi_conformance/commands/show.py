"""`show`: the cases of an assignment, one of them as a session, or a session out of a report."""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reversi_conformance.commands import completions, inputs, output, playing
from reversi_conformance.escaping import harmless
from reversi_conformance.language import say
from reversi_conformance.reports import FORMATS

if TYPE_CHECKING:
    from reversi_conformance.report import Report, ReportedCase
    from reversi_conformance.transcript import Case, Transcript


@click.command()
@inputs.ASSIGNMENT
@click.option(
    "--case",
    "case_id",
    metavar="ID",
    shell_complete=completions.cases,
    help="Which session of a report.",
)
@playing.PLAY
@playing.PACE
@click.option(
    "--format",
    "form",
    type=inputs.Choice(list(FORMATS)),
    metavar="NAME",
    help="Show the whole report in this format of 'check'.",
)
@output.OUTPUT
@click.option(
    "--feedback",
    type=inputs.Choice(inputs.FEEDBACK),
    help="With --format: what is told of hidden games, where the record has all.  [default: full]",
)
@click.argument(
    "what",
    metavar="[CASE|REPORT.json]",
    required=False,
    shell_complete=completions.cases_or_files,
)
def show(
    *,
    assignment: str,
    case_id: str | None,
    is_played: bool,
    seconds: float,
    form: str | None,
    path: Path | None,
    feedback: str | None,
    what: str | None,
) -> int:
    """Show the cases, one of them, or a session out of a report.

    Without an argument the cases of the assignment are listed: size, the computer's side, how the
    game ends, and what the case is there for. The id of a case shows its session as the right
    program prints it. A report in the format json shows a session that did not conform; with
    --format it becomes any other format, without playing anything again. With --play a session is
    replayed turn by turn, one of a report beside the golden game.

    \b
    reversi-conformance show
    reversi-conformance show py-4-X-sample
    reversi-conformance show py-4-X-sample --play
    reversi-conformance show report.json --case py-4-X-sample
    reversi-conformance show report.json --format junit -o junit.xml

    The exit status is 0, or 2 for a case or report that is not there, or 3 for a transcript that
    cannot be read.
    """
    is_report = what is not None and what.endswith(".json")
    if form is not None or path is not None or feedback is not None:
        if what is None or not is_report or form is None or case_id is not None:
            raise click.UsageError(
                say("--format, -o and --feedback are for a whole report: REPORT.json --format NAME")
            )
        output.refuse_impossible(path)
        _write_report(Path(what), form, path, feedback)
        return 0
    if what is not None and is_report:
        _show_report(Path(what), case_id, seconds if is_played else None)
        return 0
    if case_id is not None:
        raise click.UsageError(
            say("--case is for a report: name a file that ends in .json before it")
        )
    chosen = inputs.assignment(assignment)
    if what is None:
        if is_played:
            raise click.UsageError(say("--play: name a case or a report to be replayed"))
        output.say("".join(map(_listed, inputs.cases(chosen, ()))))
        return 0
    [case] = inputs.cases(chosen, [what])
    playing.play(_scenes(case.transcript), seconds if is_played else 0)
    return 0


def _listed(case: "Case") -> str:
    header = case.header
    facts = say(
        "{size}×{size}  computer {side}  {ends}",
        size=header.board,
        side=header.computer.value,
        ends=header.ends,
    )
    name, exercises = harmless(case.id), harmless(", ".join(header.exercises))
    return f"{click.style(name, bold=True)}  {harmless(facts)}\n    {exercises}\n"


def _scenes(transcript: "Transcript") -> Iterator[str]:
    """A session as it stood on the screen; what was typed stands out on a terminal."""
    from reversi_conformance.reports.replay import golden_scenes

    return golden_scenes(transcript, width=playing.width(), coloured=output.colours())


def _write_report(record: Path, form: str, path: Path | None, told: str | None) -> None:
    from reversi_conformance.feedback import FULL, conceal

    output.refuse_impossible(path)
    report = conceal(_read(record), told or FULL)
    output.write(output.render(report, form, path), path, form)


def _show_report(path: Path, case_id: str | None, seconds: float | None) -> None:
    """Show a session out of a report, or replay it with so many seconds for a turn."""
    from reversi_conformance.reports.replay import scenes
    from reversi_conformance.transcript import TranscriptError, parse_transcript

    report = _read(path)
    if not report.cases:
        # Nothing was played: the sheet says why.
        output.say(output.render(report, "text", None))
        return
    wrong = [case for case in report.cases if case.transcript]
    if not wrong:
        raise click.UsageError(
            say("{path}: every session conforms, and none is recorded", path=path)
        )
    case = _chosen(wrong, case_id, path)
    try:
        transcript = parse_transcript(case.transcript, str(path))
    except TranscriptError as error:
        raise inputs.CouldNotJudgeError(str(error)) from None
    if seconds is None:
        playing.play(_scenes(transcript), 0)
    else:
        beside = scenes(case, width=playing.width(), coloured=output.colours())
        playing.play(beside, seconds)
    others = [other.id for other in wrong if other is not case]
    if case_id is None and others:
        hint = say(
            "This is {case}; choose another one with --case: {others}",
            case=case.id,
            others=", ".join(others),
        )
        click.echo(harmless(hint), err=True)


def _read(path: Path) -> "Report":
    from reversi_conformance.reports.json import ReportError, read

    try:
        return read(path.read_bytes())
    except OSError as error:
        raise click.UsageError(
            say("{path}: cannot be read: {reason}", path=path, reason=error.strerror)
        ) from None
    except ReportError as error:
        raise click.UsageError(say("{path}: {error}", path=path, error=error)) from None


def _chosen(wrong: "list[ReportedCase]", case_id: str | None, path: Path) -> "ReportedCase":
    if case_id is None:
        return wrong[0]
    for case in wrong:
        if case.id == case_id:
            return case
    ids = ", ".join(case.id for case in wrong)
    raise click.UsageError(
        say(
            "{path}: no session of {case_id!r} is recorded; there are {ids}",
            path=path,
            case_id=case_id,
            ids=ids,
        )
    )
