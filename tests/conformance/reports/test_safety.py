"""Whatever a stranger writes, no format of a report is unsafe to show.

What is safe is said for each format in `safety`; what strangers write, in tests/payloads.
"""

from collections.abc import Iterator
from typing import Any, Final

import click
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reversi_conformance.repetition import Variation
from reversi_conformance.report import Capture, Report, ReportedCause, ReportedRemark
from reversi_conformance.reports import FORMATS, json, renderer, text
from reversi_conformance.submission import Problem, Submission, Trait
from reversi_conformance.transcript import Transcript, Turn, format_transcript

from ..payloads import EVERY_LINE, EVERYTHING, FAMILIES, PAYLOADS
from .safety import SAFE, unsafe_commands, unsafe_signs
from .samples import BOARD, BOARD_AFTER_AB, case, finding, lines, report, sheet

Path = tuple[str | int, ...]


def transcript(written: str) -> str:
    """A recorded session in which a program prints this, and is answered with it."""
    turns = (Turn(None, (written, "> ")), Turn(written, (BOARD, written, "", written)))
    return format_transcript(Transcript(turns))


CAUSE: Final = ReportedCause(
    ("directions",), "it turns no discs", "rules.flips", ("flips.wrong",), 2
)
SESSION: Final = transcript("Error: no board")
FULL: Final = report(
    case(
        "py-1",
        finding(code="messages.wording", expected=("Draw!",), observed=("Draw.",), typed="aa"),
        finding(code="messages.extra", observed=("a line", "another one")),
        finding(code="messages.order", expected=("Draw!", "a"), observed=("b", "Draw!", "c")),
        finding(code="stopped.crash", message="it crashes: Error", answers=("4", "X")),
        finding(code="log.rows", kind="note", observed=("1,2,3",)),
        finding(
            "rules.flips",
            "flips.wrong",
            expected=lines(BOARD),
            observed=lines(BOARD_AFTER_AB),
            square="ab",
            squares=("ab", "ba"),
        ),
        transcript=SESSION,
        expected=SESSION,
    ),
    case("py-2", finding("rules.flips", "choice.fewer", follows="directions"), transcript=SESSION),
    case("py-3", finding("rules.turns", "hidden.lost", kind="advice"), transcript=SESSION),
    criteria=sheet(board=1, messages=1, flips=1),
    causes=[CAUSE],
    options=("--assignment", "my.toml"),
)
HANDED_IN: Final = Submission(
    student="s1",
    name="A. Student",
    sources=("s1/reversi.zip",),
    is_late=True,
    language="java",
    entry="src/Reversi.java",
    choice="the only one with a main method",
    build="javac Reversi.java",
    problems=(Problem("build.failed", {"command": "javac"}, "it fails", ("1 error",)),),
    traits=(Trait("loops", 2, ("src/Reversi.java:3",)),),
    fingerprint="0",
)
VARIED: Final = msgspec.structs.replace(
    FULL,
    variations=(Variation("py-1", 2, "one line", "another"),),
    complete=False,
    chosen=9,
    seen=(ReportedRemark("seen.files", {"files": ("a.txt",)}, "it leaves a.txt"),),
    submission=HANDED_IN,
)
CAPTURED: Final = msgspec.structs.replace(
    FULL,
    capture=Capture(
        "text", "utf-8", 1, 1, (ReportedRemark("capture.left-out", {"typed": "a1"}, "a1: why"),)
    ),
)
REPORTS: Final = {"a check": FULL, "an unsteady program": VARIED, "a capture": CAPTURED}


def as_tree(original: Report) -> Any:
    """A report of which every part can be changed."""
    return msgspec.json.decode(msgspec.json.encode(original))


