"""The golden transcripts on disk: the only reader and writer of `transcripts/`.

Writes `<folder>/<case id>.txt`, by way of `whole_files`. An installed package carries the
transcripts inside; a checkout has them at its top level: this module alone knows the difference.
"""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final

from reversi_conformance import whole_files
from reversi_conformance.assignment import Assignment, load, shipped
from reversi_conformance.language import say
from reversi_conformance.reference import perform
from reversi_conformance.transcript import (
    Case,
    TranscriptError,
    format_case,
    parse_case,
    parse_header,
)

_PACKAGE: Final = Path(__file__).parent


class UnknownCaseError(LookupError):
    """No case has this id; the message names the nearest ones."""


def home() -> Path:
    """The folder that holds one folder of golden transcripts for each assignment."""
    installed = _PACKAGE / "transcripts"
    return installed if installed.is_dir() else _PACKAGE.parents[1] / "transcripts"


def load_suite(assignment: Assignment, ids: Collection[str] = ()) -> tuple[Case, ...]:
    """Every golden transcript of an assignment, by id, or those of these ids alone.

    Cases of sizes that the assignment does not have are left out. Where it words anything otherwise
    than the shipped assignment whose suite it takes, the transcripts are recorded anew for it.
    Raises `TranscriptError` where none is left, or where one cannot be read, and
    `UnknownCaseError`.
    """
    paths = _transcripts(home() / assignment.suite)
    named = map(load_file, (path for path in paths if path.stem in ids))
    cases = tuple(case for case in named if _fits(case, assignment))
    if not ids or len(cases) < len(set(ids)):
        # Which ones are near one that is not there, all of them tell.
        every = _of_its_sizes(map(load_file, paths), assignment, assignment.suite)
        cases = choose_cases(every, ids)
    if assignment.suite in shipped() and load(assignment.suite).wording != assignment.wording:
        return tuple(perform(case.header, assignment) for case in cases)
    return cases


def load_hidden_suite(folder: Path, assignment: Assignment) -> tuple[Case, ...]:
    """Every transcript of a folder, by id, recorded anew in an assignment's words.

    Cases of sizes that the assignment does not have are left out. Raises `TranscriptError` where
    none is left, or where one cannot be read.
    """
    cases = _of_its_sizes(load_folder(folder), assignment, str(folder))
    return tuple(perform(case.header, assignment) for case in cases)


def _of_its_sizes(cases: Iterable[Case], assignment: Assignment, suite: str) -> tuple[Case, ...]:
    found = tuple(case for case in cases if _fits(case, assignment))
    if not found:
        sizes = assignment.sizes
        message = f"no case of {suite!r} is {sizes.minimum} to {sizes.maximum} wide"
        raise TranscriptError(message)
    return found


def _fits(case: Case, assignment: Assignment) -> bool:
    return assignment.sizes.minimum <= case.header.board <= assignment.sizes.maximum


def load_folder(folder: Path) -> tuple[Case, ...]:
    """Every transcript of a folder, by id. Raises `TranscriptError`."""
    return tuple(load_file(path) for path in _transcripts(folder))


def load_file(path: Path) -> Case:
    """Read one golden transcript; its id must be the name of its file. Raises `TranscriptError`."""
    case = parse_case(_read(path), path.name)
    _refuse_other_name(path, case.id)
    return case


def record_file(path: Path, assignment: Assignment) -> Case:
    """The golden transcript of one file, recorded anew from its header in an assignment's words.

    The lines below the header need not fit it, as for `rerecord`. Raises `TranscriptError`.
    """
    header = parse_header(_read(path), path.name)
    _refuse_other_name(path, header.id)
    return perform(header, assignment)


def choose_cases(cases: Iterable[Case], ids: Iterable[str]) -> tuple[Case, ...]:
    """The cases of these ids, in the order of the suite; all of them where no id is given.

    Raises `UnknownCaseError`.
    """
    by_id = {case.id: case for case in cases}
    wanted = set(ids)
    for unknown in sorted(wanted - set(by_id)):
        import difflib  # noqa: PLC0415 - slow, and seldom needed

        near = difflib.get_close_matches(unknown, by_id, n=3, cutoff=0.3) or sorted(by_id)[:3]
        raise UnknownCaseError(
            say(
                "no case is called {unknown!r}; did you mean {near}?",
                unknown=unknown,
                near=", ".join(near),
            )
        )
    return tuple(case for case in by_id.values() if not wanted or case.id in wanted)


def rerecord(folder: Path, assignment: Assignment) -> tuple[Path, ...]:
    """Write the printed lines of every transcript of a folder anew from its header.

    Returns the files that changed. Raises `TranscriptError`, before anything is written.
    """
    recorded = _record(folder, assignment)
    return tuple(path for path, text in recorded.items() if _write_if_changed(path, text))


def outdated(folder: Path, assignment: Assignment) -> tuple[Path, ...]:
    """The files that `rerecord` would change; nothing is written. Raises `TranscriptError`."""
    recorded = _record(folder, assignment)
    return tuple(path for path, text in recorded.items() if not _holds(path, text))


def write_case(folder: Path, case: Case) -> Path:
    """Write one golden transcript under its id."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{case.id}.txt"
    _write_if_changed(path, format_case(case))
    return path


def _record(folder: Path, assignment: Assignment) -> dict[Path, str]:
    recorded = {}
    for path in _transcripts(folder):
        # The lines are written anew: they need not fit a header that was changed.
        recorded[path] = format_case(record_file(path, assignment))
    return recorded


def _transcripts(folder: Path) -> list[Path]:
    paths = sorted(folder.glob("*.txt"))
    if not paths:
        raise TranscriptError(
            say("{folder}: no golden transcripts (*.txt) are there", folder=folder)
        )
    return paths


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise TranscriptError(
            say("{path}: cannot be read: {reason}", path=path, reason=error.strerror)
        ) from None
    except UnicodeDecodeError as error:
        raise TranscriptError(
            say("{name}: byte {start} is not UTF-8", name=path.name, start=error.start)
        ) from None


def _refuse_other_name(path: Path, case_id: str) -> None:
    if case_id != path.stem:
        raise TranscriptError(
            say(
                "{name}: the file must be called {case_id}.txt, like its id",
                name=path.name,
                case_id=case_id,
            )
        )


def _holds(path: Path, text: str) -> bool:
    return path.exists() and path.read_bytes() == text.encode()


def _write_if_changed(path: Path, text: str) -> bool:
    if _holds(path, text):
        return False
    whole_files.write(path, text)
    return True
