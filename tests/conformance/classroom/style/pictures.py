"""Sources that say what must be found in them: at the end of each line, after "//" or "#"."""

import re
from collections import Counter

from reversi_conformance.classroom.style import COUNTED, Source, study

_REMARK = re.compile(rf"(?://|#)((?: (?:{'|'.join(COUNTED)}))+)$")


def expected(text: str) -> dict[str, Counter[int]]:
    """How often each trait is to be found in each line."""
    wanted = {trait: Counter[int]() for trait in COUNTED}
    for number, line in enumerate(text.split("\n"), start=1):
        found = _REMARK.search(line)
        for trait in found[1].split() if found else ():
            wanted[trait][number] += 1
    return wanted


def check(text: str, suffix: str, *traits: str) -> None:
    """Fail where anything else is found of these traits than the source says."""
    found = {trait.id: trait for trait in study([Source(f"game{suffix}", suffix, text)])}
    wanted = expected(text)
    assert found["not-understood"].places == ()
    for trait in traits or COUNTED:
        lines = [int(place.removeprefix(f"game{suffix}:")) for place in found[trait].places]
        differs = sorted(set(lines) ^ set(wanted[trait]))
        assert not differs, (trait, [text.split("\n")[line - 1] for line in differs])
        assert found[trait].count == wanted[trait].total(), (trait, lines)


def counts(*sources: tuple[str, str]) -> dict[str, int]:
    """How often each trait is found in files, given by their names and what is in them."""
    found = study([Source(name, f".{name.rpartition('.')[2]}", text) for name, text in sources])
    return {trait.id: trait.count for trait in found}


def pure_lines(*sources: tuple[str, str]) -> tuple[str, ...]:
    """The places of the pure functions in files."""
    found = study([Source(name, f".{name.rpartition('.')[2]}", text) for name, text in sources])
    return next(trait.places for trait in found if trait.id == "pure-functions")
