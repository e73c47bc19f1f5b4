"""Golden files, compared to the last byte."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_regressions.file_regression import FileRegressionFixture

Golden = Callable[[str], None]


@pytest.fixture
def golden(file_regression: FileRegressionFixture) -> Golden:
    """Compare a text with the file named after the test; `--force-regen` writes it anew.

    `file_regression` alone compares lines, and passes where the last one has lost its end.
    """

    def check(text: str) -> None:
        file_regression.check(text.encode(), extension=".txt", binary=True, check_fn=_are_equal)

    return check


def _are_equal(obtained: Path, expected: Path) -> None:
    assert obtained.read_text(encoding="utf-8") == expected.read_text(encoding="utf-8")
    assert obtained.read_bytes() == expected.read_bytes()
