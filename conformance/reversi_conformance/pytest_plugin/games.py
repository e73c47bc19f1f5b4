"""Has the games played: `check`, in a process of its own, writes the report that all tests read.

So a program is judged as `check` judges it, and nothing of that is done in pytest's own process,
whose children, signals and modules may be anybody's. Writes the one file that it is told.
"""

import signal
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Final

from reversi_conformance.feedback import FULL
from reversi_conformance.pytest_plugin.setting import Setting
from reversi_conformance.report import Report
from reversi_conformance.reports.json import read

# Without -P a student's file that is called like a module would be taken for it.
_CHECK: Final = (sys.executable, "-P", "-m", "reversi_conformance", "check")
_JUDGED: Final = frozenset({0, 1})
_NAME: Final = "reversi-conformance: "


class CannotJudgeError(Exception):
    """Nothing was judged; the message is the line that `check` says."""


def play(setting: Setting, games: Collection[str], file: Path) -> Report:
    """Play these games, by their ids, and write the report to a file.

    Hidden games are played all or none. Ctrl-C ends every session before it goes on its way. Raises
    `CannotJudgeError`.
    """
    process = subprocess.Popen(  # noqa: S603 - this program itself
        (*_CHECK, *_options(setting, games), "-o", str(file), "--", *setting.arguments),
        cwd=setting.folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        # Ctrl-C at a terminal is for pytest alone, which hands it on, once.
        process_group=0,
    )
    try:
        _, said = process.communicate()
    except BaseException:
        process.send_signal(signal.SIGINT)
        process.communicate()
        raise
    if process.returncode not in _JUDGED:
        line = next(iter(said.splitlines()), f"it ended with status {process.returncode}")
        raise CannotJudgeError(line.removeprefix(_NAME))
    return read(file.read_bytes())


def _options(setting: Setting, games: Collection[str]) -> list[str]:
    options = ["--format", "json", "--sandbox", setting.sandbox]
    options += ["--assignment", setting.assignment_name]
    if any(game.is_hidden and game.id in games for game in setting.games) and setting.hidden_folder:
        # The tests themselves tell no more of them than they may.
        options += ["--hidden", setting.hidden_folder, "--feedback", FULL]
    public = [game.id for game in setting.games if not game.is_hidden]
    if not all(game in games for game in public):
        options += [f"--case={game}" for game in public if game in games]
    return options
