"""Which confinement is in force: found by a canary, told with its reason."""

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
