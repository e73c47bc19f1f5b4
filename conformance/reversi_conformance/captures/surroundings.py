"""What stands around a program's output in a capture: shells, recorders and development tools.

Such lines are nobody's fault and are left out. Also knows where a person broke a program off. What
a program itself prints is left as it is; nothing here knows Reversi.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

_SHELL: Final = re.compile(
    r"(?:\([\w.-]+\)\s*)?(?:"
    r"[\w.+-]+@[\w.-]+[:\s][^$#%>]*[$#%>](?:\s.*)?"
    r"|\[[\w.+-]+@[^\]]*\][$#%](?:\s.*)?"
    r"|(?:PS )?[A-Za-z]:\\[^<>|?*]*>.*"
    r"|PS [/~][^>]*>.*"
    r"|[$%](?:\s.*)?"
    r"|(?:ba|z|da)?sh-\d[\d.]*[$#%](?:\s.*)?"
    r"|[➜❯](?:\s.*)?"
    r"|>>>\s*(?:exit\(\)|quit\(\)|import .*|[\w.]+\(.*\))?"
    r")"
)
_BEHIND_OUTPUT: Final = re.compile(
    r"(?<=\S)(?:(?:\([\w.-]+\) ?)?[A-Za-z_][\w-]*@[\w.-]+:[~/][^\s$#%>]*[$#%](?=\s|$)"
    r"|(?:PS )?[A-Z]:\\[^<>|?*:]*>\s*$"
    r"|Process finished with exit code)"
)
"""A shell's prompt on a line that the program did not end. Before it may stand a full stop."""
_LONGEST: Final = 400
_TOOL: Final = re.compile(
    r"Script (?:started|done)\b.*|脚本(?:已?启动|已?完成|开始|结束).*"
    r"|Process (?:finished|returned|exited)\b.*|进程已结束.*|进程.{0,30}已退出.*"
    r"|\[(?:Done|Running)\] .*|Program (?:exited|finished|ended) with\b.*|\.\.\.Program finished.*"
    r"|=+ RESTART: .*|Windows PowerShell transcript .*|logout|exit"
    r"|> \S+@\S+ \S+.*|> (?:node|ts-node|npx|tsc)\b.*"
    r"|\"?[A-Za-z]:[\\/]\S*\.exe\b.*|&? ?'?/\S*\b(?:python|java|node)[\d.]*'?\s.*"
    r"|`{3,}\w*|~{3,}\w*"
    r"|请按任意键继续[ .…]*|Press any key to continue \. \. \.|按任意键关闭此窗口.*"
)
_RULE: Final = re.compile(r"[-*=]{10,}")
_MARGIN: Final = re.compile(r"(?:> ?)+|\s+")
_BREAK: Final = re.compile(r"\^[CZ\\]|\^D(?!\w)")
_TRACEBACK: Final = re.compile(r"Traceback \(most recent call last\)|Exception in thread")
_BROKEN_OFF: Final = re.compile(r"(?:\w+\.)*KeyboardInterrupt\b")
_NO_INPUT: Final = re.compile(r"EOFError\b|.*NoSuchElementException\b")


class Outside(NamedTuple):
    """A run of lines of which some are not the program's."""

    lines: tuple[str, ...]
    is_outside: tuple[bool, ...]
    """For each line whether it is a shell's or a tool's."""


class BrokenOff(NamedTuple):
    """Lines up to where a person ended the program."""

    lines: tuple[str, ...]
    is_broken_off: bool


def mark(lines: Sequence[str]) -> Outside:
    """Tell the lines of shells and tools; a prompt behind output gets a line of its own."""
    parts = tuple(part for line in lines for part in _parted(line))
    outside = list(map(is_outside, parts))
    for index in range(len(parts) - 1):
        if _RULE.fullmatch(parts[index]) and _TOOL.fullmatch(parts[index + 1].strip()):
            outside[index] = True
    return Outside(parts, tuple(outside))


def without_margin(lines: Sequence[str]) -> tuple[str, ...]:
    """Lines without the blanks or the signs of a quotation that stand before each one of them."""
    texts = [line for line in lines if line.strip("> \t")]
    margin = _MARGIN.match(_common_beginning(texts)) if texts else None
    if margin is None:
        return tuple(lines)
    return tuple(line[margin.end() :] for line in lines)


def is_outside(line: str) -> bool:
    """Whether no program of the assignment has printed this."""
    bare = line.strip()
    return bool(bare) and bool(_TOOL.fullmatch(bare) or _SHELL.fullmatch(bare))


def cut_where_broken_off(lines: Sequence[str]) -> BrokenOff:
    """Leave out what follows upon Ctrl-C, and a traceback that tells of it or of missing input."""
    for index, line in enumerate(lines):
        if (found := _BREAK.search(line)) is not None:
            return BrokenOff((*lines[:index], line[: found.start()]), is_broken_off=True)
        trace = _TRACEBACK.search(line)
        if trace is not None and _tells_of_person(lines, index, line[: trace.start()]):
            return BrokenOff((*lines[:index], line[: trace.start()]), is_broken_off=True)
    return BrokenOff(tuple(lines), is_broken_off=False)


def _common_beginning(texts: Sequence[str]) -> str:
    first, last = min(texts), max(texts)
    pairs = enumerate(zip(first, last, strict=False))
    return first[: next((at for at, pair in pairs if pair[0] != pair[1]), len(first))]


def _parted(line: str) -> tuple[str, ...]:
    # Work grows with the square of a line's length, and no prompt stands behind so much.
    found = _BEHIND_OUTPUT.search(line) if len(line) <= _LONGEST else None
    if found is None or is_outside(line):
        return (line,)
    return line[: found.start()], line[found.start() :]


def _tells_of_person(lines: Sequence[str], start: int, before: str) -> bool:
    """Whether a traceback comes of Ctrl-C, or of input that ended while something was asked."""
    trace = [line[len(before) :] if line is lines[start] else line for line in lines[start:]]
    if any(_BROKEN_OFF.match(line) for line in trace):
        return True
    asked = before or next((line for line in reversed(lines[:start]) if line.strip()), "")
    is_question = asked.rstrip().endswith((":", "：", ">", "?", "？", ")"))
    return is_question and any(_NO_INPUT.match(line) for line in trace)
