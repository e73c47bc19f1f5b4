"""What a program was seen to do besides playing: facts for whoever grades, which cost nothing.

Pure. A program may save its games in a file, and another one may keep there what it knows of the
last session: a person decides what it means.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from reversi_conformance.findings import Value
from reversi_conformance.language import say, say_count
from reversi_conformance.observation import Observation

_SENTENCES: Final = {
    "seen.files-left": "it leaves other files than the log in its folder, in {cases}: {files}",
    "seen.processes-left": "it ends and leaves processes at work, in {cases}; they are killed",
    "seen.submission-changed": "what was handed in changed while it was played: only a confinement"
    " keeps a program from that",
}


class Sighting(NamedTuple):
    """One thing that was seen."""

    code: str
    """What it is; permanent."""
    params: dict[str, Value]

    def sentence(self) -> str:
        """Return it as a sentence, without a full stop."""
        count = self.params.get("cases", 0)
        cases = say_count("{n} case", "{n} cases", int(str(count)))
        return say(_SENTENCES[self.code], **{**self.params, "cases": cases})


def sightings(observations: Sequence[Observation], *, is_changed: bool) -> tuple[Sighting, ...]:
    """Return what was seen in the sessions of one program, and whether its files changed."""
    return tuple(_sightings(observations, is_changed=is_changed))


def _sightings(observations: Sequence[Observation], *, is_changed: bool) -> Iterable[Sighting]:
    leaving = [each.left_files for each in observations if each.left_files]
    if leaving:
        files = ", ".join(sorted(set[str]().union(*leaving))[:8])
        yield Sighting("seen.files-left", {"cases": len(leaving), "files": files})
    if count := sum(each.left_processes > 0 for each in observations):
        yield Sighting("seen.processes-left", {"cases": count})
    if is_changed:
        yield Sighting("seen.submission-changed", {})
