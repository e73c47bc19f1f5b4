"""`generate`: from wishes to a suite on disk, by a few mistakes that are really played."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from reversi_conformance import corpus
from reversi_conformance.assignment import Assignment, load
from reversi_conformance.audit import catalogue
from reversi_conformance.cli import main
from reversi_conformance.search import generating, suite
from reversi_conformance.search.pursuit import UnfulfilledWishError
from reversi_conformance.transcript import Header

PLAYED = ("draw-goes-to-black", "off-the-board-crashes")
SHIPPED = Path(str(corpus.__file__)).parent / "assignments" / "python.toml"


def generate(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["generate", *map(str, arguments)])


@pytest.fixture
def smallest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An assignment with boards of one size, and a catalogue of few mistakes: soon done."""
    text = SHIPPED.read_text(encoding="utf-8").replace("maximum = 26", "maximum = 4")
    path = tmp_path / "smallest.toml"
    path.write_text(f'transcripts = "python"\n{text}', encoding="utf-8")

    def few(assignment: Assignment) -> list[catalogue.Mistake]:
        return [each for each in catalogue.load(catalogue.home()) if each.id in PLAYED]

    monkeypatch.setattr(generating, "played_mistakes", few)
    return path


def test_the_fewest_games_are_kept_that_do_what_all_of_them_do(
    smallest: Path, tmp_path: Path
) -> None:
    out = tmp_path / "golden"
    out.mkdir()
    fallen_away = corpus.home() / "python" / "py-4-X-sample.txt"
    others = [
        Path(shutil.copy(fallen_away, out / name))
        for name in ("py-4-X-first-entry-row-off.txt", "my-own.txt")
    ]

    result = generate("--assignment", smallest, "-o", out)

    assert result.exit_code == 0, result.output
    assert not others[0].exists()
    others[1].unlink()
    cases = corpus.load_folder(out)
    assert result.stdout == f"{out}: {len(cases)} transcripts, of 35 games found\n"
    assert (out / "py-4-X-sample.txt").read_bytes() == fallen_away.read_bytes()
    assert {case.header.board for case in cases} == {4}


def test_a_hidden_suite_has_no_game_of_the_shipped_one() -> None:
    assignment = load("python")
    public = generating.published(assignment, 7)
    assert {header.id for header in public} == {case.id for case in corpus.load_suite(assignment)}
    assert generating.published(assignment, suite.DEFAULT_SEED) == ()


def test_what_plays_at_random_takes_no_part() -> None:
    played = generating.played_mistakes(load("python"))
    assert played
    assert not any(mistake.is_random for mistake in played)


def test_a_search_that_finds_nothing_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(
        assignment: Assignment, seed: int, published: Sequence[Header], progress: object
    ) -> None:
        raise UnfulfilledWishError("no game found")

    monkeypatch.setattr(suite, "find_candidates", fail)
    result = generate("-o", tmp_path / "hidden")
    assert (result.exit_code, result.output) == (3, "reversi-conformance: no game found\n")
    assert not (tmp_path / "hidden").exists()
