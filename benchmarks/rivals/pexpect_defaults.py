"""pexpect as it comes: a program spawned for each game, with every default left as it is."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from benchmarks.rivals import pexpect_player
from benchmarks.rivals.tool import Stage, Tool

if TYPE_CHECKING:
    from collections.abc import Sequence


def prepare(stage: Stage) -> Sequence[str]:
    games = stage.folder / "games.json"
    plain = [{"id": game.id, "answers": game.answers, "turns": game.turns} for game in stage.games]
    games.write_text(json.dumps(plain), encoding="utf-8")
    return (sys.executable, pexpect_player.__file__, str(games), *stage.program)


def rejected(stage: Stage) -> frozenset[str]:
    return frozenset((stage.folder / "rejected.txt").read_text(encoding="utf-8").split())


TOOL = Tool(
    "pexpect",
    "pexpect with its defaults",
    "the whole output, to the letter; whatever one writes oneself",
    prepare,
    rejected,
)
