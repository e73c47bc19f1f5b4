"""The page of every check is complete, and whatever it shows is what is printed.

Of each block the words behind ```` ``` ```` say where it comes from: the sheet of a deliberate
mistake (`text MISTAKE CASE CODE`), the golden transcript of a case (`text right CASE LINES`), the
assignment (`text earlier-row`), or Python itself (`pycon`). `--force-regen` writes the first two
anew.
"""

from __future__ import annotations

import doctest
import re
import string
import sys
from functools import cache
from pathlib import Path

import pytest

from reversi_conformance import handbook
from reversi_conformance.assignment import load, shipped
from reversi_conformance.audit import catalogue
from reversi_conformance.audit.sheets import parse_codes
from reversi_conformance.messages import SENTENCES
from reversi_conformance.reports import text
from reversi_conformance.transcript import Transcript

from .referee.occasions import OCCASIONS
from .submissions import check, suite

PAGES = {page.check: page for page in handbook.load()}
SHEETS = sorted(catalogue.home().glob("*/sheet.txt"))
SECTIONS = [
    "The rule",
    "How it is judged",
    "What is left to you",
    "An example",
    "Usual causes",
    "The messages",
]
WIDTH = 76
"""Of the sheets that are shown: a page indents them."""
BLOCK = re.compile(r"^```(?P<info>[^\n]+)\n(?P<shown>.*?)^```$", re.MULTILINE | re.DOTALL)
CLOCK = re.compile(r"\d{8} \d\d:\d\d:\d\d(?=,)")
"""The time of a game in a row of the log, which is another one each time."""
MESSAGE = re.compile(r"^\| `(?P<code>[a-z.-]+)` \| \*(?P<said>.*?)\* — \S.* \|$", re.MULTILINE)


def said(template: str) -> str:
    """A sentence as a page shows it: what is filled in is left open."""
    parts = string.Formatter().parse(template)
    return "".join(text + ("…" if field else "") for text, field, _, _ in parts)


def named(page: handbook.Page) -> list[tuple[str, str]]:
    return [(row["code"], row["said"]) for row in MESSAGE.finditer(page.text)]


# --- complete


def test_every_check_has_a_page_and_there_is_no_other() -> None:
    assert {path.name for path in handbook.home().iterdir()} == {f"{check}.md" for check in PAGES}


@pytest.mark.parametrize("name", shipped())
def test_a_page_begins_with_the_title_of_its_check_and_quotes_the_handout(name: str) -> None:
    for each in load(name).checks:
        page = PAGES[each.id]
        assert page.text.startswith(f"# {each.title}\n\n`{each.id}`\n")
        assert f"> {each.handout}\n" in page.text


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_page_has_all_its_sections(page: handbook.Page) -> None:
    assert re.findall(r"^## (.*)$", page.text, re.MULTILINE) == SECTIONS


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_page_names_all_messages_of_its_check_and_no_others(page: handbook.Page) -> None:
    codes = [code for check, code in OCCASIONS if check == page.check]
    wanted = {(code.partition("/")[0], said(SENTENCES[code])) for code in codes}
    assert set(named(page)) == wanted
    assert len(named(page)) == len(wanted)
    assert page.meanings.keys() == {code for code, _ in wanted}


def test_a_message_means_the_same_on_every_page() -> None:
    rows = {row[0] for page in PAGES.values() for row in MESSAGE.finditer(page.text)}
    assert len(rows) == len({pair for page in PAGES.values() for pair in named(page)})


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.parent.name)
def test_whatever_a_deliberate_mistake_is_told_stands_on_the_pages(sheet: Path) -> None:
    for name, codes in parse_codes(sheet.read_text(encoding="utf-8")).items():
        assert codes <= PAGES[name].meanings.keys()


# --- true


@cache
def transcript(case_id: str) -> Transcript:
    _, cases = suite("python")
    [case] = [case for case in cases if case.id == case_id]
    return case.transcript


