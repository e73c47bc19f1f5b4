"""Theories of a program's mistake, and whether what was seen agrees with them.

A theory says what the program does in every position of one kind of evidence; it explains a program
where it foretells all that the program did, the right decisions and the wrong ones.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from reversi_conformance.causes.choices import (
    RIGHT_CHOICE,
    RIGHT_COUNTING,
    Choice,
    Counting,
)
from reversi_conformance.causes.legality import RIGHT_LEGALITY, Permits, legal_squares
from reversi_conformance.causes.lines import flat, seen_by
from reversi_conformance.causes.rules import Rules, play
from reversi_conformance.causes.scopes import ALWAYS, Scope, tiers
from reversi_conformance.evidence import Chose, Continued, Entered, Evidence, Turned
from reversi_engine import Board, Disc, choose

_REMEMBERED = 1 << 12

E = TypeVar("E", bound=Evidence)


class Theory(NamedTuple, Generic[E]):
    """One way to be wrong."""

    ids: tuple[tuple[str, str], ...]
    """Components of a program, each with the mistake that it makes there."""
    foretells: Callable[[Scope, E], bool]
    """Whether a program that is so within the scope, and else right, does what was seen."""


class Explanation(NamedTuple):
    """A theory that foretells all that was seen."""

    ids: tuple[tuple[str, str], ...]
    scope: Scope = ALWAYS
    codes: frozenset[str] = frozenset()
    """The findings that the decisions which it foretells can lead to."""

    @property
    def variant(self) -> str:
        """The mistake; the same one in all components."""
        return self.ids[0][1]

    @property
    def is_always(self) -> bool:
        """Whether the program makes the mistake under all conditions."""
        return self.scope is ALWAYS

    def explaining(self, codes: frozenset[str]) -> "Explanation":
        """Return the explanation of decisions that these findings come of."""
        return self._replace(codes=codes)

    def within(self, name: str) -> "Explanation":
        """Return the explanation under a condition of this name, where it has none yet."""
        return self._replace(scope=ALWAYS._replace(name=name)) if self.is_always else self


def explain(
    seen: Sequence[E], is_right: Callable[[E], bool], theories: Iterable[Theory[E]]
) -> tuple[Explanation, ...]:
    """Return the theories that explain all that was seen, under the plainest scope possible.

    Nothing where everything is right, or where a single position is all there is to go by.
    """
    failing = [each for each in seen if not is_right(each)]
    if len(failing) < 2:
        return ()
    passing = [each for each in seen if is_right(each)]
    hopeful = [
        theory for theory in theories if all(theory.foretells(ALWAYS, each) for each in failing)
    ]
    for scopes in tiers(failing):
        found = dict.fromkeys(
            Explanation(theory.ids, scope)
            for theory in hopeful
            for scope in scopes
            if all(theory.foretells(scope, each) for each in (*failing, *passing))
        )
        if found:
            return tuple(found)
    return ()


# --- what turns


def turns_rightly(seen: Turned) -> bool:
    """Whether the right discs turned."""
    return seen.after == seen.board.play(seen.side, seen.square)


def flips_by(rules: Rules) -> Callable[[Scope, Turned], bool]:
    """Return whether discs turn by these rules."""

    def foretells(scope: Scope, seen: Turned) -> bool:
        if not scope.covers(seen):
            return turns_rightly(seen)
        size, at = seen.board.size, flat(seen.square, seen.board.size)
        before, after = seen_by(seen.side, seen.board), seen_by(seen.side, seen.after)
        return after == play(rules, before, size, at)

    return foretells


# --- where a disc may be placed


def enters_rightly(seen: Entered) -> bool:
    """Whether the human's entry was taken where it is legal, and only there."""
    return seen.placed == (seen.square if seen.board.is_legal(seen.side, seen.square) else None)


def chooses_legally(seen: Chose) -> bool:
    """Whether the computer's square is a legal one."""
    return seen.board.is_legal(seen.side, seen.square)


def continues_rightly(seen: Continued) -> bool:
    """Whether the right side came next, or the end."""
    return seen.came is comes_next(RIGHT_LEGALITY, ALWAYS, seen)


