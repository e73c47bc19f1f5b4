"""Many games in one session: so long as they are right, a program needs one start for all.

A shell starts the program anew for each game, in a folder of its own, on one terminal and in one
confinement, and says when a game is over. Only what is right to the letter is believed, and nothing
is judged: the first game that differs ends the series, and is for others to play alone.
"""

import secrets
import time
from collections.abc import Iterator, Sequence
from threading import Event
from typing import Final

import msgspec

from reversi_conformance.assignment import Assignment, Limits
from reversi_conformance.observation import Ending, EndingKind, LogFile, Observation
from reversi_conformance.referee.verbatim import is_verbatim
from reversi_conformance.runner import earlier_row
from reversi_conformance.sessions import playing
from reversi_conformance.sessions.command import Command
from reversi_conformance.sessions.folder import log_spellings
from reversi_conformance.transcript import Case, Transcript, Turn

_SHELL: Final = "/bin/sh"
_SCRIPT: Final = """
mark=$1 folders=$2 seeded=$3 row=$4 logs=$5; shift 5
mkdir $folders || exit 125
for game in $folders; do
    cd $game || exit 125
    case "$seeded" in *" $game "*)
        for log in $logs; do printf '%s\\n' "$row" >$log; done
    esac
    "$@"
    printf '%s %d\\n' $mark $?
    cd ..
done
"""


def count_right(
    command: Command, cases: Sequence[Case], assignment: Assignment, sandbox: str
) -> int:
    """Play games one after the other; return how many of them, from the first on, are right.

    The command is `runner.readable`. Raises `CannotStartError`.
    """
    pilot = _Pilot(cases, secrets.token_hex(8))
    observation = playing.play(
        command._replace(argv=_argv(command, cases, assignment, pilot.mark)),
        pilot,
        _limits(assignment.limits, len(cases)),
        earlier_row="",
        log_name=assignment.log.name,
        cancelled=Event(),
        foresight=pilot.foresee,
        sandbox=sandbox,
    )
    games = _games(observation, pilot, cases, assignment)
    right = 0
    for case, game in zip(cases, games, strict=False):
        if not is_verbatim(case, game, assignment):
            break
        right += 1
    return right


def _argv(
    command: Command, cases: Sequence[Case], assignment: Assignment, mark: str
) -> tuple[str, ...]:
    rows = {earlier_row(case, assignment) for case in cases} - {""}
    seeded = (str(number) for number, case in enumerate(cases) if earlier_row(case, assignment))
    return (
        _SHELL,
        "-c",
        _SCRIPT,
        "games",
        mark,
        " ".join(map(str, range(len(cases)))),
        f" {' '.join(seeded)} ",
        next(iter(rows), ""),
        " ".join(log_spellings(assignment.log.name)),
        *command.argv,
    )


def _limits(one: Limits, games: int) -> Limits:
    """What a series may use; what it uses at one time is no more than one game may."""
    return msgspec.structs.replace(
        one,
        seconds_per_session=one.seconds_per_session * games,
        cpu_seconds=one.cpu_seconds * games,
        output_bytes=one.output_bytes * games,
        answers=one.answers * games,
        files=one.files * games,
    )


class _Pilot:
    """Types the golden answers of all games, as long as each turn is the golden one."""

    def __init__(self, cases: Sequence[Case], mark: str) -> None:
        self.mark = mark
        """What stands before the status where a game is over."""
        self.moments = [time.time()]
        """When each game began."""
        self._later = _due(cases)
        self._due = next(self._later, None)

    def foresee(self) -> tuple[str, ...] | None:
        """Return what is printed until the next answer; None where none is left."""
        if self._due is None:
            return None
        last, first, _ = self._due
        before = () if last is None else (*last.required, f"{self.mark} 0")
        return (*before, *first.required)

    def __call__(self, turn: Turn, *, unflushed: bool) -> str | None:  # noqa: ARG002 - as it is shown, so it is judged
        """Return what is typed next; None where the turn is another one."""
        if self._due is None:
            return None
        last, first, answer = self._due
        self._due = next(self._later, None)
        printed = turn.printed
        if last is not None:
            self.moments.append(time.time())
            parts = split(printed, self.mark)
            if parts is None or not last.accepts(parts[0]):
                return None
            printed = parts[2]
        return answer if first.accepts(printed) else None


def _due(cases: Sequence[Case]) -> Iterator[tuple[Turn | None, Turn, str]]:
    """Each wait for input: the last turn of the game before, if there is one, and the turn."""
    before: Turn | None = None
    for case in cases:
        *turns, last = case.transcript.turns
        for turn, answer in zip(turns, case.transcript.answers, strict=True):
            yield before, turn, answer
            before = None
        before = last


def split(printed: Sequence[str], mark: str) -> tuple[tuple[str, ...], int, tuple[str, ...]] | None:
    """Part lines where a game is over: its own, its status, those of the next; None if nowhere."""
    for index, line in enumerate(printed):
        if line.startswith(mark):
            status = line.removeprefix(mark).strip()
            return tuple(printed[:index]), int(status), tuple(printed[index + 1 :])
    return None


def _games(
    observation: Observation, pilot: _Pilot, cases: Sequence[Case], assignment: Assignment
) -> Iterator[Observation]:
    """The games that came to their end, each as if it had been played alone."""
    moments = [*pilot.moments, observation.ended_at]
    names, number = log_spellings(assignment.log.name), 0
    turns: list[Turn] = []
    for turn in observation.transcript.turns:
        parts = split(turn.printed, pilot.mark)
        if parts is None:
            turns.append(turn)
            continue
        said, status, following = parts
        seeded = earlier_row(cases[number], assignment)
        row = f"{seeded}\n".encode() if seeded else None
        yield Observation(
            transcript=Transcript((*turns, Turn(turn.typed, said))),
            ending=Ending(EndingKind.EXITED, 0.0, 0.0, status=status),
            logs=tuple(_logs(observation.logs, number, row, names)),
            started_at=moments[number],
            ended_at=moments[number + 1],
            coloured=observation.coloured,
        )
        number += 1
        turns = [Turn(None, following)]


def _logs(
    found: Sequence[LogFile], game: int, row: bytes | None, seeded: Sequence[str]
) -> Iterator[LogFile]:
    """The logs in a game's own folder."""
    for log in found:
        folder, _, path = log.path.partition("/")
        if folder == str(game):
            yield LogFile(path, row if path in seeded else None, log.after)
