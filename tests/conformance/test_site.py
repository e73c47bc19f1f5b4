"""The site that MkDocs makes of docs/ is whole, can be searched, and asks nobody for anything."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

TOP = Path(__file__).parents[2]
PAGES = sorted(path.relative_to(TOP / "docs") for path in (TOP / "docs").rglob("*.md"))
NOWHERE = ("nowhere.md", "judging.md#no-such-heading", "../conformance/nowhere.py")
SOURCES = "https://code.example/course/project/blob/main"
RECIPES = "conformance/reversi_conformance/classroom/recipes"
FOREIGN = re.compile(r"""(?:src|srcset|action|data)=["']?(?:https?:)?//|url\(["']?(?:https?:)?//""")
STYLE_OR_ICON = re.compile(r"<link\b[^>]*>")


def build(project: Path, site: Path, sources: str = "") -> subprocess.CompletedProcess[str]:
    # Not --quiet: it keeps warnings from being counted, so that no warning breaks the site.
    command = ["build", "--config-file", str(project / "mkdocs.yml"), "--site-dir", str(site)]
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", *command],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "DOCS_SOURCES": sources},
        capture_output=True,
        text=True,
        check=False,
    )


def warnings(built: subprocess.CompletedProcess[str]) -> list[str]:
    return [line for line in built.stderr.splitlines() if not line.startswith("INFO")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    built = build(TOP, folder, SOURCES)
    assert (built.returncode, warnings(built)) == (0, [])
    return folder


class Changed(NamedTuple):
    """The site of a project in which pages were added and changed."""

    built: subprocess.CompletedProcess[str]
    site: Path


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Changed:
    project = tmp_path_factory.mktemp("project")
    shutil.copytree(TOP / "docs", project / "docs")
    shutil.copy(TOP / "mkdocs.yml", project)
    for path in TOP.iterdir():
        if not (project / path.name).exists():
            (project / path.name).symlink_to(path)
    wrong = "".join(f"\n[x]({link})\n" for link in NOWHERE)
    (project / "docs" / "added.md").write_text(f"# An added page\n{wrong}", encoding="utf-8")
    site = tmp_path_factory.mktemp("changed")
    return Changed(build(project, site), site)


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=os.fspath(site))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_every_page_is_on_the_site_and_in_its_navigation(site: Path) -> None:
    home = (site / "index.html").read_text(encoding="utf-8")
    for page in PAGES:
        name = page.with_suffix(".html").as_posix().replace("README.html", "index.html")
        assert (site / name).is_file()
        assert name == "index.html" or re.search(rf'href="?{re.escape(name)}[" >]', home), name


def test_no_page_names_another_host_for_what_it_loads(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not FOREIGN.search(text), page.name
        for link in STYLE_OR_ICON.findall(text):
            assert "//" not in link, f"{page.name}: {link}"


def test_an_open_page_asks_nobody_else_and_finds_what_is_looked_for(
    browser: Browser, address: str
) -> None:
    page = browser.new_page()
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{address}/commands.html")
    search = page.get_by_role("textbox", name="Search")
    search.click()
    page.get_by_text("Type to start searching").wait_for()
    for words, found in (("outflanked discs", "rules.flips"), ("放弃", "ends.illegal-move")):
        search.fill("")
        search.press_sequentially(words)
        search.press("End")
        page.locator(f".md-search-result__link[href*='{found}']").first.wait_for()
    page.close()
    assert said == []
    assert {url for url in asked if not url.startswith((address, "data:", "blob:"))} == set()


def test_a_page_that_is_added_finds_its_place_by_itself(changed: Changed) -> None:
    home = (changed.site / "index.html").read_text(encoding="utf-8")
    assert "An added page" in home


def test_a_link_that_leads_nowhere_breaks_the_site(changed: Changed) -> None:
    assert changed.built.returncode != 0
    complaints = [line for line in warnings(changed.built) if line.startswith("WARNING")]
    assert len(complaints) == len(NOWHERE)
    for link in NOWHERE:
        assert any("added.md" in line and f"'{link}'" in line for line in complaints), link


def test_links_to_sources_lead_to_where_they_can_be_read(site: Path) -> None:
    assert f'href="{SOURCES}/{RECIPES}"' in (site / "grading.html").read_text(encoding="utf-8")


def test_where_sources_cannot_be_read_their_names_are_no_links(changed: Changed) -> None:
    page = (changed.site / "grading.html").read_text(encoding="utf-8")
    assert "classroom/recipes</code>" in page
    assert RECIPES not in page
