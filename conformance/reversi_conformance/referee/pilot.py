"""What the human plays: the case's moves, or others where these do not fit any more."""

from collections.abc import Sequence
from typing import Final

from reversi_conformance.referee.play import Play
from reversi_conformance.referee.positions import read_square
from reversi_conformance.referee.questions import QUESTIONS
from reversi_conformance.referee.steering import Steering
from reversi_conformance.reference import Leg
from reversi_conformance.transcript import Header
from reversi_engine import Square, format_square

_MOST_REFUSALS: Final = 2


class Pilot:
    """Chooses the human's entries of one session.

    The case's next move while the program stands where the golden game stands. After it has left
    that game, a legal move, so that play goes on to an end: the case's own one where it is legal,
    else one that leads towards the end that the case is there for. A program that takes the column
    for the row gets it typed so: that it does is found already.
    """

    def __init__(self, header: Header, legs: Sequence[Leg]) -> None:
        self.refused: set[Square] = set()
        """Legal squares that the program did not take."""
        self._header = header
        self._legs = legs
        self._moves = 0
        self._steering = Steering(header.ends)

    def next_move(self, play: Play) -> str | None:
        """What is typed next; None where nothing sensible is left."""
        moves, index = self._header.moves, self._moves
        self._moves += 1
        scripted = moves[index] if index < len(moves) else None
        if scripted is not None and self._is_on_course(play, index):
            return scripted
        if self._header.ends == "illegal-move" and index >= len(moves) - 1:
            return self._illegal(play)
        return self._legal(play, scripted)

    def next_blindly(self, answers: int) -> str | None:
        """The case's own next answer, where nothing is seen of what the program does."""
        scripted = self._header.answers
        self._moves = max(0, answers + 1 - QUESTIONS)
        return scripted[answers] if answers < len(scripted) else None

    def _is_on_course(self, play: Play, index: int) -> bool:
        is_taken_at_its_word = not (self.refused or play.reads_column_first)
        return is_taken_at_its_word and self._legs[index + QUESTIONS].board == play.board

    def _illegal(self, play: Play) -> str:
        taken = (*play.board.squares(play.human), *play.board.squares(play.computer))
        entries = (self._header.moves[-1], *map(format_square, taken))
        return next(entry for entry in entries if not _may_be_legal(entry, play))

    def _legal(self, play: Play, scripted: str | None) -> str | None:
        if len(self.refused) >= _MOST_REFUSALS:
            return None
        untaken = self.refused | play.ignored
        legal = [each for each in play.board.legal_moves(play.human) if each not in untaken]
        square = read_square(scripted, play.board) if scripted is not None else None
        if square is None or square not in legal:
            if not legal:
                return None
            square = self._steering.steer(play.board, play.human, legal)
        return format_square(play.entered(square))


def _may_be_legal(entry: str, play: Play) -> bool:
    """Whether an entry names a legal square, as it stands or as the program takes it."""
    square = read_square(entry, play.board)
    return square is not None and any(
        play.board.is_legal(play.human, each) for each in {square, play.entered(square)}
    )
