"""One run of pytest with a program to be tested: its tests, and the games behind them.

The games are played once, together, when pytest knows which tests are left to run: before the
first of them, or with pytest-xdist in the process that hands them out, while the workers wait,
which read the report. Creates a temporary folder for it, and removes it.
"""

import functools
import shutil
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from reversi_conformance.escaping import harmless
from reversi_conformance.pytest_plugin.games import CannotJudgeError, play
from reversi_conformance.pytest_plugin.setting import OTHER_GAMES, Setting
from reversi_conformance.pytest_plugin.verdicts import Lost, NotSeen, Verdicts, summary
from reversi_conformance.report import Report
from reversi_conformance.reports.json import read

_ROOT: Final = "reversi"
"""All tests of the program stand below this name."""
_REPORT: Final = "reversi_report"


class Program(pytest.Collector):
    """The program that is tested, with all its tests below it."""

    def __init__(self, *, run: "Run", **others: Any) -> None:
        super().__init__(nodeid=_ROOT, **others)
        self._run = run

    def collect(self) -> Iterator["CheckOfGame"]:
        """Yield a test for each check and game."""
        for check, name in self._run.setting.tests():
            test = f"{check}[{name}]"
            if self._run.is_wanted(test):
                yield CheckOfGame.from_parent(
                    self,
                    name=test,
                    nodeid=f"{_ROOT}::{test}",
                    run=self._run,
                    check=check,
                    game=name,
                )


class CheckOfGame(pytest.Item):
    """Whether a program passes one check in one game, or in all games that are not there for it."""

    def __init__(self, *, run: "Run", check: str, game: str, **others: Any) -> None:
        super().__init__(**others)
        self._run = run
        self._check = check
        self._game = game
        self.add_marker(run.setting.criterion(check))

    def runtest(self) -> None:
        """Look the answer up in the report."""
        games = [game.id for game in self._run.setting.looked_at(self._check, self._game)]
        verdicts = self._run.verdicts
        if self._game == OTHER_GAMES:
            verdict = verdicts.of_others(self._check, games)
        else:
            verdict = verdicts.of(self._check, games[0])
        if isinstance(verdict, Lost):
            pytest.fail(verdict.text, pytrace=False)
        if isinstance(verdict, NotSeen):
            pytest.skip(verdict.reason)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the name under which a failure is shown."""
        return self.config.rootpath / _ROOT, None, f"{self._check} in {self._game}"


class Run:
    """Hooks of pytest for a run in which a program is tested."""

    def __init__(self, config: pytest.Config, setting: Setting) -> None:
        self.setting = setting
        self._config = config
        self._report: Report | None = None
        self._named: list[str] = []
        """The tests of the program that the command line names; where none, all are wanted."""

    def is_wanted(self, test: str) -> bool:
        """Whether the command line names this test, or none."""
        return not self._named or any(map(_names(test), self._named))

    @functools.cached_property
    def verdicts(self) -> Verdicts:
        """What became of all games that were played."""
        return Verdicts(self._report or read(self._file.read_bytes()))

    @functools.cached_property
    def _file(self) -> Path:
        """Where the report stands; a worker is told by the process that hands the tests out."""
        if _is_worker(self._config):
            return Path(self._config.workerinput[_REPORT])  # type: ignore[attr-defined]
        folder = tempfile.mkdtemp(prefix="reversi-pytest-")
        self._config.add_cleanup(lambda: shutil.rmtree(folder))
        return Path(folder) / "report.json"

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self, session: pytest.Session) -> Generator[None, object, object]:
        """Take from the command line what names tests of the program: they are in no file."""
        args = session.config.args
        self._named = [_test(arg) for arg in args if _is_of_program(arg)]
        session.config.args = [arg for arg in args if not _is_of_program(arg)]
        tests = [f"{check}[{name}]" for check, name in self.setting.tests()]
        for name in self._named:
            if not any(_names(test)(name) for test in tests):
                raise pytest.UsageError(harmless(f"not found: {_ROOT}::{name}"))
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Put the program beside the files with tests."""
        report = yield
        if isinstance(collector, pytest.Session):
            report.result.append(Program.from_parent(collector, name=_ROOT, run=self))
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        """Play the games before the first test, unless there will be none."""
        option = session.config.option
        is_broken = session.testsfailed and not option.continue_on_collection_errors
        if not (is_broken or option.collectonly or _is_worker(session.config)):
            self._play([item.nodeid for item in session.items])

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker of pytest-xdist where the report will be."""
        node.workerinput[_REPORT] = str(self._file)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        """Play the games before any worker is given a test."""
        self._play(ids)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say how many points these games are worth."""
        if self._report is not None:
            terminalreporter.section(_ROOT)
            terminalreporter.line(summary(self._report))

    def _play(self, node_ids: Sequence[str]) -> None:
        """Play the games that these tests look at, if that was not done. Raises `UsageError`."""
        # Whoever groups tests for workers adds the group's name behind an "@".
        ids = {each.partition("@")[0] for each in node_ids}
        games = {
            game.id
            for check, name in self.setting.tests()
            if f"{_ROOT}::{check}[{name}]" in ids
            for game in self.setting.looked_at(check, name)
        }
        if not games or self._report is not None:
            return
        self._tell(f"{_ROOT}: playing {len(games)} game{'s' * (len(games) > 1)}")
        try:
            self._report = play(self.setting, games, self._file)
        except CannotJudgeError as error:
            raise pytest.UsageError(harmless(str(error))) from None

    def _tell(self, text: str) -> None:
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None and reporter.verbosity >= 0:
            reporter.ensure_newline()
            reporter.write_line(text)


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


def _is_of_program(arg: str) -> bool:
    """Whether an argument names tests of the program, as pytest prints it in any folder."""
    file, colons, _ = arg.partition("::")
    return bool(colons) and file.rpartition("/")[2] == _ROOT


def _test(arg: str) -> str:
    return arg.partition("::")[2]


def _names(test: str) -> Callable[[str], bool]:
    """Whether a name stands for this test: in full, or as the check of all its games."""
    return lambda name: name in {test, test.partition("[")[0]}
