"""The page of a class, as markup and in a real browser."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from reversi_conformance.classroom.class_page import render
from reversi_conformance.classroom.figures import ClassSummary, Standing
from reversi_conformance.classroom.statistics import summarise
from reversi_conformance.classroom.students import Student
from reversi_conformance.submission import Problem

from ..browsing import PHONE, Watched
from ..payloads import EVERYTHING, NAMES
from ..reports.safety import unsafe_text
from ..reports.samples import case, finding
from .classes import TIES_LAST, student
from .large import large_class
from .test_similarity import OWN_WORDS, wordings

BROKEN = Problem("build.failed", {}, "gcc could not build it", ("reversi.c:1: error",))
NO_GCC = Problem("build.tool", {}, "there is no gcc on this machine", is_ours=True)


def page_of(name: str) -> str:
    return f"students/{name}.html"


def small_class() -> ClassSummary:
    crash = finding(code="stopped.crash", message="the program crashes: IndexError")
    return summarise(
        [
            student("zhang", *wordings(OWN_WORDS), messages=0.5, called="张三"),
            student("li", *wordings(OWN_WORDS), messages=1.5, called="李四"),
            student("s10", case("py-1", crash), flips=5, causes=[TIES_LAST]),
            student("s9", flips=2.5, board=1, is_late=True),
            student("wang"),
            student("feng", board=0, messages=0, flips=0, problems=[BROKEN], is_played=False),
            student("zheng", problems=[NO_GCC]),
        ],
        [Student("zhao", "赵六")],
    )


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(small_class(), tmp_path_factory.mktemp("class"))


@pytest.fixture
def page(watched: Watched, path: Path) -> Page:
    return watched.open(path)


def written(summary: ClassSummary, folder: Path) -> Path:
    file = folder / "class.html"
    file.write_text(render(summary, page_of), encoding="utf-8")
    return file


def names(page: Page) -> list[str]:
    """The students that the table shows, from top to bottom."""
    cells = page.locator("#all tbody tr:visible > th").all_inner_texts()
    return [cell.split()[0] for cell in cells]


def heading(page: Page, name: str) -> str:
    """How the table is sorted by this column."""
    return page.get_by_role("columnheader", name=name).get_attribute("aria-sort") or ""


def test_a_heading_sorts_by_click_and_the_other_way_by_another(page: Page) -> None:
    button = page.get_by_role("button", name="Points")
    button.click()
    assert heading(page, "Points") == "ascending"
    assert names(page) == ["feng", "s9", "s10", "zhang", "li", "wang", "zhao", "zheng"]
    button.click()
    assert heading(page, "Points") == "descending"
    assert names(page) == ["wang", "li", "zhang", "s10", "s9", "feng", "zhao", "zheng"]
    assert page.locator("[aria-sort]").count() == 1


def test_names_are_sorted_with_their_numbers_in_order_from_the_start(page: Page) -> None:
    by_name = ["feng", "li", "s9", "s10", "wang", "zhang", "zhao", "zheng"]
    assert names(page) == by_name
    page.get_by_role("button", name="Points").click()
    page.get_by_role("button", name="Student").click()
    assert names(page) == by_name


def test_the_keyboard_alone_sorts_and_filters(page: Page) -> None:
    page.get_by_role("button", name="Failed checks").focus()
    page.keyboard.press("Enter")
    assert heading(page, "Failed checks") == "ascending"
    page.keyboard.press("Space")
    assert names(page)[0] == "s9"
    page.get_by_label("Search").focus()
    page.keyboard.type("张")
    assert names(page) == ["zhang"]
    assert page.get_by_role("status").inner_text() == "1 of 8 shown"


def test_the_table_shows_only_what_is_chosen(page: Page) -> None:
    chosen = {
        ("Status", "judged"): ["li", "s9", "s10", "wang", "zhang"],
        ("Status", "not played"): ["feng"],
        ("Status", "absent"): ["zhao"],
        ("Failed check", "rules.flips"): ["s9", "s10"],
        ("Look at because", "any reason"): ["li", "s10", "zhang", "zheng"],
        ("Look at because", "Crashed"): ["s10"],
        ("Look at because", "Similar deviations"): ["li", "zhang"],
    }
    for (label, choice), shown in chosen.items():
        page.get_by_role("combobox", name=label).select_option(choice)
        assert names(page) == shown, choice
        page.get_by_role("button", name="Show all").click()
        assert len(names(page)) == 8
    assert page.get_by_role("status").inner_text() == "8 of 8 shown"


def test_what_is_chosen_holds_together_and_survives_sorting(page: Page) -> None:
    page.get_by_role("combobox", name="Failed check").select_option("rules.flips")
    page.get_by_label("Search").fill("CRASH python")
    page.get_by_role("button", name="Points").click()
    assert names(page) == ["s10"]


def test_a_failed_check_leads_to_its_students_in_the_table(page: Page) -> None:
    page.get_by_label("Search").fill("nobody")
    check = page.locator("details", has_text="Exactly the outflanked discs")
    check.locator("summary").click()
    check.get_by_role("link", name="Show only these").click()
    assert names(page) == ["s9", "s10"]


def test_a_student_s_name_leads_to_the_page_of_that_student(page: Page) -> None:
    link = page.locator("#all").get_by_role("link", name="zhang")
    assert link.get_attribute("href") == "./students/zhang.html"
    assert page.locator("#all").get_by_role("link", name="zhao").count() == 0


@pytest.mark.parametrize("watched", [{"java_script_enabled": False}], indirect=True)
def test_without_its_script_the_page_is_whole(page: Page) -> None:
    assert len(names(page)) == 8
    assert not page.get_by_label("Search").is_visible()


def test_on_paper_everything_is_open_and_nothing_is_to_be_pressed(page: Page) -> None:
    page.emulate_media(media="print")
    assert page.locator("#failed ~ details li", has_text="s10").is_visible()
    assert not page.get_by_label("Search").is_visible()


def test_a_phone_moves_the_table_and_not_the_page(page: Page) -> None:
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_nobody_is_kept_out_by_day_by_night_on_a_phone_and_on_paper(page: Page) -> None:
    page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    assert violations(page) == [], "by day"
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == [], "by night"
    page.set_viewport_size(PHONE)
    on_a_phone = ("target-size", "scrollable-region-focusable", "color-contrast")
    assert violations(page, *on_a_phone) == [], "on a phone"
    page.emulate_media(media="print")
    assert violations(page, "color-contrast") == [], "on paper"


def violations(page: Page, *rules: str) -> list[str]:
    """What breaks these rules of axe, or any that it has."""
    wanted = {"runOnly": list(rules)} if rules else {}
    found = Axe().run(page, options={"resultTypes": ["violations"], **wanted})
    broken = found.response["violations"]
    return [f"{each['id']}: {node['html']}" for each in broken for node in each["nodes"]]


def test_three_hundred_students_fit_and_are_sorted_at_once(
    watched: Watched, tmp_path: Path
) -> None:
    file = written(large_class(300), tmp_path)
    assert file.stat().st_size < 500_000
    page = watched.open(file)
    before = page.locator("#all tbody tr").count()
    page.get_by_role("button", name="Points").click()
    assert page.locator("#all tbody tr").count() == before == 300
    assert page.locator("#all tbody tr > :nth-child(2)").first.inner_text() == "0"


def test_the_page_of_a_class_that_fails_everything_is_no_larger(tmp_path: Path) -> None:
    file = written(large_class(300, most_skill=0), tmp_path)
    assert file.stat().st_size < 500_000
    assert "and 242 more students with fewer cases" in file.read_text(encoding="utf-8")


class _Markup(HTMLParser):
    """What a page holds that a browser would run or follow."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.attributes: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if name in {"href", "src"}]


