"""A submission's files and folders: found, sifted, and copied under names that do no harm.

What is found is hostile: links are never followed, pipes never waited for, names never used as they
are, and of everything there is a most. Knows nothing of archives.
"""

import os
import re
import stat
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from reversi_conformance import file_access
from reversi_conformance.classroom.file_names import changed_part, decoded, safe_part
from reversi_conformance.classroom.troubles import Trouble, Troubles

Parts = tuple[str, ...]
"""A path below a submission's folder, as its author named it; neither empty nor `..`."""

PAPERS: Final = re.compile(
    r"readme|readme\..*|.*\.(md|txt|rst|rtf|csv|tsv|xlsx?|ods|pdf|docx?|odt|pptx?|html?|json|log"
    r"|ini|ya?ml|toml|xml|png|jpe?g|gif|url|lnk|eml)",
    re.IGNORECASE | re.DOTALL,
)
"""Files that are no program by themselves."""

PARTS_OF_PROGRAMS: Final = re.compile(
    "src|sources?|lib|bin|app|tests?|docs?|build|dist|target|out|include|main|public|assets"
    "|resources|node_modules|logs?|data|com|org|edu|cn",
    re.IGNORECASE,
)
"""Folders that belong to a program, and so are neither a student's nor a class's."""

PASSED_OVER: Final = ("node_modules", ".git", "__MACOSX")
"""Never looked into: tens of thousands of files that are nobody's own."""

OF_ENVIRONMENTS: Final = ("bin", "lib", "lib64", "include", "share", "Lib", "Scripts", "Include")
"""What a virtual environment puts beside its `pyvenv.cfg`; all else there is the student's."""

_DEEPEST: Final = 32
"""Levels of folders; Java's packages and Node's folders take ten."""
_LONGEST_PATH: Final = 1000
"""Bytes of a path below the folder; systems take 1,024 or 4,096 for the whole of it."""
_MOST_LINKS: Final = 16
_CHUNK: Final = 1 << 20
_JUNK: Final = frozenset(
    {*PASSED_OVER, ".DS_Store", "Thumbs.db", "desktop.ini", ".svn", ".hg", "$RECYCLE.BIN"}
)
_CACHES: Final = frozenset(
    {"__pycache__", ".mypy_cache", ".pytest_cache", ".gradle", ".stack-work", "dist-newstyle"}
)
_OUTPUTS: Final = frozenset({"target", "build", "dist"})
_MANIFESTS_OF_TARGET: Final = frozenset({"Cargo.toml", "pom.xml", "build.sbt"})
_SOURCE: Final = re.compile(
    r".*?((?:\.d)?\.(?:py|java|kts?|scala|hs|rs|go|c|cc|cpp|h|cs|tsx?|jsx?|mjs|cjs|mts|ml|mli|exs?"
    r"|erl|cljs?|lisp|scm|rkt|rb|swift|fs|elm|jl|lua|php|pl|r))",
    re.IGNORECASE | re.DOTALL,
)
_MADE: Final = frozenset({".js", ".mjs", ".cjs", ".d.ts", ".c", ".h"})
"""Suffixes of sources that compilers write, too."""


class Caps(NamedTuple):
    """Most that is taken."""

    bytes: int
    files: int
    entries: int
    """Entries that are looked at, whether they are taken or not."""
    patience: int = 1
    """How many times as long as for a submission it may take."""


SUBMISSION: Final = Caps(256 * 1024 * 1024, 10_000, 200_000)
"""A console program takes a few hundred kilobytes in some dozen files. Nothing larger than this
could be lent to a confined program (`sandboxes.loan`)."""

CLASS: Final = Caps(8 * 1024 * 1024 * 1024, 200_000, 1_000_000, patience=10)
"""A thousand students with large submissions."""


class Entry(NamedTuple):
    """A file or folder."""

    parts: Parts
    source: Path | None
    """Where the bytes of a file are; None for a folder."""
    is_program: bool = False
    """Whether its author marked it as one that can be run."""


