"""What is to be said of a capture itself, apart from what the referee finds in the session."""

from typing import Final

import msgspec

from reversi_conformance.findings import Value
from reversi_conformance.language import say

SENTENCES: Final = {
    "capture.unseen": (
        "a capture shows neither the log nor whether the program ends by itself: neither is judged"
    ),
    "capture.stopped": (
        "the session stops without a result; it is judged as far as it goes, and nobody loses"
        " points for having ended it"
    ),
    "capture.deviates": (
        "answer {number} is '{typed}' where {case} has '{due}': the session is judged as the one"
        " that it is"
    ),
    "capture.supplied": (
        "what was typed does not stand in the capture; the answers are taken from {case}, and if"
        " others were typed, nothing that follows holds"
    ),
    "capture.games": "{games} games stand in the capture; this is game {game}",
    "capture.left-out": (
        "'{typed}' was typed and asked for again; malformed entries are not marked, and this one"
        " is left out"
    ),
    "capture.malformed": (
        "'{typed}' was typed, which is no valid entry; what the program makes of it is not marked,"
        " and nothing after it is judged"
    ),
}
"""One sentence for each code, without a full stop."""


class Remark(msgspec.Struct, frozen=True):
    """One thing to know about a capture."""

    code: str
    params: dict[str, Value] = {}

    def sentence(self) -> str:
        """Return it in words."""
        return say(SENTENCES[self.code], **self.params)
