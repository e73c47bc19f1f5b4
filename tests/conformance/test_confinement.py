"""Which confinement is in force: found by a canary, told with its reason."""

import os
import subprocess
import sys

import pytest

from reversi_conformance import confinement
from reversi_conformance.confinement import choose, probe
from reversi_conformance.observation import Confinement
from reversi_conformance.sandboxes import (
    KINDS,
    Kind,
    Lack,
    Promise,
    Request,
    Start,
    bubblewrap,
    limits,
)
from reversi_conformance.sessions import waiting

from .sessions.playing import tool


def no_lack() -> None:
    return None


def no_reason() -> Lack:
    return Lack("it is broken", "mend it")


@pytest.fixture
def replace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kinds of confinement of which the strongest is only as strong as limits."""
    weak = Kind(
        limits.KIND.confine,
        frozenset(Promise),
        drops_root=False,
        lack=no_lack,
        forbidden=no_reason,
    )
    monkeypatch.setattr(confinement, "KINDS", {"weak": weak, "limits": KINDS["limits"]})
    monkeypatch.setattr("reversi_conformance.sandboxes.KINDS", {**KINDS, "weak": weak})


@pytest.mark.usefixtures("replace")
def test_a_kind_that_does_not_keep_its_promises_is_not_in_force() -> None:
    found = choose()
    assert (found.kind, found.verified) == ("limits", False)
    assert found.reason.startswith("a program inside did not keep to: ")
    assert "reads no file of anybody else" in found.reason
    assert "writes nowhere but in its working folder" in found.reason


@pytest.mark.usefixtures("replace")
def test_a_kind_that_is_wanted_is_returned_with_what_is_wrong_with_it() -> None:
    found = choose("weak")
    assert (found.kind, found.verified) == ("weak", False)
    assert found.reason


def test_a_kind_that_starts_nothing_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(request: Request) -> Start:
        return Start(("/bin/sh", "-c", "echo it cannot; exit 1"), {}, complaints=("it ",))

    def forbidden() -> Lack:
        return Lack("it is forbidden", "")

    broken = Kind(refuse, frozenset(Promise), drops_root=False, lack=no_lack, forbidden=forbidden)
    monkeypatch.setattr(confinement, "KINDS", {"broken": broken})
    monkeypatch.setattr("reversi_conformance.sandboxes.KINDS", {**KINDS, "broken": broken})
    assert probe("broken").lack == Lack("it is forbidden", "")


def test_limits_promise_nothing_and_are_never_verified() -> None:
    assert choose("limits") == Confinement("limits", verified=False)


def test_what_is_not_installed_is_said_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    found = bubblewrap.lack()
    assert found is not None
    assert found.reason == "bubblewrap is not installed"
    assert found.command.endswith("install bubblewrap")


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind.promises])
def test_what_holds_here_keeps_all_that_it_promises(name: str) -> None:
    found = probe(name)
    if found.lack is not None:
        pytest.skip(f"{name}: {found.lack.reason}")
    assert found.kept >= KINDS[name].promises


def test_a_slow_canary_is_waited_for_where_only_silence_tells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if lack := KINDS["bubblewrap"].lack():
        pytest.skip(lack.reason)
    at_once = probe("bubblewrap")
    monkeypatch.setattr(waiting, "_kernel_tells", lambda: False)
    monkeypatch.setattr(waiting, "LONG_QUIET", 0.002)
    assert probe("bubblewrap") == at_once


def test_an_ordinary_user_is_confined_as_well() -> None:
    if os.geteuid() != 0:
        pytest.skip("the other tests run as an ordinary user already")
    source = "from reversi_conformance.confinement import probe; print(probe('bubblewrap').lack)"
    ordinary = ("--reuid=64999", "--regid=64999", "--clear-groups")
    folders = os.pathsep.join(entry for entry in sys.path if entry)
    done = subprocess.run(
        [tool("setpriv"), *ordinary, sys.executable, "-B", "-c", source],
        cwd="/",
        env={"PYTHONPATH": folders, "PATH": os.environ["PATH"], "HOME": "/"},
        capture_output=True,
        text=True,
        check=False,
    )
    if "Permission denied" in done.stderr:
        pytest.skip("an ordinary user may not read this interpreter or this checkout")
    assert done.stderr == ""
    said = done.stdout.strip()
    if said.startswith("Lack(reason='bubblewrap is not installed"):
        pytest.skip(said)
    if "namespaces" in said:
        pytest.skip(f"ordinary users may not make namespaces here: {said}")
    assert said == "None"
