"""The formats of a report, one module each: `render(report) -> str`.

A format is a pure function of the report: it opens no file and asks no clock. A new one is a module
here and a row in `FORMATS`.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

if TYPE_CHECKING:
    from reversi_conformance.report import Report

__all__ = ["FORMATS", "OBEYED", "Render", "renderer"]

FORMATS: Final[Mapping[str, str]] = {
    "text": "reversi_conformance.reports.text",
    "json": "reversi_conformance.reports.json",
    "html": "reversi_conformance.reports.html",
    "markdown": "reversi_conformance.reports.markdown",
    "junit": "reversi_conformance.reports.junit",
    "ctrf": "reversi_conformance.reports.ctrf",
    "tap": "reversi_conformance.reports.tap",
    "github": "reversi_conformance.reports.github",
    "gitlab": "reversi_conformance.reports.gitlab",
    "gradescope": "reversi_conformance.reports.gradescope",
    "prairielearn": "reversi_conformance.reports.prairielearn",
    "classroom50": "reversi_conformance.reports.classroom50",
}
"""The module of each format, by its name in options; imported when it is asked for."""
OBEYED: Final = frozenset({"github"})
"""Formats made of commands that a runner of CI is to obey; in no other is any."""


class Render(Protocol):
    """Makes one format."""

    def __call__(self, report: "Report") -> str:
        """Return the whole text, which ends in a newline."""


def renderer(name: str) -> Render:
    """Return what makes the format of this name. Raises KeyError where there is none."""
    return cast("Render", import_module(FORMATS[name]).render)
