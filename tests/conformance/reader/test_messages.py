"""Prompts and messages are understood in whatever words students find for them."""

import pytest

from .readings import meanings

WORDINGS = {
    # The handouts' own.
    "Enter the board dimension: ": "ask_size",
    "Computer plays (X/O) : ": "ask_computer",
    "Computer plays (X/O): ": "ask_computer",
    "Enter move for O (RowCol): ": "ask_move O",
    "Computer places X at ab.": "places X ab",
    "X player has no valid move.": "passes X",
    "Both players have no valid move.": "no_moves",
    "Invalid move.": "invalid",
    "Game over.": "over",
    "X : O = 2 : 11": "score 2 11",
    "O player wins.": "wins O",
    "Draw!": "draw",
    # Questions, reworded.
    "Enter the board dimension:": "ask_size",
    "Enter the board demension: ": "ask_size",
    "Enter the board dimension： ": "ask_size",
    "Please input the size of the board (4-26): ": "ask_size",
    "请输入棋盘大小：": "ask_size",
    "请输入棋盘的维数 n：": "ask_size",
    "棋盘大小n=": "ask_size",
    "computer plays (x/o): ": "ask_computer",
    "Computer plays(X/O)：": "ask_computer",
    "Computer plays (x or o)? ": "ask_computer",
    "Computer plays (黑/白)：": "ask_computer",
    "Which side does the computer play, X or O? ": "ask_computer",
    "计算机持黑棋还是白棋（X/O）：": "ask_computer",
    "电脑执黑还是执白? ": "ask_computer",
    "X/O: ": "ask_computer",
    "Do you play black or white? ": "ask_human",
    "You play (X/O): ": "ask_human",
    "玩家持黑棋还是白棋：": "ask_human",
    "Enter move for O (Rowcol): ": "ask_move O",
    "Enter move for O (ROWCOL): ": "ask_move O",
    "Enter move for O(Row/Col): ": "ask_move O",
    "Enter move for colour O (RowCol): ": "ask_move O",
    "Enter move for X (RowCol)：": "ask_move X",
    "Enter move for 0 (RowCol): ": "ask_move O",
    "Enter move (RowCol): ": "ask_move",
    "Enter your move: ": "ask_move",
    "Your move: ": "ask_move",
    "请输入落子位置：": "ask_move",
    "请O方落子（行列）：": "ask_move O",
    "请下棋：": "ask_move",
    "Enter move for O (RowCol), or exit to quit: ": "ask_move O",
    "Enter for O (Row Col): ": "ask_move O",
    "请按格式输入落子位置：": "ask_move",
    # Questions that the handout does not have.
    "Press Enter to continue...": "ask_other",
    "Press any key to exit": "ask_other",
    "Play again? (y/n) ": "ask_other",
    "Do you want to start another game? ": "ask_other",
    "Enter your name: ": "ask_other",
    "按回车键继续": "ask_other",
    "请按任意键继续. . .": "ask_other",
    "再来一局? ": "ask_other",
    # Placements.
    "Computer place X at ab.": "places X ab",
    "Computer palces X at ab.": "places X ab",
    "Computer plays X at ab.": "places X ab",
    "Computer places X at a b .": "places X ab",
    "Computer places X at (a, b)": "places X ab",
    "Computer places X at ab！": "places X ab",
    "computer places x at AB.": "places X ab",
    "Computer places 0 at ba.": "places O ba",
    "Computer places at ab.": "places X ab",
    "The computer puts X on ab": "places X ab",
    "Computer moves to cd.": "places X cd",
    "电脑落子在ab": "places X ab",
    "计算机下在 ab。": "places X ab",
    "Computer places X at gg.": "places X gg",
    "Computer places X.": "places X",
    "Human places O at aa.": "places O aa",
    # Passes.
    "X player has no vaild move!": "passes X",
    "O player has no valid moves": "passes O",
    "0 player has no valid move.": "passes O",
    "X has no legal move, pass.": "passes X",
    "X passes.": "passes X",
    "Black cannot move.": "passes X",
    "Computer has no valid move.": "passes X",
    "X玩家没有有效的移动。": "passes X",
    "O不能落子": "passes O",
    "You have no valid move.": "passes O",
    "黑方无棋可下。": "passes X",
    "白棋没有可以落子的位置": "passes O",
    "Both player have no vaild move!": "no_moves",
    "Both sides can't move": "no_moves",
    "Neither player can move: no valid move": "no_moves",
    "双方都没有棋子可下": "no_moves",
    # Refusals and ends.
    "Invaild move!": "invalid",
    "Invaild move.": "invalid",
    "Inviald move": "invalid",
    "Illegal move.": "invalid",
    "INVALID MOVE": "invalid",
    "This is not a valid move": "invalid",
    "Unvaild move.": "invalid",
    "Error: invalid move": "invalid",
    "You can't place it here": "invalid",
    "Occupied!": "invalid",
    "该位置不能落子": "invalid",
    "非法落子！": "invalid",
    "Game Over!": "over",
    "GAME OVER": "over",
    "Game is over.": "over",
    "The game ends.": "over",
    "游戏结束": "over",
    # Results.
    "X : O = 2:11": "score 2 11",
    "X:O=2:11": "score 2 11",
    "X ： O ＝ 2 ： 11": "score 2 11",
    "O : X = 11 : 2": "score 2 11",
    "0 : X = 11 : 2": "score 2 11",
    "X : 0 = 2 : 11": "score 2 11",
    "X: 2, O: 11": "score 2 11",
    "X = 2 O = 11": "score 2 11",
    "Black: 2 White: 11": "score 2 11",
    "黑棋：2 白棋：11": "score 2 11",
    "X : O = 2 to 11": "score 2 11",
    "Score: 2 : 11": "score 2 11",
    "2:11": "score 2 11",
    "X 2 : 11 O": "score 2 11",
    "X(2) : O(11)": "score 2 11",
    "X : O = 0 : 13": "score 0 13",
    "X wins!": "wins X",
    "X player wins!": "wins X",
    "X player win.": "wins X",
    "0 player wins.": "wins O",
    "The winner is O.": "wins O",
    "O won": "wins O",
    "Computer wins!": "wins X",
    "You win!": "wins O",
    "You lose!": "wins X",
    "Human wins.": "wins O",
    "黑棋获胜": "wins X",
    "白方胜！": "wins O",
    "电脑赢了": "wins X",
    "Draw.": "draw",
    "It's a draw.": "draw",
    "Tie!": "draw",
    "Nobody wins.": "draw",
    "平局": "draw",
}


