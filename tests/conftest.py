"""What holds of all tests."""

import os
from pathlib import Path

from hatch_build import compile_catalogues

if "PYTEST_XDIST_WORKER" in os.environ:
    # This process is traced already. To trace the hundreds that the tests start takes as long as
    # all else, and shows what is shown already.
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)

# Whoever runs them speaks what they like: what is expected here is English, unless a test says so.
for _variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "REVERSI_CONFORMANCE_LANGUAGE"):
    os.environ.pop(_variable, None)
os.environ["LC_ALL"] = "C.UTF-8"

compile_catalogues(Path(__file__).parents[1])
