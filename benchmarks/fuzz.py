"""Fuzzes the readers of bytes that strangers decide, with coverage for its guide.

    pip install -e '.[test,fuzz]'
    python -m benchmarks.fuzz READER FOLDER [-max_total_time=600 …]

READER is one of `tests.conformance.foreign_bytes.READERS`; FOLDER keeps the inputs that reached
something new, beginning with the reader's examples. All else is handed to libFuzzer. What fails is
written to FOLDER.crashes, and the status is not 0.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["reversi_conformance", "reversi_engine"]):
    from tests.conformance.foreign_bytes import READERS, examples


def main() -> None:
    name, folder, *options = sys.argv[1:]
    kept, crashes = Path(folder), Path(f"{folder}.crashes")
    kept.mkdir(parents=True, exist_ok=True)
    crashes.mkdir(exist_ok=True)
    for number, example in enumerate(examples(name)):
        (kept / f"example-{number}").write_bytes(example)
    atheris.Setup([sys.argv[0], f"-artifact_prefix={crashes}/", *options, str(kept)], READERS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
