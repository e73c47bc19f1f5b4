"""The page of a report in a real browser: it works, by mouse and by keys, and runs nothing else.

One Chromium serves all of these; they are skipped where there is none.
"""

from functools import cache
from pathlib import Path
from typing import Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.report import Report
from reversi_conformance.reports import html
from reversi_conformance.reports.visible import cut
from reversi_conformance.submission import Problem, Submission, Trait
from reversi_conformance.transcript import Transcript, Turn, format_transcript

from ..browsing import PHONE, Watched
from ..payloads import EVERYTHING, PAYLOADS
from .samples import BOARD, BOARD_AFTER_AB, board, case, criterion, finding, lines, report, sheet

HANDED_IN: Final = Submission(
    student="s1",
    name="张三",
    sources=("s1.zip",),
    is_late=True,
    language="java",
    entry="src/Reversi.java",
    build="javac src/Reversi.java",
    problems=(Problem("build.warned", {}, "javac warns", ("Reversi.java:3: warning",)),),
    traits=(Trait("loops", 2, ("src/Reversi.java:12", "src/Reversi.java:30")),),
)
SEEN: Final = """\
  Enter the board dimension: «4»
  Computer plays (X/O) : «X»
    a b c d
  a . . . .
  b . O X .
  c . X O .
  d . . . .
  Computer puts X at ab.
    a b c d
  a . X . .
  b . O X .
  c . X O .
  d . . . .
  Enter move for O (RowCol): «ba»
  Draw!
"""
"""A session that has left its golden game, the first of the handout, by what is typed."""
WRONG_BOARD: Final = lines(BOARD_AFTER_AB.replace("b . X X", "b . O X"))


def wrong_report() -> Report:
    """A report with everything in it that a page can show."""
    [golden] = corpus.choose_cases(corpus.load_suite(load("python")), ["py-4-X-sample"])
    expected = format_transcript(golden.transcript)
    flips = finding(
        "rules.flips",
        "flips.wrong",
        "X at ab should also turn bb",
        expected=lines(BOARD_AFTER_AB),
        observed=WRONG_BOARD,
    )
    wording = finding(
        expected=("Computer places X at ab.",), observed=("Computer puts X at ab.",), turn=2
    )
    return report(
        case("py-both", flips, wording, expected=expected, transcript=SEEN),
        case("py-wording", wording, expected=expected, transcript=SEEN),
        case("py-crash", finding(code="stopped.crash", turn=3), expected="", transcript=SEEN),
        case("py-right", finding(kind="note", code="layout.blanks", message="a blank")),
        case("py-right-as-well", finding(kind="advice", code="entry.case", message="capitals")),
        criteria=(*sheet(messages=1, flips=5), criterion("style", "Functional style")),
        submission=HANDED_IN,
    )


@cache
def wrong_page() -> str:
    return html.render(wrong_report())


@pytest.fixture
def page(watched: Watched, tmp_path: Path) -> Page:
    """The page of a wrong program."""
    return watched.open(written(tmp_path, wrong_page()))


def written(folder: Path, text: str) -> Path:
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    return path


def opened(page: Page, name: str = "py-both") -> None:
    page.locator("details.case").filter(has=page.get_by_role("heading", name=name)).locator(
        "summary"
    ).first.click()


