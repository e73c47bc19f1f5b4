"""The fifty games that every tool judges, and the programs that play them.

The games are golden cases of the assignment `python`, taken evenly from the whole suite in the
order of their ids. The programs are correct ones of `tests/programs`, one for each language, which
print to the letter what a golden transcript requires: most tools forgive nothing.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.measuring import INTERPRETER, TOP

from reversi_conformance import assignment, corpus

if TYPE_CHECKING:
    from reversi_conformance.transcript import Case

PROGRAMS = TOP / "tests" / "programs"
GAMES = 50
ASSIGNMENT = "python"
WRONG_END = "illegal-move"
"""The games that the wrong programs get wrong are those that end like this."""


class Game(NamedTuple):
    """One game as text: what is typed, and what is printed meanwhile."""

    id: str
    answers: tuple[str, ...]
    turns: tuple[str, ...]
    """What is printed before the first answer, between two answers, and after the last one."""
    is_told_wrong: bool
    """Whether a wrong program gets it wrong."""

    @property
    def typed(self) -> str:
        return "".join(f"{answer}\n" for answer in self.answers)

    @property
    def printed(self) -> str:
        return "".join(self.turns)


class Language(NamedTuple):
    """A correct program, and how its source becomes a command line."""

    source: str
    """A file of `tests/programs`."""
    target: str
    """What the file is called where it is played."""
    build: tuple[str, ...]
    """The command line that builds it there; none where it is run as it is."""
    run: tuple[str, ...]
    """{folder} stands for the folder where it is played."""
    changes: tuple[tuple[str, str], ...] = ()
    """Texts to replace in the source, where the program is right but for letters."""


LANGUAGES = {
    "Python": Language("plain.py", "reversi.py", (), (INTERPRETER, "{folder}/reversi.py")),
    "C": Language(
        "reversi.c",
        "reversi.c",
        ("gcc", "-O1", "-w", "-o", "reversi", "reversi.c", "-lm"),
        ("{folder}/reversi",),
    ),
    "Java": Language(
        "Reversi.java",
        "Reversi.java",
        ("javac", "Reversi.java"),
        ("java", "-cp", "{folder}", "Reversi"),
    ),
    "Node": Language(
        "read_sync.js",
        "reversi.js",
        (),
        ("node", "{folder}/reversi.js"),
        # Lines of boards end with a blank, a pass shares its line, and on a full board, too, it is
        # said that nobody has a move: all of it right, and forgiven by few tools.
        (
            (r"' \n'", r"'\n'"),
            ("no valid move. '", r"no valid move.\n'"),
            ("print('Both", "if (black && white && black + white < SIZE * SIZE) print('Both"),
        ),
    ),
}
WRONG = ("Invalid move.", "Invaild move.")
"""What the wrong programs say instead: it stands in every source, and costs nothing else."""


def fifty() -> tuple[Game, ...]:
    return evenly([game(case) for case in corpus.load_suite(assignment.load(ASSIGNMENT))], GAMES)


def evenly(games: list[Game], count: int) -> tuple[Game, ...]:
    return tuple(games[number * len(games) // count] for number in range(count))


def game(case: Case) -> Game:
    *asking, last = ("\n".join(turn.required) for turn in case.transcript.turns)
    turns = (*asking, f"{last}\n")
    return Game(case.id, case.transcript.answers, turns, case.header.ends == WRONG_END)


def build(language: Language, folder: Path, *, wrong: bool = False) -> tuple[str, ...]:
    """Build a program in a folder, which is made; return its command line.

    Raises `subprocess.CalledProcessError` where it cannot be built.
    """
    write(language, folder, wrong=wrong)
    if language.build:
        subprocess.run(language.build, cwd=folder, check=True)
    return tuple(word.replace("{folder}", str(folder)) for word in language.run)


def write(language: Language, folder: Path, *, wrong: bool = False) -> None:
    """Write the source of a program into a folder, which is made."""
    folder.mkdir(parents=True)
    text = (PROGRAMS / language.source).read_text(encoding="utf-8")
    for before, after in (*language.changes, *((WRONG,) if wrong else ())):
        text = text.replace(before, after)
    (folder / language.target).write_text(text, encoding="utf-8")
