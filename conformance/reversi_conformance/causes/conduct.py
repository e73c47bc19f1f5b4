"""Mistakes that are not about lines: turns, entries and announcements exchanged, wrong winners."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from reversi_conformance.causes.scopes import Scope
from reversi_conformance.causes.theories import continues_rightly, enters_rightly
from reversi_conformance.evidence import Announced, Continued, Entered, Told
from reversi_engine import Board, Disc, Square

# --- who comes next


def _must_pass(seen: Continued) -> bool:
    """The side that is due has no move, and the other one has."""
    board = seen.board
    return not board.has_legal_move(seen.side) and board.has_legal_move(seen.side.opponent)


def _pass_ends_game(seen: Continued) -> bool:
    return seen.came is None if _must_pass(seen) else continues_rightly(seen)


def _human_asked_without_move(seen: Continued) -> bool:
    if _must_pass(seen) and seen.side is seen.human:
        return seen.came is seen.human
    return continues_rightly(seen)


def _computer_moves_without_move(seen: Continued) -> bool:
    if _must_pass(seen) and seen.side is not seen.human:
        return seen.came is seen.side
    return continues_rightly(seen)


def _computer_moves_again(seen: Continued) -> bool:
    computer = seen.human.opponent
    is_after_computer = seen.side is seen.human and not _is_start(seen.board)
    if is_after_computer and seen.board.has_legal_move(computer):
        return seen.came is computer
    return continues_rightly(seen)


def _white_first(seen: Continued) -> bool:
    return seen.came is Disc.WHITE if _is_start(seen.board) else continues_rightly(seen)


def _computer_first(seen: Continued) -> bool:
    return seen.came is seen.human.opponent if _is_start(seen.board) else continues_rightly(seen)


def _is_start(board: Board) -> bool:
    return board == Board.initial(board.size)


TURNS: Final[Mapping[str, Callable[[Continued], bool]]] = MappingProxyType(
    {
        "pass-ends-game": _pass_ends_game,
        "human-asked-without-move": _human_asked_without_move,
        "computer-moves-without-move": _computer_moves_without_move,
        "computer-moves-again": _computer_moves_again,
        "white-first": _white_first,
        "computer-first": _computer_first,
    }
)
"""Whether a program with this mistake goes on so."""


def turns_as(foretold: Callable[[Continued], bool]) -> Callable[[Scope, Continued], bool]:
    """Return whether sides come next as a mistake foretells."""

    def foretells(scope: Scope, seen: Continued) -> bool:
        return foretold(seen) if scope.covers(seen) else continues_rightly(seen)

    return foretells


# --- rows and columns exchanged


def _mirrored(square: Square) -> Square:
    return Square(square.column, square.row)


def entries_exchanged(scope: Scope, seen: Entered) -> bool:
    """Whether the human's entry is read as column and row."""
    if not scope.covers(seen):
        return enters_rightly(seen)
    mirrored = _mirrored(seen.square)
    return seen.placed == (mirrored if seen.board.is_legal(seen.side, mirrored) else None)


def announces_rightly(seen: Announced) -> bool:
    """Whether the computer says where it places its disc."""
    return seen.said == seen.square


def announcements_exchanged(scope: Scope, seen: Announced) -> bool:
    """Whether the computer's square is written as column and row."""
    return seen.said == (_mirrored(seen.square) if scope.covers(seen) else seen.square)


# --- what is said of the end

Result = tuple[tuple[int, int] | None, Disc | None]
"""The score that is printed, and who is said to win."""


def tells_rightly(seen: Told) -> bool:
    """Whether score and winner are right."""
    return (seen.score, seen.winner) == _right_result(seen)


def _right_result(seen: Told) -> Result:
    if seen.is_given_up:
        return seen.score, seen.human.opponent  # a score that stands there is another matter
    return _counts(seen.board), _leader(seen.board)


def end_told(seen: Told) -> str:
    """Which of the ends it is."""
    if seen.is_given_up:
        return "illegal-move"
    if seen.board.is_full:
        return "full-board"
    return "no-moves" if all(map(seen.board.count, Disc)) else "wipe-out"


def _counts(board: Board) -> tuple[int, int]:
    return board.count(Disc.BLACK), board.count(Disc.WHITE)


def _leader(board: Board) -> Disc | None:
    black, white = _counts(board)
    return None if black == white else Disc.BLACK if black > white else Disc.WHITE


def _by_board(winner: Callable[[Told], Disc | None]) -> Callable[[Told], Result]:
    """The winner where the board decides."""

    def result(seen: Told) -> Result:
        score, right = _right_result(seen)
        return score, right if seen.is_given_up else winner(seen)

    return result


def _fewer(seen: Told) -> Disc | None:
    leader = _leader(seen.board)
    return leader.opponent if leader else None


def _given_up(winner: Callable[[Told], Disc | None]) -> Callable[[Told], Result]:
    """The winner after an illegal move."""

    def result(seen: Told) -> Result:
        score, right = _right_result(seen)
        return score, winner(seen) if seen.is_given_up else right

    return result


def _exchanged(seen: Told) -> Result:
    score, winner = _right_result(seen)
    return (score[::-1] if score and not seen.is_given_up else score), winner


RESULTS: Final[Mapping[str, Callable[[Told], Result]]] = MappingProxyType(
    {
        "draw-to-black": _by_board(lambda seen: _leader(seen.board) or Disc.BLACK),
        "draw-to-white": _by_board(lambda seen: _leader(seen.board) or Disc.WHITE),
        "fewer-win": _by_board(_fewer),
        "last-mover-wins": _by_board(lambda seen: seen.side.opponent),
        "full-board-draws": _by_board(
            lambda seen: None if seen.board.is_full else _leader(seen.board)
        ),
        "counts-exchanged": _exchanged,
        "black-wins-after-illegal": _given_up(lambda _seen: Disc.BLACK),
        "white-wins-after-illegal": _given_up(lambda _seen: Disc.WHITE),
        "human-wins-after-illegal": _given_up(lambda seen: seen.human),
        "leader-wins-after-illegal": _given_up(lambda seen: _leader(seen.board)),
    }
)
"""What a program with this mistake says of the end."""


def results_as(result: Callable[[Told], Result]) -> Callable[[Scope, Told], bool]:
    """Return whether the end is told as a mistake foretells."""

    def foretells(scope: Scope, seen: Told) -> bool:
        foretold = result(seen) if scope.covers(seen) else _right_result(seen)
        return (seen.score, seen.winner) == foretold

    return foretells
