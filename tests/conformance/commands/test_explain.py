"""`explain`: the pages of the checks in a terminal and out of it."""

import os
import pty
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from reversi_conformance import handbook
from reversi_conformance.assignment import CHECK_IDS
from reversi_conformance.cli import main
from reversi_conformance.commands import markdown


def explain(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["explain", *arguments])


@pytest.mark.parametrize("check", CHECK_IDS)
def test_a_check_shows_its_page(check: str) -> None:
    done = explain(check)
    [page] = handbook.about(check)
    title, named, *_ = done.output.split("\n\n")
    assert done.exit_code == 0
    assert " ".join(title.replace("─", "").split()) == page.title
    assert named == f"`{check}`"


def test_a_message_leads_to_the_page_of_its_check() -> None:
    assert explain("flips.wrong").output == explain("rules.flips").output


def test_a_message_of_several_checks_says_what_it_means_and_names_them() -> None:
    shown = explain("end.wrong-score").output
    assert "not those of the last board" in shown
    named = [check for check in CHECK_IDS if f"`{check}`" in shown]
    assert named == ["ends.full-board", "ends.wipe-out", "ends.no-moves"]


def test_without_an_argument_all_checks_are_listed_with_their_titles() -> None:
    pages = handbook.load()
    assert explain().output == "".join(f"{page.check}\n    {page.title}\n" for page in pages)


@pytest.mark.parametrize(
    ("mistyped", "meant"),
    [
        ("rules.flip", "rules.flips"),
        ("flips", "rules.flips"),
        ("end.wait", "end.waits"),
        ("ends.full_board", "ends.full-board"),
    ],
)
def test_a_misspelt_id_is_told_the_nearest(mistyped: str, meant: str) -> None:
    done = explain(mistyped)
    assert done.exit_code == 2
    assert f"is called {mistyped!r}; did you mean " in done.stderr
    assert meant in done.stderr


def test_an_id_like_none_is_told_all_checks() -> None:
    done = explain("zzz")
    assert done.exit_code == 2
    assert f"there are {', '.join(CHECK_IDS)}" in done.stderr


@pytest.mark.parametrize("check", CHECK_IDS)
def test_out_of_a_terminal_a_page_is_plain_text_of_eighty_cells(check: str) -> None:
    shown = explain(check).output
    assert "\x1b" not in shown
    assert max(map(len, shown.splitlines())) <= 80


def on_a_terminal(*arguments: str) -> str:
    """What `explain` writes to a terminal."""
    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "72"}
    environment.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "reversi_conformance", "explain", *arguments]
    with subprocess.Popen(command, stdout=slave, env=environment) as process:
        os.close(slave)
        written = b""
        # Linux tells the end of a terminal's output by an error.
        while piece := _read(master):
            written += piece
        assert process.wait() == 0
    os.close(master)
    return written.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def test_on_a_terminal_a_page_is_drawn_in_colours_and_in_its_width() -> None:
    shown = on_a_terminal("rules.flips")
    assert "\x1b[" in shown
    assert shown == markdown.draw(handbook.about("rules.flips")[0].text, 72, coloured=True)


PAGE = """\
# A title

Some `code
in` a text.

```text right py-4-X-sample 1-2
  a b c d
a . . . .
```

- one
- two
"""


def test_without_colours_code_keeps_its_backticks_and_blocks_stay_as_they_are() -> None:
    assert markdown.draw(PAGE, 40, coloured=False).splitlines() == [
        "A title",
        "───────",
        "",
        "Some `code in` a text.",
        "",
        "      a b c d",
        "    a . . . .",
        "",
        " • one",
        " • two",
    ]


def test_a_row_of_a_table_is_drawn_beside_its_neighbours() -> None:
    table = "| code | meaning |\n|---|---|\n| `a.b` | *said* — meant |\n"
    *_, row = markdown.draw(table, 40, coloured=False).splitlines()
    assert row.split() == ["`a.b`", "said", "—", "meant"]


def test_a_line_that_is_too_long_is_wrapped_and_not_cut() -> None:
    block = f"```text\n{'x' * 50}\n```\n"
    assert markdown.draw(block, 30, coloured=False).count("x") == 50
