"""The handout's sample games as sessions: what is printed, and between « » what is typed."""

from __future__ import annotations

import re

SAMPLE_4 = """\
Enter the board dimension: «4»
Computer plays (X/O) : «X»
  a b c d
a . . . .
b . O X .
c . X O .
d . . . .
Computer places X at ab.
  a b c d
a . X . .
b . X X .
c . X O .
d . . . .
Enter move for O (RowCol): «aa»
  a b c d
a O X . .
b . O X .
c . X O .
d . . . .
Computer places X at ba.
  a b c d
a O X . .
b X X X .
c . X O .
d . . . .
Enter move for O (RowCol): «ac»
  a b c d
a O O O .
b X X O .
c . X O .
d . . . .
Computer places X at ad.
  a b c d
a O O O X
b X X X .
c . X O .
d . . . .
Enter move for O (RowCol): «ca»
  a b c d
a O O O X
b O O X .
c O O O .
d . . . .
Computer places X at da.
  a b c d
a O O O X
b O O X .
c O X O .
d X . . .
Enter move for O (RowCol): «dc»
  a b c d
a O O O X
b O O X .
c O O O .
d X . O .
X player has no valid move.
Enter move for O (RowCol): «cd»
  a b c d
a O O O X
b O O O .
c O O O O
d X . O .
Both players have no valid move.
Game over.
X : O = 2 : 11
O player wins.
"""

SAMPLE_6 = """\
Enter the board dimension: «6»
Computer plays (X/O) : «O»
  a b c d e f
a . . . . . .
b . . . . . .
c . . O X . .
d . . X O . .
e . . . . . .
f . . . . . .
Enter move for X (RowCol): «cb»
  a b c d e f
a . . . . . .
b . . . . . .
c . X X X . .
d . . X O . .
e . . . . . .
f . . . . . .
Computer places O at bb.
  a b c d e f
a . . . . . .
b . O . . . .
c . X O X . .
d . . X O . .
e . . . . . .
f . . . . . .
Enter move for X (RowCol): «aa»
Invalid move.
Game over.
O player wins.
"""

_ANSWER = re.compile("«(.*?)»\n")


def answers(session: str) -> list[str]:
    return _ANSWER.findall(session)


def at_a_terminal(session: str) -> str:
    """Return what a terminal shows: it echoes what is typed."""
    return _ANSWER.sub(r"\1\n", session)


def through_a_pipe(session: str) -> str:
    """Return what a pipe gets: nobody echoes, so that output follows each prompt at once."""
    return _ANSWER.sub("", session)
