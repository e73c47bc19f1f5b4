"""Removes a folder whatever a stranger has left in it. Knows nothing of what it removes."""

import shutil
from pathlib import Path


def remove_tree(path: Path) -> None:
    """Remove a folder and all below it, without following a link.

    Never raises: a tree of 20,000 levels or with mode 000 goes, too, and what is left where even
    that fails must not end the grading.
    """
    try:
        shutil.rmtree(path)
    except (OSError, RecursionError):
        import subprocess  # noqa: PLC0415 - slow, and seldom needed

        for command in (["chmod", "-R", "u+rwX"], ["rm", "-rf"]):
            subprocess.run(  # noqa: S603
                [*command, "--", str(path)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
            )
