"""Prompts and messages in print: what a line means, whatever its wording.

Understands the misspelt, the translated and the reworded; what that is worth is decided elsewhere
(`referee.layout`). Pure, and remembered from line to line: programs repeat themselves.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from reversi_conformance.statements import Kind, Statement
from reversi_engine import Disc, Square

_DISC: Final = r"(?<![a-z0-9])(?:x|o|0)(?![a-z0-9])|black|white|黑|白|[●○⚫⚪]"
_BLACK_NAMES: Final = ("x", "black", "黑", "●", "⚫")
_COMPUTER: Final = re.compile(r"comput|计算机|电脑|机器|\bai\b|\bcpu\b|\bpc\b")
_HUMAN: Final = re.compile(r"\byou\b|\byour\b|human|\bplayer'?s?\b|玩家|人类|用户|您|你")
_YOU: Final = re.compile(r"\byou\b|human|您|你|人类|用户")

_NEXT_MESSAGE: Final = re.compile(
    r"(?<=[^\s(])\s*(?=(?:enter (?:the|your|a|move|next)\b|computer (?:plays?|places?|palces?)\b"
    r"|game (?:is )?over|in(?:valid|vaild)|both players?\b"
    r"|(?:(?<![a-z])[xo]|(?<![a-z0-9])0) player (?:has|wins?|passes)"
    r"|(?<![a-z0-9])x\s*:\s*[o0]\s*=|draw[!.]))"
)
_PROMPT: Final = re.compile(
    r"[^:]{0,40}(?:row\s*(?:/\s*)?col|x\s*/\s*o|dimension)[^:：]{0,6}[:：] ?", re.IGNORECASE
)
_WAIT: Final = re.compile(
    r"press|any key|(?:hit|enter) (?:to|for)|continue|another|restart|replay|quit|exit"
    r"|^again|(?:play|start|once|game)\b.{0,20}\bagain|\bname\b|y\s*/\s*n"
    r"|按.{0,6}(?:键|enter)|回车|任意键|继续|再来|再玩|退出|重新(?:开|来|玩)|姓名|名字"
)
_CRASH: Final = re.compile(
    r"Traceback \(most recent call last\)|Exception in thread|Segmentation fault|^panic: "
    r"|^\s+at (?:\S+\(|async |<anonymous>|.*:\d+\)?$)|^node:\w+|^\S+\.[cm]?[jt]sx?:\d+$"
    r"|^(?:\w+\.)*(?:\w+(?:Error|Exit|Interrupt)|\w*Exception)(?::|$|\s+\[)"
    r"|terminate called|core dumped|AddressSanitizer|^\s+File \".*\", line \d+"
)
_SQUARE: Final = re.compile(
    r"(?:\b(?:at|in|on|to)\b|[在于到:])\s*[\[('\"]*\s*([a-z])\s*[,，/]?\s*([a-z])\s*[\])'\"]*\s*[.。!！]*$"
    r"|(?<![a-z])([a-z])([a-z])\s*[.。!！]*$"
)
_PLACES: Final = re.compile(
    r"plac(?:e|ing)|\bplays?\b|palce|\bputs?\b|moves?\b|chooses?|chose|drops?|落子|下在|放在|下棋"
)
_PUTS: Final = re.compile(r"plac(?:e|ing)|palce|\bputs?\b|落子|下在|放在")
_SCORE_PAIRS: Final = re.compile(
    rf"({_DISC})\s*[:和与-]\s*({_DISC})\D{{0,8}}?(\d+)\s*(?::|to|-|比|,)\s*(\d+)"
)
_SCORE_EACH: Final = re.compile(
    rf"({_DISC})[^0-9]{{0,14}}?(\d+)[^0-9]+?({_DISC})[^0-9]{{0,14}}?(\d+)"
)
_SCORE_BETWEEN: Final = re.compile(rf"({_DISC})\W{{0,4}}(\d+)\s*[:-]\s*(\d+)\W{{0,4}}({_DISC})")
_SCORE_BARE: Final = re.compile(
    r"^(?:score|final score|result|比分|得分)?\s*(?:[:=]\s*)?(\d+)\s*(?::|to)\s*(\d+)\W*$"
)
_CANNOT_MOVE: Final = re.compile(
    r"(?:\bno\b|\bnot?\b|n't|cannot|without|无|没有|不能)"
    r".{0,30}?(?:move|place|position|square|step|棋|落子|下|移动|位置|走)"
    r"|\bpass(?:es|ed)?\b|\bskip"
)
_BOTH: Final = re.compile(r"\bboth\b|neither|nobody|双方|两(?:名|个|位|方)|都")
_INVALID: Final = re.compile(
    r"\b(?:in|un|vn)v\w*d\b|illegal|not (?:a )?(?:valid|legal)|not allowed|wrong|occupied"
    r"|非法|无效|不合法|错误|不能落子|已有棋"
)
_HERE: Final = re.compile(r"\bhere\b|\bthere\b(?! (?:is|are))|这里|此处|(?:该|这个)位置")
_OVER: Final = re.compile(
    r"game\s*(?:is\s*)?(?:over|end|finish)|(?:over|end) of (?:the )?game|游戏结束|对局结束|棋局结束"
)
_WINS: Final = re.compile(r"\bwins?\b|\bwon\b|winner|victor|胜|获胜|赢")
_LOSES: Final = re.compile(r"\b(?:lose|loses|lost)\b|输了")
_DRAW: Final = re.compile(
    r"\bdraw\b|\btie\b|\bdrawn\b|\bno(?:body| one)? (?:wins?|won)\b|\bno winner|平局|和棋|平手|打平"
)
_SIZE: Final = re.compile(
    r"dimen|demen|\bsize\b|大小|尺寸|维|阶|棋盘.{0,40}(?:输入|n)|输入.{0,40}棋盘"
)
_SIDES: Final = re.compile(
    r"[x黑●⚫]\s*(?:[/|,或、]|or\b)\s*[o0白○⚪]|[o0白○⚪]\s*(?:[/|,或、]|or\b)\s*[x黑●⚫]"
    r"|black.{0,8}white|white.{0,8}black|黑.{0,3}白"
)
_ROW_COLUMN: Final = re.compile(r"row\s*(?:[/,]\s*)?col")
_ASKS_MOVE: Final = re.compile(
    rf"{_ROW_COLUMN.pattern}"
    r"|(?:enter|input|type|your|next|please|请|输入).{0,60}(?:move|落子|位置|坐标|下|步)"
)


class Sides(msgspec.Struct, frozen=True):
    """Who plays what, for messages that name the computer or the human instead of a colour."""

    size: int
    computer: Disc


def read_line(text: str, line: int, sides: Sides) -> Iterator[Statement]:
    """The statements of one line; none for a blank line."""
    for number, statement in enumerate(_statements(text, sides)):
        yield msgspec.structs.replace(statement, line=line, shares_line=number > 0)


def split_after_prompts(line: str) -> list[str]:
    """A line cut after each of the assignment's prompts that stands at its beginning."""
    parts = []
    while (found := _PROMPT.match(line)) and found.end() < len(line):
        parts.append(found[0])
        line = line[found.end() :]
    return [*parts, line]


