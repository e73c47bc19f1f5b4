"""What the program says, to the byte as in the handout's sample sessions.

Text from events, and nothing else: asking and printing are left to cli.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reversi_engine.game import Ended, EndReason, Moved, Passed, Rejected, Started
from reversi_engine.notation import format_board, format_square

if TYPE_CHECKING:
    from reversi_engine.board import Disc
    from reversi_engine.game import Event

SIZE_PROMPT = "Enter the board dimension: "
COMPUTER_PROMPT = "Computer plays (X/O) : "


def move_prompt(disc: Disc) -> str:
    """Return the question for the human's move.

    >>> from reversi_engine import Disc
    >>> move_prompt(Disc.WHITE)
    'Enter move for O (RowCol): '
    """
    return f"Enter move for {disc.value} (RowCol): "


def tell(event: Event, computer: Disc, passes_end_with: str = "\n") -> str:
    r"""Return what is printed when this happens, line breaks included.

    A board follows every placement and no pass. A pass ends with `passes_end_with`: a line break as
    in the handout for Python, or a blank as in the one for TypeScript.

    >>> from reversi_engine import Disc, Passed
    >>> tell(Passed(Disc.BLACK), computer=Disc.BLACK)
    'X player has no valid move.\n'
    """
    match event:
        case Started(board):
            return f"{format_board(board)}\n"
        case Moved(disc, square, board) if disc is computer:
            move = f"Computer places {disc.value} at {format_square(square)}."
            return f"{move}\n{format_board(board)}\n"
        case Moved(_, _, board):
            return f"{format_board(board)}\n"
        case Passed(disc):
            return f"{disc.value} player has no valid move.{passes_end_with}"
        case Rejected():
            return "Invalid move.\n"
        case Ended():
            return _tell_end(event)


def _tell_end(end: Ended) -> str:
    """Return the result: without a score where the discs do not decide."""
    lines = ["Game over."]
    if end.reason is EndReason.NO_MOVES:
        lines.insert(0, "Both players have no valid move.")
    if end.reason is not EndReason.ILLEGAL_MOVE:
        lines.append(f"X : O = {end.black} : {end.white}")
    lines.append(f"{end.winner.value} player wins." if end.winner else "Draw!")
    return "".join(f"{line}\n" for line in lines)
