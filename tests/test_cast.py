"""The recording in docs/cast is what happens, and its picture needs nothing but itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from reversi_conformance.captures import cast

SHOWN = Path(__file__).parents[1] / "docs" / "cast"


def test_recorded_again_it_is_the_same(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """`--force-regen` puts what is recorded into its place."""
    for name in ("record.py", "picture.py"):
        shutil.copy(SHOWN / name, tmp_path)
    subprocess.run([sys.executable, tmp_path / "record.py"], check=True)
    for name in ("check.cast", "check.svg"):
        recorded = (tmp_path / name).read_bytes()
        is_the_same = recorded == (SHOWN / name).read_bytes()
        if not is_the_same and pytestconfig.getoption("force_regen"):
            (SHOWN / name).write_bytes(recorded)
        assert is_the_same, name


def test_it_tells_of_a_mistake_that_is_found_and_mended() -> None:
    recording = cast.read((SHOWN / "check.cast").read_bytes())
    assert recording is not None
    assert recording.form == "asciinema-v2"
    first, second = recording.output.split("nano reversi.py")
    assert "should also turn" in first
    assert "Everything conforms" in second


def test_the_picture_holds_no_script_and_names_nothing_outside() -> None:
    picture = ElementTree.fromstring((SHOWN / "check.svg").read_bytes())
    names = {element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in picture.iter()}
    assert names == {"svg", "title", "style", "rect", "g", "text"}
    attributes = {name for element in picture.iter() for name in element.attrib}
    assert not any("href" in name or name.startswith("on") for name in attributes)
    [style] = [element.text or "" for element in picture.iter() if element.tag.endswith("style")]
    assert "url(" not in style
    assert "@import" not in style
