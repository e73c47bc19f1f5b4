"""Pages in a real browser; where there is none, tests of pages are skipped."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Dialog, Page, ViewportSize, expect, sync_playwright

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
PHONE: Final = ViewportSize(width=360, height=740)
DESKTOP: Final = ViewportSize(width=1200, height=900)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium, gone before other tests kill what programs leave behind (`orphans`)."""
    installed = next(filter(None, map(shutil.which, BROWSERS)), None)
    expect.set_options(timeout=30_000)
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
        if installed is None and not Path(own).exists():
            pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is installed")
        started = playwright.chromium.launch(executable_path=installed or own)
        yield started
        started.close()


class Watched:
    """A page in the browser, and all that it asked for, said and threw."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.requests: list[str] = []
        self.fetched: list[str] = []
        self.said: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("requestfinished", lambda request: self.fetched.append(request.url))
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("dialog", self._dismiss)

    def _dismiss(self, dialog: Dialog) -> None:
        self.said.append(dialog.message)
        dialog.dismiss()

    def open(self, path: Path, fragment: str = "") -> Page:
        self.page.goto(f"{path.as_uri()}{fragment}")
        return self.page


@pytest.fixture
def watched(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Watched]:
    """A page that may ask for nothing but its own file, and has nothing to say."""
    page = browser.new_page(viewport=DESKTOP, **getattr(request, "param", {}))
    seen = Watched(page)
    yield seen
    page.close()
    assert seen.said == []
    assert len(seen.requests) == 1
    assert seen.requests[0].startswith("file:")
