"""Studies sources in a process of its own, which may fail without harm.

Sources come on standard input and traits go to standard output, both as msgpack. The parser is
written in C and the sources are strangers': what it does to this process, or how much time and
memory it takes, ends nobody else's run.
"""

import sys

import msgspec

from reversi_conformance.classroom.style import MOST_MEMORY, MOST_SECONDS, Request, study


def main() -> None:
    """Answer one request."""
    if sys.platform != "win32":
        _limit_all()
    request = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Request)
    sys.stdout.buffer.write(msgspec.msgpack.encode(study(request.sources, request.left_out)))


def _limit_all() -> None:
    import resource  # noqa: PLC0415 - Windows has no such module

    _limit(resource.RLIMIT_CPU, MOST_SECONDS)
    _limit(resource.RLIMIT_CORE, 0)
    if sys.platform == "linux":
        # Elsewhere address space is taken by far more than what is used.
        _limit(resource.RLIMIT_AS, MOST_MEMORY)


def _limit(kind: int, most: int) -> None:
    import resource  # noqa: PLC0415

    _, hard = resource.getrlimit(kind)
    if hard == resource.RLIM_INFINITY or hard > most:
        resource.setrlimit(kind, (most, most))


if __name__ == "__main__":
    main()
