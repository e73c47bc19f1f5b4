"""What a program was seen to decide, position by position: the material for causes.

The referee notes these facts, right and wrong ones alike, while it follows a game; which mistake
would explain them all is for `causes` to find. This module knows neither.
"""

from typing import TypeAlias

import msgspec

from reversi_engine import Board, Disc, Square


class Turned(msgspec.Struct, frozen=True):
    """A disc was placed on a legal square, and the next board shows that move alone."""

    board: Board
    """The position before the move."""
    side: Disc
    human: Disc
    square: Square
    after: Board


class Chose(msgspec.Struct, frozen=True):
    """The computer, which had a legal move and whose turn it was, took this square."""

    board: Board
    side: Disc
    human: Disc
    square: Square


class Entered(msgspec.Struct, frozen=True):
    """The human, whose turn it was, entered a square of the board."""

    board: Board
    side: Disc
    human: Disc
    square: Square
    placed: Square | None
    """Where the disc came to stand; None where the program did not take the move."""


class Continued(msgspec.Struct, frozen=True):
    """After a move, or at the start: who came next."""

    board: Board
    side: Disc
    """The opponent of who moved; black at the start."""
    human: Disc
    came: Disc | None
    """Who was asked or moved; None where the program ended the game."""


class Announced(msgspec.Struct, frozen=True):
    """The computer's move: the square that was said, and the one on which the disc stands."""

    board: Board
    side: Disc
    human: Disc
    said: Square
    square: Square


class Told(msgspec.Struct, frozen=True):
    """A game that was over by the rules, and what the program said of it."""

    board: Board
    side: Disc
    """The opponent of who moved last."""
    human: Disc
    is_given_up: bool
    """The human entered an illegal move."""
    score: tuple[int, int] | None
    """The black and white discs that were printed."""
    winner: Disc | None
    """Who was said to win; None where that was nobody, or nothing was said."""


Evidence: TypeAlias = Turned | Chose | Entered | Continued | Announced | Told
