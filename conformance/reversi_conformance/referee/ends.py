"""How a session ends: the four ends of the game, and the ways not to reach one.

"游戏结束的条件: 1) 整个棋盘满了; 2) 一方的棋子已经被对方吃光;
3) 两名玩家都没有可以落子的棋盘格; 4) 一方落子在非法位置."
"""

import re
import signal
from collections.abc import Sequence
from typing import Final

from reversi_conformance.evidence import Told
from reversi_conformance.findings import Value
from reversi_conformance.observation import Ending, EndingKind
from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.referee.listener import Listener
from reversi_conformance.referee.play import Play
from reversi_conformance.statements import Kind, Statement, said
from reversi_engine import Disc, Ended, EndReason, format_board, outcome

HABITS: Final = frozenset(
    (
        "end.waits",
        "end.no-exit",
        "end.no-score",
        "end.no-over",
        "end.no-winner",
        "end.flood",
        "end.crash",
        "end.exceeds",
    )
)
"""What a program does at every end alike: it costs at the first end where it shows."""

_OUT_OF_MEMORY: Final = re.compile(
    r"MemoryError|OutOfMemory|bad_alloc|not enough memory|(?:out of|allocate) memory", re.IGNORECASE
)
_SIGNALS: Final = {member.value: member.name for member in signal.Signals}
_BOUNDS: Final = {
    EndingKind.OUT_OF_MEMORY: "memory",
    EndingKind.TOO_MANY_PROCESSES: "processes",
    EndingKind.TOO_MANY_FILES: "files",
    EndingKind.FOLDER_TOO_LARGE: "folder",
    EndingKind.FILE_TOO_LARGE: "file",
}
_STOPS: Final = {
    **_BOUNDS,
    EndingKind.SILENT: "silent",
    EndingKind.OUT_OF_TIME: "time",
    EndingKind.OUT_OF_CPU: "cpu",
    EndingKind.FLOODED: "flood",
    EndingKind.DEAF: "deaf",
    EndingKind.SIGNALLED: "signal",
    EndingKind.WAITED: "waits",
}


def judge_result(play: Play, expected_end: str, ledger: Ledger) -> None:
    """The program says that the game is over: is it, and is the result right?"""
    ended = ended_by_rules(play)
    if play.refused is not None:
        play.fault_refusal(play.refused)
    elif ended is None:
        _judge_end_in_play(play, expected_end, ledger)
    else:
        _judge_verdict(play, ended, ledger)
        return
    play.is_over = True


def judge_exit(play: Play, ending: Ending, crash: Sequence[Statement], ledger: Ledger) -> None:
    """After its result the program ends by itself: 输出输赢信息并中止程序."""
    ended = ended_by_rules(play)
    if ended is None:
        return
    check = f"ends.{ended.reason.value}"
    match ending.kind:
        case EndingKind.EXITED | EndingKind.SIGNALLED if crash or ending.signal:
            ledger.fault(check, "end.crash", _how(ending), line=last_line(crash))
        case EndingKind.EXITED if ending.status:
            ledger.note(check, "end.status", status=ending.status)
        case EndingKind.FLOODED:
            ledger.fault(check, "end.flood", _how(ending))
        case EndingKind.SILENT | EndingKind.OUT_OF_TIME | EndingKind.OUT_OF_CPU:
            ledger.fault(check, "end.no-exit", _how(ending))
        case kind if bound := _BOUNDS.get(kind):
            ledger.fault(check, "end.exceeds", _how(ending), bound=bound)
        case _:
            pass


def judge_wait(play: Play, prompt: str, ledger: Ledger) -> None:
    """Where it should end the program waits for input."""
    if (ended := ended_by_rules(play)) is not None:
        ledger.fault(f"ends.{ended.reason.value}", "end.waits", prompt=prompt.strip())


def judge_stop(
    check: str, ending: Ending, crash: Sequence[Statement], last: Sequence[str], ledger: Ledger
) -> None:
    """The session ends without a result: it costs the check of what was due next."""
    facts: dict[str, Value] = {
        "typed": ledger.answers[-1] if ledger.answers else "",
        **_how(ending),
    }
    if crash and ending.kind in (EndingKind.EXITED, EndingKind.SIGNALLED):
        line = last_line(crash)
        if ending.memory_limit is not None and _OUT_OF_MEMORY.search(line):
            facts["memory_limit"] = ending.memory_limit
        ledger.fault(check, "stopped.crash", facts, observed=tuple(last), line=line)
    elif ending.kind is EndingKind.EXITED:
        code = "stopped.status" if ending.status else "stopped.early"
        ledger.fault(check, code, facts, observed=tuple(last))
    else:
        code = f"stopped.{_STOPS[ending.kind]}"
        ledger.fault(check, code, facts, observed=tuple(last))


def check_due_next(play: Play, listener: Listener) -> str:
    """The check of what the right program would do now."""
    if play.illegal is not None:
        return "ends.illegal-move"
    if not play.has_started or listener.awaits_answer:
        return "rules.placement"
    listener.flush()
    if (ended := outcome(play.board)) is not None:
        return f"ends.{ended.reason.value}"
    if play.turns.due is play.computer and play.board.has_legal_move(play.computer):
        return "strategy.most-discs"
    return "rules.turns"


