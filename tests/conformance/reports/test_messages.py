"""Every code that the referee uses has its sentence, and every sentence can be shown."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from reversi_conformance import referee
from reversi_conformance.assignment import CHECK_IDS
from reversi_conformance.findings import Finding, FindingKind, Value
from reversi_conformance.messages import BOUNDS, SENTENCES, WHY_ILLEGAL, sentence
from reversi_conformance.referee import ends
from reversi_conformance.reports import text

from .samples import case, finding, report, sheet

FAMILIES = {code.partition(".")[0] for code in SENTENCES}
VARIANTS: dict[str, dict[str, Value]] = {
    "flips.wrong/kept": {"kept": ("bb", "cc"), "turned": ()},
    "flips.wrong/turned": {"kept": (), "turned": ("dd",)},
    "flips.wrong/both": {"kept": ("bb",), "turned": ("dd",)},
    "stopped.silent": {"cpu_seconds": 0, "limit": 5.0},
    "stopped.silent/busy": {"cpu_seconds": 5, "limit": 5.0},
    "stopped.time": {"cpu_seconds": 2, "limit": 60.0},
    "stopped.time/busy": {"cpu_seconds": 40, "limit": 60.0},
}
PLAUSIBLE: dict[str, Value] = {
    "announced": "ba",
    "best": "cd",
    "bound": "memory",
    "black": 9,
    "claimed": "7 : 9",
    "computer": "X",
    "count": 3,
    "discs": 1,
    "due": "O",
    "equals": ("ab", "cd"),
    "legal": ("aa", "bb"),
    "limit": 5.0,
    "line": "IndexError: list index out of range",
    "memory_limit": 1_073_741_824,
    "message": "places",
    "most": 2,
    "name": "reversi.csv",
    "other": "O",
    "path": "data/Reversi.csv",
    "shown": 8,
    "side": "X",
    "signal": "SIGSEGV",
    "size": 10,
    "square": "ab",
    "status": 1,
    "turns": ("bb", "cc"),
    "typed": "aa",
    "white": 7,
    "why": "outflanks-nothing",
    "winner": "O",
}
MADE_FROM = {
    "after": {"typed"},
    "right": {"winner"},
    "allowed": {"limit"},
    "memory": {"memory_limit"},
    "excess": {"bound", "limit"},
}
"""Parts of sentences that are made from parameters of other names."""


def fields(template: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(template) if field}


def plausible(code: str) -> Finding:
    wanted = {name for part in fields(SENTENCES[code]) for name in MADE_FROM.get(part, {part})}
    params = {name: PLAUSIBLE[name] for name in wanted - {"kept", "turned"}}
    params.update(VARIANTS.get(code, {}))
    base = code.partition("/")[0]
    return Finding("rules.flips", base, FindingKind.FAULT, 2, ("4", "X"), params)


CODES = sorted(code for code in SENTENCES if code != "flips.wrong")


@pytest.mark.parametrize("code", CODES)
def test_a_finding_of_every_code_is_rendered(code: str) -> None:
    found = plausible(code)
    said = sentence(found)
    reported = finding("rules.flips", found.code, said)
    reported = msgspec.structs.replace(reported, params=found.params)
    shown = text.render(report(case("py-1", reported), criteria=sheet(flips=5)), width=120)
    assert said in " ".join(shown.split())
    assert not said.endswith(".")
    assert "{" not in said


def test_a_limit_in_bytes_is_written_out() -> None:
    found = plausible("stopped.flood")
    found.params["limit"] = 1_000_000
    assert sentence(found) == "the program prints more than 1000000 bytes after 'aa' was typed"


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (1000, "1000 bytes"),
        (1024, "1 KiB"),
        (16 * 1024**2, "16 MiB"),
        (1_200_000_000, "1.118 GiB"),
        (2**40, "1024 GiB"),
    ],
)
def test_a_size_is_said_in_the_largest_unit_that_fits(size: int, said: str) -> None:
    found = plausible("stopped.memory")
    found.params["limit"] = size
    assert sentence(found) == f"the program uses more than {said} of memory after 'aa' was typed"


@pytest.mark.parametrize("bound", BOUNDS)
def test_a_bound_that_is_broken_after_the_result_is_said_in_words(bound: str) -> None:
    found = plausible("end.exceeds")
    found.params.update(bound=bound, limit=2048.0)
    said = sentence(found)
    assert "2048" in said or "2 KiB" in said


def test_what_stops_before_the_first_answer_stops_at_the_start() -> None:
    found = plausible("stopped.early")
    found.params["typed"] = ""
    assert sentence(found) == "the program ends at its start without a result"


@pytest.mark.parametrize(
    ("claimed", "winner", "said"),
    [
        ("X", "O", "X is said to win; O wins"),
        ("", "O", "nobody is said to win; O wins"),
        ("X", "", "X is said to win; it is a draw"),
    ],
)
def test_a_wrong_winner_is_named_beside_the_right_one(claimed: str, winner: str, said: str) -> None:
    found = plausible("end.wrong-winner")
    found.params.update(claimed=claimed, winner=winner)
    assert sentence(found) == said


@pytest.mark.parametrize("why", WHY_ILLEGAL)
def test_the_kind_of_an_illegal_entry_is_said_in_words(why: str) -> None:
    found = plausible("illegal.accepted")
    found.params["why"] = why
    assert WHY_ILLEGAL[why] in sentence(found)


def sources() -> Iterator[ast.AST]:
    assert referee.__file__
    for path in Path(referee.__file__).parent.glob("*.py"):
        yield ast.parse(path.read_text(encoding="utf-8"))


def literals() -> set[str]:
    """Every code that stands in the referee's sources as it is."""
    found = {
        node.value
        for tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    codes = {text for text in found if re.fullmatch(r"[a-z]+\.[a-z]+(-[a-z]+)*", text)}
    return {code for code in codes if code.partition(".")[0] in FAMILIES} - set(CHECK_IDS)


def suffixes() -> set[str]:
    """The ends of codes that begin with the part of the print they are about."""
    return {
        str(node.values[-1].value).removeprefix(".")
        for tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        and len(node.values) == 2
        and isinstance(node.values[-1], ast.Constant)
        and re.fullmatch(r"\.[a-z]+(-[a-z]+)*", str(node.values[-1].value))
    }


def test_every_code_that_the_referee_enters_has_a_sentence() -> None:
    used = literals()
    used |= {f"{area}.{end}" for area in ("messages", "prompts") for end in suffixes()}
    used |= {f"stopped.{stop}" for stop in ends._STOPS.values()}
    assert len(used) > 60
    assert used - set(SENTENCES) == set()


def test_every_sentence_is_used() -> None:
    words = {
        node.value
        for tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    ends_of_codes = words | suffixes()
    unused = {
        code
        for code in SENTENCES
        if code.partition("/")[0] not in words
        and code.partition("/")[0].partition(".")[2] not in ends_of_codes
    }
    assert unused == set()
