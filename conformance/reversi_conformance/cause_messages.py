"""Likely causes as sentences: what seems to be wrong, where in the program, and when.

Text is made here, at the very end, from a cause's parts, in the language in force.
"""

from typing import Final

from reversi_conformance.causes import Cause, Part
from reversi_conformance.language import listed_with_and, mark, say

_LINES: Final = {
    "misses-north-west": "direction (-1, -1), north-west, seems to be missing",
    "misses-north": "direction (-1, 0), north, seems to be missing",
    "misses-north-east": "direction (-1, 1), north-east, seems to be missing",
    "misses-west": "direction (0, -1), west, seems to be missing",
    "misses-east": "direction (0, 1), east, seems to be missing",
    "misses-south-west": "direction (1, -1), south-west, seems to be missing",
    "misses-south": "direction (1, 0), south, seems to be missing",
    "misses-south-east": "direction (1, 1), south-east, seems to be missing",
    "misses-diagonals": "the diagonals seem to be left out",
    "misses-straights": "rows and columns seem to be left out",
    "nearest-disc-only": "only the nearest disc of each line seems to count",
    "one-short": "the last disc of each line seems to be left out",
    "lines-of-one-only": "only lines with a single disc between seem to be seen",
    "one-too-many": "a disc of the opponent behind the end of each line seems to count as well",
    "first-line-only": "only the first line that outflanks seems to count",
    "last-line-only": "only the last line that outflanks seems to count",
    "longest-line-only": "only the longest line seems to count",
    "unbounded-at-edge": "a line that runs to the edge seems to need no own disc at its end",
    "unbounded-at-gap": "a line that ends at an empty square seems to need no own disc there",
    "unbounded": (
        "a line seems to need no own disc at its end (a disc of the opponent nearby is enough)"
    ),
    "over-gaps": "lines seem to go on beyond an empty square",
    "farthest-disc": "lines seem to go to the farthest own disc instead of the next one",
    "wraps": "lines seem to go on at the opposite edge (a negative index counts from the end)",
    "wraps-rows": "lines seem to go on from the first row to the last (a negative index)",
    "wraps-columns": "lines seem to go on from the first column to the last (a negative index)",
    "next-row": "lines seem to go on from the end of a row to the next row",
    "last-row-unseen": "the last row seems to be treated as off the board",
    "last-column-unseen": "the last column seems to be treated as off the board",
    "last-row-and-column-unseen": ("the last row and column seem to be treated as off the board"),
    "first-row-unseen": "the first row seems to be treated as off the board",
    "first-column-unseen": "the first column seems to be treated as off the board",
    "first-row-and-column-unseen": ("the first row and column seem to be treated as off the board"),
    "beyond-h-unseen": "rows and columns beyond h seem to be treated as off the board",
    "turned-turn-others": "discs that were turned seem to turn others in their turn",
    "nothing": "no disc seems to turn",
    "own-discs": "squares with an own disc seem to be allowed",
    "opponents-discs": "squares with a disc of the opponent seem to be allowed",
    "occupied": "occupied squares seem to be allowed",
    "last-row-unplayed": "the last row seems to be left out",
    "last-column-unplayed": "the last column seems to be left out",
    "last-row-and-column-unplayed": "the last row and column seem to be left out",
    "first-row-unplayed": "the first row seems to be left out",
    "first-column-unplayed": "the first column seems to be left out",
    "first-row-and-column-unplayed": "the first row and column seem to be left out",
    "rows-beyond-h-unplayed": "rows beyond h seem to be left out",
    "columns-beyond-h-unplayed": "columns beyond h seem to be left out",
    "beyond-h-unplayed": "rows and columns beyond h seem to be left out",
    "any-empty": "every empty square seems to be allowed",
    "anything": "every square seems to be allowed",
}
"""What is wrong with a rule about lines, whatever uses it."""
_PARTS: Final = {
    "flips": "when discs are turned",
    "legality": "when a square is tested for being legal",
    "turns": "when it is decided who moves next",
    "counts": "when the computer counts what a square turns",
}
_WHOLE: Final = {
    "flips.nothing": "no disc seems to be turned",
    "flips.turned-turn-others": "discs that were turned seem to turn others in their turn",
    "legality.own-discs": "squares with an own disc seem to be taken for legal",
    "legality.opponents-discs": "squares with a disc of the opponent seem to be taken for legal",
    "legality.occupied": "occupied squares seem to be taken for legal",
    "legality.any-empty": "every empty square seems to be taken for legal",
    "legality.anything": "every square seems to be taken for legal",
    "counts.lines": "the computer seems to count lines instead of discs",
    "counts.with-line-ends": (
        "the computer seems to count the own disc at the end of each line as well"
    ),
    "counts.edges-double": "the computer seems to count double what a square at the edge turns",
    "counts.fewest": "the computer seems to take the square that turns fewest discs",
    "turns.pass-ends-game": "a pass seems to end the game",
    "turns.human-asked-without-move": (
        "the human seems to be asked for a move in spite of having to pass"
    ),
    "turns.computer-moves-without-move": (
        "the computer seems to place a disc in spite of having to pass"
    ),
    "turns.computer-moves-again": "the computer seems to move as long as it can",
    "turns.white-first": "O seems to begin",
    "turns.computer-first": "the computer seems to begin, whatever its discs",
    "ties.last-row": "among equals the last row seems to be taken, and in it the first column",
    "ties.last-column": "among equals the first row seems to be taken, but in it the last column",
    "ties.last-of-all": (
        "among equals the last square seems to be taken: the last row, and in it the last column"
    ),
    "ties.column-first": "among equals the smallest column seems to go before the smallest row",
    "ties.column-first-last-row": (
        "among equals the first column seems to be taken, and in it the last row"
    ),
    "ties.last-column-first": (
        "among equals the last column seems to be taken, and in it the first row"
    ),
    "ties.last-column-first-last-row": (
        "among equals the last column seems to be taken, and in it the last row"
    ),
    "ties.random": (
        "among equals chance, or what came before, seems to decide: in one position different"
        " squares are taken"
    ),
    "choice.random": (
        "chance, or what came before, seems to decide: in one position the computer takes different"
        " squares"
    ),
    "choice.first-legal": "the computer seems to take the first legal square",
    "choice.last-legal": "the computer seems to take the last legal square",
    "choice.corners-first": "the computer seems to prefer corners",
    "choice.edges-first": "the computer seems to prefer squares at the edge",
    "input.exchanged": "row and column of what the human types seem to be exchanged",
    "output.exchanged": "row and column of the announced square seem to be exchanged",
    "input.exchanged output.exchanged": (
        "row and column seem to be exchanged, in what the human types and in the announced square"
    ),
    "ends.draw-to-black": "draws seem to be given to X",
    "ends.draw-to-white": "draws seem to be given to O",
    "ends.fewer-win": "the side with fewer discs seems to win",
    "ends.last-mover-wins": "the side that moved last seems to win",
    "ends.full-board-draws": "every full board seems to be called a draw",
    "ends.counts-exchanged": "the two numbers of the score seem to be exchanged",
    "ends.black-wins-after-illegal": "X seems to win by any illegal move",
    "ends.white-wins-after-illegal": "O seems to win by any illegal move",
    "ends.human-wins-after-illegal": "the human seems to win by an illegal move",
    "ends.leader-wins-after-illegal": "after an illegal move the discs seem to decide",
}
"""What is wrong, where no list of the components is needed to say it."""
_SCOPES: Final = {
    "": "",
    "black": ", for X",
    "white": ", for O",
    "human": ", for the human",
    "computer": ", for the computer",
    "large": ", on large boards",
    "small": ", on small boards",
    "later": ", later in a game",
    "early": ", at the beginning of a game",
}
"""Under what condition a whole sentence holds."""
_CONDITIONS: Final = {
    "black": "for X",
    "white": "for O",
    "human": "for the human",
    "computer": "for the computer",
    "large": "on large boards",
    "small": "on small boards",
    "later": "later in a game",
    "early": "at the beginning of a game",
}
"""Under what condition one of several parts of the program is so."""
_SENTENCE: Final = mark("{what}{condition}")
_SENTENCE_WITH_PLACE: Final = mark("{what} {where}{condition}")
_PLACE_WITH_CONDITION: Final = mark("{where} ({condition})")


