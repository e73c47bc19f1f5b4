"""What a program says about the end of the game; whether it is right is judged in `ends`."""

import msgspec

from reversi_conformance.statements import Kind, Statement
from reversi_engine import Disc


class Result(msgspec.Struct):
    """What a program says about the end of the game."""

    invalid: bool = False
    no_moves: bool = False
    over: bool = False
    score: tuple[int, int] | None = None
    winner: Disc | None = None
    draw: bool = False

    @property
    def names_winner(self) -> bool:
        """Somebody is said to win, or nobody."""
        return self.draw or self.winner is not None

    @property
    def is_said(self) -> bool:
        """Something says that the game is over."""
        return self.invalid or self.over or self.no_moves or self.names_winner

    @property
    def tells_giving_up(self) -> bool:
        """What is said of the end is what is said after an illegal move."""
        return self.invalid and self.score is None

    def note(self, statement: Statement) -> None:
        """Take up what is said; the last winner counts."""
        match statement.kind:
            case Kind.NO_MOVES:
                self.no_moves = True
            case Kind.OVER:
                self.over = True
            case Kind.SCORE if statement.black is not None and statement.white is not None:
                self.score = (statement.black, statement.white)
            case Kind.WINS:
                self.winner, self.draw = statement.disc, False
            case Kind.DRAW:
                self.winner, self.draw = None, True
            case _:
                pass
