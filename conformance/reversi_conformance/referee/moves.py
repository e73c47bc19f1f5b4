"""Judges single moves: is the square legal, do the right discs turn, is the choice greedy?"""

from reversi_conformance.findings import Value
from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.referee.positions import differing, names, rows
from reversi_engine import Board, Disc, Square, format_square, scores


def judge_flips(before: Board, after: Board, side: Disc, square: Square, ledger: Ledger) -> None:
    """A legal move was made: 满足上述规则的对手棋子被翻转为本方棋子颜色."""
    ledger.assess("rules.flips")
    expected = before.play(side, square)
    if after == expected:
        return
    wrong = differing(expected, after)
    facts: dict[str, Value] = {
        "square": format_square(square),
        "side": side.value,
        "squares": names(wrong),
    }
    boards = {"expected": rows(expected), "observed": rows(after)}
    if square in wrong:
        ledger.fault("rules.placement", "placement.wrong-disc", facts, **boards)
        return
    due = set(before.outflanked(side, square))
    facts["kept"] = names(disc for disc in wrong if disc in due)
    facts["turned"] = names(disc for disc in wrong if disc not in due)
    ledger.fault("rules.flips", "flips.wrong", facts, **boards)


def judge_choice(board: Board, side: Disc, square: Square, ledger: Ledger) -> None:
    """The computer's legal square, against all it could have chosen: 选择最大值位置落子.

    `选择行字母最小的棋盘格。如果两个棋盘格分值相同且在同一行，则选择列字母较小的棋盘格。`
    """
    turns = scores(board, side)
    most = max(turns.values())
    best = [each for each, discs in turns.items() if discs == most]
    facts: dict[str, Value] = {
        "square": format_square(square),
        "side": side.value,
        "discs": turns[square],
        "most": most,
        "best": format_square(best[0]),
        "equals": names(best),
    }
    if len(set(turns.values())) > 1:
        ledger.assess("strategy.most-discs")
    if turns[square] < most:
        ledger.fault("strategy.most-discs", "choice.fewer", facts, observed=rows(board))
    elif len(best) > 1:
        ledger.assess("strategy.ties")
        if square != best[0]:
            ledger.fault("strategy.ties", "choice.later", facts, observed=rows(board))


def fault_square(
    code: str, board: Board, side: Disc, square: Square, shown: Board | None, ledger: Ledger
) -> None:
    """The computer's square is no legal one: 仅在可以翻转棋子的地方才能落子."""
    ledger.fault(
        "rules.placement",
        code,
        expected=rows(board),
        observed=rows(shown) if shown is not None else (),
        square=format_square(square),
        side=side.value,
        squares=(format_square(square),),
    )


def fault_refusal(board: Board, side: Disc, square: Square, ledger: Ledger) -> None:
    """A legal move of the human was not taken."""
    ledger.fault(
        "rules.placement",
        "placement.refused",
        expected=rows(board),
        square=format_square(square),
        turns=names(board.outflanked(side, square)),
    )


def fault_typed(
    code: str,
    board: Board,
    side: Disc,
    typed: Square,
    square: Square,
    shown: Board,
    ledger: Ledger,
) -> None:
    """A legal move of the human does not stand where it was typed; `square` is what it became."""
    ledger.fault(
        "rules.placement",
        code,
        expected=rows(board.play(side, typed)),
        observed=rows(shown),
        typed=format_square(typed),
        square=format_square(square),
        squares=names(dict.fromkeys((typed, square))),
    )