def last_line(crash: Sequence[Statement]) -> str:
    """What a traceback says in the end."""
    lines = [statement.text[0].strip() for statement in crash]
    said = [line for line in lines if not line.startswith("at ")]
    errors = [line for line in said if "Error" in line or "Exception" in line]
    if errors:
        return errors[-1]
    return lines[-1] if lines else ""


def ended_by_rules(play: Play) -> Ended | None:
    """The end that the game has come to by the rules."""
    if play.illegal is not None:
        return Ended(EndReason.ILLEGAL_MOVE, play.computer, 0, 0)
    return outcome(play.board)


def _judge_end_in_play(play: Play, expected_end: str, ledger: Ledger) -> None:
    """Somebody could still move."""
    board, due = play.board, play.turns.due
    play.turns.continue_with(board, None)
    rows = tuple(format_board(board).split("\n"))
    legal = {disc: board.legal_moves(disc) for disc in Disc}
    other = due if legal[due] else due.opponent
    facts: dict[str, Value] = {"due": due.value, "empty": board.empty_count, "other": other.value}
    is_pass = not legal[due]
    says_why = play.says_somebody_cannot_move or play.result.invalid
    if is_pass and (board.empty_count > 1 or says_why):
        ledger.fault("rules.turns", "turns.pass-ends-game", facts, observed=rows)
        return
    # With one square left, a pass taken for the end and a full board seen too early look alike:
    # `rubric` tells them apart by the other cases.
    facts["is_pass"] = int(is_pass)
    ledger.fault(f"ends.{_claimed_end(play, expected_end)}", "end.too-early", facts, observed=rows)


def _claimed_end(play: Play, expected_end: str) -> str:
    """The end that a program took a position for: what it says, or else what the game leads to."""
    if play.result.no_moves:
        return "no-moves"
    if play.board.empty_count == 1:
        return "full-board"  # one move too early, whatever the case's own game leads to
    if expected_end != "illegal-move":
        return expected_end
    fewest = min(play.board.count(disc) for disc in Disc)
    return "wipe-out" if fewest <= 1 else "full-board"


def _judge_verdict(play: Play, ended: Ended, ledger: Ledger) -> None:
    """The game is over, and the program knows it."""
    check = f"ends.{ended.reason.value}"
    result = play.result
    ledger.assess(check)
    is_given_up = ended.reason is EndReason.ILLEGAL_MOVE
    if is_given_up:
        play.witness_illegal(None)
    elif ended.reason is EndReason.NO_MOVES:
        play.turns.continue_with(play.board, None)
    told = (play.board, play.turns.due, play.human, is_given_up, result.score, result.winner)
    ledger.witness(Told(*told))
    facts: dict[str, Value] = {
        "black": ended.black,
        "white": ended.white,
        "winner": ended.winner.value if ended.winner else "",
        "reason": ended.reason.value,
    }
    if not is_given_up:
        _judge_score(result.score, ended, check, facts, ledger)
    else:
        facts |= play.entry()
    if not result.names_winner:
        ledger.fault(check, "end.no-winner", facts)
    elif result.winner is not ended.winner:
        claimed = result.winner.value if result.winner else ""
        ledger.fault(check, "end.wrong-winner", facts, claimed=claimed)
    if not result.over:
        ledger.fault(check, "end.no-over", facts)
    play.due_print.extend(_verdict_as_told(play, ended))


def _judge_score(
    score: tuple[int, int] | None,
    ended: Ended,
    check: str,
    facts: dict[str, Value],
    ledger: Ledger,
) -> None:
    if score is None:
        ledger.fault(check, "end.no-score", facts)
    elif score != (ended.black, ended.white):
        black, white = score
        ledger.fault(check, "end.wrong-score", facts, claimed=f"{black} : {white}")


def _verdict_as_told(play: Play, ended: Ended) -> list[Statement]:
    """The right lines for the result that the program tells: what is wrong with it is paid for."""
    wording, result = play.wording, play.result
    lines = []
    if ended.reason is EndReason.NO_MOVES and not result.tells_giving_up:
        lines.append(said(Kind.NO_MOVES, wording))
    if ended.reason is EndReason.ILLEGAL_MOVE or result.tells_giving_up:
        lines.append(said(Kind.INVALID, wording))
    if result.over:
        lines.append(said(Kind.OVER, wording))
    if result.score is not None and ended.reason is not EndReason.ILLEGAL_MOVE:
        black, white = result.score
        lines.append(said(Kind.SCORE, wording, black=black, white=white))
    if result.winner is not None:
        lines.append(said(Kind.WINS, wording, disc=result.winner))
    elif result.draw:
        lines.append(said(Kind.DRAW, wording))
    return lines


def _how(ending: Ending) -> dict[str, Value]:
    """The figures of an ending."""
    # In whole seconds: a part of one is chance, and tells no more.
    facts: dict[str, Value] = {"cpu_seconds": round(ending.cpu_seconds)}
    if ending.limit is not None:
        facts["limit"] = ending.limit
    if ending.used is not None:
        facts["used"] = round(ending.used, 2)
    if ending.status is not None:
        facts["status"] = ending.status
    if ending.signal is not None:
        facts["signal"] = _SIGNALS.get(ending.signal, str(ending.signal))
    return facts
