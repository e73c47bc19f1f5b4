"""Follows the game that a program plays: from what it says to positions, moves and turns.

The position is always the one that the program itself shows; where it shows none, the expected one is
carried on and checked at the next board. So one mistake is one finding, and what comes after it is
judged from where the program then stands.

While it follows, it notes in `due_print` what the right program would have printed for the game as
it is really played; `layout` compares that with what was printed. How a game ends is judged in
`ends`.
"""

from collections.abc import Iterable, Mapping

import msgspec
from reversi_engine import (
    Board,
    Disc,
    Ended,
    EndReason,
    Square,
    choose,
    format_board,
    format_square,
    outcome,
    parse_square,
    scores,
)

from reversi_conformance.assignment import Wording
from reversi_conformance.findings import Value
from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.statements import Kind, Statement, board_shown, said


class Move(msgspec.Struct, frozen=True):
    """A move that was typed, announced or seen."""

    side: Disc
    square: Square | None
    """None where the announcement's square cannot be read."""
    is_announced: bool = False
    announced: Square | None = None
    """The square that was announced, if it can be read; the board may show another one."""


class Choice(msgspec.Struct, frozen=True):
    """A move of the computer whose announcement may still come."""

    board: Board
    square: Square


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


class Play:
    """One game in progress, as the program shows it."""

    def __init__(self, size: int, computer: Disc, wording: Wording, ledger: Ledger) -> None:
        self.computer = computer
        self.board = Board.initial(size)
        self.wording = wording
        self.ledger = ledger
        self.due_print: list[Statement] = []
        self.result = Result()
        self.has_started = False
        self.boards_seen = 0
        self.is_over = False
        """Nothing that follows can be judged: a finding has ended the game."""
        self.last: Disc | None = None
        self.illegal: str | None = None
        """The illegal entry that was typed."""
        self.refused: Square | None = None
        """The legal square that was just answered as invalid."""
        self.unshown: list[Move] = []
        self._choice: Choice | None = None
        self._passes_said: list[Statement] = []
        self._turn_is_unknown = False
        self._moved_in_turn = False

    @property
    def human(self) -> Disc:
        """The side that types."""
        return self.computer.opponent

    @property
    def due(self) -> Disc:
        """The side whose turn it is, if it can move."""
        return self.last.opponent if self.last else Disc.BLACK

    @property
    def says_somebody_cannot_move(self) -> bool:
        """A pass was announced since the last move, or that nobody can move."""
        return bool(self._passes_said) or self.result.no_moves

    @property
    def has_whole_result(self) -> bool:
        """All that the handout asks for after the game has been said."""
        result = self.result
        return result.names_winner and (self.illegal is not None or result.score is not None)

    def begin_turn(self, *, keep_print: bool = False) -> None:
        """The human has answered; what comes next is printed after it."""
        if not keep_print:
            self.due_print = []
        self._moved_in_turn = False

    def type_move(self, text: str) -> None:
        """The human enters a move."""
        self.refused = None
        square = read_square(text, self.board)
        if square is None or not self.board.is_legal(self.human, square):
            self.illegal = text
        else:
            self.unshown.append(Move(self.human, square))

    def hear(self, statement: Statement) -> None:
        """The program says something."""
        match statement.kind:
            case Kind.BOARD if statement.board is not None:
                self._show(statement.board)
            case Kind.PLACES:
                self._announce(statement)
            case Kind.PASSES:
                self.flush()
                self._passes_said.append(statement)
            case Kind.INVALID:
                self._refuse()
            case Kind.NO_MOVES | Kind.OVER | Kind.SCORE | Kind.WINS | Kind.DRAW:
                self.flush()
                self._note_result(statement)
            case _:
                pass

    def ask(self) -> None:
        """The program waits for a move of the human."""
        self.start_if_needed()
        if self.refused is None and self._is_silently_refused():
            self._refuse()
        self.flush()
        if self.is_over:
            return
        if self.illegal is not None:
            self.end_with_fault(EndReason.ILLEGAL_MOVE, "illegal.asked-again", self.entry())
        elif self.refused is not None:
            self.fault_refusal()
        elif ended := outcome(self.board):
            self.end_with_fault(ended.reason, "end.not-noticed", _counts(ended))
        else:
            self._ask_in_turn()
        if not self.is_over:
            self.due_print.append(said(Kind.ASK_MOVE, self.wording, disc=self.human))

    def flush(self) -> None:
        """Carry on with moves that no board has shown."""
        self.settle_choice()
        for move in self.unshown[:]:
            if self.is_over:
                break
            self.unshown.remove(move)
            square = move.square or choose(self.board, move.side)
            if square is not None:
                self._move(msgspec.structs.replace(move, square=square), None)
        self.settle_choice()

    def start_if_needed(self) -> None:
        """The start position ought to have been shown by now."""
        if not self.has_started:
            self.has_started = True
            self.due_print.append(board_shown(self.board))

    def fault_refusal(self) -> None:
        """A legal move was called invalid."""
        if self.refused is not None:
            square = format_square(self.refused)
            board = tuple(format_board(self.board).split("\n"))
            turned = _names(self.board.outflanked(self.human, self.refused))
            self.ledger.fault(
                "rules.placement", "placement.refused", expected=board, square=square, turns=turned
            )

    def end_with_fault(self, reason: EndReason, code: str, facts: Mapping[str, Value]) -> None:
        """The program goes on where the game is over; nothing after it can be judged."""
        self.ledger.fault(f"ends.{reason.value}", code, facts)
        self.is_over = True

    def exchange_sides(self) -> None:
        """Computer and human play each other's colours from here on."""
        self.computer = self.computer.opponent

    def settle_choice(self, announced: Square | None = None) -> None:
        """Judge the computer's last choice; nothing more will be said about it."""
        choice, self._choice = self._choice, None
        if choice is None:
            return
        best = choose(choice.board, self.computer)
        if announced is not None and announced != choice.square:
            self._fault_announcement(announced, choice.square)
            if announced == best:
                return
        self._judge_choice(choice)

    def _note_result(self, statement: Statement) -> None:
        result = self.result
        match statement.kind:
            case Kind.NO_MOVES:
                result.no_moves = True
            case Kind.OVER:
                result.over = True
            case Kind.SCORE if statement.black is not None and statement.white is not None:
                result.score = (statement.black, statement.white)
            case Kind.WINS:
                result.winner, result.draw = statement.disc, False
            case Kind.DRAW:
                result.winner, result.draw = None, True
            case _:
                pass

    def _refuse(self) -> None:
        """`Invalid move.` is the answer to what was typed last."""
        self.result.invalid = True
        typed = [move for move in self.unshown if move.side is self.human]
        if typed:
            self.unshown.remove(typed[-1])
            self.refused = typed[-1].square
        self.flush()

    def _is_silently_refused(self) -> bool:
        """The typed square is asked for once more, and nothing at all has happened."""
        typed = any(move.side is self.human for move in self.unshown)
        return (
            typed and bool(self.boards_seen) and not self._moved_in_turn and len(self.unshown) == 1
        )

    def _announce(self, statement: Statement) -> None:
        square = statement.square
        if statement.disc is self.human and square is not None:
            typed = [move.square for move in self.unshown if move.side is self.human]
            if square in typed or (self.last is self.human and self.board.disc_at(square)):
                return  # the program repeats the human's move
        self.start_if_needed()
        self._moved_in_turn = True
        if self.illegal is not None:
            self.end_with_fault(EndReason.ILLEGAL_MOVE, "illegal.accepted", self.entry())
            return
        if self._choice is not None:
            self._announce_late(statement)
            return
        if square is not None and square not in self.board:
            self.ledger.fault(
                "printing.messages",
                "messages.square-off-board",
                observed=statement.text,
                announced=format_square(square),
            )
            square = None
        self.unshown.append(Move(self.computer, square, is_announced=True, announced=square))

    def _announce_late(self, statement: Statement) -> None:
        """The board with the computer's move stood before its announcement."""
        square = statement.square
        if square is not None:
            kinds = [printed.kind for printed in self.due_print]
            last = len(kinds) - 1 - kinds[::-1].index(Kind.PLACES)
            self.due_print[last] = said(
                Kind.PLACES, self.wording, disc=self.computer, square=square
            )
        self.settle_choice(square)

    def _show(self, shown: Board) -> None:
        if not self.has_started and not self._begins_later(shown):
            self._start(shown)
            return
        self.start_if_needed()
        self.boards_seen += 1
        if shown == self.board:
            return
        self._moved_in_turn = True
        if self.illegal is not None:
            self.end_with_fault(EndReason.ILLEGAL_MOVE, "illegal.accepted", self.entry())
            return
        self._explain(shown)

    def _begins_later(self, shown: Board) -> bool:
        """The first board shown is no start position: moves have been made on it."""
        before = _occupied(self.board)
        return before < _occupied(shown)

    def _start(self, shown: Board) -> None:
        self.has_started = True
        self.boards_seen = 1
        self.ledger.assess("rules.placement")
        if shown != self.board:
            self.ledger.fault(
                "rules.placement",
                "placement.start",
                expected=_rows(self.board),
                observed=_rows(shown),
                squares=_names(_differing(self.board, shown)),
            )
            self.board = shown
        self.due_print.append(board_shown(shown))

    def _explain(self, shown: Board) -> None:
        """Find the moves that lead to a new board, and make them."""
        before, after = _occupied(self.board), _occupied(shown)
        moves = self._moves_onto(after - before, shown) if before < after else None
        if not moves:
            self._jump(shown)
            return
        *others, final = moves
        for move in others:
            if not self.is_over:
                self._move(move, None)
        if not self.is_over:
            self._move(final, shown)

    def _moves_onto(self, squares: set[Square], shown: Board) -> list[Move] | None:
        """The moves that put discs on these squares, in order; None where no order explains them."""
        moves = [move for move in self.unshown if move.square in squares]
        self.unshown = [move for move in self.unshown if move not in moves]
        strange = sorted(squares - {move.square for move in moves})
        if not strange:
            return moves
        if len(strange) > 1:
            return None
        return self._with_strange(moves, strange[0], shown)

    def _with_strange(self, moves: list[Move], square: Square, shown: Board) -> list[Move] | None:
        """One square holds a disc that was neither typed nor announced for it."""
        typed = next((move for move in self.unshown if move.side is self.human), None)
        if typed is not None and typed.square is not None:
            self.unshown.remove(typed)
            if shown.disc_at(square) is self.human or _mirrored(typed.square) == square:
                self._fault_elsewhere(typed.square, square, shown)
                return None
            self.ledger.fault(
                "rules.placement",
                "placement.ignored",
                expected=_rows(self.board.play(self.human, typed.square)),
                observed=_rows(shown),
                square=format_square(typed.square),
                squares=(format_square(typed.square),),
            )
            self.last = self.human
        announced = next((move for move in self.unshown if move.side is self.computer), None)
        if announced is not None:
            self.unshown.remove(announced)
            return [*moves, msgspec.structs.replace(announced, square=square)]
        return [*moves, Move(self.computer, square)]

    def _fault_elsewhere(self, typed: Square, square: Square, shown: Board) -> None:
        self.ledger.fault(
            "rules.placement",
            "placement.elsewhere",
            expected=_rows(self.board.play(self.human, typed)),
            observed=_rows(shown),
            typed=format_square(typed),
            square=format_square(square),
            squares=_names((typed, square)),
        )

    def _jump(self, shown: Board) -> None:
        """The board is another one, and no move explains it: go on from there."""
        taken = next((move.square for move in self.unshown if self._is_taken(move)), None)
        typed = next((move.square for move in self.unshown if move.side is self.human), None)
        if taken is not None:
            if self._take_turn(self.computer):
                self._fault_square("placement.taken", taken, shown)
            self.last = self.computer
            self._passes_said = []
        elif typed is None or not self.ledger.has("placement.elsewhere"):
            self._fault_jump(typed, shown)
            self._turn_is_unknown = True
        for move in self.unshown:
            if move.side is self.computer and move.square is not None:
                self.due_print.append(
                    said(Kind.PLACES, self.wording, disc=self.computer, square=move.square)
                )
        self.unshown = []
        self.board = shown
        self.due_print.append(board_shown(shown))

    def _fault_jump(self, typed: Square | None, shown: Board) -> None:
        expected = self.board.play(self.human, typed) if typed is not None else self.board
        self.ledger.fault(
            "rules.placement",
            "placement.unexplained",
            expected=_rows(expected),
            observed=_rows(shown),
            squares=_names(_differing(expected, shown)),
        )

    def _move(self, move: Move, shown: Board | None) -> None:
        """A disc is placed; `shown` is the board after it, None where no board shows it alone."""
        self.settle_choice()
        side, square = move.side, move.square
        if square is None:
            return
        if (ended := outcome(self.board)) and not self._turn_is_unknown:
            self.end_with_fault(ended.reason, "end.not-noticed", _counts(ended))
            return
        in_turn = self._take_turn(side)
        self._passes_said = []
        before, legal = self.board, self.board.is_legal(side, square)
        self._judge_square(side, square, shown, in_turn=in_turn, legal=legal)
        expected = before.play(side, square) if legal else _with_disc(before, side, square)
        self.board = shown if shown is not None else expected
        self.last = side
        if side is self.computer:
            named = move.announced or square
            self.due_print.append(said(Kind.PLACES, self.wording, disc=side, square=named))
        self.due_print.append(board_shown(self.board))
        if move.is_announced:
            self.settle_choice(move.announced)
        if legal and shown is not None:
            self._judge_flips(before, expected, side, square)

    def _take_turn(self, side: Disc) -> bool:
        """Whether this side is to move; a silent pass that is right is taken for granted."""
        self.ledger.assess("rules.turns")
        due = self.due
        if self._turn_is_unknown:
            self._take_unknown_turn()
            return True
        if side is due:
            if self.board.has_legal_move(side):
                return not self._has_passed_wrongly()
            self._fault_turn("turns.moved-without-move", side, due)
            return False
        if self.board.has_legal_move(due):
            self._fault_skip(side)
            return False
        self.due_print.append(said(Kind.PASSES, self.wording, disc=due))
        return True

    def _take_unknown_turn(self) -> None:
        """Nobody can tell whose turn it is: a pass that is announced is believed."""
        self._turn_is_unknown = False
        for pass_said in self._passes_said:
            self.due_print.append(said(Kind.PASSES, self.wording, disc=pass_said.disc))

    def _ask_in_turn(self) -> None:
        """The human is asked in a game that goes on."""
        due = self.due
        self.ledger.assess("rules.turns")
        if self._turn_is_unknown:
            self._take_unknown_turn()
        elif due is self.human:
            if self.board.has_legal_move(due):
                self._has_passed_wrongly()
            else:
                # Whatever is typed now is no move: the session cannot go on from here.
                self._fault_turn("turns.asked-without-move", due, due)
                self.is_over = True
        elif self.board.has_legal_move(due):
            self._fault_skip(self.human)
        else:
            self.due_print.append(said(Kind.PASSES, self.wording, disc=due))
        self.last = self.computer
        self._passes_said = []

    def _has_passed_wrongly(self) -> bool:
        """The side that is due passes although it can move, and is due again after the other."""
        sides = [pass_said.disc for pass_said in self._passes_said]
        if not {self.due, self.due.opponent} <= set(sides):
            return False
        self._fault_turn("turns.passed-with-a-move", self.due, self.due)
        self.due_print.extend(self._passes_said)
        return True

    def _fault_skip(self, side: Disc) -> None:
        """A side goes on while the other one could move; its pass, if announced, is part of that."""
        self._fault_turn("turns.skipped" if self.last else "turns.first", side, self.due)
        if any(said_so.disc is self.due for said_so in self._passes_said):
            self.due_print.append(said(Kind.PASSES, self.wording, disc=self.due))

    def _fault_turn(self, code: str, side: Disc, due: Disc) -> None:
        moves = _names(self.board.legal_moves(due))
        self.ledger.fault(
            "rules.turns",
            code,
            observed=_rows(self.board),
            side=side.value,
            due=due.value,
            legal=moves,
        )

    def _judge_square(
        self, side: Disc, square: Square, shown: Board | None, *, in_turn: bool, legal: bool
    ) -> None:
        if not in_turn:
            return
        self.ledger.assess("rules.placement")
        if side is self.human:
            return
        if legal:
            self._choice = Choice(self.board, square)
            return
        taken = self.board.disc_at(square) is not None
        code = "placement.taken" if taken else "placement.turns-nothing"
        self._fault_square(code, square, shown)

    def _is_taken(self, move: Move) -> bool:
        """The computer announces a square on which a disc stands already."""
        square = move.square
        if move.side is self.human or square is None:
            return False
        return self.board.disc_at(square) is not None

    def _fault_square(self, code: str, square: Square, shown: Board | None) -> None:
        """The computer's square is no legal one."""
        self.ledger.fault(
            "rules.placement",
            code,
            expected=_rows(self.board),
            observed=_rows(shown) if shown is not None else (),
            square=format_square(square),
            side=self.computer.value,
            squares=(format_square(square),),
        )

    def _judge_flips(self, before: Board, expected: Board, side: Disc, square: Square) -> None:
        self.ledger.assess("rules.flips")
        if self.board == expected:
            return
        wrong = _differing(expected, self.board)
        if square in wrong:
            self.ledger.fault(
                "rules.placement",
                "placement.wrong-disc",
                expected=_rows(expected),
                observed=_rows(self.board),
                square=format_square(square),
                side=side.value,
                squares=_names(wrong),
            )
            return
        due = set(before.outflanked(side, square))
        self.ledger.fault(
            "rules.flips",
            "flips.wrong",
            expected=_rows(expected),
            observed=_rows(self.board),
            square=format_square(square),
            side=side.value,
            squares=_names(wrong),
            kept=_names(disc for disc in wrong if disc in due),
            turned=_names(disc for disc in wrong if disc not in due),
        )

    def _judge_choice(self, choice: Choice) -> None:
        """The computer's square against all it could have chosen."""
        turns = scores(choice.board, self.computer)
        most = max(turns.values())
        best = [square for square, count in turns.items() if count == most]
        discs = turns[choice.square]
        facts: dict[str, Value] = {
            "square": format_square(choice.square),
            "side": self.computer.value,
            "discs": discs,
            "most": most,
            "best": format_square(best[0]),
            "equals": _names(best),
        }
        if len(set(turns.values())) > 1:
            self.ledger.assess("strategy.most-discs")
        if discs < most:
            self.ledger.fault(
                "strategy.most-discs", "choice.fewer", facts, observed=_rows(choice.board)
            )
        elif len(best) > 1:
            self.ledger.assess("strategy.ties")
            if choice.square != best[0]:
                self.ledger.fault(
                    "strategy.ties", "choice.later", facts, observed=_rows(choice.board)
                )

    def entry(self) -> dict[str, Value]:
        """The illegal entry, and what is wrong with it."""
        text = self.illegal or ""
        return {"typed": text, "why": why_illegal(text, self.board, self.human)}

    def _fault_announcement(self, announced: Square, square: Square) -> None:
        self.ledger.fault(
            "printing.messages",
            "messages.square",
            announced=format_square(announced),
            square=format_square(square),
        )


