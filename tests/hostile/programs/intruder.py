"""Lies beside a program under the names of modules; whoever imports it leaves a file behind."""

import json
from pathlib import Path

targets = json.loads(Path(__file__).with_name("targets.json").read_text(encoding="utf-8"))
Path(targets["folder"], f"imported-{__name__}").touch()
