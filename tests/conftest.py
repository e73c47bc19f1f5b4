"""What holds of all tests."""

import os

if "PYTEST_XDIST_WORKER" in os.environ:
    # This process is traced already. To trace the hundreds that the tests start takes as long as
    # all else, and shows what is shown already.
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)
