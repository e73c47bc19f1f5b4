"""Draws games with Hypothesis, in rounds, and leads it towards what no game has shown yet.

A game is drawn as a leaning, by which the human chooses squares, and a few deviations from it: so a
few choices make a whole game, and Hypothesis can change one of them and see what comes of it. No
program is played here, and no clock is asked. The same seed gives the same games.

Creates a temporary folder and removes it.
"""

import contextlib
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from hypothesis import (
    HealthCheck,
    Phase,
    Verbosity,
    configuration,
    find,
    given,
    seed,
    settings,
    target,
)
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from reversi_conformance.search import draft
from reversi_conformance.search.draft import Draft
from reversi_conformance.search.games import Play, illegal_entries, replay, start
from reversi_conformance.search.leanings import LEANINGS
from reversi_conformance.search.sights import Sight, sights
from reversi_engine import Disc, format_square

_EXAMPLES: Final = 120
"""Games that are drawn in a round."""
_MOST_DEVIATIONS: Final = 10
_CHOICES: Final = 8
"""A deviation takes one of so many squares, in the order of the leaning."""
_WHOLE: Final = 1000
"""More entries than any game has."""
_SHORT: Final = 60
"""A game that is cut off has so many entries at most."""
_SETTINGS: Final = settings(
    database=None,
    deadline=None,
    max_examples=_EXAMPLES,
    suppress_health_check=list(HealthCheck),
    verbosity=Verbosity.quiet,
)


class Kitchen(NamedTuple):
    """Of what games are made."""

    boards: Sequence[int]
    openings: Sequence[Draft]
    """Golden games, with which one may begin."""
    most_entries: Mapping[int, int]
    """By the size of a board."""


class Drawn(NamedTuple):
    """A game, and what it shows."""

    draft: Draft
    sights: frozenset[Sight]


class Recipe(NamedTuple):
    """From what a game is made; the simplest one is the first square in the order of rows."""

    board: int
    computer: Disc
    opening: Draft | None
    """A golden game with which it begins, moved to this board."""
    leaning: str
    deviations: Mapping[int, int]
    """By the number of an entry which of the squares is taken instead of the first one."""
    most: int
    """So many entries end it by an illegal one."""
    illegal: int
    """Which of the illegal entries, in the order of rows."""
    chance: int
    """The seed of a human who goes by chance."""


def games(number: int, kitchen: Kitchen, is_known: Callable[[Sight], bool]) -> Iterator[Drawn]:
    """Yield the games of the round with this number, in the order in which they were drawn.

    The number is the seed of all chance. Games that show more of what is not known are what
    Hypothesis looks for.
    """
    drawn: dict[Draft, Drawn] = {}

    def draw(recipe: Recipe) -> None:
        play = _follow(recipe)
        made = draft.of(play)
        if made not in drawn:
            drawn[made] = Drawn(made, sights(play))
        _lead(drawn[made].sights, is_known)

    recipes = _recipes(kitchen, st.just(_WHOLE) | st.integers(0, _SHORT))
    searching = settings(_SETTINGS, phases=(Phase.generate, Phase.target))
    with _nothing_left_behind():
        seed(number)(searching(given(recipes)(draw)))()
    yield from drawn.values()


def shortest(number: int, kitchen: Kitchen, wanted: Sight, most: int) -> Draft | None:
    """Return a game that shows this, of as few entries as Hypothesis comes down to.

    None where none was met of so many entries at most. The number is the seed of all chance.
    """

    def shows(recipe: Recipe) -> bool:
        return wanted in sights(_follow(recipe))

    recipes = _recipes(kitchen, st.integers(0, most))
    searching = settings(_SETTINGS, phases=(Phase.generate, Phase.target, Phase.shrink))
    with _nothing_left_behind(), contextlib.suppress(NoSuchExample):
        random = Random(number)  # noqa: S311 - no secret
        return draft.of(_follow(find(recipes, shows, settings=searching, random=random)))
    return None


@contextlib.contextmanager
def _nothing_left_behind() -> Iterator[None]:
    """Hypothesis keeps what it knows of constants in the current folder, which is a student's."""
    with tempfile.TemporaryDirectory(prefix="reversi-explore-") as folder:
        configuration.set_hypothesis_home_dir(folder)
        try:
            yield
        finally:
            configuration.set_hypothesis_home_dir(None)


def _lead(shown: frozenset[Sight], is_known: Callable[[Sight], bool]) -> None:
    target(float(sum(not is_known(sight) for sight in shown)), label="not seen before")
    lines = (sight[-1] for sight in shown if sight[2:3] == ("line",))
    target(float(max((int(length) for length in lines), default=0)), label="longest line")
    passes = (sight[3] for sight in shown if sight[0] == "pass")
    target(float(max((int(number) for number in passes), default=0)), label="passes")


@st.composite
def _recipes(draw: st.DrawFn, kitchen: Kitchen, lengths: st.SearchStrategy[int]) -> Recipe:
    # What is drawn first is made small first where Hypothesis looks for the shortest game.
    length = draw(lengths)
    board = draw(st.sampled_from(kitchen.boards))
    deviations = st.dictionaries(
        st.integers(0, 40), st.integers(1, _CHOICES - 1), max_size=_MOST_DEVIATIONS
    )
    return Recipe(
        board=board,
        computer=draw(st.sampled_from(Disc)),
        opening=draw(st.none() | st.sampled_from(kitchen.openings)),
        leaning=draw(st.sampled_from(tuple(LEANINGS))),
        deviations=draw(deviations),
        most=min(length, kitchen.most_entries[board]),
        illegal=draw(st.integers(0, 2 * board)),
        chance=draw(st.integers(0, 255)),
    )


def _follow(recipe: Recipe) -> Play:
    play = _begin(recipe)
    lean = LEANINGS[recipe.leaning]
    random = Random(recipe.chance)  # noqa: S311 - no secret
    while not play.game.ended and len(play.moves) < recipe.most:
        choices = [*lean(play.game.board, play.game.human, random)]
        wanted = recipe.deviations.get(len(play.moves), 0)
        play = play.after(format_square(choices[wanted % len(choices)]))
    if play.game.ended:
        return play
    entries = illegal_entries(play)
    return play.after(entries[recipe.illegal % len(entries)])


def _begin(recipe: Recipe) -> Play:
    if recipe.opening is None:
        return start(recipe.board, recipe.computer)
    made = draft.moved(recipe.opening, recipe.board)
    entries, _ = draft.without_last(made)
    entries = entries[: recipe.most]
    play = replay(recipe.board, made.computer, entries)
    # One that has ended already leaves nothing to choose: all but its last entries are kept.
    return replay(recipe.board, made.computer, entries[:-2]) if play.game.ended else play
