"""The figures that the docs show, one JSON file for each benchmark that they speak of.

The files are kept, so that the docs can be made again without measuring. Each says which commit and
which machine it was measured on.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HOME = Path(__file__).parent


def write(name: str, figures: object) -> Path:
    """Write figures under a name; return the file."""
    path = HOME / f"{name}.json"
    path.write_text(f"{json.dumps(rounded(figures), indent=2)}\n", encoding="utf-8")
    return path


def read(name: str) -> Any:
    """Read figures again. Raises `OSError` where they were never measured."""
    return json.loads((HOME / f"{name}.json").read_bytes())


def rounded(figures: Any) -> Any:
    """Figures without digits that mean nothing."""
    match figures:
        case float():
            return float(f"{figures:.4g}")
        case dict():
            return {key: rounded(value) for key, value in figures.items()}
        case list() | tuple():
            return [rounded(value) for value in figures]
    return figures
