"""What a program's findings seem to come from: one sentence instead of many positions.

The same mistakes that the catalogue plants in programs are the theories here. Pure: knows evidence
and the engine, no text, no file. `find_causes` is what others use.
"""

from reversi_conformance.causes.consequences import codes_shown, comes_of
from reversi_conformance.causes.diagnosis import Cause, Part, find_causes

__all__ = ["Cause", "Part", "codes_shown", "comes_of", "find_causes"]
