"""What is amiss with a hand-in is told once for each kind, and nothing of it is obeyed."""

import re

import pytest

from reversi_conformance.classroom.troubles import Trouble, Troubles

DETAILS = {"reason": "a reason", "kind": "rar", "command": "a command"}


@pytest.mark.parametrize("trouble", Trouble)
def test_every_kind_has_a_code_and_a_sentence(trouble: Trouble) -> None:
    troubles = Troubles()
    troubles.add(trouble, "li.zip", **DETAILS)
    [problem] = troubles.problems()
    assert re.fullmatch(r"archive(\.[a-z]+(-[a-z]+)*)", problem.code)
    assert "'li.zip'" in problem.message
    assert "{" not in problem.message
    assert problem.params["names"] == ("li.zip",)


def test_no_two_kinds_are_told_alike() -> None:
    assert len({each.value for each in Trouble}) == len(list(Trouble))


def test_of_many_names_the_first_are_told() -> None:
    troubles = Troubles()
    for number in range(9):
        troubles.add(Trouble.DAMAGED, f"{number}.py")
        troubles.add(Trouble.DAMAGED, f"{number}.py")
    [problem] = troubles.problems()
    assert problem.params["count"] == 9
    assert problem.message.endswith("'0.py', '1.py', '2.py', '3.py', '4.py' and 4 more")


def test_names_are_told_so_that_nothing_is_obeyed() -> None:
    troubles = Troubles()
    for name in ("\x1b[2J\n", "\u202efdp.py", "\udcff", "::error::", "x" * 500):
        troubles.add(Trouble.NAMES, name)
    [problem] = troubles.problems()
    assert problem.message.isprintable()
    assert len(problem.message) < 500
    problem.message.encode()


@pytest.mark.parametrize(
    ("trouble", "explains"),
    [(Trouble.ENCRYPTED, True), (Trouble.NO_UNPACKER, True), (Trouble.LINKS, False)],
)
def test_some_explain_that_nothing_is_there(trouble: Trouble, explains: bool) -> None:
    troubles = Troubles()
    troubles.add(trouble, "li.zip", **DETAILS)
    assert troubles.explain_emptiness() is explains
