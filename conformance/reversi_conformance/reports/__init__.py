"""The formats of a report, one module each: `render(report) -> str`.

A format is a pure function of the report: it opens no file and asks no clock. A new one is a module
here and a row in `FORMATS`.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

if TYPE_CHECKING:
    from reversi_conformance.report import Report

__all__ = ["FORMATS", "Render", "renderer"]

FORMATS: Final[Mapping[str, str]] = {
    "text": "reversi_conformance.reports.text",
    "json": "reversi_conformance.reports.json",
    "html": "reversi_conformance.reports.html",
}
"""The module of each format, by its name in options; imported when it is asked for."""


class Render(Protocol):
    """Makes one format."""

    def __call__(self, report: "Report") -> str:
        """Return the whole text, which ends in a newline."""


def renderer(name: str) -> Render:
    """Return what makes the format of this name. Raises KeyError where there is none."""
    return cast("Render", import_module(FORMATS[name]).render)
