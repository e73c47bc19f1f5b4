"""A harmless program that tries what a hostile one would, and prints as JSON what it could do.

It is run inside a confinement as text, with the bait as its argument, and needs the standard
library alone. Every key is the name of a promise; true means that the promise is broken.
"""

import contextlib
import json
import os
import socket
import sys
from collections.abc import Callable
from typing import Any

_MOST_PROCESSES = 16


def _is_done(attempt: Callable[..., bool], *arguments: Any) -> bool:
    try:
        return attempt(*arguments)
    except OSError:
        return False


def _read(path: str) -> bool:
    with open(path, "rb") as file:  # noqa: PTH123 - quick to start, pathlib is not
        return bool(file.read(1))


def _holds_anything(folder: str) -> bool:
    files = (f"{each}/{name}" for each, _, names in os.walk(folder) for name in names)
    return any(_is_done(_read, file) for file in files)


def _write(folder: str) -> bool:
    path = f"{folder}/reversi-canary-{os.getpid()}"
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    os.unlink(path)  # noqa: PTH108
    return True


def _connect(family: int, address: Any) -> bool:
    with contextlib.closing(socket.socket(family)) as link:
        link.settimeout(2)
        link.connect(address)
    return True


def _is_allowed_to_signal(pid: int) -> bool:
    os.kill(pid, 0)
    return True


def _status(key: str) -> list[str]:
    with open("/proc/self/status", encoding="ascii", errors="replace") as file:  # noqa: PTH123
        return next((line.split()[1:] for line in file if line.startswith(f"{key}:")), [])


def _main() -> None:
    hidden, folder, port, name, pid, answers = json.loads(sys.argv[1])
    processes = [each for each in os.listdir("/proc") if each.isdigit()]  # noqa: PTH208
    found = {
        "FILES": _is_done(_read, hidden) or any(map(_holds_anything, answers)),
        "WRITING": any(_is_done(_write, each) for each in ("/", "/usr", "/etc", folder)),
        "NETWORK": _is_done(_connect, socket.AF_INET, ("127.0.0.1", port))
        or _is_done(_connect, socket.AF_UNIX, f"\0{name}"),
        "PROCESSES": len(processes) > _MOST_PROCESSES or _is_done(_is_allowed_to_signal, pid),
        "PRIVILEGES": _status("NoNewPrivs") != ["1"],
        "ROOT": "0" in _status("Uid"),
    }
    print(json.dumps(found))  # noqa: T201


if __name__ == "__main__":
    _main()