@lru_cache(maxsize=4096)
def _statements(text: str, sides: Sides) -> tuple[Statement, ...]:
    found: list[Statement] = []
    rest = text
    while (cut := _first_cut(rest)) is not None:
        statements = _classify(rest[:cut], sides)
        if statements[0].kind in (Kind.OTHER, Kind.CRASH):
            break
        found.extend(statements)
        rest = rest[cut:]
    if rest.replace("\0", "").strip():
        found.extend(_classify(rest, sides))
    return tuple(found)


def _first_cut(text: str) -> int | None:
    plain = _plain(text)
    if len(plain) != len(text):
        return None
    match = _NEXT_MESSAGE.search(plain)
    return match.start() if match else None


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _classify(text: str, sides: Sides) -> tuple[Statement, ...]:
    if _CRASH.search(text):
        return (Statement(Kind.CRASH, (text,)),)
    plain = _plain(text.replace("\0", "")).strip()
    return _result(text, plain, sides) or (_event(text, plain, sides) or _question(text, plain),)


def _result(text: str, plain: str, sides: Sides) -> tuple[Statement, ...]:
    """The end, the score and the winner, as far as a line tells of a result."""
    score = _score(plain)
    rest = plain.replace(score[2], " ") if score else plain
    winner = _winner(text, rest, sides) or (_winner(text, plain, sides) if score else None)
    told = []
    if score is not None:
        told.append(Statement(Kind.SCORE, (text,), black=score[0], white=score[1]))
    if winner is not None:
        told.append(winner)
    if told and _OVER.match(plain):
        told.insert(0, Statement(Kind.OVER, (text,)))
    return tuple(told)


