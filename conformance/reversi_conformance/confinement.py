"""Which kind of confinement is in force on this machine: found by a probe that runs inside.

That a tool is installed says nothing: containers forbid what it needs, and as root it may hold
back less than it seems. So a canary is run in it, which tries what a hostile program would.
"""

import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from reversi_conformance.assignment import Limits
from reversi_conformance.observation import Confinement, Observation
from reversi_conformance.sandboxes import KINDS, Kind, Lack, Promise
from reversi_conformance.sessions import PIPE, USUAL_TERMINAL, CannotStartError, cgroups, playing
from reversi_conformance.sessions.command import Command
from reversi_conformance.transcript import Turn

AUTO: Final = "auto"
"""The strongest kind that holds."""

_CANARY: Final = Path(__file__).parent / "sandboxes" / "canary.py"
_LIMITS: Final = Limits(answers=40)
_LEAST: Final = "limits"
_ON_PIPES: Final = "a program on pipes cannot be confined"


class Found(NamedTuple):
    """What a canary found out about one kind."""

    kept: frozenset[Promise]
    """The promises that held."""
    lack: Lack | None
    """Why the kind does not hold; None where it does."""


def choose(wanted: str = AUTO, terminal: str = USUAL_TERMINAL) -> Confinement:
    """Return the strongest kind that holds, or the kind that is wanted with what was found of it.

    Starts one small program for each kind that is looked at and promises anything. On pipes no kind
    holds that promises anything.
    """
    # Here, once for all processes that are going to play: what is arranged is given back at the end
    # of the one that did it.
    cgroups.lack()
    if terminal == PIPE:
        reason = "" if wanted == _LEAST else _ON_PIPES
        return Confinement(_LEAST if wanted == AUTO else wanted, verified=False, reason=reason)
    if wanted != AUTO:
        lack = _lack(wanted)
        return _confinement(wanted, lack, holds=lack is None)
    weaker: Lack | None = None
    for name in KINDS:
        lack = _lack(name)
        if lack is None:
            break
        weaker = weaker or lack
    return _confinement(name, weaker, holds=lack is None)


def _lack(name: str) -> Lack | None:
    # What promises nothing breaks no promise, and starts as any program does.
    return probe(name).lack if KINDS[name].promises else None


def _confinement(name: str, lack: Lack | None, *, holds: bool) -> Confinement:
    """`lack` is why nothing stronger is in force, or why this does not hold."""
    is_verified = holds and bool(KINDS[name].promises)
    if lack is None:
        return Confinement(name, is_verified)
    return Confinement(name, is_verified, lack.reason, lack.command)


def probe(name: str) -> Found:
    """Run a canary in a kind that promises anything, and say which of the promises hold."""
    kind = KINDS[name]
    lack = kind.lack()
    if lack is None and not kind.promises:
        return Found(frozenset(), None)
    if lack is not None:
        return Found(frozenset(), lack)
    # Where nothing is promised, no canary runs.
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

    # One canary alone, and one where many sessions share what was made for them.
    with _bait() as bait, ThreadPoolExecutor(2) as pool:
        sights = [*pool.map(lambda shares: _run_canary(name, bait, shares=shares), (False, True))]
    kept = frozenset(Promise)
    for seen in sights:
        report = None if seen is None else _report(seen)
        if report is None:
            return Found(frozenset(), _why_silent(kind, seen))
        kept &= {promise for promise in Promise if not report.get(promise.name, True)}
    broken = sorted(promise.value for promise in kind.promises - kept)
    if broken:
        reason = f"a program inside did not keep to: {'; '.join(broken)}"
        return Found(kept, Lack(reason, ""))
    return Found(kept, None)


@contextlib.contextmanager
def _bait() -> Iterator[str]:
    """What a canary is to go for: a file, a folder, a port, a socket and a process of ours."""
    # As above.
    import json  # noqa: PLC0415
    import socket  # noqa: PLC0415
    import tempfile  # noqa: PLC0415

    from reversi_conformance.sandboxes.sight import secrets as answers  # noqa: PLC0415

    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="reversi-bait-")))
        # Nothing but the confinement must keep the canary out, whoever it runs as.
        folder.chmod(0o777)
        hidden = folder / "hidden.txt"
        hidden.write_text("hidden", encoding="utf-8")
        hidden.chmod(0o666)
        port = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        local = stack.enter_context(socket.socket(socket.AF_UNIX))
        name = f"reversi-bait-{os.urandom(8).hex()}"
        if sys.platform == "linux":
            local.bind(f"\0{name}")
            local.listen()
        # In one text: a path of its own would be shown to the canary as its argument.
        yield json.dumps(
            [
                str(hidden),
                str(folder),
                port.getsockname()[1],
                name,
                os.getpid(),
                [*map(str, answers())],
            ]
        )


def _run_canary(name: str, bait: str, *, shares: bool) -> Observation | None:
    argv = (sys.executable, "-I", "-S", "-c", _CANARY.read_text(encoding="utf-8"), bait)
    command = Command(argv, "a canary", None)
    shared = playing.repeated(command, name) if shares else contextlib.nullcontext(command)
    try:
        with shared as ready:
            return playing.play(
                ready,
                _press_enter,
                _LIMITS,
                earlier_row="",
                log_name="reversi.csv",
                cancelled=threading.Event(),
                sandbox=name,
            )
    except CannotStartError:
        return None


def _press_enter(turn: Turn, *, unflushed: bool) -> str:  # noqa: ARG001 - a pilot's interface
    # A canary asks for nothing. Where silence passes for a question, it may be slow all the same.
    return ""


def _report(seen: Observation) -> dict[str, bool] | None:
    """What the canary says it could do, by the names of promises."""
    import json  # noqa: PLC0415 - as above

    for line in _printed(seen):
        with contextlib.suppress(ValueError):
            found = json.loads(line)
            if isinstance(found, dict):
                return found
    return None


def _printed(seen: Observation) -> list[str]:
    return [line for turn in seen.transcript.turns for line in turn.printed if line]


def _why_silent(kind: Kind, seen: Observation | None) -> Lack:
    forbidden = kind.forbidden()
    lines = [] if seen is None else _printed(seen)
    if not lines or forbidden.command:
        return forbidden
    return Lack(f"{forbidden.reason}; it says: {lines[-1]}", "")