@pytest.mark.parametrize(("line", "meaning"), WORDINGS.items())
def test_a_line_means_the_same_in_other_words(line: str, meaning: str) -> None:
    assert meanings(line) == [meaning]


NOT = {
    "Computer plays (X/O) : ": "places",
    "Computer plays (x or o)? ": "places",
    "You are O": "wins",
    "O player has no valid move.": "invalid",
    "There is no valid move for O.": "invalid",
    "X : O = 0 : 13": "draw",
    "Winner gets a prize": "wins",
    "Drawing the board": "draw",
    "Enter move for O (RowCol): ": "places",
    "Enter your next move (RowCol), X moves after you: ": "places",
    "Human gave up.": "passes",
    "Please enter again: ": "ask_other",
    "Try again: ": "ask_other",
    "请重新输入：": "ask_other",
    "Exit": "crash",
    "Error in your move": "crash",
    "  at ab.": "crash",
    "File not found, line 5": "crash",
    "Total moves: 5": "score",
    "20181105 23:24:46": "score",
    "Step 12": "score",
}


@pytest.mark.parametrize(("line", "kind"), NOT.items())
def test_a_line_is_not_taken_for_what_it_is_not(line: str, kind: str) -> None:
    assert kind not in [each.split()[0] for each in meanings(line)]


@pytest.mark.parametrize(
    "line", ["Welcome to Reversi!", "*****", "Thank you for playing.", "Thinking...", "12 seconds"]
)
def test_small_talk_decides_nothing(line: str) -> None:
    assert meanings(line) == ["other"]


@pytest.mark.parametrize("line", ["", "   ", "\t", "\0", " \0 "])
def test_a_blank_line_says_nothing(line: str) -> None:
    assert meanings(line) == []
