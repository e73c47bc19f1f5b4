"""Compiles the catalogues of messages whenever a package is built or installed in place.

Creates a `.mo` beside each `.po`; neither is read at any other time but by `gettext`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_FOLDER = Path("conformance", "reversi_conformance", "locale")


class Catalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's hook: what it makes is put into the package by `artifacts` in pyproject.toml."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile before anything is gathered."""
        compile_catalogues(Path(self.root))


def compile_catalogues(top: Path) -> None:
    """Compile each catalogue of the project that lies there, where that would change anything."""
    for path in sorted((top / _FOLDER).rglob("*.po")):
        with path.open("rb") as source:
            catalog = read_po(source, locale=path.parents[1].name)
        compiled = path.with_suffix(".mo")
        fresh = path.with_suffix(".mo.new")
        with fresh.open("wb") as target:
            write_mo(target, catalog)
        fresh.replace(compiled)
