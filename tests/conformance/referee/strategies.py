"""Random games, and random manners that the assignment leaves open."""

from collections.abc import Callable, Iterator

from hypothesis import strategies as st

from reversi_conformance.reference import perform
from reversi_conformance.transcript import Case, Header
from reversi_engine import (
    Board,
    Disc,
    Game,
    Moved,
    Square,
    format_square,
    outcome,
    scores,
)

from .sessions import PYTHON, ROW_TIME, SECONDS, Asking, Student

_TOWARDS_AN_END = 40
"""Human moves after which a random game ends by an illegal one."""


@st.composite
def cases(draw: st.DrawFn, largest: int = 8) -> Case:
    """A random game to its end; by the rules, or by an illegal move at some point."""
    size = draw(st.integers(2, largest // 2)) * 2
    computer = draw(st.sampled_from(Disc))
    longest = draw(st.integers(1, _TOWARDS_AN_END))
    moves: list[str] = []
    game, _ = Game.start(size, computer)
    while game.ended is None:
        legal = game.board.legal_moves(game.human)
        if len(moves) < longest:
            entry = format_square(draw(st.sampled_from(legal)))
        else:
            entry = draw(illegal_entries(game.board, game.human))
        moves.append(entry)
        game, _ = game.submit(entry)
    return perform(Header("case", size, computer, tuple(moves), game.ended.reason.value), PYTHON)


def illegal_entries(board: Board, side: Disc) -> st.SearchStrategy[str]:
    """Two letters that name no legal square of this board."""
    near = [Square(row, column) for row in range(26) for column in range(26)]
    wrong = [each for each in near if each not in board or not board.is_legal(side, each)]
    return st.sampled_from([format_square(each) for each in wrong])


def exercised(case: Case) -> set[str]:
    """The checks that a game comes to, found by playing it once more."""
    checks = {"printing.board", "printing.prompts", "printing.messages", "printing.log"}
    checks |= {"rules.placement", "rules.turns", f"ends.{case.header.ends}"}
    for board, side, _ in _moves(case):
        checks.add("rules.flips")
        if side is case.header.computer:
            turns = sorted(scores(board, side).values())
            checks |= {"strategy.most-discs"} if turns[0] < turns[-1] else set()
            checks |= {"strategy.ties"} if turns.count(turns[-1]) > 1 else set()
    return checks


def _moves(case: Case) -> Iterator[tuple[Board, Disc, Square]]:
    """Each move with the board before it."""
    header = case.header
    game, events = Game.start(header.board, header.computer)
    board = Board.initial(header.board)
    for entry in (*header.moves, None):
        for event in events:
            if isinstance(event, Moved):
                yield board, event.disc, event.square
                board = event.board
        if entry is not None:
            game, events = game.submit(entry)


class Liberal(Student):
    """A right program that takes a liberty wherever it may."""

    gap = " "
    """What stands between the cells of a board."""
    around = ""
    """Blank lines above and below a board."""
    end = ""
    """What stands at the end of each line."""
    prompt_end = ""
    pass_end = "\n"
    line_before_over = ""
    reword: Callable[[str], str] = staticmethod(str)
    time = ROW_TIME
    seconds = f"{SECONDS}"
    retell: Callable[[str], str] = staticmethod(str)
    """How the log tells the result."""

    def picture(self, board: Board) -> str:
        header, *rows = super().picture(board).split("\n")
        names = self.gap.join(header.split())
        lines = [f" {self.gap}{names}", *(row.replace(" ", self.gap) for row in rows)]
        return self.around + "\n".join(line + self.end for line in lines) + self.around

    def announce_pass(self, board: Board, side: Disc) -> None:
        text = self.wording.passes.format(disc=side.value)
        self.print(self.reword(text), end=self.pass_end)

    def tell_end(self, board: Board) -> None:
        ended = outcome(board)
        is_open = ended is not None and ended.reason.value in {"full-board", "wipe-out"}
        if is_open and self.line_before_over:
            self.print(self.line_before_over)
        super().tell_end(board)

    def say(self, key: str, **facts: object) -> None:
        text = getattr(self.wording, key).format_map(facts)
        self.print(self.reword(text) + self.end)

    def ask(self, key: str, **facts: object) -> Asking:
        text = getattr(self.wording, key).format_map(facts)
        self.print(self.reword(text), end=self.prompt_end)
        return (yield)

    def row(self, result: str) -> str:
        size, *others = str(super().row(self.retell(result))).split(",")[2:]
        return ",".join([self.time, self.seconds, size, *others])


_LINES = ["Both players have no valid move.", "The board is full!", "X wins!", "游戏结束了", "Draw"]


@st.composite
def liberal_students(draw: st.DrawFn) -> Liberal:
    """Liberties taken at random, each of them inside the latitude."""
    colon = draw(st.sampled_from([" : ", ": ", " :", ":"]))
    bracket = draw(st.sampled_from([" (", "(", "  ("]))
    manners: list[Callable[[str], str]] = [str, str.upper, str.lower, str.title]
    in_case = draw(st.sampled_from(manners))

    def reword(text: str) -> str:
        return in_case(text.replace(" : ", colon).replace(" (", bracket))

    return Liberal(
        gap=draw(st.sampled_from([" ", "  ", "\t", " \t"])),
        around=draw(st.sampled_from(["", "\n"])),
        end=draw(st.sampled_from(["", " ", "   "])),
        prompt_end=draw(st.sampled_from(["", "\n", " "])),
        pass_end=draw(st.sampled_from(["\n", " "])),
        line_before_over=draw(st.sampled_from(["", *_LINES])),
        reword=reword,
        time=draw(st.sampled_from([ROW_TIME, "2024-05-06 07:08:09", "2024/05/06 07:08:20.5"])),
        seconds=draw(st.sampled_from([f"{SECONDS}", f"{SECONDS - 1}.25", "0"])),
        retell=draw(st.sampled_from([str, lambda text: text.replace(" to ", "to")])),
    )
