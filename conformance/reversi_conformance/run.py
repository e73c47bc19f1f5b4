"""One session, from what was to be played to what is said of it."""

import msgspec

from reversi_conformance.findings import Judgement
from reversi_conformance.observation import Observation
from reversi_conformance.transcript import Case


class Run(msgspec.Struct, frozen=True):
    """One session of one case, judged."""

    case: Case
    observation: Observation
    judgement: Judgement
