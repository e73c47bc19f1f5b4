"""The referee: (case, observation, assignment) → findings.

Pure: it opens no file, starts no program and asks no clock. A `Deputy` is asked first; what needs
to be read and understood is the business of an `umpire.Umpire`, which is loaded when it is needed.
"""

from reversi_conformance.referee.deputy import Deputy, witnessed

__all__ = ["Deputy", "witnessed"]