def hostile_class() -> ClassSummary:
    crash = finding(code="stopped.crash", message=EVERYTHING)
    broken = Problem("build.failed", {}, EVERYTHING, (EVERYTHING,))
    reports = [
        student(name, case("py-1", crash), flips=5, called=EVERYTHING) for name in NAMES.values()
    ]
    reports += [
        student(f"x{name}", problems=[broken], is_played=False, called=name)
        for name in NAMES.values()
    ]
    return summarise(reports, [Student(f"y{name}", EVERYTHING) for name in NAMES.values()])


def test_nothing_of_a_stranger_is_obeyed(watched: Watched, tmp_path: Path) -> None:
    summary = hostile_class()
    text = render(summary, page_of)
    found, right = _Markup(text), _Markup(render(small_class(), page_of))
    assert set(found.tags) <= set(right.tags)
    assert found.attributes <= right.attributes
    assert found.tags.count("script") == 1
    assert list(unsafe_text(text)) == []
    assert all(re.match(r"#|\./students/", link) for link in found.links)
    students = {unquote(link) for link in found.links if link.startswith("./")}
    assert students == {
        f"./{page_of(row.student)}" for row in summary.rows if row.standing is not Standing.ABSENT
    }
    page = watched.open(written(summary, tmp_path))
    assert page.locator("#all tbody tr").count() == len(summary.rows)


@pytest.mark.parametrize("path", ["javascript:alert(1)", "//example.org/x", "a?b#c.html"])
def test_a_file_of_any_name_is_linked_beside_the_page(path: str) -> None:
    shown = _Markup(render(summarise([student("a")]), lambda _: path))
    [link] = {each for each in shown.links if not each.startswith("#")}
    assert link.startswith("./")
    assert unquote(link) == f"./{path}"
    assert not set("?#:") & set(link)


def test_the_same_class_gives_the_same_page() -> None:
    assert render(small_class(), page_of) == render(small_class(), page_of)


def test_a_class_of_which_nothing_was_judged_has_its_page() -> None:
    shown = render(summarise([], [Student("zhao")]), page_of)
    assert "Nothing was judged yet." in shown
    assert "<svg" not in shown


def test_the_plot_says_in_words_what_it_shows() -> None:
    [title] = re.findall(r'<title id="chart-title">(.*?)</title>', render(small_class(), page_of))
    assert title == "How many students have how many points"
    [said] = re.findall(
        r'<desc id="chart-description">(.*?)</desc>', render(small_class(), page_of)
    )
    assert said == ("6 students from 0 to 17 points of 17; half of them from 7.88 to 15.25.")
