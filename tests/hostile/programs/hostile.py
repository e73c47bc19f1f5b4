"""What the hostile programs share: their targets, a word about success, and a right game to play.

Every program imports this module first. It ends the program where no `targets.json` lies beside
it, as the tests lay one there: so none of these programs does anything outside of a test.
"""

import contextlib
import json
import runpy
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
if not (HERE / "targets.json").is_file():
    sys.exit("a hostile program: it runs in the tests alone")
TARGETS = json.loads((HERE / "targets.json").read_text(encoding="utf-8"))


def say(text):
    print("attempt:", text, flush=True)


@contextlib.contextmanager
def attempt():
    """Tell whether what stands in the block worked."""
    try:
        yield
    except OSError as error:
        say(f"refused: {type(error).__name__} {error.errno}")
    except Exception as error:
        say(f"refused: {type(error).__name__}")
    else:
        say("succeeded")


def hold():
    """Keep what was taken for 20 seconds."""
    time.sleep(20)


@contextlib.contextmanager
def held():
    """Keep for a while what the block took, also where it could not take all of it."""
    try:
        yield
    finally:
        hold()


def remember(mark):
    """Leave a mark for the next session; tell whether an earlier one left it."""
    try:
        if mark.exists():
            say("succeeded")
        else:
            mark.write_text("seen", encoding="utf-8")
            say("left a mark")
    except OSError as error:
        say(f"refused: {type(error).__name__} {error.errno}")


def find_processes(word):
    """The processes that name a word on their command line, as far as they are shown."""
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if word.encode() in (folder / "cmdline").read_bytes():
                yield int(folder.name)


def replace_log(make):
    """Put something else where the log should be, under both of its spellings."""
    for name in ("reversi.csv", "Reversi.csv"):
        Path(name).unlink(missing_ok=True)
        make(name)


def play():
    """Play the assignment's game rightly, to its end."""
    runpy.run_path(str(HERE / "player.py"), run_name="__main__")