def test_axe_finds_nothing_and_nothing_moves_sideways(page: Page) -> None:
    opened(page)
    page.get_by_label("Whole session").check()
    page.locator("details.others summary").first.click()
    page.locator("details.conforming summary").click()
    assert_accessible(page)
    page.emulate_media(color_scheme="dark")
    assert_accessible(page, "color-contrast")
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="light")
    assert_accessible(page, "target-size", "scrollable-region-focusable", "color-contrast")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_board_too_wide_for_a_phone_is_moved_and_not_the_page(
    watched: Watched, tmp_path: Path
) -> None:
    right, wrong = board(26, "mm nn", "mn nm"), board(26, "mm nn mn", "nm")
    found = finding("rules.flips", "flips.wrong", turn=1, expected=right, observed=wrong)
    golden, seen = (
        format_transcript(Transcript((Turn(None, ("Size: ",)), Turn("26", printed))))
        for printed in (right, wrong)
    )
    large = report(
        case("py-both", found, expected=golden, transcript=seen), criteria=sheet(flips=5)
    )
    page = watched.open(written(tmp_path, html.render(large)))
    page.set_viewport_size(PHONE)
    opened(page)
    expect(page.locator(".output[tabindex='0'] td.wrong")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert_accessible(page, "scrollable-region-focusable", "target-size")


def assert_accessible(page: Page, *rules: str) -> None:
    """Hold a page against these rules of axe, or against all that it has."""
    wanted = {"runOnly": list(rules)} if rules else {}
    found = Axe().run(page, options={"resultTypes": ["violations"], **wanted})
    assert found.violations_count == 0, found.generate_report()


def test_a_case_is_opened_at_the_turn_that_is_wrong(page: Page) -> None:
    opened(page)
    expect(page.locator(".position")).to_have_text("Turn 3 of 4")
    expect(page.locator(".faults")).to_contain_text("X at ab should also turn bb")
    expected, observed = page.locator(".side").all()
    expect(expected.locator("td.wrong")).to_have_text(["X differs"])
    expect(observed.locator("td.wrong")).to_have_text(["O differs"])
    expect(observed.locator("pre .differs")).to_have_text("Computer puts X at ab.")
    expect(observed.locator("kbd")).to_have_text("ba")


def test_the_session_is_stepped_through_by_buttons(page: Page) -> None:
    opened(page)
    position = page.locator(".position")
    page.get_by_role("button", name="First turn").click()
    expect(position).to_have_text("Turn 1 of 4")
    expect(page.get_by_role("button", name="Back")).to_be_disabled()
    page.get_by_role("button", name="Step").click()
    expect(position).to_have_text("Turn 2 of 4")
    page.get_by_role("button", name="Back").click()
    expect(position).to_have_text("Turn 1 of 4")
    page.get_by_role("button", name="Last turn").click()
    expect(position).to_have_text("Turn 4 of 4")
    expect(page.get_by_role("button", name="Step")).to_be_disabled()
    expect(page.locator(".turn")).to_contain_text("Something else was typed")
    expect(page.locator(".side")).to_have_count(1)


def test_the_session_is_stepped_through_by_keys_and_told_aloud(page: Page) -> None:
    opened(page)
    player = page.get_by_role("group", name="Replay of py-both")
    player.focus()
    told = page.locator("[aria-live=polite]")
    page.keyboard.press("ArrowLeft")
    expect(told).to_have_text("Turn 2 of 4, after 4: as it should be")
    page.keyboard.press("ArrowRight")
    wrong = "X at ab should also turn bb; the message is worded otherwise"
    expect(told).to_have_text(f"Turn 3 of 4, after X: {wrong}")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".position")).to_have_text("Turn 4 of 4")
    expect(player).to_be_focused()


def test_it_plays_by_itself_only_when_it_is_asked_to(watched: Watched, tmp_path: Path) -> None:
    watched.page.clock.install()
    page = watched.open(written(tmp_path, wrong_page()))
    opened(page)
    position = page.locator(".position")
    page.get_by_role("button", name="First turn").click()
    page.clock.run_for(10_000)
    expect(position).to_have_text("Turn 1 of 4")
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("group", name="Replay of py-both").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.clock.run_for(1_100)
    expect(position).to_have_text("Turn 3 of 4")
    page.keyboard.press("Space")
    page.clock.run_for(10_000)
    expect(position).to_have_text("Turn 3 of 4")
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(10_000)
    expect(position).to_have_text("Turn 4 of 4")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_the_whole_session_is_shown_drawn_or_as_printed(page: Page) -> None:
    opened(page)
    page.get_by_label("Whole session").check()
    expect(page.locator(".turn")).to_have_count(4)
    expect(page.locator(".side table.board")).to_have_count(4)
    page.get_by_label("As printed").check()
    expect(page.locator(".side table.board")).to_have_count(0)
    assert "a . X . .\nb . O X ." in page.locator(".side:last-child pre").nth(2).inner_text()


