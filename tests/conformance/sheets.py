"""The sheets of the catalogue, which hold the matrix of the suite for Python."""

from functools import cache

from reversi_conformance.audit import catalogue
from reversi_conformance.audit.matrix import named_caught
from reversi_conformance.audit.sheets import parse_caught

MISTAKES = catalogue.load(catalogue.home())


@cache
def recorded() -> dict[str, dict[str, tuple[str, ...]]]:
    """By mistake and check, the cases that catch it, as the sheets list them."""
    return {
        mistake.id: parse_caught(
            (catalogue.home() / mistake.id / "sheet.txt").read_text(encoding="utf-8")
        )
        for mistake in MISTAKES
        if not mistake.is_random
    }


def recorded_caught() -> dict[str, tuple[str, ...]]:
    """By mistake, and by check where it must lose several, the cases that catch it."""
    return named_caught(recorded())
