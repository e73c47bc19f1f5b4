"""Golden files, compared to the last byte, and pages in a browser."""

from pathlib import Path
from typing import Protocol

import pytest
from pytest_regressions.file_regression import FileRegressionFixture

from .browsing import browser, watched

__all__ = ["browser", "golden", "watched"]


class Golden(Protocol):
    """Compares a text with a file."""

    def __call__(self, text: str, path: Path | None = None) -> None: ...


@pytest.fixture
def golden(file_regression: FileRegressionFixture) -> Golden:
    """Compare a text with `path`, or the file named after the test; `--force-regen` writes it.

    `file_regression` alone compares lines, and passes where the last one has lost its end.
    """

    def check(text: str, path: Path | None = None) -> None:
        file_regression.check(
            text.encode(), extension=".txt", binary=True, check_fn=_are_equal, fullpath=path
        )

    return check


def _are_equal(obtained: Path, expected: Path) -> None:
    assert obtained.read_text(encoding="utf-8") == expected.read_text(encoding="utf-8")
    assert obtained.read_bytes() == expected.read_bytes()
