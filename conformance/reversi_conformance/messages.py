"""Findings as sentences: the catalogue of everything that a report says, keyed by code.

Text is made here, at the very end, from a finding's parameters, in the language in force. Values
that come from a program are escaped by whoever shows them, not here.
"""

from typing import Final, cast

from reversi_conformance.findings import Finding, Value
from reversi_conformance.language import listed, say

SENTENCES: Final = {
    # printing.board
    "board.missing": "the board is not printed here",
    "board.extra": "a board is printed that should not stand here",
    "board.order": "board and messages stand in another order",
    "board.unreadable": "no board can be read: print the header, then one row a line",
    "board.header": "the line above the board is not the letters of the columns",
    "board.labels": "the rows do not begin with their letters",
    "board.signs": "other signs than '.', 'X' and 'O' stand on the board",
    "board.no-blanks": "there is no blank between the squares",
    "board.shifted": "the letters do not stand over their columns, or the rows are indented",
    "board.layout": "the board is drawn otherwise than in the handout",
    "board.blanks": "the board has other blanks than in the handout",
    "board.colours": "the output is coloured with escape sequences",
    # printing.prompts
    "prompts.wording": "the question is worded otherwise",
    "prompts.missing": "the question is missing",
    "prompts.extra": "something is printed or asked that the handout does not have",
    "prompts.order": "the questions come in another order",
    "prompts.unflushed": (
        "the question only shows after it was answered: flush standard output before reading"
        " (in Python: print(…, end='', flush=True), or input(…))"
    ),
    "prompts.sides-exchanged": (
        "{computer} was typed as the computer's side, and the human plays it"
    ),
    "prompts.size-refused": "the size {size} is one of the assignment's and is refused",
    "prompts.no-game": "questions follow upon questions, and no game begins",
    "prompts.blanks": "the question has other blanks than in the handout",
    "prompts.letter-case": "the question has other capitals than in the handout",
    "prompts.line-break": "a line break stands between a question and its answer",
    # printing.messages
    "messages.wording": "the message is worded otherwise",
    "messages.missing": "the message is missing",
    "messages.extra": "a line is printed that should not stand here",
    "messages.order": "the messages stand in another order",
    "messages.one-line": "two messages stand on one line",
    "messages.square": "the computer says {announced} and places its disc at {square}",
    "messages.square-off-board": "the computer says {announced}, which is not on the board",
    "messages.blanks": "the message has other blanks than in the handout",
    "messages.letter-case": "the message has other capitals than in the handout",
    "messages.blank-lines": "there are blank lines",
    "messages.pass-line": "a pass shares its line, or does not, unlike in the handout",
    "messages.own-line": "a line of its own stands before the end",
    # printing.log
    "log.missing": "no row was appended to {name} in the folder in which the program was started",
    "log.name": "the log is called {path}, not {name}",
    "log.place": "the log is {path}",
    "log.overwritten": "the earlier rows of {path} are gone: open it for appending",
    "log.header": "the log has a header row",
    "log.one-line": "the row does not end its line: the next game's row will stand on the same one",
    "log.rows": "one row a game is asked for; {count} came",
    "log.fields": "a row has six fields, separated by commas; this one has {count}",
    "log.time": "the first field is not the date and time at which this game began",
    "log.duration": "the second field is not the seconds that this game took",
    "log.size": "the third field is not the size",
    "log.players": "the fourth and fifth fields are not the black and the white player",
    "log.result": "the last field is not the result of this game",
    "log.form": "the row is written somewhat otherwise than in the handout",
    "log.crash": "the program crashes while it writes the log: {line}",
    # rules.placement
    "placement.start": "the board does not begin with two white and two black discs in its centre",
    "placement.size": "a board of size {size} was asked for, and one of size {shown} is shown",
    "placement.refused": "{square} is a legal move (it turns {turns}) and is refused",
    "placement.ignored": "the human's disc does not come to stand at {square}",
    "placement.elsewhere": "{typed} was typed, and the disc stands at {square}",
    "placement.unexplained": "the board changes in a way that no move explains",
    "placement.taken": "the computer places {side} at {square}, where a disc stands already",
    "placement.turns-nothing": "the computer places {side} at {square}, where nothing turns",
    "placement.wrong-disc": "the disc placed at {square} should be {side}",
    # rules.flips
    "flips.wrong": "{side} at {square}: wrong discs turn",
    "flips.wrong/kept": "{side} at {square} should also turn {kept}",
    "flips.wrong/turned": "{side} at {square} must not turn {turned}",
    "flips.wrong/both": "{side} at {square} should turn {kept} and must not turn {turned}",
    # rules.turns
    "turns.first": "{side} begins; X should",
    "turns.skipped": "it is {due}'s turn, who can move ({legal}), and {side} goes on",
    "turns.passed-with-a-move": "{side} can move ({legal}) and passes",
    "turns.moved-without-move": "{side} has no legal move and does not pass",
    "turns.asked-without-move": "{side} has no legal move and is asked for one",
    "turns.pass-ends-game": "{due} has to pass, and the program ends the game",
    # strategy
    "choice.fewer": "{square} turns {discs}, and {best} would turn {most}",
    "choice.later": "{square} and {best} turn {most} alike ({equals}); {best} comes first",
    # ends
    "end.not-noticed": "the game is over (X : O = {black} : {white}), and the program goes on",
    "end.too-early": "the program ends the game, and {other} can still move",
    "end.no-winner": "no winner is named",
    "end.wrong-winner": "{claimed} is said to win; {right}",
    "end.no-score": "the score is missing; it is X : O = {black} : {white}",
    "end.wrong-score": "the score is X : O = {black} : {white}, not {claimed}",
    "end.no-over": "the game is not said to be over",
    "end.waits": "the game is over, and the program waits for input instead of ending",
    "end.no-exit": "after the result the program does not end",
    "end.crash": "after the result the program crashes: {line}",
    "end.flood": "after the result the program prints without end",
    "end.exceeds": "after the result the program takes more than {excess}",
    "end.status": "the program ends with the status {status}",
    "illegal.asked-again": "{typed} is illegal ({why}) and ends the game; it is asked again",
    "illegal.accepted": "{typed} is illegal ({why}) and ends the game; it is accepted",
    # a session that stops before its end
    "stopped.crash": "the program crashes {after}: {line}",
    "stopped.crash/memory": "the program crashes {after}: {line} (it may use {memory} of memory)",
    "stopped.status": "the program ends {after} without a result, with the status {status}",
    "stopped.early": "the program ends {after} without a result",
    "stopped.silent": "no output for {limit:g} s {after}; the program is idle",
    "stopped.silent/busy": "no output for {limit:g} s {after}; the program is at work",
    "stopped.time": "the session takes longer than {limit:g} s; the program is mostly idle",
    "stopped.time/busy": "the session takes longer than {limit:g} s; the program is at work",
    "stopped.cpu": "the program uses more than {limit:g} s of processor time {after}",
    "stopped.flood": "the program prints more than {limit:.0f} bytes {after}",
    "stopped.memory": "the program uses more than {allowed} of memory {after}",
    "stopped.processes": (
        "the program runs more than {limit:.0f} processes and threads at a time {after}"
    ),
    "stopped.file": "the program writes a file of more than {allowed} {after}",
    "stopped.folder": "the program's files take more than {allowed} {after}",
    "stopped.files": "the program makes more than {limit:.0f} files and folders {after}",
    "stopped.deaf": "the program does not read what is typed ({typed!r})",
    "stopped.signal": "the program is ended by {signal} {after}",
    "stopped.waits": "the program waits for input {after}, and nothing is left to type",
}
"""One sentence for each code, without a full stop; a variant stands behind a slash."""