def read_square(text: str, board: Board) -> Square | None:
    """The square that an entry names; None where it names none on this board."""
    try:
        square = parse_square(text)
    except ValueError:
        return None
    return square if square in board else None


def why_illegal(text: str, board: Board, side: Disc) -> str:
    """The kind of an illegal entry, as a word: "occupied", "row-off", "outflanks-nothing" …"""
    try:
        square = parse_square(text)
    except ValueError:
        return "malformed"
    rows_off, columns_off = square.row >= board.size, square.column >= board.size
    if rows_off or columns_off:
        return "both-off" if rows_off and columns_off else "row-off" if rows_off else "column-off"
    if board.disc_at(square) is not None:
        return "occupied"
    around = (
        Square(square.row + down, square.column + right)
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
    )
    beside = any(near in board and board.disc_at(near) is side.opponent for near in around)
    return "outflanks-nothing" if beside else "isolated"


def _rows(board: Board) -> tuple[str, ...]:
    return tuple(format_board(board).split("\n"))


def _names(squares: Iterable[Square]) -> tuple[str, ...]:
    return tuple(format_square(square) for square in squares)


def _occupied(board: Board) -> set[Square]:
    return {*board.squares(Disc.BLACK), *board.squares(Disc.WHITE)}


def _differing(one: Board, other: Board) -> tuple[Square, ...]:
    """The squares on which two boards of one size differ, row by row."""
    black = set(one.squares(Disc.BLACK)) ^ set(other.squares(Disc.BLACK))
    white = set(one.squares(Disc.WHITE)) ^ set(other.squares(Disc.WHITE))
    return tuple(sorted(black | white))


def _with_disc(board: Board, side: Disc, square: Square) -> Board:
    """The board with one disc more, or turned, and nothing else changed."""
    discs = {disc: set(board.squares(disc)) - {square} for disc in Disc}
    discs[side].add(square)
    return Board.from_discs(board.size, discs[Disc.BLACK], discs[Disc.WHITE])


def _mirrored(square: Square) -> Square:
    return Square(square.column, square.row)


def _counts(ended: Ended) -> dict[str, Value]:
    return {"black": ended.black, "white": ended.white}
