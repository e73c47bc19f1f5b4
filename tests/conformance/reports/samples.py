"""Reports made by hand: what they say depends on no program and on no clock."""

from collections.abc import Sequence

from reversi_conformance.findings import Value
from reversi_conformance.observation import Confinement
from reversi_conformance.report import (
    SCHEMA,
    Report,
    ReportedCase,
    ReportedCause,
    ReportedFinding,
    ReportedRemark,
)
from reversi_conformance.rubric import CheckScore, CriterionScore, Total
from reversi_conformance.submission import Submission
from reversi_engine import Board, format_board, parse_square

LIMITS = Confinement("limits", verified=False)
BOARD = """\
  a b c d
a . . . .
b . O X .
c . X O .
d . . . ."""
BOARD_AFTER_AB = """\
  a b c d
a . X . .
b . X X .
c . X O .
d . . . ."""


def lines(picture: str) -> tuple[str, ...]:
    return tuple(picture.split("\n"))


def finding(
    check: str = "printing.messages",
    code: str = "messages.wording",
    message: str = "the message is worded otherwise",
    *,
    kind: str = "fault",
    answers: Sequence[str] = ("4", "X"),
    turn: int | None = None,
    expected: Sequence[str] = (),
    observed: Sequence[str] = (),
    follows: str = "",
    **params: Value,
) -> ReportedFinding:
    return ReportedFinding(
        check=check,
        code=code,
        kind=kind,
        turn=len(answers) if turn is None else turn,
        times=1,
        answers=tuple(answers),
        params=params,
        message=message,
        expected=tuple(expected),
        observed=tuple(observed),
        follows=follows,
    )


def case(
    name: str,
    *findings: ReportedFinding,
    transcript: str = "",
    expected: str = "",
    soft_waits: int = 0,
) -> ReportedCase:
    return ReportedCase(
        id=name,
        conforms=not any(found.kind == "fault" or found.follows for found in findings),
        ending="exited",
        status=0,
        seconds=0.25,
        cpu_seconds=0.125,
        soft_waits=soft_waits,
        assessed=("printing.board", "printing.messages", "rules.flips"),
        findings=findings,
        transcript=transcript,
        expected=expected,
    )


def check(
    name: str,
    title: str,
    earned: float | None,
    possible: float,
    *,
    passed: int = 1,
    assessed: int = 1,
    handout: str = "每走一步，程序输出棋盘。",
    reason: str = "",
) -> CheckScore:
    return CheckScore(name, title, handout, earned, possible, passed, assessed, reason)


def criterion(name: str, title: str, *checks: CheckScore) -> CriterionScore:
    earned = [each.earned for each in checks if each.earned is not None]
    return CriterionScore(
        name,
        title,
        sum(earned) if earned else None,
        sum(each.possible for each in checks),
        checks,
    )


def sheet(
    *, board: float = 4, messages: float = 3, flips: float = 10
) -> tuple[CriterionScore, ...]:
    """Two criteria; a check that has not all its points failed in the only case."""
    return (
        criterion(
            "printing",
            "Boards and messages",
            check(
                "printing.board",
                "The board looks as in the handout, at the start and after every move",
                board,
                4,
                passed=int(board == 4),
            ),
            check(
                "printing.messages",
                "The messages are worded as in the handout, each in its place",
                messages,
                3,
                passed=int(messages == 3),
                handout="你的程序必须遵循相同的输出样式。",
            ),
        ),
        criterion(
            "rules",
            "Moves follow the rules",
            check(
                "rules.flips",
                "Exactly the outflanked discs are turned, in all eight directions",
                flips,
                10,
                passed=int(flips == 10),
                handout="玩家落子后，满足上述规则的对手棋子被翻转为本方棋子颜色。",
            ),
        ),
    )


def report(
    *cases: ReportedCase,
    criteria: Sequence[CriterionScore] | None = None,
    causes: Sequence[ReportedCause] = (),
    program: str = "reversi.py",
    assignment: str = "python",
    chosen: int | None = None,
    complete: bool | None = None,
    options: Sequence[str] = (),
    waiting: str = "kernel",
    sandbox: Confinement = LIMITS,
    submission: Submission | None = None,
    seen: Sequence[ReportedRemark] = (),
) -> Report:
    rows = tuple(sheet() if criteria is None else criteria)
    counted = [each for row in rows for each in row.checks if each.earned is not None]
    count = len(cases) if chosen is None else chosen
    return Report(
        schema=SCHEMA,
        version="1.2.3",
        assignment=assignment,
        program=program,
        options=tuple(options),
        sandbox=sandbox,
        waiting=waiting,
        complete=count == len(cases) if complete is None else complete,
        chosen=count,
        total=Total(
            sum(each.earned or 0 for each in counted), sum(each.possible for each in counted)
        ),
        criteria=rows,
        cases=cases,
        causes=tuple(causes),
        submission=submission,
        seen=tuple(seen),
    )


def board(size: int, black: str, white: str) -> tuple[str, ...]:
    """A picture from the names of its discs."""
    discs = Board.from_discs(
        size, map(parse_square, black.split()), map(parse_square, white.split())
    )
    return lines(format_board(discs))


def wrong_flips(size: str, right: Sequence[str], wrong: Sequence[str]) -> Report:
    found = finding(
        "rules.flips",
        "flips.wrong",
        "X at ab should also turn bb",
        answers=(size, "X"),
        expected=right,
        observed=wrong,
        square="ab",
    )
    return report(case("py-flips", found), criteria=sheet(flips=5))


def wrong_line(right: str, shown: str) -> Report:
    found = finding(expected=(right,), observed=(shown,))
    return report(case("py-line", found), criteria=sheet(messages=1.5))
