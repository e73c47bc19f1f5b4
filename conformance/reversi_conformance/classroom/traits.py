"""Evidence of functional style in what a student handed in.

Chooses and reads the sources; what counts is known to `style`, which is run in a process of its
own. Reads files of the submission, writes none, runs nothing of it.
"""

import codecs
import os
import stat
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Final

import msgspec

from reversi_conformance import file_access
from reversi_conformance.classroom import style
from reversi_conformance.submission import Trait
from reversi_conformance.transcript import escape

_NEEDED: Final = (
    "tree_sitter",
    "tree_sitter_javascript",
    "tree_sitter_python",
    "tree_sitter_typescript",
)
_MOST_BYTES: Final = 1 << 17
"""Ten times a long Reversi program."""
_MOST_BYTES_IN_ALL: Final = 1 << 19
_MOST_FILES: Final = 500
_MOST_SECONDS: Final = 3 * style.MOST_SECONDS
"""Of a busy machine."""
_FOREIGN_FOLDERS: Final = frozenset(
    {
        "__MACOSX",
        "__pycache__",
        "bower_components",
        "node_modules",
        "site-packages",
        "venv",
    }
)
_FOREIGN_ENDS: Final = (".min.js", ".d.ts", ".d.mts", ".d.cts")
_BUILT: Final = frozenset({"bin", "build", "dist", "js", "lib", "out", "target"})
"""Folders into which a build is commonly put."""
_JAVASCRIPT: Final = frozenset({".js", ".mjs", ".cjs", ".jsx"})
_TYPESCRIPT: Final = frozenset({".ts", ".mts", ".cts", ".tsx"})
_SIGNS_OF_A_BUILD: Final = (
    "//# sourceMappingURL=",
    'Object.defineProperty(exports, "__esModule"',
    "__webpack_require__",
)
_LONG_LINES: Final = 500
"""Characters of a line, on the average, of a file that nobody typed."""


def missing() -> str:
    """Return one line that says why no traits are found, "" where they are."""
    absent = [name for name in _NEEDED if find_spec(name) is None]
    if not absent:
        return ""
    return (
        f"functional style is not looked at: {', '.join(absent)} not installed"
        " (pip install 'reversi-conformance[style]')"
    )


def find_traits(folder: Path, sources: Sequence[Path]) -> tuple[Trait, ...]:
    """Return what a submission's sources show of functional style, evidence for a mark by hand.

    `sources` are files in `folder`, named from there or in full. Those in other languages than
    TypeScript, JavaScript and Python are passed over, and so is what the student did not write:
    packages, declarations (`.d.ts`), minified files, and JavaScript that a compiler put beside its
    TypeScript or into a folder for builds. Not looked at, and named in the trait "not-read", are
    files of more than 128 KiB or beyond the first 512 KiB of all, those that are no text or look as
    if a program wrote them, and those that the parser takes seconds for.

    Empty where `missing` says why, and where there is no source. Never raises for what was handed
    in, and takes a minute at most.
    """
    if missing():
        return ()
    folder = Path(os.path.abspath(folder))  # noqa: PTH100 - links stay what they are
    names = dict.fromkeys(name for source in sources if (name := _name(folder, source)))
    own = _without_builds([name for name in names if _is_own(name)])
    read: list[style.Source] = []
    left_out: list[str] = []
    room = _MOST_BYTES_IN_ALL
    for number, name in enumerate(own):
        data = _read(folder, name, min(room, _MOST_BYTES)) if number < _MOST_FILES else None
        text = None if data is None else _text(data)
        if data is None or text is None or _is_built(name, text):
            left_out.append(escape(str(name)))
        else:
            room -= len(data)
            read.append(style.Source(escape(str(name)), name.suffix.lower(), text))
    return _study(read, left_out) if own else ()


def _name(folder: Path, source: Path) -> PurePosixPath | None:
    """The path of a source in the folder, None where it is elsewhere or not in a known language."""
    inside = Path(os.path.normpath(folder / source))
    if source.suffix.lower() not in style.LANGUAGES or not inside.is_relative_to(folder):
        return None
    return PurePosixPath(inside.relative_to(folder))


def _is_own(name: PurePosixPath) -> bool:
    """Whether a student may have written it, as far as its name tells."""
    is_foreign = (
        name.name.lower().endswith(_FOREIGN_ENDS)
        or any(part in _FOREIGN_FOLDERS or part.startswith(".") for part in name.parts[:-1])
        or name.name.startswith("._")
    )
    return not is_foreign


def _without_builds(names: Sequence[PurePosixPath]) -> list[PurePosixPath]:
    """Names without the JavaScript that a compiler makes of the TypeScript among them."""
    typescript = [name for name in names if name.suffix.lower() in _TYPESCRIPT]
    beside = {(name.parent, name.stem) for name in typescript}
    stems = {name.stem for name in typescript}
    return [
        name
        for name in names
        if name.suffix.lower() not in _JAVASCRIPT
        or not (
            (name.parent, name.stem) in beside
            or (name.stem in stems and not _BUILT.isdisjoint(name.parts[:-1]))
        )
    ]


def _read(folder: Path, name: PurePosixPath, most: int) -> bytes | None:
    """The content of a file, None where it is too long or no file at all."""
    path = folder / name
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            return None
        # A pipe that somebody put there must not be waited for.
        handle = os.open(path, file_access.READING)
        with open(handle, "rb") as file:  # noqa: PTH123 - of a handle
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return None
            data = file.read(most + 1)
    except (OSError, RuntimeError, ValueError):
        return None
    return data if len(data) <= most else None


def _text(data: bytes) -> str | None:
    """The text of a source with "\\n" after each line, None where it is none.

    In UTF-8, in UTF-16 with its mark, or in GB 18030; what fits none is read as far as it goes.
    """
    if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        text = data.decode("utf-16", "replace")
    else:
        text = _decoded(data)
    return None if "\0" in text else text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes) -> str:
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("utf-8", "replace")


def _is_built(name: PurePosixPath, text: str) -> bool:
    """Whether a program wrote it, by what stands in it."""
    is_script = name.suffix.lower() in _JAVASCRIPT
    has_sign = is_script and any(sign in text for sign in _SIGNS_OF_A_BUILD)
    return has_sign or len(text) > _LONG_LINES * (text.count("\n") + 1)


def _study(sources: Sequence[style.Source], left_out: Sequence[str]) -> tuple[Trait, ...]:
    request = style.Request(tuple(sources), tuple(left_out))
    try:
        answer = subprocess.run(  # noqa: S603
            # Not "-m" alone: it would look for modules in the folder where it is started.
            [sys.executable, "-P", "-m", style.__name__],
            input=msgspec.msgpack.encode(request),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_MOST_SECONDS,
            check=True,
        )
        return msgspec.msgpack.decode(answer.stdout, type=tuple[Trait, ...])
    except (subprocess.SubprocessError, msgspec.DecodeError):
        return style.study((), (*left_out, *(source.name for source in sources)))
