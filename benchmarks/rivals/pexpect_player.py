"""Judges a program with pexpect as it comes: every default is left as it is.

    python pexpect_player.py GAMES.json PROGRAM [ARG…]

Writes `rejected.txt` into the working folder. Imports nothing of the project.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pexpect

if TYPE_CHECKING:
    from collections.abc import Sequence


def main() -> None:
    games, program, *arguments = sys.argv[1:]
    rejected = [
        game["id"]
        for game in json.loads(Path(games).read_text(encoding="utf-8"))
        if not is_right(program, arguments, game["answers"], game["turns"])
    ]
    Path("rejected.txt").write_text("".join(f"{each}\n" for each in rejected), encoding="utf-8")


def is_right(
    program: str, arguments: Sequence[str], answers: Sequence[str], turns: Sequence[str]
) -> bool:
    """Whether everything that is printed is as it should be, to the letter."""
    child = pexpect.spawn(program, list(arguments), encoding="utf-8", timeout=10)
    echo = ""
    try:
        for answer, turn in zip(answers, turns[:-1], strict=True):
            child.expect_exact(turn.replace("\n", "\r\n"))
            if child.before != echo:
                return False
            child.sendline(answer)
            echo = f"{answer}\r\n"
        child.expect(pexpect.EOF)
    except (pexpect.EOF, pexpect.TIMEOUT):
        return False
    finally:
        child.close()
    last = turns[-1].replace("\n", "\r\n")
    return bool(child.before == f"{echo}{last}" and child.exitstatus == 0)


if __name__ == "__main__":
    main()
