"""Starts a Python program again and again from one process that has loaded it.

For whoever plays hundreds of programs of their own: half the time of a short session is the start
of its interpreter. Linux only. The programs are not confined, and no stranger's.
"""

import functools
import os
import resource
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from reversi_conformance.sandboxes import Request, Start, resource_limits
from reversi_conformance.sessions import become, orphans
from reversi_conformance.sessions.asking import Asking

_PROGRAM: Final = Path(become.__file__)


class ForkServer:
    """One program, loaded; a context manager that ends what it is loaded in.

    Safe in many threads at once. The program's processes are children of this process.
    """

    folder: Final = None

    def __init__(self, program: Path) -> None:
        """Load a program, compiled by this interpreter."""
        orphans.take_in()
        # On a terminal from its start, the interpreter finds that its standard streams are one.
        master, terminal = os.openpty()
        self._master = master
        try:
            self._asking = Asking(
                "the interpreter that had loaded it",
                ["-S", "-E", _PROGRAM, program],
                reads=terminal,
                prints=terminal,
                environment={"LANG": "C.UTF-8"},
            )
        except BaseException:
            os.close(master)
            raise
        finally:
            os.close(terminal)

    @property
    def pid(self) -> int:
        """The number of the process that has loaded the program."""
        return self._asking.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._asking.close()
        os.close(self._master)

    def start(self, request: Request) -> Start:
        """Return what starts the program on its terminal."""
        return Start((), {}, spawn=functools.partial(self._spawn, request))

    def _spawn(self, request: Request, terminal: str) -> int:
        limits = [
            (getattr(resource, name), soft, hard)
            for name, (soft, hard) in resource_limits(request.limits).items()
        ]
        folder = str(request.folder)
        environment = {**request.environment, "HOME": folder}
        return self._asking.ask(become.Part(terminal, folder, environment, limits))
