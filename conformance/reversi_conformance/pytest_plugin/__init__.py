"""The plugin for pytest: its options, a test for each check and game, and the fixture `reversi`.

`pytest --reversi="python3 reversi.py"` has the program judged by `check`, and each test looks its
answer up. pytest imports this module whenever it starts, so it imports nothing but pytest; what the
tests need is imported once there is a program. Nothing that judges knows of pytest.
"""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that pytest starts quickly

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from reversi_conformance.pytest_plugin.program import Player


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what the plugin is told, with the meanings and the defaults of `check`."""
    group = parser.getgroup("reversi", "console Reversi (reversi-conformance)")
    group.addoption(
        "--reversi",
        metavar="COMMAND",
        help="Test this program: a file, a folder or a command, as 'reversi-conformance check'"
        " takes it. One test for each check and game.",
    )
    group.addoption(
        "--reversi-assignment",
        metavar="NAME|FILE.toml",
        default="python",
        help="The assignment: python, typescript, or a file of your own. [default: python]",
    )
    group.addoption(
        "--reversi-hidden",
        metavar="DIR",
        help="Play the games of this folder as well; of these, only the checks that they lose are"
        " told.",
    )
    group.addoption(
        "--reversi-sandbox",
        choices=["auto", "bubblewrap", "landlock", "limits"],
        default="auto",
        help="How the program is confined; auto takes the strongest kind that holds here."
        " [default: auto]",
    )
    parser.addini(
        "reversi",
        "The program that the fixture 'reversi' plays where --reversi names none, as seen from the"
        " folder of this file.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make ready to test the program, where there is one. Raises `pytest.UsageError`."""
    if config.getoption("reversi") is None:
        return
    from reversi_conformance.pytest_plugin.run import Run
    from reversi_conformance.pytest_plugin.setting import read_setting

    setting = read_setting(config)
    for criterion in setting.assignment.criteria:
        if criterion.checks:
            marker = f"{criterion.id}: a check of the assignment's part {criterion.title!r}"
            config.addinivalue_line("markers", marker)
    config.pluginmanager.register(Run(config, setting), "reversi-run")


@pytest.fixture
def reversi(request: pytest.FixtureRequest) -> "Player":
    """Play the program under test on a terminal: `reversi.play(board=4, computer="X")`."""
    from reversi_conformance.pytest_plugin.program import Player, find_program

    return Player(find_program(request.config), request.node)
