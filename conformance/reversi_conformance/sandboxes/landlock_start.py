"""Gives up rights by Landlock and becomes another program: read as text by a process of its own.

Reads its plan as JSON on the first descriptor after the three usual ones. Needs the standard
library alone, since it runs without this package.
"""

import ctypes
import json
import os
import sys
from typing import TypedDict

_PLAN = 3
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_PATH_BENEATH = 1
_SET_NO_NEW_PRIVS, _DROP_FROM_BOUNDING_SET = 38, 24
_CAPABILITIES = 64

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | 1 << 14 | 1 << 15
_KNOWN_FROM = {1: (1 << 13) - 1, 2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
"""By version, the rights over files that it adds: 13 of them, then moving, cutting, devices."""
_TCP = 3
_TCP_FROM = 4
_SCOPES = 3
"""Abstract sockets, and signals, of processes outside."""
_SCOPES_FROM = 6


class Plan(TypedDict):
    """What a program may do, and which one."""

    argv: tuple[str, ...]
    folder: str
    """Where it runs, and may do anything."""
    readable: list[str]
    listed: list[str]
    """Folders whose entries may be seen, all the way down, but not read."""
    devices: tuple[str, ...]
    limits: dict[str, tuple[int, int]]
    """By the name of a resource, the soft and the hard limit."""


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scopes", ctypes.c_uint64),
    )


class _Rule(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """Return the version of Landlock that the kernel has; 0 or less where it has none."""
    return int(_libc().syscall(_CREATE_RULESET, None, 0, _VERSION_FLAG))


def become(plan: Plan) -> None:
    """Give up all but what is planned, and become the program. Raises OSError."""
    import resource  # noqa: PLC0415 - Windows, where others read this module, has no such module

    for name, limits in plan["limits"].items():
        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        least = [each if hard == resource.RLIM_INFINITY else min(each, hard) for each in limits]
        resource.setrlimit(kind, (least[0], least[1]))
    os.chdir(plan["folder"])
    if os.geteuid() == 0:
        for capability in range(_CAPABILITIES):
            _libc().prctl(_DROP_FROM_BOUNDING_SET, capability, 0, 0, 0)
    _restrict(plan)
    os.execv(plan["argv"][0], plan["argv"])  # noqa: S606 - that is what it is for


def _restrict(plan: Plan) -> None:
    found = version()
    files = sum(rights for since, rights in _KNOWN_FROM.items() if since <= found)
    ruleset = _Ruleset(
        files, _TCP if found >= _TCP_FROM else 0, _SCOPES if found >= _SCOPES_FROM else 0
    )
    size = 24 if found >= _SCOPES_FROM else 16 if found >= _TCP_FROM else 8
    rules = _done(_libc().syscall(_CREATE_RULESET, ctypes.byref(ruleset), size, 0))
    _allow(rules, plan["folder"], files)
    for path in plan["readable"]:
        _allow(rules, path, (_EXECUTE | _READ_FILE | _READ_DIR) & files)
    for path in plan["listed"]:
        _allow(rules, path, _READ_DIR)
    # Node opens its terminal anew, by name.
    terminal = (os.ttyname(0),) if os.isatty(0) else ()
    for path in (*plan["devices"], *terminal):
        _allow(rules, path, (_READ_FILE | _WRITE_FILE | 1 << 15) & files)
    _done(_libc().prctl(_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    _done(_libc().syscall(_RESTRICT_SELF, rules, 0))
    os.close(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    if not os.path.isdir(path):  # noqa: PTH112 - quick to start, pathlib is not
        rights &= _OF_FILES
    rule = _Rule(rights, place)
    _done(_libc().syscall(_ADD_RULE, rules, _PATH_BENEATH, ctypes.byref(rule), 0))
    os.close(place)


def _done(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


if __name__ == "__main__":
    with os.fdopen(_PLAN, "rb") as handed:
        wanted: Plan = json.load(handed)
    try:
        become(wanted)
    except OSError as error:
        sys.exit(f"landlock: {wanted['argv'][0]}: {error.strerror}")
