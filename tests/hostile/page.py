"""The page about hostile programs: `docs/hostile.md`, made from what the tests expect of them."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from reversi_conformance.observation import EndingKind

from .attempts import Attempt, Outcome, sentence

_MEANINGS: Final = {
    Outcome.STOPPED: "it is refused, or the session is ended, or there is nothing to be found;",
    Outcome.THROUGH: "it reaches what is not its own: a file, a process, the network, the next"
    " game, or what it wanted to know;",
    Outcome.THROUGH_AS_ROOT: "it gets through where root runs the harness, and is stopped where"
    " another user does;",
    Outcome.HARMLESS: "it works, on what belongs to this one session alone, and changes no other"
    " one.",
}
_THROUGH: Final = (Outcome.THROUGH, Outcome.THROUGH_AS_ROOT)
_LINUX: Final = {4: "6.7", 6: "6.12"}
"""By version of Landlock, the kernel that brought it."""
_HEAD: Final = """\
# Hostile programs

A student's program is a stranger's program. Each one below, in `tests/hostile/programs`, tries one
thing that it should not. The tests hand it in like any other one, under each kind of confinement
(`--sandbox`) that holds on the machine, and look from outside what came of it: canary files,
processes, ports and sockets tell whether they were reached. Under every kind, whatever the program
does:

- the session ends in time, and the harness goes on with the next one;
- the report says how the session ended and what was seen;
- no process of the program is left, and no file in the folder for working folders;
- nothing that the program prints can command the terminal or the editor that shows the report.

This page is made from what these tests expect.

## What the confinements stop
"""
_HOW: Final = """\
In the last column stand the ending of the session, where the program does not simply exit, and the
findings that cost points. Most programs print a line of their own about their attempt, so that the
tests can read it: this is the `prompts.extra`. Without that line they would be judged by how they
play, as those are where nothing is shown: what a confinement does not keep from a program in
silence, it does not report either. Codes that begin with `seen` cost nothing: they tell whoever
grades what a program did besides playing, in brackets the kinds under which that can be seen.
"""
_CHEATS: Final = """\
What the cheats come to:

- Who knows the handout's samples by heart, and no rules, wins no other game.
- A program can find out that nobody sits at the terminal. This cannot be kept from it, and gains it
  nothing: it has to play rightly there, or loses points.
- Each game has a working folder of its own, so that nothing is found from an earlier one. Where the
  confinement does not keep a program from folders that all games share, a file there is.
"""


def format_page(attempts: Mapping[str, Attempt], kinds: Sequence[str]) -> str:
    """Return the page; the kinds are columns, in this order."""
    return "\n".join([_HEAD, *_summary(attempts, kinds), "", *_tables(attempts, kinds), _CHEATS])


def _summary(attempts: Mapping[str, Attempt], kinds: Sequence[str]) -> Iterator[str]:
    yield f"| of {len(attempts)} programs | {' | '.join(kinds)} |"
    yield f"|---|{'---|' * len(kinds)}"
    for outcome in Outcome:
        numbers = (
            sum(attempt.outcome[kind] is outcome for attempt in attempts.values()) for kind in kinds
        )
        yield f"| {outcome.value} | {' | '.join(map(str, numbers))} |"
    yield ""
    for outcome, meaning in _MEANINGS.items():
        yield _wrapped(f"- *{outcome.value}*: {meaning}")
    yield ""
    for kind in kinds:
        yield _wrapped(f"Through **{kind}** get {_those_through(attempts, kind)}.") + "\n"
    yield _HOW.rstrip("\n")


def _wrapped(text: str) -> str:
    indent = "  " if text.startswith("- ") else ""
    return textwrap.fill(text, 100, subsequent_indent=indent, break_on_hyphens=False)


def _those_through(attempts: Mapping[str, Attempt], kind: str) -> str:
    names = [f"`{name}`" for name, each in attempts.items() if each.outcome[kind] in _THROUGH]
    return ", ".join(names) or "none"


def _tables(attempts: Mapping[str, Attempt], kinds: Sequence[str]) -> Iterator[str]:
    for topic, members in groupby(attempts.items(), lambda item: item[1].topic):
        yield f"## {topic[0].upper()}{topic[1:]}\n"
        yield f"| program | {' | '.join(kinds)} | the report shows |"
        yield f"|---|{'---|' * len(kinds)}---|"
        for name, attempt in members:
            outcomes = " | ".join(_cell(attempt, kind) for kind in kinds)
            told = f"`{name}`: {_begun_small(sentence(name))}"
            report = "; ".join([_shown(attempt), *_seen(attempt, kinds)])
            yield f"| {told} | {outcomes} | {report} |"
        yield ""


def _cell(attempt: Attempt, kind: str) -> str:
    outcome = attempt.outcome[kind]
    if kind == "landlock" and attempt.landlock_from:
        return f"{outcome.value} from Linux {_LINUX[attempt.landlock_from]}"
    return f"**{outcome.value}**" if outcome in _THROUGH else outcome.value


def _begun_small(text: str) -> str:
    return text[0].lower() + text[1:].removesuffix(".")


def _seen(attempt: Attempt, kinds: Sequence[str]) -> Iterator[str]:
    for code in sorted(set[str]().union(*attempt.seen.values())):
        where = [kind for kind in kinds if code in attempt.seen.get(kind, ())]
        yield f"`{code}`" + ("" if len(where) == len(kinds) else f" ({', '.join(where)})")


def _shown(attempt: Attempt) -> str:
    shown = attempt.shows
    ending = [] if shown.ending == EndingKind.EXITED.value else [shown.ending]
    told = ", ".join([*ending, *(f"`{code}`" for code in shown.findings)])
    if attempt.shows_where_stopped is None:
        return told or "nothing"
    where_stopped = ", ".join(f"`{code}`" for code in attempt.shows_where_stopped.findings)
    return f"{told or 'nothing'}; where it is stopped, {where_stopped}"
