"""The benchmarks can be run, and judge what they time; nothing is timed here."""

from __future__ import annotations

import importlib
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from benchmarks import environment, fitting, games, page, perft_players, plots, results, speed
from benchmarks.measuring import INTERPRETER, use
from benchmarks.rivals import TOOLS, Stage, Tool, check50, shell_loop

TOP = Path(__file__).parents[1]
MODULES = sorted(path.stem for path in (TOP / "benchmarks").glob("*.py"))
NEEDED = {"C": "gcc", "Java": "javac", "Node": "node"}
LINEAR = [(10, 1.5), (100, 6.0), (1000, 51.0)]
FIFTY = games.fifty()
Style = Callable[[str, games.Game], Iterator[str]]


@pytest.mark.parametrize("name", [name for name in MODULES if name != "fuzz"])
def test_a_benchmark_can_be_imported(name: str) -> None:
    assert importlib.import_module(f"benchmarks.{name}").__doc__


def test_fifty_games_of_all_sizes_are_played() -> None:
    assert len({game.id for game in FIFTY}) == 50
    assert {game.answers[0] for game in FIFTY} == {"4", "6", "8", "10", "12", "16", "20", "26"}


def rejected(
    tool: Tool, folder: Path, language: str, played: tuple[games.Game, ...], *, wrong: bool
) -> frozenset[str]:
    folder.mkdir()
    submission = folder / "submission"
    program = games.build(games.LANGUAGES[language], submission, wrong=wrong)
    stage = Stage(folder / tool.id, submission, program, played)
    stage.folder.mkdir()
    use(tool.prepare(stage), stage.folder, speed.JUDGED)
    return tool.rejected(stage)


def assert_tells_right_from_wrong(tool: Tool, folder: Path, language: str) -> None:
    right, wrong = played = speed.two_games(FIFTY)
    assert (right.is_told_wrong, wrong.is_told_wrong) == (False, True)
    assert rejected(tool, folder / "right", language, played, wrong=False) == frozenset()
    assert rejected(tool, folder / "wrong", language, played, wrong=True) == {wrong.id}


@pytest.mark.parametrize(
    "tool", [tool for tool in TOOLS if "check50" not in tool.id], ids=lambda tool: tool.id
)
def test_a_tool_rejects_the_game_that_is_wrong(tool: Tool, tmp_path: Path) -> None:
    assert_tells_right_from_wrong(tool, tmp_path, "Python")


@pytest.mark.slow
@pytest.mark.parametrize(
    "tool", [tool for tool in TOOLS if "check50" in tool.id], ids=lambda tool: tool.id
)
def test_check50_rejects_the_game_that_is_wrong(tool: Tool, tmp_path: Path) -> None:
    environment.prepare()
    assert_tells_right_from_wrong(tool, tmp_path, "Python")


@pytest.mark.parametrize("language", NEEDED)
def test_a_program_prints_to_the_letter_what_is_expected(language: str, tmp_path: Path) -> None:
    if shutil.which(NEEDED[language]) is None:
        pytest.skip(f"{NEEDED[language]} is not there")
    assert_tells_right_from_wrong(shell_loop.TOOL, tmp_path, language)


@pytest.mark.parametrize(
    "style", [check50.documented, check50.prompts_compared, check50.all_at_once]
)
def test_a_check_of_check50_types_every_answer_and_looks_for_every_line(style: Style) -> None:
    game = FIFTY[0]
    written = "".join(style("python3 reversi.py", game))
    compile(f"def check():\n{written}", "checks.py", "exec")
    told = written.encode().decode("unicode_escape")
    assert all(answer in told for answer in game.answers)
    assert all(line in told for turn in game.turns for line in turn.splitlines()[:-1])


def test_the_pinned_packages_are_those_of_the_table() -> None:
    pinned = {each.partition("==")[0] for each in environment.requirements()}
    assert pinned == {*perft_players.PLAYERS, "check50"} - perft_players.OURS


@pytest.mark.parametrize("name", sorted(perft_players.OURS))
def test_sequences_of_moves_are_counted(name: str) -> None:
    assert perft_players.PLAYERS[name](4) == 244


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(perft_players.PLAYERS.keys() - perft_players.OURS))
def test_a_package_counts_the_same_sequences(name: str) -> None:
    environment.prepare()
    words = (str(environment.executable("python")), perft_players.__file__, name, "4", "0")
    assert subprocess.check_output(words, text=True).split()[0] == "244"


def test_what_grows_in_proportion_has_the_exponent_1() -> None:
    assert fitting.growth(LINEAR) == pytest.approx(1)


def test_what_grows_with_the_square_has_the_exponent_2() -> None:
    squares = [(size, 1 + size**2 / 100) for size in (1, 10, 100, 1000)]
    assert fitting.growth(squares) == pytest.approx(2)


def test_what_hardly_grows_is_flat() -> None:
    assert fitting.growth([(1, 1.0), (10, 1.1), (100, 1.4)]) is None


def test_the_page_and_its_plots_are_those_of_the_figures(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("force_regen"):
        page.main()
    assert {path: path.read_text(encoding="utf-8") for path in page.made()} == page.made()


def test_a_command_that_fails_ends_a_benchmark_with_what_it_said(tmp_path: Path) -> None:
    words = ("/bin/sh", "-c", "echo no such game >&2; exit 3")
    with pytest.raises(SystemExit, match=r"ended with 3\nno such game"):
        use(words, tmp_path)


def test_what_a_command_starts_counts_apart_from_it(tmp_path: Path) -> None:
    work = f"{INTERPRETER} -c 'sum(range(10_000_000))'; exit 1"
    used = use(("/bin/sh", "-c", work), tmp_path, speed.JUDGED)
    assert used.own_cpu < used.others_cpu <= used.cpu


def test_figures_are_kept_without_digits_that_mean_nothing() -> None:
    kept = results.rounded({"seconds": [1.23456789, 12345.678], "runs": 123456})
    assert kept == {"seconds": [1.235, 12350.0], "runs": 123456}


def test_a_plot_shows_signs_of_markup_as_they_are() -> None:
    row = plots.Row("<b> & more", {"C & C++": 2.0, "Java": 0.5}, is_ours=True)
    drawn = plots.dots("a < b", "times", [row], ["C & C++", "Java"])
    texts = [each.text for each in ElementTree.fromstring(drawn).iter()]
    assert {"a < b", "<b> & more", "C & C++"} <= set(texts)
