"""What a command is given: an assignment, cases, a program. What cannot be is refused."""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

import os
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import click

from reversi_conformance.commands import completions
from reversi_conformance.language import listed, mark, say

if TYPE_CHECKING:
    from reversi_conformance.assignment import Assignment
    from reversi_conformance.classroom.own import Own
    from reversi_conformance.classroom.recipes import Recipe
    from reversi_conformance.observation import Confinement
    from reversi_conformance.sessions.command import Command
    from reversi_conformance.transcript import Case

_Command = TypeVar("_Command", bound=Callable[..., Any])


def _nearest(name: str, names: Iterable[str]) -> str | None:
    """The name that is most like a mistyped one; None where none is."""
    import difflib

    return next(iter(difflib.get_close_matches(name, [*names], n=1)), None)


class Choice(click.Choice):  # type: ignore[type-arg] # click's is no generic before version 8.2
    """One of some words; the nearest one is named where it is none of them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the word. Raises `click.BadParameter`."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            near = _nearest(str(value), map(str, self.choices))
            hint = say(" Did you mean {name!r}?", name=near) if near else ""
            raise click.BadParameter(f"{error.message}{hint}", ctx, param) from None


_TRANSCRIPT: Final = ".txt"
"""How the name of a golden transcript ends; no id of a case does."""
DEFAULT_ASSIGNMENT = "python"
ASSIGNMENT = click.option(
    "--assignment",
    metavar="NAME|FILE.toml",
    default=DEFAULT_ASSIGNMENT,
    show_default=True,
    shell_complete=completions.assignments,
    help="The assignment: a name such as python or typescript, or a file of your own.",
)


def _jobs(what: str) -> Callable[[_Command], _Command]:
    return click.option(
        "--jobs",
        type=click.IntRange(min=1),
        metavar="N",
        help=what,
    )


ONE_A_CORE = _jobs(mark("Run N sessions at a time.  [default: one for each core]"))
TWO_A_CORE = _jobs(mark("Run N sessions at a time.  [default: two for each core]"))
THREE_A_CORE = _jobs(mark("Run N sessions at a time.  [default: three for each core]"))
PROGRAMS = _jobs(mark("Run N programs at a time.  [default: one for each core]"))
SANDBOX = click.option(
    "--sandbox",
    type=Choice(["auto", "bubblewrap", "landlock", "limits"]),
    default="auto",
    show_default=True,
    help="How the program is confined; auto takes the strongest kind that holds here."
    " 'reversi-conformance doctor' shows which.",
)
REQUIRE_SANDBOX = click.option(
    "--require-sandbox",
    "is_sandbox_required",
    is_flag=True,
    help="Run nothing unless a confinement holds that was tried out on this machine.",
)


TERMINAL = click.option(
    "--terminal",
    "wanted_terminal",
    type=Choice(["pty", "pipe"]),
    help="Play the program on a terminal of its own, or on pipes, where less is seen and nothing is"
    " confined.  [default: pty; on Windows pipe]",
)
HIDDEN = click.option(
    "--hidden",
    "hidden_folder",
    metavar="DIR",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Play the games of this folder as well, as 'generate' writes them.",
)
_DEFAULT_FEEDBACK = "check-names"
RECIPES = click.option(
    "--recipes",
    "recipe_file",
    metavar="FILE.toml",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="More languages, or other ways to build and run the known ones.",
)
NODE_MODULES = click.option(
    "--node-modules",
    "packages",
    metavar="DIR",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A folder node_modules with packages that programs for Node may need and do not bring.",
)
FEEDBACK = ("full", "first-difference", _DEFAULT_FEEDBACK, "nothing")
"""What may be told of hidden games, as `feedback` has it, whose import takes time."""


def feedback(what: str) -> Callable[[_Command], _Command]:
    """Return the option that says how much is told of hidden games; `what` is its help."""
    return click.option(
        "--feedback",
        type=Choice(FEEDBACK),
        help=what,
    )


class CouldNotJudgeError(click.ClickException):
    """Neither the program's fault nor the caller's; nothing is said about the program."""

    exit_code = 3


def assignment(name: str) -> "Assignment":
    """Return the assignment of this name or file. Raises `click.UsageError`."""
    from reversi_conformance.assignment import AssignmentError, load, shipped

    try:
        return load(name)
    except AssignmentError as error:
        near = _nearest(name, shipped())
        hint = say("; did you mean {name!r}?", name=near) if near else ""
        raise click.UsageError(f"{error}{hint}") from None


def cases(
    chosen: "Assignment", ids: Sequence[str], folder: Path | None = None
) -> tuple["Case", ...]:
    """Return the cases of these ids, or all: of a folder, or else of the assignment.

    Raises `click.UsageError` for an id that there is not, `CouldNotJudgeError` where the golden
    transcripts cannot be read.
    """
    from reversi_conformance import corpus
    from reversi_conformance.transcript import TranscriptError

    try:
        if folder is None:
            return corpus.load_suite(chosen, ids)
        return corpus.choose_cases(corpus.load_folder(folder), ids)
    except corpus.UnknownCaseError as error:
        raise click.UsageError(str(error.args[0])) from None
    except TranscriptError as error:
        raise CouldNotJudgeError(str(error)) from None


class Chosen(NamedTuple):
    """The cases that are to be played, and from which files some of them come."""

    cases: tuple["Case", ...]
    files: Mapping[str, str]
    """By the id of a case the transcript file that was named for it."""


def cases_and_files(chosen: "Assignment", names: Sequence[str]) -> Chosen:
    """Return the cases of these ids and transcript files, or all of the assignment's.

    A name that ends with .txt is a file's. Raises `click.UsageError` for an id or a file that there
    is not and for two games of one id, `CouldNotJudgeError` where the golden transcripts cannot be
    read.
    """
    from reversi_conformance import corpus
    from reversi_conformance.transcript import TranscriptError

    paths = [*dict.fromkeys(name for name in names if name.endswith(_TRANSCRIPT))]
    ids = [name for name in names if not name.endswith(_TRANSCRIPT)]
    found = cases(chosen, ids) if ids or not paths else ()
    files: dict[str, str] = {}
    for path in paths:
        try:
            case = corpus.record_file(Path(path), chosen)
        except TranscriptError as error:
            raise click.UsageError(say("--case: {error}", error=error)) from None
        if case.id in files or case in found:
            raise click.UsageError(
                say("--case: {path!r} is {id}, which was named already", path=path, id=case.id)
            )
        files[case.id] = path
        found = (*found, case)
    return Chosen(found, files)


def hidden_cases(
    chosen: "Assignment", folder: Path | None, public: Sequence["Case"]
) -> tuple["Case", ...]:
    """Return the cases of a hidden suite; none where there is no folder.

    Raises `click.UsageError` where they cannot be read, or bear the ids of public ones.
    """
    if folder is None:
        return ()
    from reversi_conformance import corpus
    from reversi_conformance.transcript import TranscriptError

    try:
        cases = corpus.load_hidden_suite(folder, chosen)
    except TranscriptError as error:
        raise click.UsageError(say("--hidden: {error}", error=error)) from None
    if twice := sorted({case.id for case in cases} & {case.id for case in public}):
        raise click.UsageError(
            say("--hidden: {folder} holds the public case {twice}", folder=folder, twice=twice[0])
        )
    return cases


def told(wanted: str | None, folder: Path | None) -> str:
    """Return how much is told of hidden games. Raises `click.UsageError` where there are none."""
    if wanted and folder is None:
        raise click.UsageError(say("--feedback is about the games of --hidden DIR"))
    return wanted or _DEFAULT_FEEDBACK


def program(arguments: Sequence[str], folder: Path | None = None) -> "Command":
    """Return the program, ready to be started.

    Names are relative to this folder, or to the working folder. Raises `click.UsageError`.
    """
    from reversi_conformance.sessions import CannotStartError
    from reversi_conformance.sessions.command import resolve

    try:
        return resolve(arguments, folder or Path.cwd())
    except CannotStartError as error:
        raise click.UsageError(str(error)) from None


def recipes(path: Path | None) -> "tuple[Recipe, ...]":
    """Return the recipes shipped and those of a file. Raises `click.UsageError`."""
    from reversi_conformance.classroom.recipes import RecipeError, load

    try:
        return load(path)
    except RecipeError as error:
        raise click.UsageError(str(error)) from None


def program_or_folder(arguments: Sequence[str], recipe_file: Path | None) -> "Command | Own":
    """Return a program that is ready to be started, or in what it is to be found.

    A folder, an archive, a file that a recipe builds, or nothing at all, which is the current
    folder, is for the recipes. Raises `click.UsageError`.
    """
    here = Path.cwd()
    shown = shlex.join(arguments)
    if not arguments or _is(Path.is_dir, arguments):
        return _own(here.joinpath(*arguments).resolve(), shown or ".")
    if _is(Path.is_file, arguments):
        from reversi_conformance.classroom import archives

        path = here / arguments[0]
        # No recipe knows a file without a suffix: it is run as it is, and none need be read.
        if path.suffix and _is_for_recipes(path.suffix.lower(), recipes(recipe_file)):
            return _own(path.parent.resolve(), shown, path.name)
        if archives.suffix(path.name):
            return _own(path, shown)
    return program(arguments)


def _is(kind: Callable[[Path], bool], arguments: Sequence[str]) -> bool:
    """Whether one name was given, and is of this kind."""
    try:
        return len(arguments) == 1 and bool(arguments[0]) and kind(Path(arguments[0]))
    except (OSError, ValueError):
        # A command may be longer than any name.
        return False


def _is_for_recipes(suffix: str, known: "Sequence[Recipe]") -> bool:
    """Whether a file is not simply run by an interpreter, where it lies."""
    from reversi_conformance.sessions.programs import INTERPRETERS

    fitting = [recipe for recipe in known if suffix in recipe.suffixes]
    return any(recipe.build or suffix not in INTERPRETERS for recipe in fitting)


def _own(path: Path, shown: str, run: str | None = None) -> "Own":
    from reversi_conformance.classroom.own import Own

    return Own(path, shown, run)


def terminal(wanted: str | None) -> str:
    """Return on what programs are played. Raises `click.UsageError`."""
    from reversi_conformance.sessions import PTY, USUAL_TERMINAL

    if wanted == PTY != USUAL_TERMINAL:
        raise click.UsageError("--terminal pty: this system makes no terminals for programs")
    return wanted or USUAL_TERMINAL


def confinement(wanted: str, *, is_required: bool, terminal: str | None = None) -> "Confinement":
    """Return the confinement that is in force for what is played on such a terminal.

    Raises `CouldNotJudgeError` where the kind that is wanted does not hold on this machine, or
    where one that was tried out is required and none is.
    """
    from reversi_conformance.confinement import AUTO, choose
    from reversi_conformance.sessions import USUAL_TERMINAL

    found = choose(wanted, terminal or USUAL_TERMINAL)
    is_missing = is_required and not found.verified
    if found.reason and (is_missing or wanted != AUTO):
        if wanted == AUTO:
            what = say("no confinement holds here: {reason}", reason=found.reason)
        else:
            what = say("{kind} does not hold here: {reason}", kind=wanted, reason=found.reason)
        if found.command:
            what = say("{problem}; try: {command}", problem=what, command=found.command)
        raise CouldNotJudgeError(what)
    if is_missing:
        raise CouldNotJudgeError(
            say("{kind} keep a program from nothing: nothing was run", kind=found.kind)
        )
    return found


def refuse_unknown(message: str, names: Sequence[str], known: Sequence[str]) -> None:
    """Name the nearest ones where one of the names is unknown. Raises `click.UsageError`.

    `message` is of a {name} that there is not, with a {hint}.
    """
    for name in names:
        if name not in known:
            import difflib

            near = difflib.get_close_matches(name, known, n=3, cutoff=0.3) or known[:3]
            hint = say("there is none")
            if near:
                hint = say("did you mean {names}?", names=listed(near))
            raise click.UsageError(say(message, name=name, hint=hint))


def two_a_core() -> int:
    """Return how many games are played at a time where each is answered at once."""
    return 2 * all_cores()


def three_a_core() -> int:
    """Return how many sessions keep every core busy: while some wait to be answered, one works."""
    return 3 * all_cores()


def all_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
