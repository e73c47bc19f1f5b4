"""Options that one repeats, read from a file: where it is looked for, what may stand in it.

It is `reversi-conformance.toml`, or the table `[tool.reversi-conformance]` of `pyproject.toml`. Its
keys are the long names of options: at the top for every command that has the option, in a table
such as `[check]` for one command. Paths in it go out from its folder.

What is judged must not say how. A file that was merely found may have been handed in, wherever it
lies; whoever judges has not looked into it. It may choose between handouts and how things are
shown; what opens a confinement, writes a file or decides about points takes a file that a person
names. Only `grade` believes more of what it finds, since it tells by their place which files were
handed in, and those it leaves out.
"""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from reversi_conformance.language import listed, mark, say

FILE: Final = "reversi-conformance.toml"
PROJECT: Final = "pyproject.toml"
TABLE: Final = "reversi-conformance"

_GRADE: Final = "grade"
_NO_COMMAND: Final = mark("{path}: {key}: no command is called so; {hint}")
_NO_OPTION: Final = mark("{path}: {key}: no option is called so; {hint}")
_FREE: Final = frozenset(("format", "jobs", "language", "pace", "play", "watch"))
"""Options of which no harm comes, whoever sets them."""
_STRONG: Final[Mapping[str, tuple[object, ...]]] = {
    "sandbox": ("auto", "bubblewrap"),
    "require-sandbox": (True,),
}
"""Values of options that weaken no confinement."""


_NAMES_OR_FILES: Final = {"--assignment": ".toml", "--case": ".txt"}
"""Options that take a name, or a file whose name ends like this."""


class Configuration(NamedTuple):
    """What a file says."""

    path: Path
    table: Mapping[str, Any]
    is_named: bool
    """Somebody named it; else it was found."""


def named(path: Path) -> Configuration:
    """Return what a file says that somebody named. Raises `click.UsageError`."""
    table = _read(path)
    if table is None:
        raise click.UsageError(
            say("{path}: there is no table [tool.{table}]", path=path, table=TABLE)
        )
    return Configuration(path, table, is_named=True)


def find(folder: Path, left_out: Sequence[Path] = ()) -> Configuration | None:
    """Return what the nearest file says, from a folder upward to the top of its repository.

    Outside of a repository only the folder itself is looked into. What lies below a path that is
    `left_out` is not read. Raises `click.UsageError` where a file cannot be read.
    """
    for place in _upward(folder):
        if any(place.is_relative_to(each) for each in left_out):
            continue
        for name in (FILE, PROJECT):
            path = place / name
            if path.is_file() and (table := _read(path)) is not None:
                return Configuration(path, table, is_named=False)
    return None


def defaults(
    configuration: Configuration, commands: Mapping[str, click.Command], name: str
) -> dict[str, Any]:
    """Return what holds for one command, by the names of its parameters.

    Raises `click.UsageError` for whatever in the file no command understands, and for what it may
    not say.
    """
    common: dict[str, Any] = {}
    own: dict[str, Any] = {}
    for key, value in configuration.table.items():
        if isinstance(value, dict):
            _refuse_unknown(configuration, key, commands, _NO_COMMAND)
            _refuse_unknown_keys(configuration, value, _options(commands[key]), f"{key}.")
            own |= value if key == name else {}
        else:
            every = {each for command in commands.values() for each in _options(command)}
            _refuse_unknown(configuration, key, every, _NO_OPTION)
            common[key] = value
    known = _options(commands[name])
    given = {key: value for key, value in (common | own).items() if key in known}
    return dict(_values(configuration, commands[name], given))


def _upward(folder: Path) -> Iterator[Path]:
    places = (folder, *folder.parents)
    tops = [number for number, place in enumerate(places) if (place / ".git").exists()]
    yield from places[: tops[0] + 1 if tops else 1]


def _read(path: Path) -> Mapping[str, Any] | None:
    """Return what stands in a file; None where its table for this program is missing."""
    import tomllib

    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise click.UsageError(
            say("{path}: cannot be read: {reason}", path=path, reason=error.strerror)
        ) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise click.UsageError(say("{path}: no TOML: {error}", path=path, error=error)) from None
    if path.name != PROJECT:
        return table
    tools = table.get("tool")
    found = tools.get(TABLE) if isinstance(tools, dict) else None
    return found if isinstance(found, dict) else None