def is_session(path: Path) -> bool:
    """Whether a whole session stands there, of which a stranger writes the lines."""
    return len(path) == 3 and path[-1] in {"transcript", "expected"}


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in a report where a text stands."""
    if isinstance(value, str):
        yield path
        return
    branches = value.items() if isinstance(value, dict) else enumerate(value)
    for key, branch in branches:
        if isinstance(branch, str | dict | list):
            yield from leaves(branch, (*path, key))


def written(original: Report, places: Iterator[Path] | list[Path], payload: str) -> Report:
    """A report with the payload in these places."""
    tree = as_tree(original)
    for path in places:
        *branches, last = path
        branch = tree
        for key in branches:
            branch = branch[key]
        branch[last] = transcript(payload) if is_session(path) else payload
    return msgspec.convert(tree, Report)


PLACES: Final = {
    ".".join(map(str, path)): (original, path)
    for original in reversed(REPORTS.values())
    for path in leaves(as_tree(original))
    if path != ("schema",)
}
STRANGERS: Final = {
    "program", "options", "transcript", "message", "params", "observed", "expected", "answers",
    "first", "second", "typed", "square", "squares", "title", "handout", "assignment", "submission",
    "seen",
}  # fmt: skip
"""The fields in which a program, a person or an assignment file decides what stands there."""


def strangers(original: Report) -> list[Path]:
    """The places in a report where a stranger decides."""
    return [
        path
        for path in leaves(as_tree(original))
        if not STRANGERS.isdisjoint(map(str, path)) and path[-1] != "id"
    ]


def test_every_format_says_what_is_safe() -> None:
    assert set(SAFE) == set(FORMATS)


@pytest.mark.parametrize("family", ["terminals", "unicode"])
def test_what_is_dangerous_as_it_is_is_told(family: str) -> None:
    printable = {"tab", "marks-without-end", "looks-like-latin", "blanks", "line-break"}
    for name, payload in FAMILIES[family].items():
        assert name in printable or any(unsafe_signs(payload)), name


def test_what_a_runner_of_ci_obeys_is_told() -> None:
    inside = {"gitlab-section", "after-many-words"}
    for name, payload in FAMILIES["ci"].items():
        assert name in inside or any(unsafe_commands(payload)), name


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
def test_a_payload_wherever_a_stranger_decides_is_shown_safely(payload: str, form: str) -> None:
    for original in REPORTS.values():
        shown = renderer(form)(written(original, strangers(original), payload))
        assert list(SAFE[form](shown)) == []


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(("original", "place"), PLACES.values(), ids=PLACES)
def test_no_place_in_a_report_lets_anything_through(
    original: Report, place: Path, form: str
) -> None:
    for payload in (f"{EVERYTHING}\n{EVERY_LINE}", "::error::"):
        shown = renderer(form)(written(original, [place], payload))
        assert list(SAFE[form](shown)) == []


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
def test_the_json_holds_the_very_characters(payload: str) -> None:
    for original in REPORTS.values():
        hostile = written(original, strangers(original), payload)
        assert json.read(json.render(hostile)) == hostile


@pytest.mark.parametrize("payload", [EVERY_LINE, *FAMILIES["ci"].values()])
def test_lines_of_any_length_and_in_colour_are_safe(payload: str) -> None:
    hostile = written(FULL, strangers(FULL), payload)
    for width in (50, 63, 80, 120):
        for coloured in (False, True):
            shown = text.render(hostile, width=width, coloured=coloured)
            assert list(SAFE["text"](click.unstyle(shown))) == []


SIGNS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
COMMANDS = st.lists(st.sampled_from(["::", "##[", "[", "#", ":", " ", "\u3000", "\n", "e"]))


@pytest.mark.parametrize("form", FORMATS)
@settings(deadline=None, max_examples=60)
@given(SIGNS | COMMANDS.map("".join))
def test_anything_wherever_a_stranger_decides_is_shown_safely(form: str, payload: str) -> None:
    shown = renderer(form)(written(VARIED, strangers(VARIED), payload))
    assert list(SAFE[form](shown)) == []
