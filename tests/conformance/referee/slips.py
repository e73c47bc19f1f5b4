"""Programs that are right but for one slip, after so many moves of the game."""

from reversi_engine import Board, Disc, Square, parse_square

from .deviations import illegal_square, opponents_disc, own_disc, turn_one_too_many, with_disc
from .sessions import SILENT, Asking, Died, Student, Talk


class Slip(Student):
    """Counts the moves of both sides; `at` is how many there are when it slips."""

    at = 0
    moves = 0

    @property
    def is_now(self) -> bool:
        """The last move is the one."""
        return self.moves == self.at

    @property
    def is_next(self) -> bool:
        return self.moves + 1 == self.at

    def turn(self, board: Board, side: Disc, square: Square) -> Board:
        self.moves += 1
        if board.is_legal(side, square):
            return super().turn(board, side, square)
        return with_disc(board, side, square)


class TurnsNothing(Slip):
    def turn(self, board: Board, side: Disc, square: Square) -> Board:
        after = super().turn(board, side, square)
        return with_disc(board, side, square) if self.is_now else after


class TurnsOneTooMany(Slip):
    def turn(self, board: Board, side: Disc, square: Square) -> Board:
        after = super().turn(board, side, square)
        return turn_one_too_many(board, side, square) if self.is_now else after


class PlacesIllegally(Slip):
    def choose(self, board: Board, side: Disc) -> Square | None:
        return illegal_square(board, side) if self.is_next else super().choose(board, side)


class TakesOpponents(Slip):
    def choose(self, board: Board, side: Disc) -> Square | None:
        return opponents_disc(board, side) if self.is_next else super().choose(board, side)


class TakesOwn(Slip):
    def choose(self, board: Board, side: Disc) -> Square | None:
        return own_disc(board, side) if self.is_next else super().choose(board, side)


class Chooses(Slip):
    """Takes the last legal square."""

    def choose(self, board: Board, side: Disc) -> Square | None:
        return board.legal_moves(side)[-1] if self.is_next else super().choose(board, side)


class AnnouncesElsewhere(Slip):
    def announce(self, side: Disc, square: Square) -> None:
        other = Square((square.row + 1) % self.size, square.column)
        super().announce(side, other if self.is_now else square)


class AnnouncesNothing(Slip):
    def announce(self, side: Disc, square: Square) -> None:
        if not self.is_now:
            super().announce(side, square)


class AnnouncesTwice(Slip):
    def announce(self, side: Disc, square: Square) -> None:
        super().announce(side, square)
        if self.is_now:
            super().announce(side, square)


class ShowsNothing(Slip):
    def show(self, board: Board, moved: Disc | None = None) -> None:
        if moved is None or not self.is_now:
            super().show(board, moved)


class ShowsTwice(Slip):
    def show(self, board: Board, moved: Disc | None = None) -> None:
        super().show(board, moved)
        if self.is_now:
            super().show(board, moved)


class Remarks(Slip):
    def show(self, board: Board, moved: Disc | None = None) -> None:
        super().show(board, moved)
        if moved is not None and self.is_now:
            self.print("What a move!")


class Skips(Slip):
    """Takes a side that can move for one that cannot."""

    skipped = False
    announces = True

    def can_move(self, board: Board, side: Disc) -> bool:
        if self.is_now and self.moves and not self.skipped and board.has_legal_move(side):
            self.skipped = True
            return False
        return super().can_move(board, side)

    def announce_pass(self, board: Board, side: Disc) -> None:
        if self.announces or not board.has_legal_move(side):
            super().announce_pass(board, side)


class SkipsInSilence(Skips):
    announces = False


class Refuses(Slip):
    """Calls a legal move invalid, which ends the game."""

    def is_legal(self, board: Board, side: Disc, square: Square) -> bool:
        return super().is_legal(board, side, square) and not self.is_next


