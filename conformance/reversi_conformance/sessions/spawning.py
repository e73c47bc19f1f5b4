"""Spawn a program in its working folder and hold it to limits, with no shell that does so first.

A shell costs a millisecond a session, and `os.posix_spawn` knows no folder. Linux only.
"""

import contextlib
import ctypes
import functools
import os
import resource
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from reversi_conformance.sandboxes import Direct
from reversi_conformance.sessions import orphans, precedence, processes

_ROOM: Final = 1024
"""Bytes for a record of the C library: more than any of them takes."""
_SIGNALS_BY_DEFAULT, _SIGNAL_MASK, _USUAL_ORDER, _NEW_SESSION = 0x04, 0x08, 0x20, 0x80
_ACTIONS: Final = {
    os.POSIX_SPAWN_OPEN: "addopen",
    os.POSIX_SPAWN_CLOSE: "addclose",
    os.POSIX_SPAWN_DUP2: "adddup2",
}
_ROUNDS: Final = 20
"""So often what was started meanwhile is looked for."""

# Whoever gave up the interpreter's lock meanwhile would have to wait for it before limits are set.
_libc = ctypes.PyDLL(None)


def spawn(
    direct: Direct,
    environment: Mapping[str, str],
    actions: Iterable[tuple[Any, ...]],
    defaults: tuple[int, ...],
) -> int:
    """Start a program that leads a session of its own, and return its number.

    `actions` are those of `os.posix_spawn`, `defaults` the signals on which it acts as usual. Its
    limits are set a moment after it has begun: what it started until then is held to them as well.
    Raises OSError and ValueError; then nothing runs.
    """
    argv = _texts(direct.argv)
    variables = _texts(f"{name}={value}" for name, value in environment.items())
    number = ctypes.c_int()
    with _record("posix_spawn_file_actions") as steps:
        _call("posix_spawn_file_actions_addchdir_np", steps, os.fsencode(direct.folder))
        for kind, *arguments in actions:
            plain = (os.fsencode(each) if isinstance(each, str) else each for each in arguments)
            _call(f"posix_spawn_file_actions_{_ACTIONS[kind]}", steps, *plain)
        attributes = _attributes(defaults, precedence.is_yielding())
        _call("posix_spawn", ctypes.byref(number), argv[0], steps, attributes, argv, variables)
    pid = number.value
    try:
        hold(pid, direct)
    except OSError:
        processes.kill_tree(pid)
        os.waitpid(pid, 0)
        raise
    return pid


def hold(leader: int, direct: Direct) -> None:
    """Hold a program and all that it has started by now to its limits."""
    known = {*orphans.leaders(), leader}
    found = [leader]
    for _ in range(_ROUNDS):
        for pid in found:
            with contextlib.suppress(ProcessLookupError):
                for name, within in direct.limits.items():
                    resource.prlimit(pid, getattr(resource, name), within)
        known.update(found)
        found = processes.strays(leader, direct.folder, known)
        if not found:
            break


@functools.cache
def _attributes(defaults: tuple[int, ...], goes_first: bool) -> Any:
    """The C library's record of what holds for every program."""
    nothing, usual = ctypes.create_string_buffer(_ROOM), ctypes.create_string_buffer(_ROOM)
    for signals in (nothing, usual):
        _libc.sigemptyset(signals)
    for number in defaults:
        _libc.sigaddset(usual, number)
    attributes = ctypes.create_string_buffer(_ROOM)
    _call("posix_spawnattr_init", attributes)
    _call("posix_spawnattr_setsigmask", attributes, nothing)
    _call("posix_spawnattr_setsigdefault", attributes, usual)
    flags = _SIGNALS_BY_DEFAULT | _SIGNAL_MASK | _NEW_SESSION
    if goes_first:
        flags |= _USUAL_ORDER
    _call("posix_spawnattr_setflags", attributes, ctypes.c_short(flags))
    return attributes


@contextlib.contextmanager
def _record(kind: str) -> Iterator[Any]:
    record = ctypes.create_string_buffer(_ROOM)
    _call(f"{kind}_init", record)
    try:
        yield record
    finally:
        _call(f"{kind}_destroy", record)


def _texts(texts: Iterable[str]) -> Any:
    """An array of C strings that ends with NULL. Raises ValueError."""
    encoded = [os.fsencode(text) for text in texts]
    if any(b"\0" in each for each in encoded):
        raise ValueError("embedded null byte")
    return (ctypes.c_char_p * (len(encoded) + 1))(*encoded)


def _call(name: str, *arguments: Any) -> None:
    """Call what returns the number of an error. Raises OSError."""
    try:
        function = getattr(_libc, name)
    except AttributeError:
        raise OSError(f"the C library has no {name}") from None
    if number := function(*arguments):
        raise OSError(number, os.strerror(number))
