"""What a finding shows: what should stand there beside what stands there.

Boards are drawn side by side where they fit, one under the other where not; two lines stand under
each other with a caret at their first difference. Never more than a screen; a cut is said.
"""

import difflib
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from rich.cells import cell_len, chop_cells
from rich.text import Text

from reversi_conformance.language import mark, say, say_count
from reversi_conformance.report import ReportedCase, ReportedFinding
from reversi_conformance.reports import boards, visible
from reversi_conformance.reports.excerpt import MOST_LINES, excerpt
from reversi_conformance.reports.lines import left
from reversi_conformance.transcript import parse_transcript
from reversi_engine import Board

KEY: Final = 10
"""Cells of the column in which the names of things stand."""

_MOST_ROWS_ABOVE_ROWS: Final = 8
"""Rows of each of two boards that stand one under the other."""
_MOST_COMPARED: Final = 200
_GAP: Final = "   "
_DIFFERS: Final = " ≠ "
_EXPECTED: Final = (mark("expected"), mark("observed"))
_NAMES: Final = {
    "choice": ("before", "before"),
    "turns": ("the board", "the board"),
    "stopped": ("printed", "printed"),
    "end": ("printed", "printed"),
    "placement.refused": ("the board", "the board"),
    "placement.taken": ("before", "after"),
    "placement.turns-nothing": ("before", "after"),
}
"""What the two sides of a finding are, by its code or the first word of it, where they are not what
was expected and what was observed."""
_SHOWS_NOTHING: Final = ("log.", "board.colours")
"""Codes of findings that nothing on the screen explains."""
_FROM_THE_START: Final = ("illegal.", "messages.")
"""Codes of findings that the first lines of a turn explain; others are explained by the last."""


def draw(case: ReportedCase, finding: ReportedFinding, width: int) -> Iterator[Text]:
    """Yield the lines that show a finding; nothing where there is nothing to show."""
    expected, observed = finding.expected, finding.observed
    one, other = boards.read(expected), boards.read(observed)
    one_side, other_side = names_of(finding.code)
    names = say(one_side), say(other_side)
    if one and other and one.size == other.size:
        yield from _two_boards(names, one, other, finding, width)
    elif (one and not observed) or (other and not expected):
        yield from _one_board(names[0] if one else names[1], one or other, finding)
    elif len(expected) == len(observed) == 1:
        yield from _two_lines(names, expected[0], observed[0], width)
    elif expected and observed:
        yield from _two_columns(names, expected, observed, width)
    elif expected or observed:
        yield from _lines(names[0] if expected else names[1], expected or observed, width)
    else:
        yield from _print(case, finding, width)


def printed_at(case: ReportedCase, finding: ReportedFinding) -> Sequence[str]:
    """Return what was printed in the turn of a finding; nothing where that explains nothing."""
    if finding.code.startswith(_SHOWS_NOTHING) or not case.transcript:
        return ()
    turns = parse_transcript(case.transcript, case.id).turns
    printed = turns[finding.turn].printed if finding.turn < len(turns) else ()
    return printed if any(line.strip() for line in printed) else ()


def is_explained_by_the_start(finding: ReportedFinding) -> bool:
    """Return whether the first lines of its turn explain a finding, and not the last ones."""
    return finding.code.startswith(_FROM_THE_START)


def entry(name: str, text: Text | str = "") -> Text:
    """Return a line that begins with the name of what it shows."""
    return Text.assemble((left(name, KEY), "dim"), text)


def names_of(code: str) -> tuple[str, str]:
    """Return what the two sides of a finding are called, in English."""
    family = code.partition(".")[0]
    return _NAMES.get(code) or _NAMES.get(family) or _EXPECTED


def coloured_from(line: str, column: int, style: str) -> Text:
    """Return a line that is coloured from a column on."""
    text = Text(line)
    before = next((at for at in range(len(line)) if cell_len(line[:at]) >= column), len(line))
    text.stylize(style, before)
    return text


def _one_board(name: str, board: Board | None, finding: ReportedFinding) -> Iterator[Text]:
    if board is not None:
        rows = boards.draw(board, boards.named(finding.params, board))
        for key, row in zip_longest([name], rows, fillvalue=""):
            yield entry(key, _with_brackets(row, "bold"))


def _two_boards(
    names: tuple[str, str], one: Board, other: Board, finding: ReportedFinding, width: int
) -> Iterator[Text]:
    marked = boards.differing(one, other) or boards.named(finding.params, one)
    here, there = boards.draw(one, marked), boards.draw(other, marked)
    column = max(map(cell_len, (*here, names[0])))
    if column + len(_GAP) + max(map(cell_len, there)) > width:
        for name, board, style in ((names[0], one, "green"), (names[1], other, "red")):
            rows = boards.draw(board, marked, _MOST_ROWS_ABOVE_ROWS)
            for key, row in zip_longest([name], rows, fillvalue=""):
                yield entry(key, _with_brackets(row, style))
        return
    yield Text.assemble((f"{left(names[0], column)}{_GAP}{names[1]}", "dim"))
    for row, other_row in zip(here, there, strict=True):
        gap = " " * (column - cell_len(row)) + _GAP
        yield _with_brackets(row, "green") + Text(gap) + _with_brackets(other_row, "red")


