"""`doctor`: what is in force on this machine, and what would make it better."""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

import platform
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import click

from reversi_conformance import __version__
from reversi_conformance.commands import inputs, output
from reversi_conformance.escaping import as_text, harmless
from reversi_conformance.language import mark, say

if TYPE_CHECKING:
    from reversi_conformance.confinement import Found

_WAYS: Final = {
    "kernel": "the kernel says when a program waits for input, whatever it prints",
    "silence": "a program is taken to wait for input after half a second of silence, which is"
    " slower and may be wrong: this system does not let its kernel be asked",
}
_WATCHED: Final = mark("watched")
_TOGETHER: Final = {
    "kernel": "it holds all processes of a session together to their memory and their number"
    " (cgroup v2)",
    _WATCHED: "what all processes of a session take together is looked at while they run",
}
_TERMINALS: Final = {
    "pty": "each program has a terminal of its own, as a person has one",
    "pipe": "programs are played on pipes, since this system makes no terminals for them: prompts"
    " that are not flushed do not show, and what asks for single keys cannot be played",
}

_IN_FORCE: Final = mark("in force")
_DOES_NOT_HOLD: Final = mark("does not hold")
_HOLDS: Final = mark("holds, too")
_PROMISES: Final = (
    mark("a program reads no file of anybody else"),
    mark("a program writes nowhere but in its working folder"),
    mark("a program reaches no network"),
    mark("a program sees no other process"),
    mark("a program gains no privileges"),
    mark("a program is not root"),
)
"""What `sandboxes.Promise` promises, in its order."""


@click.command()
def doctor() -> int:
    """Show what is in force on this machine.

    Which confinements hold here is found out by running a small program in each, which tries what
    a hostile one would: to read and write files of others, to reach the network and other
    processes, to gain privileges. The strongest kind that holds is the one that `check` takes.

    \b
    reversi-conformance doctor
    reversi-conformance doctor && reversi-conformance check --require-sandbox submission/

    The exit status is 0 where a confinement holds that was tried out, and 1 where not.
    """
    from reversi_conformance.confinement import choose, probe
    from reversi_conformance.sandboxes import KINDS

    chosen = choose()
    found = {name: probe(name) for name in KINDS}
    lines = (*_machine(), "", *_confinements(found, chosen.kind))
    output.say("".join(f"{harmless(line)}\n" for line in lines))
    return 0 if chosen.verified else 1


def _machine() -> Iterator[str]:
    from reversi_conformance.sessions import USUAL_TERMINAL
    from reversi_conformance.sessions.waiting import ways

    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    yield f"reversi-conformance {__version__}, Python {platform.python_version()}, {system}"
    yield say("{n} cores: three sessions run on each at a time", n=inputs.all_cores())
    meaning = say(_TERMINALS[USUAL_TERMINAL])
    yield say("terminal: {kind}; {meaning}", kind=USUAL_TERMINAL, meaning=meaning)
    yield say("waits: {way}; {meaning}", way=say(ways()), meaning=say(_WAYS[ways()]))
    yield from _bounds()


def _bounds() -> Iterator[str]:
    from reversi_conformance.sessions import cgroups

    lack = cgroups.lack()
    way = "kernel" if lack is None else _WATCHED
    yield say("bounds: {way}; {meaning}", way=say(way), meaning=say(_TOGETHER[way]))
    if lack is not None:
        yield f"  {as_text(say(lack.reason))}"
        if lack.command:
            yield say("  better with: {command}", command=lack.command)


def _confinements(found: "dict[str, Found]", chosen: str) -> Iterator[str]:
    from reversi_conformance.sandboxes import KINDS, Promise

    for name, each in found.items():
        state = _IN_FORCE if name == chosen else _DOES_NOT_HOLD if each.lack else _HOLDS
        yield say("{name}: {state}", name=name, state=say(state))
        if each.lack:
            yield f"  {as_text(each.lack.reason)}"
            if each.lack.command:
                yield say("  better with: {command}", command=each.lack.command)
            continue
        if not KINDS[name].promises:
            yield say("  bounds time, memory and files, and keeps a program from nothing else")
        for promise, meaning in zip(Promise, _PROMISES, strict=True):
            if promise in KINDS[name].promises:
                yield f"  {say(meaning)}"
