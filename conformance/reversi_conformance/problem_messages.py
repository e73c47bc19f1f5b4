"""Problems with what was handed in as sentences, keyed by code.

Text is made here, at the very end, from a problem's parameters, in the language in force. Names
that come from a submission are escaped by whoever found them and by whoever shows them, not here.
"""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from reversi_conformance.findings import Value
from reversi_conformance.language import listed, say
from reversi_conformance.submission import Problem, Submission

SENTENCES: Final = {
    # what was handed in
    "archive.broken": "the archive {names} is damaged: {reason}",
    "archive.broken/files": "damaged in the archive, and left out: {names}",
    "archive.encrypted": "locked with a password, and left out: {names}",
    "archive.hostile/escapes": (
        "lies outside of the submission's own folder, and was left out: {names}"
    ),
    "archive.hostile/link": (
        "links that lead out of the submission's own folder were left out: {names}"
    ),
    "archive.hostile/special": (
        "neither a file nor a folder (a device, a pipe, a socket), and left out: {names}"
    ),
    "archive.hostile/bomb": (
        "the archive {names} is a bomb: small as it is, it holds more than any submission does;"
        " nothing of it was unpacked"
    ),
    "archive.names": "names that not every system takes were changed: {names}",
    "archive.names/deep": "too deep or too long a path, and left out: {names}",
    "archive.names/absolute": (
        "named by a place on another machine, and put below the submission's own folder: {names}"
    ),
    "archive.too-large": "{names} holds more than a submission may; nothing of it was unpacked",
    "archive.empty": "there is no file in what was handed in: {names}",
    "archive.links": "links that lead to no file of the submission were left out: {names}",
    "archive.unreadable": "this machine does not let us read: {names}",
    "archive.no-unpacker": (
        "this machine has no program that unpacks {kind} archives such as {names}; to have one:"
        " {command}"
    ),
    "archive.not-unpacked": "{names} could not be unpacked here: {reason}",
    # the build
    "build.not-started": "{tool} could not be started: {reason}",
    "build.complained": "{tool} complains about it; it was played all the same",
    "build.failed": "{tool} could not build it",
    "build.failed/more": "{tool} could not build it ({more} more lines)",
    "build.timed-out": "{tool} was not done after {seconds:g} seconds",
    "build.used-too-much/seconds of processor time": (
        "{tool} took more than {limit:,.0f} seconds of processor time"
    ),
    "build.used-too-much/bytes of memory": "{tool} took more than {mebibytes:,.0f} MiB of memory",
    "build.used-too-much/processes": "{tool} took more than {limit:,.0f} processes",
    "build.used-too-much/files": "{tool} took more than {limit:,.0f} files",
    "build.used-too-much/bytes in its folder": (
        "{tool} took more than {mebibytes:,.0f} MiB in its folder"
    ),
    "build.used-too-much/bytes in one file": (
        "{tool} took more than {mebibytes:,.0f} MiB in one file"
    ),
    "build.module-missing/tool": "{tool} needs {module!r}, which is not there on this machine",
    "build.module-missing/python": (
        "the program takes in the module {module!r}, which Python lacks here"
    ),
    "build.module-missing/node": (
        "the program takes in the package {module!r}, which is not there on this machine:"
        " 'npm install {module}' in a folder of yours, whose node_modules --node-modules names"
    ),
    # the program
    "program.none": "there is no program; there is {files}",
    "program.none/run": "there is no file that --run {run!r} names and that can be run; there is"
    " {files}",
    "program.none/command": "--run {run!r} is no command line: {reason}",
    "program.several": "any of several files may be the program: {files}; say which one with --run",
    "program.tool-missing/one": "{title} needs {tools}, which is not on PATH: {command}",
    "program.tool-missing/several": "{title} needs {tools}, which are not on PATH: {command}",
    "program.tool-missing/one/no-command": "{title} needs {tools}, which is not on PATH",
    "program.tool-missing/several/no-command": "{title} needs {tools}, which are not on PATH",
    # the harness
    "harness.died": "the process that judged it died twice",
    "harness.failed": "the harness failed: {error}",
}
"""One sentence for each code, without a full stop; a variant stands behind a slash.

Of codes that are not here the words are a system's or a tool's own."""


def problem(
    code: str,
    params: Mapping[str, Value],
    lines: tuple[str, ...] = (),
    *,
    is_ours: bool = False,
    is_note: bool = False,
) -> Problem:
    """Return a problem with its sentence, which its code and parameters must be enough for."""
    found = Problem(code, dict(params), "", lines, is_ours, is_note)
    return replace(found, message=problem_sentence(found))


def problem_sentence(found: Problem) -> str:
    """Say in one sentence what is wrong. Raises LookupError where there is no sentence for it."""
    values: dict[str, object] = dict(found.params)
    names = found.params.get("names")
    if isinstance(names, tuple):
        values["names"] = _quoted(names, found.params.get("count", 0))
    if isinstance(limit := found.params.get("limit"), int | float):
        values["mebibytes"] = limit / 2**20
    if values.get("files") == "":
        values["files"] = say("nothing")
    return say(SENTENCES[_variant(found)], **values) if values else say(SENTENCES[found.code])


def retold_submission(submission: Submission) -> Submission:
    """Return what is known of a submission, told in the language in force where it can be."""
    return replace(submission, problems=tuple(map(_retold, submission.problems)))


def _retold(found: Problem) -> Problem:
    try:
        return replace(found, message=problem_sentence(found))
    except (LookupError, ValueError, TypeError):
        return found


def _variant(found: Problem) -> str:
    what = found.params.get("what")
    if what:
        return f"{found.code}/{what}"
    if found.code == "build.failed" and found.params.get("more"):
        return "build.failed/more"
    if found.code == "program.tool-missing":
        several = "several" if found.params.get("count") != 1 else "one"
        how = "" if found.params.get("command") else "/no-command"
        return f"{found.code}/{several}{how}"
    return found.code


def _quoted(names: tuple[str, ...], count: Value) -> str:
    shown = listed(f"'{name}'" for name in names)
    more = int(str(count)) - len(names)
    return say("{names} and {n} more", names=shown, n=more) if more > 0 else shown
