"""Compiles the catalogues of messages whenever a package is built or installed in place.

Creates a `.mo` beside each `.po`; neither is read at any other time but by `gettext`.
"""

import os
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
    """Compile each catalogue of the project that lies there, where it is not compiled yet."""
    for source in sorted((top / _FOLDER).rglob("*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            _compile(source, target)


def _compile(source: Path, target: Path) -> None:
    with source.open("rb") as file:
        catalog = read_po(file, locale=source.parents[1].name)
    # Whole or not at all, and each process by itself: several may do it at a time.
    fresh = target.with_suffix(f".{os.getpid()}")
    with fresh.open("wb") as file:
        write_mo(file, catalog)
    fresh.replace(target)
