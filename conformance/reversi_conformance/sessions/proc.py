"""Linux's /proc, file by file. All functions raise OSError where a process is gone or not ours."""

import os
from typing import Final

_MOST_BYTES: Final = 65536


def read(path: str) -> bytes:
    """Return a small file of /proc, whole."""
    descriptor = open_file(path)
    try:
        return os.read(descriptor, _MOST_BYTES)
    finally:
        os.close(descriptor)


def open_file(path: str) -> int:
    """Open a file of /proc: what it says is made anew at each reading from its beginning."""
    return os.open(path, os.O_RDONLY | os.O_CLOEXEC)


def numbers(folder: str) -> list[int]:
    """Return the processes, threads or descriptors that a folder of /proc lists."""
    with os.scandir(folder) as entries:
        return [int(entry.name) for entry in entries if entry.name.isdecimal()]


def threads(process: int) -> list[int]:
    """Return the threads of a process, the first one first."""
    return numbers(f"/proc/{process}/task")


def children(process: int, thread: int) -> list[int]:
    """Return the processes that a thread has started and that are still there."""
    return [int(child) for child in read(f"/proc/{process}/task/{thread}/children").split()]


def descriptors(process: int) -> list[int]:
    """Return the descriptors of all that a process has open."""
    return numbers(f"/proc/{process}/fd")


def status(process: int, descriptor: int) -> os.stat_result:
    """Return what is known of a file that a process has open."""
    return os.stat(f"/proc/{process}/fd/{descriptor}")  # noqa: PTH116 (three times as quick)


def mode(process: int, descriptor: int) -> int:
    """Return type and permissions of what a process has open."""
    return status(process, descriptor).st_mode


def working_folder(process: int) -> bytes:
    """Return the path of the folder in which a process works."""
    return os.readlink(f"/proc/{process}/cwd".encode())  # noqa: PTH115 (a path may be no text)


def memory(process: int, address: int, size: int) -> bytes:
    """Return so many bytes of a process's memory, or b"" where they are not all there."""
    descriptor = open_file(f"/proc/{process}/mem")
    try:
        content = os.pread(descriptor, size, address)
    finally:
        os.close(descriptor)
    return content if len(content) == size else b""
