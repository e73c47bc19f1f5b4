"""Reports in Chinese: the same findings, in columns that line up, wherever they were made."""

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator

import msgspec
import pytest
from rich.cells import cell_len

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.audit import catalogue as mistakes
from reversi_conformance.language import speaking
from reversi_conformance.report import Report, make_report
from reversi_conformance.reports import FORMATS, json, renderer, text
from reversi_conformance.retelling import retold
from reversi_conformance.run import Run
from reversi_conformance.runner import run_cases
from reversi_conformance.sessions.command import resolve
from reversi_conformance.signs import Signs

from ..payloads import EVERYTHING
from ..reports import samples

CASES = ("py-4-X-sample", "py-6-O-sample", "py-4-O-first-entry-column-off")
MISTAKES = (
    "announced-square-with-blanks",
    "column-off-the-board-crashes",
    "flips-miss-west",
    "log-not-written",
    "ties-go-to-the-last-column",
    "waits-for-enter",
)
WIDTHS = (50, 64, 80, 120)
Golden = Callable[[str], None]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Run, ...]]:
    """The sessions of some wrong programs."""
    assignment = load("python")
    cases = corpus.choose_cases(corpus.load_suite(assignment), CASES)
    found = {}
    known = {each.id: each for each in mistakes.load(mistakes.home())}
    for name in MISTAKES:
        folder = tmp_path_factory.mktemp(name)
        program = mistakes.write(known[name], folder)
        command = resolve([str(program)], folder)
        found[name], _ = run_cases(command, cases, assignment, jobs=2, on_run=lambda _: None)
    return found


def made(runs: tuple[Run, ...], signs: Signs | None = None) -> Report:
    assignment = load("python")
    if signs is not None:
        assignment = msgspec.structs.replace(assignment, signs=signs)
    cases = [run.case for run in runs]
    return make_report(
        "reversi.py", assignment, cases, runs, sandbox=samples.LIMITS, waiting="kernel"
    )


@pytest.fixture
def chinese() -> Iterator[None]:
    with speaking("zh"):
        yield


def test_a_report_is_the_same_in_whichever_language_it_was_made(
    runs: dict[str, tuple[Run, ...]],
) -> None:
    for found in runs.values():
        english = made(found)
        with speaking("zh"):
            spoken = made(found)
            assert spoken != english
            assert retold(english) == spoken
            assert json.read(json.render(english)) == spoken
        assert retold(spoken) == english
        assert json.read(json.render(spoken)) == english


def test_a_report_with_other_signs_keeps_them(runs: dict[str, tuple[Run, ...]]) -> None:
    signs = Signs("B", "W", "U")
    english = made(runs["flips-miss-west"], signs)
    with speaking("zh"):
        spoken = made(runs["flips-miss-west"], signs)
        assert json.read(json.render(english)) == spoken
    assert json.read(json.render(spoken)) == english


def test_english_reports_say_nothing_of_language(runs: dict[str, tuple[Run, ...]]) -> None:
    written = json.render(made(runs["flips-miss-west"]))
    assert '"language": "zh"' not in written
    assert '"signs"' not in written


def test_what_no_sentence_can_be_made_of_keeps_its_words() -> None:
    strange = samples.finding(code="of.tomorrow", message="something new")
    crooked = samples.finding(code="flips.wrong", message="X at ab: wrong discs turn")
    report = samples.report(samples.case("py-1", strange, crooked))
    with speaking("zh"):
        [case] = retold(report).cases
    assert [each.message for each in case.findings] == [strange.message, crooked.message]


@pytest.mark.parametrize("width", WIDTHS)
def test_columns_line_up_by_the_cells_of_a_terminal(
    runs: dict[str, tuple[Run, ...]], width: int, chinese: None
) -> None:
    for found in runs.values():
        page = text.render(made(found), width=width)
        lines = page.split("─" * width)[0].splitlines()
        ends = {
            cell_len(line)
            for line in lines
            if line.endswith(("/3", "/2", "/1")) and line.lstrip().startswith(("✓", "✗"))
        }
        assert ends == {width}, page


@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_is_wider_than_the_page(
    runs: dict[str, tuple[Run, ...]], width: int, chinese: None
) -> None:
    for found in runs.values():
        page = text.render(made(found), width=width)
        # Commands are to be copied: they stand on one line, however long.
        lines = [line for line in page.splitlines() if "reversi-conformance" not in line]
        assert [line for line in lines if cell_len(line) > width] == []


def test_no_line_begins_with_what_ends_a_sentence(
    runs: dict[str, tuple[Run, ...]], chinese: None
) -> None:
    for found in runs.values():
        page = text.render(made(found), width=50)
        assert [line for line in page.splitlines() if line.lstrip()[:1] in set("，。；：）")] == []


def test_a_sheet_in_chinese(
    runs: dict[str, tuple[Run, ...]], golden: Golden, chinese: None
) -> None:
    report = msgspec.structs.replace(made(runs["flips-miss-west"]), version="1.2.3")
    golden(text.render(report))


def test_what_is_seen_in_passing_is_said_in_chinese(chinese: None) -> None:
    with speaking("en"):
        report = samples.wrong_line("Draw!", "Draw. ")
    assert "“" not in text.render(retold(report))
    assert "the " not in text.render(retold(report)).replace("the-", "")


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_every_format_speaks_chinese(
    runs: dict[str, tuple[Run, ...]], form: str, chinese: None
) -> None:
    written = renderer(form)(made(runs["flips-miss-west"]))
    assert "夹" in written or "翻转" in written
    assert "should also turn" not in written


def test_junit_in_chinese_is_well_formed(runs: dict[str, tuple[Run, ...]], chinese: None) -> None:
    written = renderer("junit")(made(runs["flips-miss-west"]))
    root = ET.fromstring(written.partition("?>")[2])
    failures = [each.get("message", "") for each in root.iter("failure")]
    assert any("翻转" in each for each in failures)


def test_a_page_says_in_which_language_it_is(
    runs: dict[str, tuple[Run, ...]], chinese: None
) -> None:
    page = renderer("html")(made(runs["flips-miss-west"]))
    assert '<html lang="zh-CN">' in page


def test_what_a_stranger_writes_stays_escaped(chinese: None) -> None:
    """The path is the one of English: what is escaped there is escaped here."""
    found = samples.finding(
        "illegal.asked-again",
        "illegal.asked-again",
        EVERYTHING,
        answers=("4", "X", EVERYTHING),
        expected=(EVERYTHING,),
        observed=(EVERYTHING[::-1],),
        typed=EVERYTHING,
        why="occupied",
    )
    report = retold(samples.report(samples.case("py-1", found), program=EVERYTHING))
    for form in ("text", "html", "markdown", "github", "junit"):
        written = renderer(form)(report)
        assert "\x1b" not in written
        assert "\x9b" not in written
        assert "<script>alert" not in written
