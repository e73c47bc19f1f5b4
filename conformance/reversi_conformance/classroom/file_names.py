"""Names that strangers chose, made into names that every file system takes and nothing obeys.

Knows no files. Two names that no file system may take for one another stay two names.
"""

import hashlib
import re
import unicodedata
from typing import Final

_LONGEST: Final = 120
"""Bytes of a name: with a suffix and what `whole_files` adds, file systems take 255."""
_STEM: Final = 60
"""Bytes that are kept, to be read, of a name that cannot stay as it is."""
_DIGITS: Final = 16
_CAPITALS: Final = "~"
_OTHERS: Final = "~~"
_FORBIDDEN: Final = frozenset('<>:"/\\|?*~')
"""What Windows or another system does not take, and what marks our own endings."""
_RESERVED: Final = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\..*)?", re.IGNORECASE
)


def file_name(student: str) -> str:
    """Return the name, without a suffix, of the files about a student.

    Ordinary ids stay as they are; where there are capitals, a number after "~" says which, since
    some file systems take "li" and "Li" for one. Other ids get a hash after "~~". Distinct for ids
    that are distinct in Unicode's normal form NFC, even where case does not count.

    >>> file_name("2018013370"), file_name("张三"), file_name("Zhang San"), file_name("con")
    ('2018013370', '张三', 'Zhang San~41', 'con~~1143da2bc54c495c')
    """
    name = unicodedata.normalize("NFC", student)
    lowered = name.translate(_TO_LOWER)
    if not _is_safe(lowered) or lowered.casefold() != lowered:
        return f"{_stem(name)}{_OTHERS}{_hash(name)}"
    capitals = sum(1 << index for index, sign in enumerate(name) if sign != lowered[index])
    return f"{name}{_CAPITALS}{capitals:x}" if capitals else name


def safe_part(part: str) -> str:
    """Return the name of a submission's file: itself where any system takes it, else a safe one."""
    name = unicodedata.normalize("NFC", part)
    return name if is_takeable(name) else changed_part(part)


def changed_part(part: str, number: int = 0) -> str:
    """Return another name for a file, which keeps its suffix; another one for each number."""
    name = unicodedata.normalize("NFC", part)
    stem, dot, suffix = name.rpartition(".")
    if not stem or not suffix.isascii() or not suffix.isalnum() or len(suffix) > 10:
        stem, dot, suffix = name, "", ""
    return f"{_stem(stem)}{_OTHERS}{_hash(f'{number}/{part}')}{dot}{suffix}"


def is_takeable(name: str) -> bool:
    """Whether a name can be a file's on every system, and nothing in it is obeyed when shown."""
    return (
        0 < len(_encoded(name)) <= 255
        and name not in {".", ".."}
        and name.isprintable()
        and _FORBIDDEN_IN_PARTS.isdisjoint(name)
        and not name.endswith((" ", "."))
        and not name.startswith((" ", "-"))
        and not _RESERVED.fullmatch(name)
    )


_FORBIDDEN_IN_PARTS: Final = _FORBIDDEN - {"~"}
_TO_LOWER: Final = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def _is_safe(name: str) -> bool:
    return (
        is_takeable(name)
        and len(_encoded(name)) <= _LONGEST
        and not name.startswith(".")
        and "~" not in name
    )


def _stem(name: str) -> str:
    """What can be read of a name; says nothing for sure."""
    kept = "".join(
        sign if sign.isprintable() and sign not in _FORBIDDEN else "_" for sign in name
    ).lstrip(" .-")
    stem = _encoded(kept)[:_STEM].decode(errors="ignore").rstrip(" .")
    return stem or "_"


def _hash(name: str) -> str:
    return hashlib.sha256(_encoded(name)).hexdigest()[:_DIGITS]


def _encoded(name: str) -> bytes:
    # Names that could not be decoded hold halves of characters.
    return name.encode(errors="surrogatepass")


def decoded(name: bytes) -> str:
    r"""Return the name that somebody gave a file, from its bytes: UTF-8, or else GBK.

    What is neither keeps a half of a character for each byte that is not ASCII. Chinese that a
    tool took for the code page of old PCs, and then wrote as UTF-8, is read as what it was.

    >>> decoded("黑.py".encode("gbk")), decoded("║┌.py".encode()), decoded(b"\xff.py")
    ('黑.py', '黑.py', '\udcff.py')
    """
    for encoding in ("utf-8", "gb18030"):
        try:
            text = name.decode(encoding)
        except UnicodeDecodeError:
            continue
        return _repaired(text) if encoding == "utf-8" else text
    return name.decode("ascii", errors="surrogateescape")


def _repaired(text: str) -> str:
    # Nobody draws boxes in the names of files.
    if not any("\u2500" <= sign <= "\u259f" for sign in text):
        return text
    try:
        repaired = text.encode("cp437").decode("gb18030")
    except UnicodeError:
        return text
    is_chinese = all(sign.isascii() or "\u3000" <= sign <= "\u9fff" for sign in repaired)
    return repaired if is_chinese else text