class Link(NamedTuple):
    """A link, symbolic or hard."""

    parts: Parts
    target: str
    """As it stands in the link. A hard link's begins at the submission's folder."""
    is_hard: bool = False


class Tree(NamedTuple):
    """What a submission holds."""

    entries: tuple[Entry, ...] = ()
    links: tuple[Link, ...] = ()

    @property
    def files(self) -> tuple[Entry, ...]:
        """The files alone."""
        return tuple(entry for entry in self.entries if entry.source is not None)


def merged(trees: Iterable[Tree]) -> Tree:
    """Return several trees as one."""
    trees = [*trees]
    entries = (entry for tree in trees for entry in tree.entries)
    return Tree(tuple(entries), tuple(link for tree in trees for link in tree.links))


def below(folder: str, tree: Tree) -> Tree:
    """Return a tree as it is below a folder. Links must be resolved."""
    return Tree(tuple(each._replace(parts=(folder, *each.parts)) for each in tree.entries))


def split(name: str) -> Parts | None:
    r"""Return the parts of a path in an archive, below its folder; None where it leads out.

    An absolute path is taken to begin at the submission's folder.

    >>> split("./a//b.py"), split("src\\Main.java"), split("C:\\a.py"), split("a/../../b")
    (('a', 'b.py'), ('src', 'Main.java'), ('a.py',), None)
    """
    parts: list[str] = []
    for part in re.sub(r"^[A-Za-z]:[/\\]", "", name).replace("\\", "/").split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return tuple(parts)


def is_absolute(name: str) -> bool:
    """Whether a path in an archive names a place on somebody's machine."""
    return re.match(r"[/\\]|[A-Za-z]:[/\\]", name) is not None


def walk(folder: Path, caps: Caps, troubles: Troubles) -> Tree:
    """Return what is in a folder, sorted; what is amiss goes to `troubles`."""
    entries: list[Entry] = []
    links: list[Link] = []
    looked_at = 0
    left: list[tuple[Path, Parts]] = [(folder, ())]
    while left:
        place, above = left.pop()
        for found in _scanned(place, above, troubles):
            looked_at += 1
            if looked_at > caps.entries:
                troubles.add(Trouble.TOO_LARGE, folder.name)
                return Tree()
            parts = (*above, decoded(os.fsencode(found.name)))
            path = place / found.name
            if found.is_symlink():
                links.append(Link(parts, _target(path)))
            elif found.is_dir(follow_symlinks=False):
                if found.name not in PASSED_OVER and not is_too_deep(parts, troubles):
                    entries.append(Entry(parts, None))
                    left.append((path, parts))
            elif found.is_file(follow_symlinks=False):
                entries.append(Entry(parts, path, _is_program(found)))
            else:
                troubles.add(Trouble.SPECIAL, "/".join(parts))
    return Tree(tuple(sorted(entries, key=_order)), tuple(sorted(links)))


def _order(entry: Entry) -> tuple[Parts, str]:
    return entry.parts, str(entry.source)


def _scanned(folder: Path, parts: Parts, troubles: Troubles) -> Sequence["os.DirEntry[str]"]:
    try:
        with os.scandir(folder) as found:
            return [*found]
    except OSError:
        troubles.add(Trouble.UNREADABLE, "/".join(parts) or folder.name)
        return ()


def is_too_deep(parts: Parts, troubles: Troubles) -> bool:
    """Whether a path is longer than is taken; then that is told."""
    if len(parts) <= _DEEPEST and sum(len(_encoded(part)) + 1 for part in parts) <= _LONGEST_PATH:
        return False
    troubles.add(Trouble.DEEP, "/".join(parts))
    return True


def _encoded(part: str) -> bytes:
    return part.encode(errors="surrogatepass")


def _target(path: Path) -> str:
    try:
        return decoded(os.fsencode(path.readlink()))
    except OSError:
        return ""


def _is_program(entry: "os.DirEntry[str]") -> bool:
    try:
        return bool(entry.stat(follow_symlinks=False).st_mode & stat.S_IXUSR)
    except OSError:
        return False