class RefusesOnce(Slip):
    """Calls a legal move invalid and asks again."""

    refused: str | None = None

    def is_legal(self, board: Board, side: Disc, square: Square) -> bool:
        is_legal = super().is_legal(board, side, square)
        return is_legal and not (self.is_next and self.refused is None)

    def answer_illegal(self, board: Board, text: str) -> Talk:
        human = self.computer.opponent
        if self.is_next and super().is_legal(board, human, parse_square(text)):
            self.refused = text
            self.say("invalid")
            yield from self.play(board, human)
        else:
            yield from super().answer_illegal(board, text)


class Ignores(Slip):
    """Leaves the board as it was before the human's move."""

    def turn(self, board: Board, side: Disc, square: Square) -> Board:
        after = super().turn(board, side, square)
        return board if self.is_now and side is not self.computer else after


class PlacesElsewhere(Slip):
    """Makes another legal move for the human than the one that he typed."""

    def turn(self, board: Board, side: Disc, square: Square) -> Board:
        after = super().turn(board, side, square)
        others = [each for each in board.legal_moves(side) if each != square]
        if self.is_now and side is not self.computer and others:
            return board.play(side, others[0])
        return after


class Crashes(Slip):
    def turn(self, board: Board, side: Disc, square: Square) -> Board:
        if self.is_next:
            raise ArithmeticError
        return super().turn(board, side, square)


class Hangs(Slip):
    def show(self, board: Board, moved: Disc | None = None) -> None:
        super().show(board, moved)
        if moved is not None and self.is_now:
            raise Died(SILENT)


class EndsTooEarly(Slip):
    def is_over(self, board: Board) -> bool:
        return super().is_over(board) or bool(self.moves and self.is_now)

    def tell_end(self, board: Board) -> None:
        if super().is_over(board):
            super().tell_end(board)
            return
        self.say("over")
        self.tell_score(board.count(Disc.BLACK), board.count(Disc.WHITE))
        self.tell_winner(board)


class PromptsLate(Slip):
    def ask(self, key: str, **facts: object) -> Asking:
        if key != "ask_move" or not self.is_now:
            return (yield from super().ask(key, **facts))
        typed = yield
        self.print(getattr(self.wording, key).format_map(facts), end="")
        return typed


class Waits(Slip):
    def ask(self, key: str, **facts: object) -> Asking:
        if key == "ask_move" and self.is_now:
            self.print("Press Enter to continue", end="")
            yield
        return (yield from super().ask(key, **facts))


class Miswords(Slip):
    def ask(self, key: str, **facts: object) -> Asking:
        if key == "ask_move" and self.is_now:
            self.print("Your turn: ", end="")
            return (yield)
        return (yield from super().ask(key, **facts))


_STRATEGY = {"strategy.most-discs", "strategy.ties"}
_ENDS = {"ends.full-board", "ends.wipe-out", "ends.no-moves"}
COSTS: dict[type[Slip], set[str]] = {
    TurnsNothing: {"rules.flips"},
    TurnsOneTooMany: {"rules.flips"},
    PlacesIllegally: {"rules.placement"},
    TakesOpponents: {"rules.placement"},
    TakesOwn: {"rules.placement"},
    Chooses: _STRATEGY,
    AnnouncesElsewhere: {"printing.messages"},
    AnnouncesNothing: {"printing.messages"},
    AnnouncesTwice: {"printing.messages"},
    ShowsNothing: {"printing.board"},
    ShowsTwice: {"printing.board"},
    Remarks: {"printing.messages"},
    Skips: {"rules.turns"},
    # Where the other side passes then, only its line tells: too much, as the game goes on rightly.
    SkipsInSilence: {"rules.turns", "printing.messages"},
    Refuses: {"rules.placement"},
    RefusesOnce: {"rules.placement"},
    Ignores: {"rules.placement"},
    PlacesElsewhere: {"rules.placement"},
    Crashes: {"rules.placement", "rules.turns", "strategy.most-discs"},
    Hangs: {"rules.turns", "strategy.most-discs", *_ENDS},
    EndsTooEarly: {"rules.turns", *_ENDS},
    PromptsLate: {"printing.prompts"},
    Waits: {"printing.prompts"},
    Miswords: {"printing.prompts"},
}
"""The checks of which one slip may cost one."""
