"""The manual pages are what the commands say. `--force-regen` writes them anew."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from reversi_conformance.cli import main

DOCS = Path(__file__).parents[1] / "docs"
PAGES = sorted((DOCS / "man1").iterdir())


@pytest.fixture
def generated(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> dict[str, str]:
    monkeypatch.syspath_prepend(str(DOCS))
    import manpages  # type: ignore[import-not-found, unused-ignore] # noqa: PLC0415

    monkeypatch.delitem(sys.modules, "manpages")
    if request.config.getoption("force_regen"):
        manpages.write()
    return dict(manpages.pages())


def test_the_pages_are_what_the_commands_say(generated: dict[str, str]) -> None:
    assert {path.name: path.read_text(encoding="utf-8") for path in PAGES} == generated


def test_every_command_and_every_option_is_in_them(generated: dict[str, str]) -> None:
    for name, command in main.commands.items():
        page = generated[f"reversi-conformance-{name}.1"].replace("\\-", "-")
        assert f"reversi-conformance-{name} -" in page
        for parameter in command.params:
            assert all(option in page for option in parameter.opts if option.startswith("-"))


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_set_without_a_warning(page: Path) -> None:
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", "-P-c", "-P-b", "-P-u", str(page)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert "\nOPTIONS\n" in done.stdout
    if page.name == "reversi-conformance-check.1":
        assert "\n       reversi-conformance check --watch\n" in done.stdout