def own(tree: Tree) -> Tree:
    """Return a tree without what a system or a tool put there for itself."""
    tree = _without(tree, lambda parts: not _JUNK.isdisjoint(parts) or parts[-1].startswith("._"))
    environments = {each.parts[:-1] for each in tree.entries if each.parts[-1] == "pyvenv.cfg"}
    return _without(tree, lambda parts: _is_of_environment(parts, environments))


def resolved(tree: Tree, troubles: Troubles) -> Tree:
    """Return what is the student's own of a tree, without links.

    A link to a file of the submission becomes a copy of that file.
    """
    tree = own(tree)
    files = {entry.parts: entry for entry in tree.entries}
    links = {link.parts: link for link in tree.links}
    copies = []
    for link in tree.links:
        copy = _followed(link, files, links, troubles)
        if copy is not None and link.parts not in files:
            copies.append(copy._replace(parts=link.parts))
    return Tree((*tree.entries, *copies))


def _is_of_environment(parts: Parts, environments: set[Parts]) -> bool:
    return any(
        parts[:index] in environments and (part in OF_ENVIRONMENTS or part == "pyvenv.cfg")
        for index, part in enumerate(parts)
    )


def _followed(
    link: Link, files: dict[Parts, Entry], links: dict[Parts, Link], troubles: Troubles
) -> Entry | None:
    at = link
    for _ in range(_MOST_LINKS):
        start = "" if at.is_hard else "/".join(at.parts[:-1]) + "/"
        parts = None if is_absolute(at.target) else split(start + at.target)
        if parts is None:
            troubles.add(Trouble.LINK_OUT, "/".join(link.parts))
            return None
        if parts in files and files[parts].source is not None:
            return files[parts]
        if parts not in links:
            break
        at = links[parts]
    troubles.add(Trouble.LINKS, "/".join(link.parts))
    return None


def sifted(tree: Tree) -> Tree:
    """Return a tree without what was built, as long as a file is left, and without outer folders.

    Links must be resolved.
    """
    outputs = {*_output_folders(tree)}
    lighter = _without(
        tree,
        lambda parts: (
            not _CACHES.isdisjoint(parts)
            or any(parts[:depth] in outputs for depth in range(1, len(parts) + 1))
        ),
    )
    return _stripped(lighter if lighter.files else tree)


def _without(tree: Tree, is_dropped: Callable[[Parts], bool]) -> Tree:
    entries = tuple(entry for entry in tree.entries if not is_dropped(entry.parts))
    return Tree(entries, tuple(link for link in tree.links if not is_dropped(link.parts)))


def _output_folders(tree: Tree) -> Iterator[Parts]:
    """Folders that compilers and packers made from sources that were handed in, too."""
    beside: dict[Parts, set[str]] = defaultdict(set)
    inside: dict[Parts, set[str]] = defaultdict(set)
    for entry in tree.files:
        *folders, name = entry.parts
        is_output = False
        for depth in range(len(folders), -1, -1):
            folder = entry.parts[:depth]
            if not is_output:
                beside[folder].add(_suffix(name))
            if depth and folder[-1] in _OUTPUTS:
                inside[folder].add(_suffix(name))
                is_output = True
    manifests = {each.parts[:-1] for each in tree.files if each.parts[-1] in _MANIFESTS_OF_TARGET}
    for output, made in inside.items():
        sources = beside[output[:-1]] - {""}
        is_known = output[-1] == "target" and output[:-1] in manifests
        is_made = made - {""} <= _MADE and made.isdisjoint(sources)
        if sources and (is_known or is_made):
            yield output


def _suffix(name: str) -> str:
    """What makes a file a source; empty where it is none."""
    found = _SOURCE.fullmatch(name)
    return found[1].lower() if found else ""


def _stripped(tree: Tree) -> Tree:
    while (outer := _outer(tree)) is not None:
        kept = (entry for entry in tree.entries if entry.parts != (outer,))
        tree = Tree(tuple(entry._replace(parts=entry.parts[1:]) for entry in kept))
    return tree


