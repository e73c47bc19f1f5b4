"""Modules that Python programs take in and that this machine's Python lacks, named beforehand.

Asks the interpreter, outside of every submission, and once for each name.
"""

import functools
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final

from reversi_conformance.classroom import tools
from reversi_conformance.classroom.recipes.recipe import Recipe
from reversi_conformance.classroom.recipes.recognising import reached
from reversi_conformance.classroom.recipes.sources import Sources
from reversi_conformance.problem_messages import problem
from reversi_conformance.submission import Problem

_TAKES_IN: Final = (r"^from[ \t]+(\w+)[\w.]*[ \t]+import\b", r"^import[ \t]+(\w[\w., \t]*)")
"""At the beginning of a line alone: what is tried, or not needed at once, may be missing."""
_OF_WINDOWS: Final = frozenset(("msvcrt", "winreg", "winsound", "nt"))
_QUESTION: Final = "import importlib.util, sys; print(importlib.util.find_spec(sys.argv[1]))"
_SECONDS: Final = 20


def provide(sources: Sources, recipe: Recipe, entry: str) -> Problem | None:
    """Return what a program takes in that is neither handed in nor there on this machine."""
    python = tools.find(recipe.run[0])
    own = {part for path in sources.files for part in PurePosixPath(path).with_suffix("").parts}
    for name in sorted(set(_modules(sources, recipe, entry)) - own):
        is_standard = name in sys.stdlib_module_names and name not in _OF_WINDOWS
        if python and not is_standard and not _is_there(python, name):
            params = {"module": name, "what": "python"}
            return problem("build.module-missing", params, is_ours=True)
    return None


def _modules(sources: Sources, recipe: Recipe, entry: str) -> Iterator[str]:
    for path in reached(sources, recipe, entry):
        code = sources.code(path, recipe.comments)
        for pattern in _TAKES_IN:
            for found in re.finditer(pattern, code, re.MULTILINE):
                for name in found[1].split(","):
                    yield re.split(r"[.\s]", name.strip())[0]


@functools.cache
def _is_there(python: str, name: str) -> bool:
    if not name.isidentifier():
        return True
    try:
        answer = subprocess.run(  # noqa: S603 - an interpreter of this machine, and a plain name
            [python, "-I", "-c", _QUESTION, name],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired):
        return True
    return answer.stdout.strip() != b"None"