def cause_sentence(cause: Cause) -> str:
    """Say in one sentence what seems to be wrong."""
    scopes = {part.scope for part in cause.parts}
    names = [f"{part.component}.{cause.variant}" for part in cause.parts]
    together = " ".join(names)
    if together in _WHOLE and len(scopes) == 1:
        return _whole(together, cause.parts[0].scope)
    if cause.variant not in _LINES:
        each = (_whole(name, part.scope) for name, part in zip(names, cause.parts, strict=True))
        return say("; ").join(each)
    if len(scopes) == 1:
        where = listed_with_and([say(_PARTS[part.component]) for part in cause.parts])
        return _with_place(cause.variant, where, cause.parts[0].scope)
    return _with_place(cause.variant, listed_with_and([_place(part) for part in cause.parts]), "")


def _whole(name: str, scope: str) -> str:
    return say(_SENTENCE, what=say(_WHOLE[name]), condition=say(_SCOPES[scope]))


def _with_place(variant: str, where: str, scope: str) -> str:
    what, condition = say(_LINES[variant]), say(_SCOPES[scope])
    return say(_SENTENCE_WITH_PLACE, what=what, where=where, condition=condition)


def _place(part: Part) -> str:
    where = say(_PARTS[part.component])
    if not part.scope:
        return where
    return say(_PLACE_WITH_CONDITION, where=where, condition=say(_CONDITIONS[part.scope]))