def _outer(tree: Tree) -> str | None:
    """The folder in which everything lies, if it says nothing."""
    firsts = {entry.parts[0] for entry in tree.entries}
    if len(firsts) != 1:
        return None
    [outer] = firsts
    # Of such a folder the name is part of what the program's files call one another.
    is_package = any(
        entry.parts[1:] in {("__init__.py",), ("__main__.py",)} for entry in tree.entries
    )
    is_file = any(len(entry.parts) == 1 for entry in tree.files)
    return None if is_file or is_package or PARTS_OF_PROGRAMS.fullmatch(outer) else outer


def put(tree: Tree, into: Path, caps: Caps, troubles: Troubles, *, name: str) -> int:
    """Copy a tree into an empty folder and return how many files that were.

    All or nothing: of what is larger than `caps`, nothing. Links must be resolved. `name` is what
    the whole is called. Raises `OSError` where the folder cannot be written to.
    """
    if len(tree.files) > caps.files or sum(map(_size, tree.files)) > caps.bytes:
        troubles.add(Trouble.TOO_LARGE, name)
        return 0
    places: dict[Parts, Path] = {(): into}
    files = 0
    for entry in sorted(tree.entries, key=_order):
        if is_too_deep(entry.parts, troubles):
            continue
        if entry.source is None:
            _folder(entry.parts, places, troubles)
        else:
            folder = _folder(entry.parts[:-1], places, troubles)
            files += _copy(entry, entry.source, folder, troubles)
    return files


def _size(entry: Entry) -> int:
    try:
        return entry.source.lstat().st_size if entry.source else 0
    except OSError:
        return 0


def _folder(parts: Parts, places: dict[Parts, Path], troubles: Troubles) -> Path:
    """Where a folder is, which is made if it is not yet there."""
    for depth in range(1, len(parts) + 1):
        if parts[:depth] in places:
            continue
        above = places[parts[: depth - 1]]
        for name in _names(parts[depth - 1]):
            try:
                (above / name).mkdir()
            except FileExistsError:
                continue
            break
        places[parts[:depth]] = above / name
        _tell_change(parts[:depth], name, troubles)
    return places[parts]


def _names(part: str) -> Iterator[str]:
    """Names that a file may get, the best one first: another may have it already."""
    yield safe_part(part)
    yield from (changed_part(part, number) for number in count())


def _tell_change(parts: Parts, name: str, troubles: Troubles) -> None:
    if name != unicodedata.normalize("NFC", parts[-1]):
        troubles.add(Trouble.NAMES, "/".join(parts))


def _copy(entry: Entry, path: Path, folder: Path, troubles: Troubles) -> int:
    """Copy a file; return how many were copied."""
    try:
        source = os.open(path, file_access.READING)
    except OSError:
        troubles.add(Trouble.UNREADABLE, "/".join(entry.parts))
        return 0
    try:
        status = os.fstat(source)
        if not stat.S_ISREG(status.st_mode):
            troubles.add(Trouble.SPECIAL, "/".join(entry.parts))
            return 0
        target, name = _created(entry, folder)
        try:
            _pour(source, target, status.st_size)
        finally:
            os.close(target)
    finally:
        os.close(source)
    _tell_change(entry.parts, name, troubles)
    return 1


def _created(entry: Entry, folder: Path) -> tuple[int, str]:
    mode = 0o755 if entry.is_program else 0o644
    for name in _names(entry.parts[-1]):
        try:
            return os.open(folder / name, file_access.CREATING, mode), name
        except FileExistsError:
            continue
    raise AssertionError


def _pour(source: int, target: int, size: int) -> None:
    """Copy as much as a file held when its size was counted."""
    while size > 0 and (chunk := os.read(source, min(size, _CHUNK))):
        size -= len(chunk)
        rest = memoryview(chunk)
        while rest:
            rest = rest[os.write(target, rest) :]
