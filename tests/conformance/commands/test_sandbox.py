"""`--sandbox`, `--require-sandbox` and `doctor`."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from reversi_conformance import confinement
from reversi_conformance.cli import main
from reversi_conformance.observation import Confinement
from reversi_conformance.sandboxes import Lack
from reversi_conformance.sessions import PTY, cgroups

PLAIN = str(Path(__file__).parents[2] / "programs" / "plain.py")
SAMPLE = ("--case", "py-4-X-sample")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.fixture
def unconfined(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which no confinement holds."""

    def choose(wanted: str = "auto", terminal: str = PTY) -> Confinement:
        reason, command = "bubblewrap is not installed", "sudo apt-get install bubblewrap"
        return Confinement(
            "limits" if wanted == "auto" else wanted, verified=False, reason=reason, command=command
        )

    monkeypatch.setattr(confinement, "choose", choose)


@pytest.mark.usefixtures("unconfined")
def test_the_sheet_says_why_nothing_better_is_in_force() -> None:
    done = run("check", *SAMPLE, PLAIN)
    assert done.exit_code == 0
    said = " ".join(done.stdout.split())
    assert (
        "sandbox: limits, not verified, since bubblewrap is not installed"
        " (better with: sudo apt-get install bubblewrap)"
    ) in said


@pytest.mark.usefixtures("unconfined")
def test_where_one_is_required_and_none_holds_nothing_is_run() -> None:
    done = run("check", "--require-sandbox", *SAMPLE, PLAIN)
    assert (done.exit_code, done.stdout) == (3, "")
    assert done.stderr == (
        "reversi-conformance: no confinement holds here: bubblewrap is not installed; try:"
        " sudo apt-get install bubblewrap\n"
    )


@pytest.mark.usefixtures("unconfined")
def test_a_kind_that_does_not_hold_is_not_replaced_by_another() -> None:
    done = run("check", "--sandbox", "bubblewrap", *SAMPLE, PLAIN)
    assert done.exit_code == 3
    assert "bubblewrap does not hold here: bubblewrap is not installed" in done.stderr


def test_limits_are_no_sandbox() -> None:
    done = run("check", "--sandbox", "limits", "--require-sandbox", *SAMPLE, PLAIN)
    assert done.exit_code == 3
    assert "limits keep a program from nothing: nothing was run" in done.stderr


def test_limits_can_be_asked_for() -> None:
    done = run("check", "--sandbox", "limits", *SAMPLE, PLAIN)
    assert done.exit_code == 0
    assert "sandbox: limits, not verified; waits" in done.stdout


def test_doctor_tells_of_every_kind() -> None:
    done = run("doctor")
    lines = done.stdout.splitlines()
    for kind in ("bubblewrap", "landlock", "limits"):
        assert any(line.startswith(f"{kind}: ") for line in lines)
    in_force = [line for line in lines if line.endswith(": in force")]
    assert len(in_force) == 1
    assert (done.exit_code == 0) == (in_force != ["limits: in force"])


COMMAND = "systemd-run --scope -p Delegate=yes reversi-conformance doctor"
BOUNDS = {
    None: ["bounds: kernel; it holds all processes of a session together to their memory"],
    Lack("there is none", ""): ["bounds: watched; ", "  there is none", ""],
    Lack("it is not ours", COMMAND): [
        "bounds: watched; ",
        "  it is not ours",
        f"  better with: {COMMAND}",
    ],
}


@pytest.mark.parametrize("lack", BOUNDS, ids=["held", "watched", "better-with-a-command"])
def test_doctor_says_who_holds_sessions_to_their_bounds(
    lack: Lack | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroups, "lack", lambda: lack)
    lines = run("doctor").stdout.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("bounds: "))
    for line, beginning in zip(lines[first:], BOUNDS[lack], strict=False):
        assert line.startswith(beginning)
        assert beginning or not line
