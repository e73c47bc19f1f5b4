"""Where cgroup v2 is delegated, the kernel holds a session's processes together.

A kernel of its own is booted for that as a process (User Mode Linux), with the files of this
machine: there root can delegate what it likes to whom it likes. Whoever runs the tests where cgroup
v2 is delegated has most of them run right there.
"""

import fcntl
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from reversi_conformance.sandboxes.limits import most_processes
from reversi_conformance.sessions import cgroups

from . import grouped

MIB = 1024 * 1024
DRIVER = Path(grouped.__file__)
OTHERS = cgroups._NOT_ALONE

SCRIPT = """#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root PYTHONDONTWRITEBYTECODE=1
export TMPDIR={folder}/work
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs tmp /run
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
ln -s /proc/self/fd /dev/fd
ln -s pts/ptmx /dev/ptmx
mount -t devpts devpts /dev/pts
mount -t tmpfs -o mode=1777 tmp /dev/shm
mount -t tmpfs -o mode=1777 tmp {folder}/work
mount -t cgroup2 none /sys/fs/cgroup
cd /sys/fs/cgroup

tell() {{
    result={folder}/$1
    shift
    "$@" >$result.json 2>$result.err
    # What is left afterwards.
    for group in $(find . -name 'reversi-*'); do echo $group; done >$result.left
    cat $(find . -maxdepth 2 -name cgroup.subtree_control) >$result.control
}}

# In the root of all groups, as on a machine without systemd.
tell killed {python} {driver} killed
tell swept {python} {driver} nothing
echo "+memory +pids" >cgroup.subtree_control

# In a group with a shell beside it, as in any login.
mkdir login
tell login sh -c 'echo $$ >login/cgroup.procs; {python} {driver} nothing; true'

# In a group of its own.
mkdir given
tell given sh -c 'echo $$ >given/cgroup.procs; exec {python} {driver} whole'

mkdir stopped
tell stopped sh -c 'echo $$ >stopped/cgroup.procs; exec {python} {driver} interrupted'

# The same for somebody who is not root, but may read what the tests are installed in.
mkdir lent
chown 1000 lent lent/cgroup.procs lent/cgroup.subtree_control
tell lent sh -c 'echo $$ >lent/cgroup.procs
    exec setpriv --reuid=1000 --regid=1000 --clear-groups --inh-caps=-all,+dac_read_search \\
        --ambient-caps=-all,+dac_read_search {python} {driver} limits_alone'
halt -f
"""


class Told(NamedTuple):
    """What a driver printed, and what was left when it was gone."""

    facts: dict[str, Any]
    left: list[str]
    """The groups that were left, by path."""
    control: list[str]
    """What is passed on to groups, in the root and in each group below it."""


@pytest.fixture(scope="module")
def booted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Told]:
    """What was told in a kernel of its own."""
    kernel = shutil.which("linux.uml")
    if kernel is None:
        pytest.skip("user-mode-linux is not installed")
    # Tests that run in several processes share one.
    shared = tmp_path_factory.getbasetemp().parent / "booted"
    is_shared = "PYTEST_XDIST_WORKER" in os.environ
    folder = shared if is_shared else tmp_path_factory.mktemp("booted")
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "lent.control").exists():
            _boot(kernel, folder)
    return {path.stem: _told(path.with_suffix("")) for path in folder.glob("*.json")}


def _boot(kernel: str, folder: Path) -> None:
    (folder / "work").mkdir(exist_ok=True)
    script = folder / "init"
    script.write_text(SCRIPT.format(folder=folder, python=sys.executable, driver=DRIVER))
    script.chmod(0o755)
    said = subprocess.run(
        [
            *(kernel, "mem=768M", "root=/dev/root", "rootfstype=hostfs", "rootflags=/", "rw"),
            *(f"init={script}", f"uml_dir={folder}", "quiet", "loglevel=0"),
            *("con=null", "con0=fd:0,fd:1"),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "TMPDIR": str(folder)},
        timeout=240,
        check=False,
    ).stdout
    if not (folder / "lent.control").exists():
        pytest.fail(f"the kernel did not come to its end: {said.decode(errors='replace')}")


def _told(path: Path) -> Told:
    printed = path.with_suffix(".json").read_text()
    complaint = path.with_suffix(".err").read_text()
    # Whoever is to be killed prints nothing, and its shell may say so.
    assert printed or path.name == "killed", complaint
    left = path.with_suffix(".left").read_text().split()
    control = path.with_suffix(".control").read_text().splitlines()
    return Told(json.loads(printed) if printed else {}, left, control)


