"""check50, from its package: checks that are written as its documentation teaches, run offline.

It lives in an environment of its own. Its checks are Python; here they are written out, one for
each game, in three styles: with every question waited for and its text taken as it comes, with the
text of every question compared, and with all that is typed sent at once.
"""

from __future__ import annotations

import json
import shlex
import shutil
from typing import TYPE_CHECKING

from benchmarks import environment
from benchmarks.rivals.tool import Stage, Tool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks.games import Game

HEAD = "import check50\n"
CHECK = '''

@check50.check()
def game_{number}():
    """plays {id}"""
'''


def documented(program: str, game: Game) -> Iterator[str]:
    """Each question is waited for, whatever it says; what else is printed is looked for."""
    yield f"    check50.run({program!r}){typed(game.answers[0])}"
    for turn, answer in zip(game.turns[1:-1], game.answers[1:], strict=True):
        # The last line is the question, and `stdin` takes that.
        shown = "".join(turn.splitlines(keepends=True)[:-1])
        yield f"{looked_for(shown) if shown else ''}{typed(answer)}"
    yield f"{looked_for(game.turns[-1])}.exit(0)\n"


def prompts_compared(program: str, game: Game) -> Iterator[str]:
    """What is printed is looked for with its question; then the answer is sent at once."""
    yield f"    check50.run({program!r})"
    for turn, answer in zip(game.turns[:-1], game.answers, strict=True):
        yield f"{looked_for(turn)}{typed(answer, ', prompt=False')}"
    yield f"{looked_for(game.turns[-1])}.exit(0)\n"


def all_at_once(program: str, game: Game) -> Iterator[str]:
    """Everything is typed before anything is read, and the whole output is compared."""
    yield f"    expected = {game.printed!r}\n"
    yield f"    actual = check50.run({program!r})"
    yield f"{typed(game.typed.removesuffix(chr(10)), ', prompt=False')}.stdout()\n"
    yield "    if actual != expected:\n        raise check50.Mismatch(expected, actual)\n"


def typed(text: str, options: str = "") -> str:
    return f".stdin({text!r}{options})"


def looked_for(text: str) -> str:
    return f".stdout({text!r}, regex=False)"


def prepare(stage: Stage, style: Callable[[str, Game], Iterator[str]]) -> Sequence[str]:
    # What lies in the working folder is what a student hands in.
    for path in stage.submission.iterdir():
        shutil.copy(path, stage.folder)
    checks = stage.folder.with_name(f"{stage.folder.name}-checks")
    checks.mkdir()
    (checks / ".cs50.yml").write_text("check50:\n  checks: checks.py\n", encoding="utf-8")
    program = shlex.join(stage.program)
    text = HEAD
    for number, game in enumerate(stage.games):
        text += CHECK.format(number=number, id=game.id) + "".join(style(program, game))
    (checks / "checks.py").write_text(text, encoding="utf-8")
    options = ("--dev", "--output", "json", "--output-file", str(checks / "results.json"))
    return (str(environment.executable("check50")), str(checks), *options)


def rejected(stage: Stage) -> frozenset[str]:
    checks = stage.folder.with_name(f"{stage.folder.name}-checks")
    results = json.loads((checks / "results.json").read_bytes())["results"]
    passed = {each["description"].removeprefix("plays "): each["passed"] for each in results}
    if passed.keys() != {game.id for game in stage.games} or None in passed.values():
        raise ValueError("check50 did not judge every game")
    return frozenset(game for game, is_right in passed.items() if not is_right)


def tool(name: str, title: str, tells: str, style: Callable[[str, Game], Iterator[str]]) -> Tool:
    return Tool(
        f"check50-{name}", f"check50, {title}", tells, lambda stage: prepare(stage, style), rejected
    )


DOCUMENTED = tool(
    "documented",
    "as its documentation teaches",
    "that each text comes, whatever stands before it, and that something is asked;"
    " which text was missing",
    documented,
)
PROMPTS_COMPARED = tool(
    "prompts",
    "questions compared",
    "that each text and question comes, whatever stands before it; which text was missing",
    prompts_compared,
)
ALL_AT_ONCE = tool(
    "all-at-once",
    "everything typed at once",
    "the whole output, to the letter; both outputs, up to where they differ",
    all_at_once,
)