def session(case_id: str) -> list[str]:
    """The lines of a golden transcript with what is typed, as a person sees them."""
    turns = transcript(case_id).turns
    printed = ["\n".join(turn.required) for turn in turns]
    typed = [f"{turn.typed}\n" for turn in turns[1:]]
    return "".join(map(str.__add__, printed, [*typed, ""])).split("\n")


def right(case_id: str, ranges: str) -> str:
    lines = session(case_id)
    chosen = []
    for part in ranges.split(","):
        first, _, last = part.partition("-")
        chosen += lines[int(first) - 1 : int(last or first)]
    return "".join(f"{line}\n" for line in chosen)


def wrong(folder: Path, check_id: str, mistake_id: str, case_id: str, code: str) -> str:
    """What the sheet of a mistake says about one message, without the way to see it again."""
    [mistake] = [each for each in catalogue.load(catalogue.home()) if each.id == mistake_id]
    program = catalogue.write(mistake, folder)
    report = check([sys.executable, "-S", "-E", str(program)], folder, "python", case_id)
    sheet = text.render(report, width=WIDTH)
    [section] = [each for each in sheet.split("─" * WIDTH) if f"\n  {check_id}: " in each]
    [message] = [
        finding.message
        for finding in report.cases[0].findings
        if (finding.check, finding.code) == (check_id, code)
    ]
    groups = re.findall(r"^  • .*?(?=^    again     reversi)", section, re.MULTILINE | re.DOTALL)
    [group] = [each for each in groups if message in " ".join(each.split())]
    timeless = CLOCK.sub("20181105 23:24:46", group)
    return "".join(f"{line[2:]}\n" for line in timeless.splitlines())


def shown(block: re.Match[str], check_id: str, folder: Path) -> str:
    kind, *words = block["info"].split()
    if kind == "pycon":
        return block["shown"]
    match words:
        case ["right", case_id, ranges]:
            return right(case_id, ranges)
        case ["earlier-row"]:
            return f"{load('python').log.earlier_row}\n"
        case [mistake_id, case_id, code]:
            return wrong(folder, check_id, mistake_id, case_id, code)
    raise AssertionError(block["info"])


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_page_shows_what_is_printed(
    page: handbook.Page, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    def as_printed(block: re.Match[str]) -> str:
        return f"```{block['info']}\n{shown(block, page.check, tmp_path)}```"

    printed = BLOCK.sub(as_printed, page.text)
    if request.config.getoption("force_regen"):
        path = handbook.home() / f"{page.check}.md"
        path.write_text(printed, encoding="utf-8", newline="\n")
    assert page.text == printed


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_page_shows_a_mistake_of_its_check(page: handbook.Page) -> None:
    example = page.text.partition("## An example\n")[2].partition("## ")[0]
    codes = [block["info"].split()[-1] for block in BLOCK.finditer(example)]
    assert page.meanings.keys() & set(codes)


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_what_a_page_shows_fits_on_a_terminal(page: handbook.Page) -> None:
    for block in BLOCK.finditer(page.text):
        assert all(len(line) <= WIDTH for line in block["shown"].splitlines())


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_python_says_what_a_page_says_it_does(page: handbook.Page) -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for block in BLOCK.finditer(page.text):
        if block["info"] == "pycon":
            runner.run(parser.get_doctest(block["shown"], {}, page.check, page.check, 0))
    assert runner.summarize().failed == 0


def test_the_messages_that_a_page_lists_are_the_handout_s() -> None:
    rule = PAGES["printing.messages"].text.partition("## How")[0]
    cells = re.findall(r"^\| [^`\n]* \| (`.*`.*) \|$", rule, re.MULTILINE)
    listed = {message for cell in cells for message in re.findall(r"`(.*?)`", cell)}
    _, cases = suite("python")
    golden = {line for each in cases for turn in each.transcript.turns for line in turn.required}
    assert len(listed) == 9
    assert listed <= golden
