"""This harness: `check` with its golden transcripts, its referee and its limits."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from benchmarks.games import ASSIGNMENT
from benchmarks.measuring import HARNESS
from benchmarks.rivals.tool import Stage, Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

TELLS = (
    "every line and its meaning, the log, the strategy, how it ends, what it leaves running;"
    " a mark for each check, the first line that differs, what to type to see it, the likely cause"
)


def prepare(stage: Stage, *options: str) -> Sequence[str]:
    cases = (word for game in stage.games for word in ("--case", game.id))
    written = ("--assignment", ASSIGNMENT, "--format", "json", "-o", "report.json")
    return (*HARNESS, "check", *written, *cases, *options, "--", *stage.program)


def rejected(stage: Stage) -> frozenset[str]:
    cases = json.loads((stage.folder / "report.json").read_bytes())["cases"]
    if {case["id"] for case in cases} != {game.id for game in stage.games}:
        raise ValueError("the harness judged other games than it was told to")
    return frozenset(case["id"] for case in cases if not case["conforms"])


def tool(name: str, title: str, *options: str) -> Tool:
    return Tool(name, title, TELLS, lambda stage: prepare(stage, *options), rejected, is_ours=True)


LIMITS = ("--sandbox", "limits")
CONFINEMENT = ("--sandbox", "auto", "--require-sandbox")
UNCONFINED = tool("harness", "this harness, unconfined", *LIMITS)
CONFINED = tool("harness-confined", "this harness, confined", *CONFINEMENT)
ONE_BY_ONE = tool("harness-one", "this harness, unconfined, one by one", *LIMITS, "--jobs", "1")