def test_the_cases_are_filtered(page: Page) -> None:
    choice, cases = page.get_by_label("Show"), page.locator("details.case:visible")
    expect(cases).to_have_count(3)
    expect(page.locator("#filter [role=status]")).to_have_text("5 cases shown")
    choice.select_option(label="cases that do not conform")
    expect(page.locator("details.conforming")).to_be_hidden()
    expect(page.locator("#filter [role=status]")).to_have_text("3 cases shown")
    choice.select_option(label="cases that lose rules.flips")
    expect(cases.get_by_role("heading", level=3)).to_have_text("py-both")
    choice.select_option(label="all cases")
    expect(page.locator("details.conforming")).to_be_visible()


def test_a_link_opens_the_case_even_where_a_filter_hides_it(page: Page) -> None:
    page.get_by_label("Show").select_option(label="cases that lose rules.flips")
    page.locator("details.others summary").first.click()
    page.locator("details.others a", has_text="py-wording").first.click()
    shown = page.locator("#case-2")
    expect(shown).to_have_attribute("open", "")
    expect(shown.locator("summary").first).to_be_focused()


def test_on_paper_there_is_nothing_to_press(page: Page) -> None:
    opened(page)
    page.emulate_media(media="print", color_scheme="dark")
    for hidden in (".controls", ".contents", "details.others"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator("#case-1 .turn")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.pdf().startswith(b"%PDF")


@pytest.mark.parametrize("watched", [{"java_script_enabled": False}], indirect=True)
def test_without_scripts_all_but_the_replay_is_there(page: Page) -> None:
    opened(page)
    expect(page.locator("#case-1 table.board").first).to_be_visible()
    expect(page.locator("#filter")).to_be_hidden()
    expect(page.locator("#case-1 noscript p")).to_be_visible()


def test_nothing_that_gets_into_the_page_runs_or_fetches(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page()
    seen = Watched(page)
    seen.open(written(tmp_path, wrong_page()))
    page.evaluate(
        """() => {
        const strange = document.createElement("div");
        strange.innerHTML = "<img src=x onerror='window.hit = 1'><link rel=stylesheet href=y>"
            + "<p onclick='window.hit = 2' style='color: red'>x</p>";
        document.body.append(strange);
        strange.querySelector("p").click();
        const script = document.createElement("script");
        script.textContent = "window.hit = 3";
        document.body.append(script);
    }"""
    )
    assert page.evaluate("window.hit") is None
    assert len(seen.fetched) == 1
    assert len(seen.said) >= 4
    assert all("Content Security Policy" in each for each in seen.said)
    page.close()


def hostile_report() -> Report:
    """A case for each payload, which stands wherever its program decides."""
    cases = []
    for name, payload in PAYLOADS.items():
        session = format_transcript(
            Transcript((Turn(None, (payload, "> ")), Turn(payload, (BOARD, payload, payload * 3))))
        )
        found = [
            finding(message=payload, answers=(payload,), expected=("Draw!",), observed=(payload,)),
            finding(code="messages.extra", observed=(payload, payload), turn=1),
            finding(code="stopped.crash", message=f"it crashes: {payload}", turn=0),
        ]
        cases.append(case(f"py-{name}", *found, transcript=session, expected=session))
    return report(*cases, criteria=sheet(messages=1), program=EVERYTHING)


def test_whatever_a_stranger_writes_is_seen_and_does_nothing(
    watched: Watched, tmp_path: Path
) -> None:
    page = watched.open(written(tmp_path, html.render(hostile_report())))
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    expect(page.locator(".player")).to_have_count(len(PAYLOADS))
    shown = page.evaluate(
        """() => [...document.querySelectorAll("details.case")].map(each => [
            each.querySelector("h3").textContent,
            each.querySelectorAll(".print pre")[1].textContent,
            each.querySelector(".turn pre").textContent,
        ])"""
    )
    for (name, payload), (heading, printed, played) in zip(PAYLOADS.items(), shown, strict=True):
        assert heading == f"py-{name}"
        assert printed.split("\n")[:2] == [cut(payload, 160)] * 2
        assert played.split("\n")[0] == cut(payload, 200)
    assert page.locator("h1").text_content() == cut(EVERYTHING, 300)