@pytest.fixture(scope="module", params=["given", "lent"])
def held(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What came of programs that the kernel held, for root and for somebody else."""
    if cgroups.lack() is None:
        if request.param == "lent":
            pytest.skip("delegated to whoever runs the tests")
        told = subprocess.run(
            [sys.executable, DRIVER, "whole"], stdout=subprocess.PIPE, check=True
        ).stdout
        facts: dict[str, Any] = json.loads(told)
    else:
        facts = request.getfixturevalue("booted")[request.param].facts
    assert facts["lack"] is None
    return facts


def test_memory_of_all_processes_together_is_held_whatever_each_of_them_may_have(
    held: dict[str, Any],
) -> None:
    kind, limit, used = held["hog"]
    assert (kind, limit) == ("out-of-memory", 32 * MIB)
    assert used > limit


def test_a_daemon_that_left_its_session_its_folder_and_its_environment_is_gone(
    held: dict[str, Any],
) -> None:
    assert held["daemon"] == ["exited", 0]


def test_so_many_processes_are_started_and_no_more(held: dict[str, Any]) -> None:
    kind, limit, started = held["bomb"]
    assert int(started) < most_processes(grouped.LIMITS)
    assert (kind, limit) == ("too-many-processes", 20)


def test_a_right_program_is_played_in_a_group_of_its_own(held: dict[str, Any]) -> None:
    kind, printed = held["right"]
    assert kind == "exited"
    assert "/reversi-" in printed[0]
    assert printed[1] == "size 4"


def test_a_right_program_is_played_in_a_sandbox_too(booted: dict[str, Told]) -> None:
    facts = booted["given"].facts
    if "sandboxed" not in facts:
        pytest.skip("bubblewrap is not installed")
    kind, printed = facts["sandboxed"]
    assert (kind, printed[1]) == ("exited", "size 4")
    assert "/given/reversi-" in printed[0]


def test_a_sandbox_does_not_hide_what_took_too_much(booted: dict[str, Told]) -> None:
    facts = booted["given"].facts
    if "sandboxed" not in facts:
        pytest.skip("bubblewrap is not installed")
    assert facts["sandboxed hogs"] == ["out-of-memory", "out-of-memory"]


def test_processes_that_share_the_work_make_their_groups_beside_each_other(
    booted: dict[str, Told],
) -> None:
    facts = booted["given"].facts
    harness = facts["group"].strip()
    assert harness.startswith("0::/given/reversi-")
    for group in facts["shared"]:
        assert group.startswith("0::/given/reversi-")
        assert not group.startswith(f"{harness}-")


def test_a_group_is_left_as_it_was_found_after_an_interrupt_too(booted: dict[str, Told]) -> None:
    for name in ("given", "lent", "stopped"):
        assert booted[name].left == []
        # That is the root's alone, as it was set for the test.
        assert booted[name].control == ["memory pids"]


def test_what_is_left_by_one_that_was_killed_the_next_one_removes(booted: dict[str, Told]) -> None:
    assert len(booted["killed"].left) == 1
    assert booted["swept"].left == []


def test_a_group_with_processes_of_others_is_not_rearranged(booted: dict[str, Told]) -> None:
    told = booted["login"]
    assert (told.facts["lack"], told.facts["group"]) == (OTHERS, "0::/login\n")
    assert told.left == []


MOUNTS = """\
22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
31 22 0:26 / /sys/fs/cgroup rw,nosuid,nodev shared:9 - cgroup2 cgroup2 rw,nsdelegate
"""


def test_the_own_group_is_found_below_its_mount() -> None:
    found = cgroups.place(MOUNTS, "0::/user.slice/a.scope\n")
    own = Path("/sys/fs/cgroup/user.slice/a.scope")
    assert found == cgroups.Place(Path("/sys/fs/cgroup"), own)


def test_a_mount_may_show_a_part_of_the_groups_and_have_blanks_in_its_name() -> None:
    mounts = "31 22 0:26 /docker/a\\040b /mnt/my\\040groups rw - cgroup2 cgroup2 rw\n"
    found = cgroups.place(mounts, "12:pids:/other\n0::/docker/a b/c\n")
    assert found == cgroups.Place(Path("/mnt/my groups"), Path("/mnt/my groups/c"))


@pytest.mark.parametrize(
    ("mounts", "groups"),
    [
        ("", "0::/a\n"),
        (MOUNTS, "3:memory:/a\n"),
        (MOUNTS, "0::/../outside\n"),
        (MOUNTS.replace("0:26 /", "0:26 /elsewhere"), "0::/a\n"),
        (MOUNTS.replace("- cgroup2", "- cgroup"), "0::/a\n"),
    ],
    ids=["not-mounted", "version-1", "outside-the-namespace", "not-shown", "mount-of-version-1"],
)
def test_a_group_that_no_mount_shows_is_not_found(mounts: str, groups: str) -> None:
    assert cgroups.place(mounts, groups) is None


def test_events_are_counted_by_name() -> None:
    assert cgroups.events("low 0\noom 2\noom_kill 7\n") == {"low": 0, "oom": 2, "oom_kill": 7}


@pytest.mark.parametrize(
    ("told", "is_reached"),
    [
        ("max 9\noom 1\noom_kill 3\n", True),
        ("max 9\noom 0\noom_kill 3\n", False),
        ("max 9\noom 1\noom_kill 0\n", False),
        ("", False),
    ],
    ids=["its-own-limit", "the-machine-has-none-left", "nothing-was-killed", "nothing-is-told"],
)
def test_whose_memory_ran_out(told: str, is_reached: bool) -> None:
    assert cgroups.has_reached_its_limit(cgroups.events(told)) is is_reached


def test_where_no_group_can_be_made_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        cgroups.Group(tmp_path, os.getpid(), grouped.LIMITS)
    assert not [*tmp_path.iterdir()]
