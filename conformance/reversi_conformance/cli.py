"""The program `reversi-conformance`: its commands, and how each of them ends.

With `commands` the only place that prints and exits.
"""

import codecs
import functools
import importlib
import io
import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NoReturn

import click

from reversi_conformance import commands
from reversi_conformance.commands import configuration, speaking
from reversi_conformance.commands.help import REFUSAL, Context
from reversi_conformance.commands.help import option as help_option
from reversi_conformance.commands.inputs import CouldNotJudgeError
from reversi_conformance.escaping import harmless
from reversi_conformance.language import listed, mark, say

INTERRUPTED: Final = 130
_COMMANDS: Final = (
    "check",
    "grade",
    "compare",
    "explain",
    "show",
    "doctor",
    "record",
    "exhaust",
    "generate",
    "explore",
    "audit",
    "autograder",
)
"""In the order in which one needs them; each is called like its module."""
_BY_NUMBER: Final = "reversi_conformance.by_number"
_ASKED: Final = "reversi_conformance.language"
"""The key under which a context keeps the language that was asked for before the command."""
_BEHIND_FULL_WIDTH: Final = re.compile(r"(?<=[，。；：？！）]) ")
"""Blanks of English that stand where Chinese has none."""
_OWN_MISTAKE: Final = mark(
    "could not be judged: {what}; please report it,"
    " with what 'reversi-conformance --debug …' prints"
)


class Commands(Mapping[str, click.Command]):
    """The commands by their names, each loaded when it is asked for: one alone is to be run."""

    def __getitem__(self, name: str) -> click.Command:
        if name not in _COMMANDS:
            raise KeyError(name)
        return _load(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_COMMANDS)

    def __len__(self) -> int:
        return len(_COMMANDS)


class Program(click.Group):
    """The commands. Every failure is one line on standard error."""

    context_class = Context

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run one command and exit with the status that it returns."""
        _let_any_text_out()
        with speaking.one_program():
            sys.exit(self._run(*args, **extra))

    def _run(self, *args: Any, **extra: Any) -> Any:
        """Run one command and return its status."""
        extra["standalone_mode"] = False
        try:
            return super().main(*args, **extra)
        except click.UsageError as error:
            message = error.format_message().removesuffix(".").removesuffix("。")
            if error.ctx:
                path = error.ctx.command_path
                message = say("{message} (see '{command} --help')", message=message, command=path)
            _complain(message)
            return error.exit_code
        except click.ClickException as error:
            _complain(error.format_message())
            return error.exit_code
        except click.Abort:
            _complain(say("interrupted"))
            return INTERRUPTED

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take in what stands before the command, in the language that it asks for."""
        ctx.meta[_ASKED] = speaking.asked_for(self, None, args) or speaking.of_variable()
        speaking.use(ctx.meta[_ASKED])
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run one command; a mistake of this program is told as such."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except Exception as error:
            if ctx.params["debug"]:
                import traceback  # noqa: PLC0415 - slow, and seldom needed

                for line in traceback.format_exc().splitlines():
                    click.echo(harmless(line), err=True)
            what = f"{type(error).__name__}: {error}"
            raise CouldNotJudgeError(say(_OWN_MISTAKE, what=what)) from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; where there is none, name the nearest one."""
        name = args[0]
        command = self.get_command(ctx, name)
        if command is None:
            ctx.fail(say("no command is called {name!r}; {hint}", name=name, hint=self._hint(name)))
        asked = speaking.asked_for(command, ctx, args[1:]) or ctx.meta[_ASKED]
        speaking.use(asked)
        configured = self._configured(ctx, name, args[1:])
        speaking.use(asked, configured.get("language"))
        ctx.default_map = {name: configured}
        return super().resolve_command(ctx, args)

    def _configured(self, ctx: click.Context, name: str, args: list[str]) -> dict[str, Any]:
        """What a file of configuration says for a command."""
        if ctx.params.get("is_unconfigured"):
            return {}
        try:
            found = _configuration(ctx.params.get("configuration"), name, args)
            return configuration.defaults(found, self.commands, name) if found else {}
        except click.UsageError as error:
            # Help and completion are there all the same; nothing else is done.
            ctx.meta[REFUSAL] = error
            return {}

    def _hint(self, name: str) -> str:
        import difflib  # noqa: PLC0415 - slow, and seldom needed

        if near := difflib.get_close_matches(name, self.commands, n=1, cutoff=0.5):
            return say("did you mean {name!r}?", name=near[0])
        if os.path.lexists(name):
            command = f"reversi-conformance check {shlex.quote(name)}"
            return say("to check that program, type '{command}'", command=command)
        return say("there are {names}", names=listed(self.commands))

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's interface
        """The commands in the order in which one needs them."""
        return list(self.commands)


@click.group(
    cls=Program,
    invoke_without_command=True,
)
@click.version_option(package_name="reversi-conformance", message="%(prog)s %(version)s")
@click.option(
    "--config",
    "configuration",
    metavar="FILE",
    envvar="REVERSI_CONFORMANCE_CONFIG",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Take options from this file instead of one that is found.",
)
@click.option("--no-config", "is_unconfigured", is_flag=True, help="Take options from no file.")
@click.option(
    "--debug",
    is_flag=True,
    envvar="REVERSI_CONFORMANCE_DEBUG",
    help="Where this program itself fails, show where.",
)
@click.pass_context
def main(ctx: click.Context, /, **_: object) -> None:
    """Judge Reversi programs of the assignment by playing them on a terminal.

    \b
    reversi-conformance check reversi.py            the score sheet of one program
    reversi-conformance grade submissions/ -o out/  a whole class
    reversi-conformance explain rules.flips         what one check asks for
    reversi-conformance show                        the games that it has to play
    reversi-conformance check --help                more about one command
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(click.UsageError.exit_code)


@functools.cache
def _load(name: str) -> click.Command:
    module = importlib.import_module(f"{commands.__name__}.{name}")
    command: click.Command = getattr(module, name)
    command.context_class = Context
    command.params += [speaking.option(), help_option()]
    return command


main.params += [speaking.option(), help_option()]
main.commands = Commands()  # type: ignore[assignment] # nothing is added to them


def _configuration(
    path: Path | None, command: str, args: list[str]
) -> configuration.Configuration | None:
    """What a named file says, or the nearest one that is not of what is graded."""
    handed_in = [Path(arg).resolve() for arg in args if command == "grade" and _is_folder(arg)]
    if path is None:
        return configuration.find(Path.cwd(), handed_in) if _is_folder(".") else None
    if any(path.resolve().is_relative_to(each) for each in handed_in):
        raise click.UsageError(
            say("--config: {path} lies in what is graded, which may not say how", path=path)
        )
    return configuration.named(path)


def _is_folder(name: str) -> bool:
    try:
        return Path(name).is_dir()
    except (OSError, ValueError):
        return False


def _complain(message: str) -> None:
    line = _BEHIND_FULL_WIDTH.sub("", " ".join(message.split()))
    click.echo(harmless(f"reversi-conformance: {line}"), err=True)


def _let_any_text_out() -> None:
    """Write what a terminal's encoding does not have as escapes, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_BY_NUMBER)


def _by_number(error: UnicodeError) -> tuple[str, int]:
    """Characters as JSON has them, too, so that a report stays one in any encoding."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    halves = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    pairs = zip(halves[::2], halves[1::2], strict=True)
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in pairs), error.end


codecs.register_error(_BY_NUMBER, _by_number)
