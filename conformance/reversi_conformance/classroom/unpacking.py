"""Puts what a student handed in into a folder, as plain files and folders.

Archives are opened in a confinement; what is in them, and what was handed in as it is, is copied by
the same rules (`trees`). Nothing that was handed in is changed, and nothing of it is run.
"""

import contextlib
import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from reversi_conformance import file_access
from reversi_conformance.classroom import archives, trees
from reversi_conformance.classroom.opening import opened
from reversi_conformance.classroom.trees import PAPERS, SUBMISSION, Entry, Tree
from reversi_conformance.classroom.troubles import Trouble, Troubles

if TYPE_CHECKING:
    from reversi_conformance.classroom.hand_ins import HandIn
    from reversi_conformance.submission import Problem

_MOST_PACKED: Final = 10
"""Archives in one student's folder; what holds more is no hand-in of parts."""
_CHUNK: Final = 1 << 20


def unpack(hand_in: "HandIn", into: Path, *, sandbox: str) -> tuple["Problem", ...]:
    """Put a student's files into an empty folder and return what is amiss with them.

    Entries that would lie outside, links that lead out, devices, and damaged or locked files are
    left out and told; the rest is put there, since most of them come from clumsy tools, and nothing
    that was handed in may keep a right program from its points. Of what is too large, or a bomb,
    nothing is. `sandbox` is the kind of confinement in which archives are opened. Raises `OSError`
    where `into` cannot be written to.
    """
    troubles = Troubles()
    with ExitStack() as stack:
        opener = _Opener(stack, troubles, sandbox)
        named = [*_named(hand_in)]
        whole = [_is_whole(path, name) for path, name in named]
        parts = []
        for (path, name), is_whole in zip(named, whole, strict=True):
            tree = _found(path, name, opener)
            is_one_of_many = is_whole and whole.count(True) > 1
            parts.append(trees.below(_title(name), tree) if is_one_of_many else tree)
        trees.put(trees.merged(parts), into, SUBMISSION, troubles, name=hand_in.student)
    _tell_if_empty(into, hand_in.student, troubles)
    return troubles.problems()


def unpack_class(archive: Path, into: Path, *, sandbox: str) -> tuple["Problem", ...]:
    """Put what a course's web site packed into an empty folder, where `hand_ins` finds it.

    As `unpack` does, but folders and what was built stay as they are, and no link is followed: it
    might lead to another student's work. Raises `OSError` likewise.
    """
    troubles = Troubles()
    with opened(archive, archive.name, trees.CLASS, troubles, sandbox=sandbox) as tree:
        kept = trees.own(tree)
        for link in kept.links:
            troubles.add(Trouble.LINKS, "/".join(link.parts))
        trees.put(kept, into, trees.CLASS, troubles, name=archive.name)
    _tell_if_empty(into, archive.name, troubles)
    return troubles.problems()


def fingerprint(hand_in: "HandIn") -> str:
    """Return what stays the same as long as nothing changes that `unpack` looks at: a SHA-256.

    Over the names below the hand-in, the bytes of files, and where links lead.
    """
    digest = hashlib.sha256()
    for path, name in _named(hand_in):
        _add(digest, "hand-in", name)
        if _is_folder(path):
            tree = trees.own(trees.walk(path, SUBMISSION, Troubles()))
            for entry in tree.entries:
                kind = "folder" if entry.source is None else "file"
                _add(digest, kind, "/".join(entry.parts), str(entry.is_program))
                if entry.source is not None:
                    _add_file(digest, entry.source)
            for link in tree.links:
                _add(digest, "link", "/".join(link.parts), link.target)
        else:
            _add_file(digest, path)
    return digest.hexdigest()


def _named(hand_in: "HandIn") -> Iterator[tuple[Path, str]]:
    names = hand_in.names or [path.name for path in hand_in.paths]
    return zip(hand_in.paths, names, strict=True)


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _is_whole(path: Path, name: str) -> bool:
    return _is_folder(path) or archives.is_archive(name, path)


def _title(name: str) -> str:
    return name.removesuffix(archives.suffix(name))


class _Opener(NamedTuple):
    """Opens archives for as long as a stack is open."""

    stack: ExitStack
    troubles: Troubles
    sandbox: str

    def open(self, path: Path, name: str) -> Tree:
        tree = self.stack.enter_context(
            opened(path, name, SUBMISSION, self.troubles, sandbox=self.sandbox)
        )
        return self.sift(tree)

    def sift(self, tree: Tree) -> Tree:
        return trees.sifted(trees.resolved(tree, self.troubles))


def _found(path: Path, name: str, opener: _Opener) -> Tree:
    """What one path of a hand-in holds, ready to be copied as long as the stack is open."""
    if _is_folder(path):
        tree = opener.sift(trees.walk(path, SUBMISSION, opener.troubles))
        packed = _archives_alone(tree)
        return _opened(tree, packed, opener) if len(packed) <= _MOST_PACKED else tree
    entry = Entry((name,), path, _is_program(path))
    packed = {entry: path} if archives.is_archive(name, path) else {}
    return _opened(Tree((entry,)), packed, opener)


def _opened(tree: Tree, packed: Mapping[Entry, Path], opener: _Opener) -> Tree:
    """A tree with these archives opened, and what is alone in one of them, too."""
    parts = [Tree(tuple(entry for entry in tree.entries if entry not in packed))]
    for entry, path in packed.items():
        name = entry.parts[-1]
        inner = opener.open(path, name)
        nested = _archives_alone(inner)
        if len(nested) == 1:
            [(archive, place)] = nested.items()
            others = Tree(tuple(each for each in inner.entries if each != archive))
            inner = trees.merged((others, opener.open(place, archive.parts[-1])))
        parts.append(trees.below(_title(name), inner) if len(packed) > 1 else inner)
    return trees.merged(parts)


def _archives_alone(tree: Tree) -> dict[Entry, Path]:
    """The archives besides which there is nothing, or papers; none where there is more."""
    programs = [entry for entry in tree.files if not PAPERS.fullmatch(entry.parts[-1])]
    packed = {
        entry: entry.source
        for entry in programs
        if entry.source is not None and archives.is_archive(entry.parts[-1], entry.source)
    }
    return packed if len(packed) == len(programs) else {}


def _is_program(path: Path) -> bool:
    with contextlib.suppress(OSError):
        return bool(path.lstat().st_mode & stat.S_IXUSR)
    return False


def _tell_if_empty(into: Path, name: str, troubles: Troubles) -> None:
    if not any(files for _, _, files in os.walk(into)) and not troubles.explain_emptiness():
        troubles.add(Trouble.EMPTY, name)


def _add(digest: "hashlib._Hash", *texts: str) -> None:
    for text in texts:
        data = text.encode(errors="surrogatepass")
        digest.update(len(data).to_bytes(8, "big") + data)


def _add_file(digest: "hashlib._Hash", path: Path) -> None:
    """Add what a file holds; of one that is too large to be taken its length alone."""
    try:
        descriptor = os.open(path, file_access.READING)
    except OSError:
        _add(digest, "unreadable")
        return
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            _add(digest, "special")
            return
        digest.update(status.st_size.to_bytes(8, "big"))
        if status.st_size <= SUBMISSION.bytes:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
