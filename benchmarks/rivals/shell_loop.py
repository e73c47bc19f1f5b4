"""A bare shell loop: answers in through a pipe, what is printed out through another to `diff`.

The floor: nothing waits for a question, nothing is limited, and a program that hangs hangs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.rivals.tool import Stage, Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

LOOP = """\
games=$1; shift
: >rejected.txt
while read -r game; do
    "$@" <"$games/$game.in" | diff -q - "$games/$game.out" >/dev/null || echo "$game" >>rejected.txt
done <"$games/list.txt"
"""


def prepare(stage: Stage) -> Sequence[str]:
    games = stage.folder / "games"
    games.mkdir()
    for game in stage.games:
        (games / f"{game.id}.in").write_text(game.typed, encoding="utf-8")
        (games / f"{game.id}.out").write_text(game.printed, encoding="utf-8")
    (games / "list.txt").write_text("".join(f"{game.id}\n" for game in stage.games))
    script = stage.folder / "loop.sh"
    script.write_text(LOOP, encoding="utf-8")
    return ("/bin/sh", str(script), str(games), *stage.program)


def rejected(stage: Stage) -> frozenset[str]:
    return frozenset((stage.folder / "rejected.txt").read_text(encoding="utf-8").split())


TOOL = Tool(
    "loop",
    "shell loop, pipes and `diff`",
    "the whole output, to the letter; that it differs",
    prepare,
    rejected,
)
