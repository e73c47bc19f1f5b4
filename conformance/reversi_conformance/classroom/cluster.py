"""Has a class graded on the machines of a Dask cluster, which distributes, retries and balances.

Submissions travel as bytes and reports come back; the machines need this package in the same
version, and the languages of the class, and nothing of the class's files. Each confines by what it
finds out about itself. Needs the extra `cluster`. Creates a temporary folder on the machine that
grades, and removes it.
"""

import contextlib
import functools
import io
import itertools
import platform
import tarfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from reversi_conformance.classroom import grading
from reversi_conformance.classroom.grading import Job, Setting, temporary_folder
from reversi_conformance.classroom.hand_ins import HandIn
from reversi_conformance.classroom.running import Share, Watch, grade_safely
from reversi_conformance.classroom.trees import PASSED_OVER
from reversi_conformance.confinement import choose
from reversi_conformance.language import say
from reversi_conformance.observation import Confinement
from reversi_conformance.report import Report
from reversi_conformance.submission import Problem

_AHEAD: Final = 2
"""So many submissions for each thread of the cluster are on their way at a time."""
_SECONDS_TO_CONNECT: Final = 10
_one_at_a_time: Final = threading.Lock()
"""What a program leaves behind is killed by process: two in one would kill each other's."""


class ClusterError(Exception):
    """The cluster is not there, or cannot be used; the message says why and what to do."""


class Parcel(NamedTuple):
    """A submission on its way to another machine."""

    job: Job
    data: bytes
    """A tar archive of what was handed in, each part in a folder with its number."""


def on_cluster(address: str, wanted: str, *, is_sandbox_required: bool) -> Share:
    """Return what grades submissions on the cluster whose scheduler is at an address.

    `wanted` is the kind of confinement that each machine is to choose; where one that was tried out
    is required and a machine has none, the submission is not played there. A submission whose
    worker dies is done elsewhere, and after so many deaths it is lost. Raises `ClusterError`.
    """
    distributed = _distributed()

    def share(setting: Setting, jobs: Sequence[Job], watch: Watch) -> None:
        try:
            client = distributed.Client(address, timeout=_SECONDS_TO_CONNECT)
        except (OSError, ValueError) as error:
            raise ClusterError(
                say("no scheduler answers at {address!r}: {error}", address=address, error=error)
            ) from None
        with client:
            grade = functools.partial(
                grade_parcel,
                setting=setting,
                wanted=wanted,
                is_sandbox_required=is_sandbox_required,
            )
            _work_off(distributed, client, grade, jobs, watch)

    return share


def _work_off(
    distributed: Any,
    client: Any,
    grade: Callable[["Parcel"], Report],
    jobs: Sequence[Job],
    watch: Watch,
) -> None:
    threads = sum(client.nthreads().values())
    if not threads:
        raise ClusterError(say("the cluster has no worker: start one with 'dask worker'"))
    waiting = iter(enumerate(jobs))
    at_hand: dict[Any, int] = {}

    def send() -> list[Any]:
        sent = []
        for number, job in itertools.islice(waiting, threads * _AHEAD - len(at_hand)):
            future = client.submit(grade, pack(job), pure=False)
            at_hand[future] = number
            watch.on_start(number)
            sent.append(future)
        return sent

    done = distributed.as_completed(send())
    for future in done:
        number = at_hand.pop(future)
        if future.status == "finished":
            watch.on_result(number, future.result())
        else:
            watch.on_lost(number)
        done.update(send())


def grade_parcel(
    parcel: Parcel, setting: Setting, wanted: str, *, is_sandbox_required: bool
) -> Report:
    """Grade a submission that came from another machine, as this one would its own."""
    with _one_at_a_time:
        found = confinement(wanted)
        setting = setting._replace(confinement=found)
        if is_sandbox_required and not found.verified:
            what = f"no confinement holds on {platform.node()}: {found.reason}"
            problem = Problem("sandbox.missing", {}, what, is_ours=True)
            return grading.unplayed(grading.submission(parcel.job, problem), setting)
        with temporary_folder("reversi-parcel-") as folder:
            hand_in = unpack_parcel(parcel, folder)
            return grade_safely(parcel.job._replace(hand_in=hand_in), setting)


def pack(job: Job) -> Parcel:
    """Return a submission as bytes; links stay links, and what cannot be sent is left out."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for number, path in enumerate(job.hand_in.paths):
            with contextlib.suppress(OSError):
                archive.add(path, f"{number}/{path.name}", filter=_sendable)
    return Parcel(job, data.getvalue())


def _sendable(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    is_sent = entry.isfile() or entry.isdir() or entry.issym() or entry.isfifo()
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry if is_sent and Path(entry.name).name not in PASSED_OVER else None


def unpack_parcel(parcel: Parcel, folder: Path) -> HandIn:
    """Put what was sent into a folder; nothing below it leads out of it while it is written."""
    with tarfile.open(fileobj=io.BytesIO(parcel.data)) as archive:
        # `pack` made it without following links, so no entry lies behind one.
        archive.extractall(folder, filter="fully_trusted")  # noqa: S202
    paths = parcel.job.hand_in.paths
    return parcel.job.hand_in._replace(
        paths=tuple(folder / str(number) / path.name for number, path in enumerate(paths))
    )


@functools.cache
def confinement(wanted: str) -> Confinement:
    """Return what is in force on this machine, which is found out once."""
    return choose(wanted)


def _distributed() -> Any:
    try:
        import distributed  # noqa: PLC0415 - an extra, and slow to load
    except ImportError:
        message = "a cluster needs the extra: pip install 'reversi-conformance[cluster]'"
        raise ClusterError(message) from None
    return distributed
