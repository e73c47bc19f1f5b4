"""Every golden session conforms, in whatever form it was captured."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pexpect
import pytest

from reversi_conformance.transcript import Case

from .forms import CASES, FORMS, PYTHON, SUITES, compared, faults, redirected, remarks, seen


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_a_golden_session_conforms(form: Callable[[str], bytes]) -> None:
    for assignment, case in SUITES:
        for given in (case, None):
            session, judgement = compared(form(seen(case)), given, assignment)
            assert judgement.findings == (), case.id
            assert judgement.reached_end, case.id
            assert remarks(session) == [], case.id
            assert session.case.transcript == case.transcript, case.id


def test_a_golden_session_without_its_answers_conforms_where_the_case_is_known() -> None:
    for assignment, case in SUITES:
        session, judgement = compared(redirected(case), case, assignment)
        assert judgement.findings == (), case.id
        assert judgement.reached_end, case.id
        assert remarks(session) == ["capture.supplied"], case.id
        assert session.observation.transcript.answers == case.header.answers, case.id


@pytest.fixture
def script() -> str:
    found = shutil.which("script")
    if found is None or not sys.platform.startswith("linux"):
        pytest.skip("there is no script of util-linux")
    return found


def test_what_the_program_script_writes_conforms(script: str, tmp_path: Path) -> None:
    for assignment, case in SUITES:
        (tmp_path / "session").write_text(seen(case), encoding="utf-8")
        subprocess.run(
            [script, "-q", "-c", "cat session", "typescript"],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        written = (tmp_path / "typescript").read_bytes()
        assert written.startswith(b"Script started on ")
        _, judgement = compared(written, case, assignment)
        assert judgement.findings == (), case.id
        assert judgement.reached_end, case.id


@pytest.mark.parametrize("case_id", ["py-4-X-sample", "py-6-O-sample"])
def test_a_typescript_of_somebody_who_types_conforms(
    script: str, case_id: str, tmp_path: Path
) -> None:
    case = CASES[case_id]
    command = f"{sys.executable} -m reversi_engine.cli"
    child = pexpect.spawn(script, ["-q", "-c", command, "typescript"], cwd=str(tmp_path))
    for turn, following in _questions(case):
        child.expect_exact(turn)
        child.sendline(following)
    child.expect_exact(pexpect.EOF)
    child.wait()
    session, judgement = compared((tmp_path / "typescript").read_bytes(), case, PYTHON)
    assert faults(judgement) == []
    assert judgement.reached_end
    assert session.observation.transcript.answers == case.header.answers


def _questions(case: Case) -> Iterator[tuple[str, str]]:
    turns = case.transcript.turns
    for turn, following in pairwise(turns):
        assert following.typed is not None
        yield turn.required[-1], following.typed


def test_nothing_is_judged_that_a_capture_does_not_show() -> None:
    session, judgement = compared(seen(CASES["py-4-X-sample"]))
    assert "printing.log" not in judgement.assessed
    assert "capture.unseen" in [remark.code for remark in session.remarks]
    assert session.observation.logs == ()
