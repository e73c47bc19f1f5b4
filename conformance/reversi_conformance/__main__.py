"""`python -m reversi_conformance` is `reversi-conformance`."""

from reversi_conformance.cli import main

if __name__ == "__main__":
    main(prog_name="reversi-conformance")