def entries_by(permits: Permits) -> Callable[[Scope, Entered], bool]:
    """Return whether entries are taken by this rule."""

    def foretells(scope: Scope, seen: Entered) -> bool:
        rule = permits if scope.covers(seen) else RIGHT_LEGALITY
        size = seen.board.size
        is_legal = rule(seen_by(seen.side, seen.board), size, flat(seen.square, size))
        return seen.placed == (seen.square if is_legal else None)

    return foretells


def squares_by(permits: Permits) -> Callable[[Scope, Chose], bool]:
    """Return whether the computer's squares are legal by this rule."""

    def foretells(scope: Scope, seen: Chose) -> bool:
        rule = permits if scope.covers(seen) else RIGHT_LEGALITY
        size = seen.board.size
        return rule(seen_by(seen.side, seen.board), size, flat(seen.square, size))

    return foretells


def turns_by(permits: Permits) -> Callable[[Scope, Continued], bool]:
    """Return whether sides move and pass by this rule."""

    def foretells(scope: Scope, seen: Continued) -> bool:
        return seen.came is comes_next(permits, scope, seen)

    return foretells


def legality_by(permits: Permits) -> Callable[[Scope, Entered | Chose | Continued], bool]:
    """Return whether this rule is behind entries, the computer's squares, and turns."""
    entries, squares, turns = entries_by(permits), squares_by(permits), turns_by(permits)

    def foretells(scope: Scope, seen: Entered | Chose | Continued) -> bool:
        match seen:
            case Entered():
                return entries(scope, seen)
            case Chose():
                return squares(scope, seen)
            case Continued():
                return turns(scope, seen)

    return foretells


def acts_legally(seen: Entered | Chose | Continued) -> bool:
    """Whether nothing is wrong with where discs may be placed."""
    match seen:
        case Entered():
            return enters_rightly(seen)
        case Chose():
            return chooses_legally(seen)
        case Continued():
            return continues_rightly(seen)


def comes_next(permits: Permits, scope: Scope, seen: Continued) -> Disc | None:
    """Return who moves next by this rule; None where the game is over."""
    board = seen.board
    if board.is_full or not all(board.count(disc) for disc in Disc):
        return None
    for side in (seen.side, seen.side.opponent):
        rule = permits if scope.holds(board, side, seen.human) else RIGHT_LEGALITY
        if can_move(rule, board, side):
            return side
    return None


@lru_cache(maxsize=_REMEMBERED)
def can_move(permits: Permits, board: Board, side: Disc) -> bool:
    """Return whether the side has a legal move by this rule."""
    if permits is RIGHT_LEGALITY:
        return board.has_legal_move(side)
    position = seen_by(side, board)
    return any(permits(position, board.size, square) for square in range(board.size**2))


# --- what the computer chooses


def chooses_rightly(seen: Chose) -> bool:
    """Whether the computer took the first of the squares where most discs turn."""
    return seen.square == choose(seen.board, seen.side)


def choices_by(
    permits: Permits = RIGHT_LEGALITY,
    counting: Counting = RIGHT_COUNTING,
    choice: Choice = RIGHT_CHOICE,
) -> Callable[[Scope, Chose], bool]:
    """Return whether the computer chooses among these squares, by these counts, in this way."""

    def foretells(scope: Scope, seen: Chose) -> bool:
        if not scope.covers(seen):
            return chooses_rightly(seen)
        position, size = seen_by(seen.side, seen.board), seen.board.size
        squares = _legal_squares(permits, seen.board, seen.side, position)
        if not squares:
            return chooses_rightly(seen)
        counts = [counting(position, size, square) for square in squares]
        return choice(squares, counts, size) == flat(seen.square, size)

    return foretells


@lru_cache(maxsize=_REMEMBERED)
def _legal_squares(permits: Permits, board: Board, side: Disc, position: str) -> list[int]:
    if permits is RIGHT_LEGALITY:
        return [flat(square, board.size) for square in board.legal_moves(side)]
    return legal_squares(permits, position, board.size)