WHY_ILLEGAL: Final = {
    "occupied": "the square is occupied",
    "isolated": "no disc of the opponent stands beside it",
    "outflanks-nothing": "it outflanks nothing",
    "row-off": "the row is off the board",
    "column-off": "the column is off the board",
    "both-off": "row and column are off the board",
    "malformed": "it is no square",
}
"""The kinds of illegal entries in words."""

BOUNDS: Final = {
    "memory": "{allowed} of memory",
    "processes": "{limit:.0f} processes and threads at a time",
    "file": "{allowed} for one file",
    "folder": "{allowed} for its files",
    "files": "{limit:.0f} files and folders",
}
"""What a session may use, in words; how much more it took is a matter of chance."""

_WAITED_FOR: Final = ("stopped.silent", "stopped.time")
"""What ends a session after a time, whether the program computes or not."""
_SIZES: Final = {"allowed": "limit", "memory": "memory_limit"}
"""Parts of sentences that are a parameter of another name in bytes."""
_UNITS: Final = (("GiB", 1024**3), ("MiB", 1024**2), ("KiB", 1024))


def sentence(finding: Finding) -> str:
    """Say in one sentence what is wrong."""
    values = {name: _text(value) for name, value in finding.params.items()}
    if "why" in values:
        why = str(values["why"])
        values["why"] = say(WHY_ILLEGAL[why]) if why in WHY_ILLEGAL else why
    if "typed" in values:
        values["after"] = (
            say("after {typed!r} was typed", typed=values["typed"])
            if values["typed"]
            else say("at its start")
        )
    if "claimed" in values and "winner" in values:
        values["claimed"] = values["claimed"] or say("nobody")
        values["right"] = (
            say("{winner} wins", winner=values["winner"])
            if values["winner"]
            else say("it is a draw")
        )
    for words, figure in _SIZES.items():
        if isinstance(size := values.get(figure), int | float):
            values[words] = _size(size)
    if "bound" in values:
        values["excess"] = say(BOUNDS[str(values["bound"])]).format_map(values)
    return say(SENTENCES[_variant(finding)]).format_map(values)


def _variant(finding: Finding) -> str:
    if finding.code == "stopped.crash" and "memory_limit" in finding.params:
        return "stopped.crash/memory"
    if finding.code in _WAITED_FOR:
        return f"{finding.code}/busy" if _is_busy(finding) else finding.code
    if finding.code != "flips.wrong":
        return finding.code
    kept, turned = finding.params.get("kept"), finding.params.get("turned")
    if kept and turned:
        return "flips.wrong/both"
    return "flips.wrong/kept" if kept else "flips.wrong/turned"


def _is_busy(finding: Finding) -> bool:
    """Whether the program computed while it was waited for.

    How long it did is chance, and no figure of a score sheet. A quarter of the time is more than
    a start takes, and less than an endless loop gets on a machine with others at work.
    """
    used, limit = (cast("float", finding.params[name]) for name in ("cpu_seconds", "limit"))
    return used >= limit / 4


def _text(value: Value) -> str | int | float:
    if isinstance(value, tuple):
        return listed(value) if value else say("nothing")
    return value


def _size(number: float) -> str:
    for unit, size in _UNITS:
        if number >= size:
            return f"{number / size:.4g} {unit}"
    return say("{number:.0f} bytes", number=number)
