"""`python -m reversi_conformance` is `reversi-conformance`."""

import gc
import sys
from typing import Final

_NEW_OBJECTS: Final = 50_000
"""More of them than were given back, and garbage is looked for: seldom, since little is made."""
_INTERRUPTED: Final = 130


def run() -> None:
    """Run the program that the command line names."""
    gc.set_threshold(_NEW_OBJECTS)
    try:
        # Much of what is made at all is made when this is loaded.
        from reversi_conformance.cli import main  # noqa: PLC0415

        main(prog_name="reversi-conformance")
    except KeyboardInterrupt:
        # Ctrl-C came while all this was loaded, or left.
        sys.exit(_INTERRUPTED)
    finally:
        # The end of the process gives back all that is left, and looking through it takes long.
        gc.freeze()


if __name__ == "__main__":
    run()
