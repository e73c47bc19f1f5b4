"""`python -m reversi_conformance` is `reversi-conformance`."""

import gc
from typing import Final

_NEW_OBJECTS: Final = 50_000
"""More of them than were given back, and garbage is looked for: seldom, since little is made."""


def run() -> None:
    """Run the program that the command line names."""
    gc.set_threshold(_NEW_OBJECTS)
    # Much of what is made at all is made when this is loaded.
    from reversi_conformance.cli import main  # noqa: PLC0415

    main(prog_name="reversi-conformance")


if __name__ == "__main__":
    run()
