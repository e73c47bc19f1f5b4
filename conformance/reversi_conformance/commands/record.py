"""`record`: golden transcripts written anew from their headers."""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

from pathlib import Path
from typing import Final

import click

from reversi_conformance.commands import inputs, output
from reversi_conformance.escaping import harmless
from reversi_conformance.language import mark, say

OUTDATED: Final = 1
_WOULD_CHANGE: Final = (mark("{path}: would change"), mark("{path}: nothing would change"))
_CHANGED: Final = (mark("{path}: changed"), mark("{path}: nothing changed"))


@click.command()
@inputs.ASSIGNMENT
@click.option("--check", "only_looks", is_flag=True, help="Change nothing; say what would change.")
@click.argument(
    "folder", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
def record(*, assignment: str, only_looks: bool, folder: Path | None) -> int:
    """Write what the right program prints into golden transcripts.

    The header of each transcript in FOLDER says who plays what; the lines below it are written anew
    by the engine, in the wording of the assignment. Without FOLDER, the assignment's own
    transcripts are meant.

    \b
    reversi-conformance record --check
    reversi-conformance record --assignment my-course.toml hidden/

    The exit status is 0, with --check 1 where something would change; 2 for a wrong option, 3 for a
    transcript that cannot be read or written.
    """
    from reversi_conformance import corpus
    from reversi_conformance.transcript import TranscriptError

    chosen = inputs.assignment(assignment)
    place = folder or corpus.home() / chosen.suite
    record_or_look = corpus.outdated if only_looks else corpus.rerecord
    try:
        changed = record_or_look(place, chosen)
    except TranscriptError as error:
        raise inputs.CouldNotJudgeError(str(error)) from None
    except OSError as error:
        raise inputs.CouldNotJudgeError(
            say("{filename}: {reason}", filename=error.filename, reason=error.strerror)
        ) from None
    one, none = _WOULD_CHANGE if only_looks else _CHANGED
    lines = [say(one, path=path) for path in changed] or [say(none, path=place)]
    output.say("".join(f"{harmless(line)}\n" for line in lines))
    return OUTDATED if only_looks and changed else 0
