"""Every message is brought about by some session, and is the one that its code stands for."""

import re
import string

import pytest

from reversi_conformance.assignment import CHECK_IDS
from reversi_conformance.messages import SENTENCES, WHY_ILLEGAL, sentence
from reversi_conformance.transcript import Case

from .occasions import OCCASIONS
from .sessions import attend, game
from .test_illegal_moves import AsksAgain

NEVER_SAID = {"flips.wrong"}
"""Codes that stand in the catalogue for their variants."""


def pattern(template: str) -> str:
    """What matches a sentence, whatever was filled in."""
    parts = string.Formatter().parse(template)
    return "".join(re.escape(text) + (".+" if field else "") for text, field, _, _ in parts)


@pytest.mark.parametrize(("check", "code"), OCCASIONS, ids=map(" ".join, OCCASIONS))
def test_a_message_is_brought_about_by_a_session(check: str, code: str) -> None:
    session = OCCASIONS[check, code]()
    base = code.partition("/")[0]
    found = [
        each for each in session.judgement.findings if (each.check, each.code) == (check, base)
    ]
    assert len(found) == 1, session.judgement.findings
    assert re.fullmatch(pattern(SENTENCES[code]), sentence(found[0]), re.DOTALL)


def test_every_message_has_its_session() -> None:
    assert {code for _, code in OCCASIONS} == set(SENTENCES) - NEVER_SAID


def test_every_check_has_its_sessions_and_there_is_no_other() -> None:
    assert {check for check, _ in OCCASIONS} == set(CHECK_IDS)


@pytest.mark.parametrize(
    ("case", "why"),
    [
        (game(4, "X", "bb"), "occupied"),
        (game(6, "X", "ff"), "isolated"),
        (game(4, "X", "da"), "outflanks-nothing"),
        (game(4, "X", "ea"), "row-off"),
        (game(4, "X", "ae"), "column-off"),
        (game(4, "X", "zz"), "both-off"),
        (game(4, "X", "a1"), "malformed"),
    ],
)
def test_every_kind_of_an_illegal_move_is_said_of_a_session(case: Case, why: str) -> None:
    found = attend(case, AsksAgain()).finding("illegal.asked-again")
    assert found.params["why"] == why
    assert WHY_ILLEGAL[why] in sentence(found)