def _options(command: click.Command) -> dict[str, click.Option]:
    options = (each for each in command.params if isinstance(each, click.Option))
    options = (each for each in options if each.name != "help")
    return {each.opts[-1].removeprefix("--"): each for each in options}


def _refuse_unknown_keys(
    configuration: Configuration, table: Mapping[str, Any], known: Iterable[str], place: str
) -> None:
    for key in table:
        _refuse_unknown(configuration, key, known, _NO_OPTION, place)


def _refuse_unknown(
    configuration: Configuration, key: str, known: Iterable[str], what: str, place: str = ""
) -> None:
    names = sorted(known)
    if key in names:
        return
    import difflib

    near = difflib.get_close_matches(key, names, n=1, cutoff=0.5)
    if near:
        hint = say("did you mean {name!r}?", name=near[0])
    else:
        hint = say("there are {names}", names=listed(names))
    raise click.UsageError(say(what, path=configuration.path, key=f"{place}{key}", hint=hint))


def _values(
    configuration: Configuration, command: click.Command, given: Mapping[str, Any]
) -> Iterator[tuple[str, Any]]:
    context = click.Context(command, info_name=command.name)
    options = _options(command)
    for key, value in given.items():
        option = options[key]
        problem = _wrong_kind(option, value) or _not_allowed(configuration, command, key, value)
        if problem:
            raise click.UsageError(
                say("{path}: {key}: {problem}", path=configuration.path, key=key, problem=problem)
            )
        placed = _placed(option, value, configuration.path.parent)
        try:
            option.type_cast_value(context, placed)
        except click.BadParameter as error:
            raise click.UsageError(
                say(
                    "{path}: {key}: {message}",
                    path=configuration.path,
                    key=key,
                    message=error.message,
                )
            ) from None
        yield option.name or key, placed


def _wrong_kind(option: click.Option, value: object) -> str:
    if option.multiple:
        is_right = isinstance(value, list) and all(isinstance(each, str) for each in value)
        return "" if is_right else say("a list of texts is wanted, not {value!r}", value=value)
    if option.is_flag:
        return (
            ""
            if isinstance(value, bool)
            else say("true or false is wanted, not {value!r}", value=value)
        )
    if isinstance(option.type, click.types.IntParamType | click.types.FloatParamType):
        is_right = isinstance(value, int | float) and not isinstance(value, bool)
        return "" if is_right else say("a number is wanted, not {value!r}", value=value)
    return "" if isinstance(value, str) else say("a text is wanted, not {value!r}", value=value)


def _not_allowed(
    configuration: Configuration, command: click.Command, key: str, value: object
) -> str:
    """Return why a file that was found may not say this; "" where it may."""
    if configuration.is_named or key in _FREE or value in _STRONG.get(key, ()):
        return ""
    if key in _STRONG:
        reason = say("a file that was merely found may not open the confinement")
    elif command.name == _GRADE or (key == "assignment" and _is_shipped(value)):
        return ""
    else:
        reason = say(
            "a file that was merely found may not decide about this: it may have been handed in"
        )
    return say("{reason}; to trust it, name it: reversi-conformance --config FILE", reason=reason)


def _is_shipped(value: object) -> bool:
    from reversi_conformance.assignment import shipped

    return value in shipped()


def _placed(option: click.Option, value: Any, folder: Path) -> Any:
    """Return a value whose paths, which go out from the file's folder, go out from the current."""
    if option.multiple:
        return [_placed_one(option, each, folder) for each in value]
    return _placed_one(option, value, folder)


def _placed_one(option: click.Option, value: Any, folder: Path) -> Any:
    suffix = _NAMES_OR_FILES.get(option.opts[0])
    is_path = isinstance(option.type, click.Path) or (suffix and str(value).endswith(suffix))
    if not is_path or Path(value).is_absolute():
        return value
    return os.path.relpath(folder / value)
