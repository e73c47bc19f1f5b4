"""What a shell may complete: cases, assignments, checks, files.

While somebody types nothing is told of what is wrong: then there is nothing to complete.
"""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem


def cases(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the ids of the assignment's cases, each with what it is there for."""
    from reversi_conformance import corpus
    from reversi_conformance.assignment import AssignmentError, load
    from reversi_conformance.transcript import TranscriptError

    try:
        found = corpus.load_suite(load(ctx.params.get("assignment") or "python"))
    except (AssignmentError, TranscriptError, OSError):
        return []
    headers = (case.header for case in found)
    return _beginning(incomplete, ((each.id, ", ".join(each.exercises)) for each in headers))


def cases_or_files(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return cases, and files where none begins like that."""
    return cases(ctx, parameter, incomplete) or files(ctx, parameter, incomplete)


def assignments(
    ctx: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the names of the assignments, and files where none begins like that."""
    from reversi_conformance.assignment import shipped

    found = _beginning(incomplete, ((name, "") for name in shipped()))
    return found or files(ctx, parameter, incomplete)


def checks(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the ids of the checks, each with its title."""
    from reversi_conformance import handbook

    return _beginning(incomplete, ((page.check, page.title) for page in handbook.load()))


def files(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Let the shell complete the name of a file or folder."""
    return [CompletionItem(incomplete, type="file")]


def _beginning(start: str, names: Iterable[tuple[str, str]]) -> list[CompletionItem]:
    return [CompletionItem(name, help=about) for name, about in names if name.startswith(start)]
