"""What left its parent and its session is killed where that is asked for, and nothing else is."""

import subprocess
from pathlib import Path

from reversi_conformance.sessions import orphans

LEAVE = "setsid sh -c 'echo $$; exec sleep 60 >/dev/null 2>&1' &"


def left_behind() -> Path:
    """Start a process that leaves its parent and its session, and return its folder in /proc."""
    done = subprocess.run(["sh", "-c", LEAVE], stdout=subprocess.PIPE, text=True, check=True)
    return Path("/proc", done.stdout.strip())


def test_an_orphan_is_killed_and_buried() -> None:
    with orphans.killed():
        orphan = left_behind()
        assert orphan.exists()
    assert not orphan.exists()


def test_it_is_killed_at_the_end_of_any_session() -> None:
    with orphans.killed():
        orphan = left_behind()
        orphans.kill()
        assert not orphan.exists()


def test_children_of_our_own_session_are_spared() -> None:
    with subprocess.Popen(["sleep", "600"]) as child:
        with orphans.killed():
            pass
        assert child.poll() is None
        child.kill()


def test_programs_that_lead_a_session_are_spared_until_they_are_gone() -> None:
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as unrelated, orphans.killed():
        program = subprocess.Popen
        leader = orphans.lead(lambda: program(["sleep", "600"], start_new_session=True).pid)
        orphans.kill()
        assert Path("/proc", str(leader)).exists()
        orphans.forget(leader)
        orphans.kill()
        assert not Path("/proc", str(leader)).exists()
        assert unrelated.poll() is None


def test_nobody_is_killed_where_nobody_asked_for_it() -> None:
    orphan = left_behind()
    orphans.kill()
    assert orphan.exists()
    with orphans.killed():
        pass