def _winner(text: str, plain: str, sides: Sides) -> Statement | None:
    if _WINS.search(plain) or (_LOSES.search(plain) and _somebody(plain)):
        winner = _disc(plain) or _by_role(plain, sides)
        if winner is not None and _LOSES.search(plain) and not _WINS.search(plain):
            winner = winner.opponent
        if winner is not None:
            return Statement(Kind.WINS, (text,), disc=winner)
    return Statement(Kind.DRAW, (text,)) if _DRAW.search(plain) else None


def _event(text: str, plain: str, sides: Sides) -> Statement | None:
    """A placement, a pass, a refusal or the end."""
    placement = _placement(text, plain, sides)
    if placement is not None:
        return placement
    cannot_move = _CANNOT_MOVE.search(plain) and "row" not in plain
    if cannot_move and not _HERE.search(plain):
        if _BOTH.search(plain):
            return Statement(Kind.NO_MOVES, (text,))
        disc = _disc(plain) or _by_role(plain, sides)
        if disc is not None:
            return Statement(Kind.PASSES, (text,), disc=disc)
    if _INVALID.search(plain) or (cannot_move and _HERE.search(plain)):
        return Statement(Kind.INVALID, (text,))
    if _OVER.search(plain):
        return Statement(Kind.OVER, (text,))
    return None


def _placement(text: str, plain: str, sides: Sides) -> Statement | None:
    square = _SQUARE.search(plain)
    who = _COMPUTER.search(plain)
    if not _PLACES.search(plain) or _ASKS_MOVE.search(plain) or _SIDES.search(plain):
        return None
    if square is None and not (who and _disc(plain) and _PUTS.search(plain)):
        return None
    if not who and not _disc(plain):
        return None
    disc = _disc(plain[: square.start()] if square else plain) or sides.computer
    if square is None:
        return Statement(Kind.PLACES, (text,), disc=disc)
    row, column = (LETTER_INDEX[letter] for letter in square.groups() if letter)
    return Statement(Kind.PLACES, (text,), disc=disc, square=Square(row, column))


def _question(text: str, plain: str) -> Statement:
    if _ROW_COLUMN.search(plain) and not _SIDES.search(plain):
        return Statement(Kind.ASK_MOVE, (text,), disc=_disc(plain))
    if _WAIT.search(plain):
        return Statement(Kind.ASK_OTHER, (text,))
    if _ASKS_MOVE.search(plain) and not _SIDES.search(plain):
        return Statement(Kind.ASK_MOVE, (text,), disc=_disc(plain))
    if _SIZE.search(plain):
        return Statement(Kind.ASK_SIZE, (text,))
    if _COMPUTER.search(plain) and (_SIDES.search(plain) or _disc(plain)):
        return Statement(Kind.ASK_COMPUTER, (text,))
    if _HUMAN.search(plain) and _SIDES.search(plain):
        return Statement(Kind.ASK_HUMAN, (text,))
    if _SIDES.search(plain):
        return Statement(Kind.ASK_COMPUTER, (text,))
    return Statement(Kind.OTHER, (text,))


def _score(plain: str) -> tuple[int, int, str] | None:
    """Black's and white's discs, and the text that tells them."""
    if found := _SCORE_PAIRS.search(plain):
        first, second, one, other = found.groups()
    elif found := _SCORE_BETWEEN.search(plain):
        first, one, other, second = found.groups()
    elif found := _SCORE_EACH.search(plain):
        first, one, second, other = found.groups()
    elif found := _SCORE_BARE.search(plain):
        first, second, one, other = "x", "o", *found.groups()
    else:
        return None
    if len(one) > 4 or len(other) > 4 or (first in _BLACK_NAMES) == (second in _BLACK_NAMES):
        return None
    black, white = (one, other) if first in _BLACK_NAMES else (other, one)
    return int(black), int(white), found[0]


def _disc(plain: str) -> Disc | None:
    """The colour named first."""
    found = re.search(_DISC, plain)
    if not found:
        return None
    return Disc.BLACK if found[0] in _BLACK_NAMES else Disc.WHITE


def _somebody(plain: str) -> bool:
    return bool(_COMPUTER.search(plain) or _YOU.search(plain) or _disc(plain))


def _by_role(plain: str, sides: Sides) -> Disc | None:
    if _COMPUTER.search(plain):
        return sides.computer
    return sides.computer.opponent if _YOU.search(plain) else None


LETTER_INDEX: Final = {letter: index for index, letter in enumerate("abcdefghijklmnopqrstuvwxyz")}