def _with_brackets(row: str, style: str) -> Text:
    text = Text(row.rstrip())
    text.highlight_regex(r"\[[^]]*\]", f"bold {style}")
    return text


def _two_lines(names: tuple[str, str], expected: str, observed: str, width: int) -> Iterator[Text]:
    seen = visible.compare(expected, observed, width - KEY)
    yield entry(names[0], coloured_from(seen.expected, seen.column, "green"))
    yield entry(names[1], coloured_from(seen.observed, seen.column, "red"))
    yield Text(" " * (KEY + seen.column)) + Text("^", "bold red")
    if seen.remarks:
        yield entry("", Text(say("({reason})", reason=say("; ").join(seen.remarks)), "dim"))


def _two_columns(
    names: tuple[str, str], expected: Sequence[str], observed: Sequence[str], width: int
) -> Iterator[Text]:
    pairs = list(aligned(expected[:_MOST_COMPARED], observed[:_MOST_COMPARED]))
    room = (width - len(_DIFFERS)) // 2
    matters = {row for row, (one, other) in enumerate(pairs) if one != other}
    shown = list(excerpt(max(len(expected), len(observed), len(pairs)), matters))
    seen = {
        row: visible.compare(pairs[row][0] or "", pairs[row][1] or "", room)
        for row in shown
        if isinstance(row, int)
    }
    column = max(cell_len(text) for text in (names[0], *(each.expected for each in seen.values())))
    yield Text.assemble((f"{left(names[0], column)}{_GAP}{names[1]}", "dim"))
    for row in shown:
        if isinstance(row, int):
            yield _pair(seen[row], column, differs=row in matters)
        else:
            yield Text(say_count("… {n} more line", "… {n} more lines", len(row)), "dim")
    yield from _legend(each.signs for each in seen.values())


def _pair(seen: visible.Comparison, column: int, *, differs: bool) -> Text:
    padding = " " * (column - cell_len(seen.expected))
    if not differs:
        return Text(f"{seen.expected}{padding}{_GAP}{seen.observed}")
    expected = coloured_from(seen.expected, seen.column, "green")
    observed = coloured_from(seen.observed, seen.column, "red")
    return expected + Text(padding) + Text(_DIFFERS, "bold") + observed


def aligned(
    expected: Sequence[str], observed: Sequence[str]
) -> Iterator[tuple[str | None, str | None]]:
    """Yield lines of both sides that face each other; None where a side has none."""
    matcher = difflib.SequenceMatcher(None, expected, observed, autojunk=False)
    for _, first, last, start, end in matcher.get_opcodes():
        yield from zip_longest(expected[first:last], observed[start:end])


def _legend(meanings: Iterable[tuple[str, ...]]) -> Iterator[Text]:
    signs = {sign for each in meanings for sign in each}
    if signs:
        yield Text(say("({reason})", reason=say("; ").join(sorted(signs))), "dim")


def _lines(name: str, lines: Sequence[str], width: int) -> Iterator[Text]:
    shown = [text for line in lines[:MOST_LINES] for text in _folded(line, width - KEY)]
    if len(lines) > MOST_LINES:
        more = len(lines) - MOST_LINES
        shown.append(Text(say_count("… and {n} more line", "… and {n} more lines", more), "dim"))
    for key, text in zip_longest([name], shown, fillvalue=""):
        yield entry(key, text)


def _last_lines(name: str, lines: Sequence[str], width: int) -> Iterator[Text]:
    shown = [text for line in lines[-MOST_LINES:] for text in _folded(line, width - KEY)]
    if len(lines) > MOST_LINES:
        more = len(lines) - MOST_LINES
        before = say_count("… {n} more line before", "… {n} more lines before", more)
        shown.insert(0, Text(before, "dim"))
    for key, text in zip_longest([name], shown, fillvalue=""):
        yield entry(key, text)


def _folded(line: str, width: int) -> Iterator[Text]:
    """A line of a program on as many lines as it takes, up to two."""
    first, *others = chop_cells(visible.cut(line, 2 * width - 2), width) or [""]
    yield Text(first)
    yield from (Text.assemble(("↳ ", "dim"), other) for other in others)


def _print(case: ReportedCase, finding: ReportedFinding, width: int) -> Iterator[Text]:
    """What the program printed in the turn of a finding."""
    printed = printed_at(case, finding)
    if printed:
        draw_lines = _lines if is_explained_by_the_start(finding) else _last_lines
        yield from draw_lines(say("printed"), printed, width)
