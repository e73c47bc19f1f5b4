"""What the harness costs beside what people would use instead, on the same games, in one run.

Programs in four languages are judged by every tool of `benchmarks.rivals` on the same fifty games.
Before anything is timed, each tool has to accept a right program and reject a wrong one. Then whole
processes are timed, in turn; each figure is the median of a tool's runs. A tool that takes long
runs less often, the shell loop whenever another one does. Also measured: how long it takes until a
command says anything, and how quickly the engine counts move sequences beside other packages.

    python -m benchmarks.speed [--rounds N] [--patience SECONDS] [--language NAME …]

Writes `benchmarks/results/speed.json`, unless only some languages were asked for;
`python -m benchmarks.page` makes the page in the docs from it. Needs bubblewrap or Landlock, gcc,
Java and Node, and installs the packages that it compares with into `build/`. Creates a temporary
folder, and removes it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks import environment, games, perft_players, results
from benchmarks.measuring import HARNESS, INTERPRETER, TOP, Usage, load, provenance, use
from benchmarks.rivals import FLOOR, TOOLS, Stage, harness

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.rivals import Tool

MIB = 1024 * 1024
JUDGED = (0, 1)
"""The exit statuses of tools that accept or reject something."""
PERFT_SECONDS = 2.0
STARTS = {
    "nothing": (INTERPRETER, "-c", "pass"),
    "import reversi_engine": (sys.executable, "-c", "import reversi_engine"),
    "reversi-engine --help": (str(Path(sys.executable).with_name("reversi-engine")), "--help"),
    "import reversi_conformance.cli": (sys.executable, "-c", "import reversi_conformance.cli"),
    "reversi-conformance --help": (*HARNESS, "--help"),
    "reversi-conformance check --help": (*HARNESS, "check", "--help"),
    "check50 --help": (str(environment.executable("check50")), "--help"),
}


def main() -> int:
    options = parsed()
    environment.prepare()
    if options.prepare:
        return 0
    found = measured(options)
    if len(options.language) < len(games.LANGUAGES):
        say("not written: this is but a part")
    else:
        say(f"written: {results.write('speed', found).relative_to(TOP)}")
    return 0


def measured(options: argparse.Namespace) -> dict[str, object]:
    facts = provenance()
    fifty = games.fifty()
    with tempfile.TemporaryDirectory(prefix="reversi-speed-") as name:
        folder = Path(name)
        for language in options.language:
            check_verdicts(folder / "verdicts", language, fifty)
        judging = {}
        for language in options.language:
            say(f"{language}:")
            before = load()
            used = judge(folder, language, fifty, options.rounds, options.patience)
            tools = {each: summed_up(usages) for each, usages in used.items()}
            judging[language] = {"load": [before, load()], "tools": tools}
        report = folder / options.language[0] / harness.CONFINED.id / "report.json"
        confinement = json.loads(report.read_bytes())["sandbox"]["kind"]
        starting = start(folder, options.rounds)
    return {
        "games": {"count": len(fifty), "answers": sum(len(game.answers) for game in fifty)},
        "confinement": confinement,
        "judging": judging,
        "starting": starting,
        "perft": perft(),
        "facts": {**facts, "load_after": load(), "versions": versions()},
    }


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed")
    parser.add_argument("--rounds", type=int, default=25, help="most runs of a tool (default: 25)")
    parser.add_argument(
        "--patience",
        type=float,
        default=15,
        help="seconds after which a tool runs no further time with a language (default: 15)",
    )
    parser.add_argument(
        "--language", nargs="+", choices=games.LANGUAGES, default=list(games.LANGUAGES)
    )
    parser.add_argument("--prepare", action="store_true", help="only install what is compared with")
    return parser.parse_args()


def say(text: str) -> None:
    print(text, flush=True)


def stages(
    folder: Path, language: str, played: tuple[games.Game, ...], *, wrong: bool = False
) -> dict[Tool, Stage]:
    """Build the program once, and give every tool a folder of its own in a new folder."""
    submission = folder / "submission"
    program = games.build(games.LANGUAGES[language], submission, wrong=wrong)
    found = {}
    for tool in TOOLS:
        (folder / tool.id).mkdir()
        found[tool] = Stage(folder / tool.id, submission, program, played)
    return found


def check_verdicts(folder: Path, language: str, fifty: Sequence[games.Game]) -> None:
    """Let every tool judge a right and a wrong program. Raises `SystemExit` where one errs."""
    played = two_games(fifty)
    for wrong in (False, True):
        home = folder / f"{language}-{'wrong' if wrong else 'right'}"
        for tool, stage in stages(home, language, played, wrong=wrong).items():
            use(tool.prepare(stage), stage.folder, JUDGED)
            refuse_other_verdict(tool, stage, wrong=wrong)
    say(f"{language}: every tool accepts the right program and rejects the wrong one")


def two_games(fifty: Sequence[games.Game]) -> tuple[games.Game, ...]:
    """A game that a wrong program gets right, and one that it gets wrong."""
    return tuple(
        next(game for game in fifty if game.is_told_wrong == wrong) for wrong in (False, True)
    )


def refuse_other_verdict(tool: Tool, stage: Stage, *, wrong: bool) -> None:
    rejected = tool.rejected(stage)
    wanted = {game.id for game in stage.games if wrong and game.is_told_wrong}
    if rejected != wanted:
        sys.exit(f"{tool.title} rejects {sorted(rejected)} and ought to reject {sorted(wanted)}")


def judge(
    folder: Path, language: str, fifty: tuple[games.Game, ...], rounds: int, patience: float
) -> dict[str, list[Usage]]:
    """Time every tool on the right program, in turn.

    The floor runs in every round: how quick the machine is changes from one to the next.
    """
    set_up = stages(folder / language, language, fifty)
    commands = {tool: tool.prepare(stage) for tool, stage in set_up.items()}
    usages: dict[str, list[Usage]] = {tool.id: [] for tool in TOOLS}
    for _ in range(rounds):
        due = [tool for tool in TOOLS if total_seconds(usages[tool.id]) < patience]
        if due in ([], [FLOOR]):
            break
        for tool in dict.fromkeys((FLOOR, *due)):
            usage = use(commands[tool], set_up[tool].folder, JUDGED)
            refuse_other_verdict(tool, set_up[tool], wrong=False)
            usages[tool.id].append(usage)
            say(f"  {tool.title:50} {usage.seconds:8.2f} s")
    return usages


def total_seconds(usages: Sequence[Usage]) -> float:
    return sum(usage.seconds for usage in usages)


def summed_up(usages: Sequence[Usage]) -> dict[str, object]:
    return {
        "seconds": median(usage.seconds for usage in usages),
        "cpu_seconds": median(usage.cpu for usage in usages),
        "peak_mib": max(usage.peak_bytes for usage in usages) / MIB,
        "all_seconds": [round(usage.seconds, 4) for usage in usages],
    }


def start(folder: Path, rounds: int) -> Mapping[str, object]:
    """How long commands take until they end that have nothing to do."""
    usages: dict[str, list[Usage]] = {name: [] for name in STARTS}
    for _ in range(rounds):
        for name, command in STARTS.items():
            usages[name].append(use(command, folder))
    return {name: summed_up(each) for name, each in usages.items()}


def perft() -> dict[str, object]:
    """The shortest time in which each package counts the same move sequences."""
    found = {}
    for name in perft_players.PLAYERS:
        is_ours = name in perft_players.OURS
        python = sys.executable if is_ours else str(environment.executable("python"))
        script = ("-m", "benchmarks.perft_players") if is_ours else (perft_players.__file__,)
        words = (python, *script, name, str(perft_players.DEPTH), str(PERFT_SECONDS))
        said = subprocess.run(words, cwd=TOP, capture_output=True, text=True, check=True).stdout
        leaves, seconds = said.split()
        found[name] = {"leaves": int(leaves), "seconds": float(seconds)}
        say(f"perft, {name:43} {float(seconds) * 1000:8.2f} ms")
    if len({figures["leaves"] for figures in found.values()}) != 1:
        sys.exit("the packages count differently")
    return {"depth": perft_players.DEPTH, "packages": found}


def versions() -> dict[str, Any]:
    compared = dict(each.split("==") for each in environment.requirements())
    return {**compared, "pexpect": metadata.version("pexpect")}


if __name__ == "__main__":
    sys.exit(main())
