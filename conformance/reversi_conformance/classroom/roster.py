"""The list of a class: read from CSV as spreadsheets and course sites write it, held to what came.

Knows nothing of what was handed in but by whom. Guesses at nobody: whom two lines may mean is
unknown, and told.
"""

import csv
import io
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from reversi_conformance.classroom.hand_ins import HandIn
from reversi_conformance.language import say


class RosterError(ValueError):
    """A list that cannot be read; the message names file, line and reason."""


class Entry(NamedTuple):
    """One line of the list."""

    id: str
    name: str = ""
    login: str = ""
    email: str = ""
    section: str = ""
    other_ids: tuple[str, ...] = ()
    """Numbers by which course sites know the student, too."""


class Roster(NamedTuple):
    """A class; all ids are distinct, even where case does not count."""

    students: tuple[Entry, ...]


class Unknown(NamedTuple):
    """A hand-in of nobody on the list."""

    student: str
    """By which id it is graded."""
    reason: str
    """One clause."""


class Twice(NamedTuple):
    """Several hand-ins of one student on the list."""

    student: str
    counts: HandIn
    left_out: tuple[HandIn, ...]
    reason: str
    """How it was decided, in one clause."""


class Matched(NamedTuple):
    """A class, held to its list."""

    hand_ins: tuple[HandIn, ...]
    """All that count, sorted by student: with id and name of the list where they stand on it."""
    missing: tuple[Entry, ...]
    """Who handed in nothing, in the list's order."""
    unknown: tuple[Unknown, ...]
    twice: tuple[Twice, ...]


_HEADERS: Final = {
    "id": "id studentid studentnumber studentno sid number no matriculationnumber idnumber "
    "学号 学生编号 学生号 学生id 学员编号 编号 学籍号",
    "student": "student 学生",
    "name": "name fullname studentname 姓名 名字 学生姓名 全名",
    "first": "firstname givenname 名",
    "last": "lastname surname familyname 姓",
    "login": "login loginid sisloginid username user account netid uid 用户名 账号 帐号 登录名",
    "email": "email emailaddress mail 邮箱 电子邮件 电子邮箱 邮件地址 电子邮件地址 邮件",
    "section": "section class group 班级 班 组 分组 教学班 小组",
    "other": "sisuserid sisid identifier participant 标识符 识别号 编号符",
}
_COLUMNS: Final = {word: column for column, words in _HEADERS.items() for word in words.split()}
_DELIMITERS: Final = "\t;,"
_SHORTENED: Final = re.compile(r"\d([.,]\d+)?E\+?\d+", re.IGNORECASE)
_PARTICIPANT: Final = re.compile(r"\D+(\d+)")
_POINTS_ROW: Final = "points possible"
_LONGEST: Final = 100_000_000
_LEAST_ID: Final = 5
"""Characters of an id that is looked for within a name such as "2018013370-张三-hw1"."""


def read(path: Path) -> Roster:
    """Return the list in a CSV file: UTF-8, UTF-16 or GBK; commas, semicolons or tabs.

    Without a line of headings the first column holds ids and the second one names. Raises
    `RosterError`, and `OSError` where the file cannot be read.
    """
    rows = [*_rows(path)]
    if not rows:
        raise RosterError(
            say("{path}: there is no line in it; expected an id, and a name, in each", path=path)
        )
    columns = _columns(path, rows)
    body = rows[1:] if columns is not None else rows
    columns = columns or {"id": 0, "name": 1}
    students: list[Entry] = []
    lines: dict[str, int] = {}
    for line, row in body:
        student = _student(row, columns)
        if student.name.casefold() == _POINTS_ROW:
            continue
        where = f"{path}:{line}"
        if not student.id:
            raise RosterError(
                say(
                    "{where}: there is no id in column {value}: {row!r}",
                    where=where,
                    value=columns["id"] + 1,
                    row=row,
                )
            )
        if _SHORTENED.fullmatch(student.id):
            raise RosterError(
                say(
                    "{where}: a spreadsheet has shortened the id to {id!r}; format"
                    " that column as text and fill in the ids again",
                    where=where,
                    id=student.id,
                )
            )
        first = lines.setdefault(_key(student.id), line)
        if first != line:
            raise RosterError(
                say(
                    "{where}: the id {id!r} stands in line {first}, too",
                    where=where,
                    id=student.id,
                    first=first,
                )
            )
        students.append(student)
    if not students:
        raise RosterError(say("{path}: there is no student in it, only headings", path=path))
    return Roster(tuple(students))


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The lines that are not empty, by number, in cells without blanks around them."""
    text = _text(path)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    begins = 1
    try:
        for row in reader:
            cells = [unicodedata.normalize("NFC", cell).strip() for cell in row]
            if any(cells):
                yield begins, cells
            begins = reader.line_num + 1
    except csv.Error as error:
        raise RosterError(
            say("{path}:{line_num}: {error}", path=path, line_num=reader.line_num, error=error)
        ) from error


def _text(path: Path) -> str:
    data = path.read_bytes()
    if len(data) > _LONGEST:
        raise RosterError(
            say("{path}: {data} bytes are no list of a class", path=path, data=len(data))
        )
    encodings = ["utf-8-sig", "gb18030"]
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise RosterError(say("{path}: neither UTF-8 nor GBK; save it as CSV UTF-8", path=path))


def _delimiter(text: str) -> str:
    line = next((line for line in text.splitlines() if line.strip()), "")
    return max(_DELIMITERS, key=line.count) if any(map(line.count, _DELIMITERS)) else ","


def _columns(path: Path, rows: Sequence[tuple[int, list[str]]]) -> dict[str, int] | None:
    """The index of each column by what it holds; None where the first line is a student's."""
    line, cells = rows[0]
    columns: dict[str, int] = {}
    for index, cell in enumerate(cells):
        column = _COLUMNS.get(_letters(cell))
        if column is not None:
            columns.setdefault(column, index)
    if "student" in columns:
        # Canvas writes names under "Student", beside "ID".
        columns.setdefault("name" if "id" in columns else "id", columns["student"])
    if not columns and any(map(_has_digit, cells[:1])):
        return None
    has_ids = all(_has_digit(row[0]) for _, row in rows[1:]) and len(rows) > 1
    if not columns and not has_ids:
        return None
    if "id" not in columns and "other" in columns:
        columns["id"] = columns.pop("other")
    if "id" not in columns:
        wanted = "'id', 'student', '学号'"
        raise RosterError(
            say(
                "{path}:{line}: no column is headed {wanted} or the like: {cells!r}",
                path=path,
                line=line,
                wanted=wanted,
                cells=cells,
            )
        )
    return columns


def _has_digit(cell: str) -> bool:
    return any(map(str.isdecimal, cell))


def _student(row: Sequence[str], columns: Mapping[str, int]) -> Entry:
    def cell(column: str) -> str:
        index = columns.get(column, len(row))
        return row[index] if index < len(row) else ""

    found = _PARTICIPANT.fullmatch(cell("id"))
    # Moodle writes "Participant 123", in the language of whoever downloads.
    is_participant = found is not None and re.search(r"\s|[^\x00-\x7f]", cell("id")) is not None
    other = _PARTICIPANT.sub(r"\1", cell("other"))
    return Entry(
        id=found[1] if found is not None and is_participant else cell("id"),
        name=cell("name") or " ".join(filter(None, (cell("first"), cell("last")))),
        login=cell("login"),
        email=cell("email"),
        section=cell("section"),
        other_ids=(other,) if other else (),
    )


def match(hand_ins: Iterable[HandIn], roster: Roster) -> Matched:
    """Return who of a list handed in what.

    By id; else by an id within a longer name; else by login, e-mail or another id; else by the
    whole name, whatever its case, blanks and order of first and last name, where nobody else on the
    list and no other hand-in has it.
    """
    found: dict[int, list[tuple[int, HandIn]]] = defaultdict(list)
    unknown: list[Unknown] = []
    kept: list[HandIn] = []
    indices = [_index(roster, level) for level in _LEVELS]
    for hand_in in hand_ins:
        level, students = _find(hand_in, indices)
        if len(students) == 1:
            found[min(students)].append((level, hand_in))
        else:
            unknown.append(Unknown(hand_in.student, _why(students, roster)))
            kept.append(hand_in)
    twice: list[Twice] = []
    for index in sorted(found):
        _settle(roster.students[index], found[index], kept, unknown, twice)
    known = {each.student for each in kept}
    return Matched(
        hand_ins=tuple(sorted(kept, key=lambda each: each.student)),
        missing=tuple(each for each in roster.students if each.id not in known),
        unknown=tuple(sorted(unknown)),
        twice=tuple(twice),
    )


def _settle(
    student: Entry,
    claims: Sequence[tuple[int, HandIn]],
    kept: list[HandIn],
    unknown: list[Unknown],
    twice: list[Twice],
) -> None:
    """Decide which of the hand-ins that may be a student's count."""
    best = min(level for level, _ in claims)
    surest = sorted(hand_in for level, hand_in in claims if level == best)
    if best == _BY_NAME and len(surest) > 1:
        reason = say(
            "{surest} hand-ins bear the name {name!r}, which one student has",
            surest=len(surest),
            name=student.name,
        )
        unknown.extend(Unknown(each.student, reason) for each in surest)
        kept.extend(surest)
        return
    # Whoever is only called the same may be somebody else.
    namesakes = [each for level, each in claims if level == _BY_NAME and best != _BY_NAME]
    reason = say("is called {name!r}, who has handed in by id", name=student.name)
    unknown.extend(Unknown(each.student, reason) for each in namesakes)
    kept.extend(namesakes)
    counts, *_ = surest
    left_out = tuple(
        sorted(each for _, each in claims if each is not counts and each not in namesakes)
    )
    kept.append(counts._replace(student=student.id, name=student.name or counts.name))
    if left_out:
        reason = say("an id goes before a login, and else the first by name counts")
        twice.append(Twice(student.id, counts, left_out, reason))


def _why(students: set[int], roster: Roster) -> str:
    if not students:
        return say("nobody on the list has such an id, login, e-mail or name")
    ids = ", ".join(repr(roster.students[index].id) for index in sorted(students))
    return say("it may be any of {ids}", ids=ids)


class _Level(NamedTuple):
    """One way of telling who somebody is."""

    of_student: Callable[[Entry], Iterable[str]]
    of_hand_in: Callable[[HandIn], Iterable[str]]


_Index: TypeAlias = Mapping[str, set[int]]
"""By key, whose it is."""


def _index(roster: Roster, level: _Level) -> _Index:
    index: dict[str, set[int]] = defaultdict(set)
    for number, student in enumerate(roster.students):
        for key in level.of_student(student):
            index[key].add(number)
    return index


def _find(hand_in: HandIn, indices: Sequence[_Index]) -> tuple[int, set[int]]:
    """The first level at which anybody is found, and who."""
    found = [
        {student for key in level.of_hand_in(hand_in) if key for student in index.get(key, ())}
        for level, index in zip(_LEVELS, indices, strict=True)
    ]
    for level, students in enumerate(found):
        if not students:
            continue
        # One site's numbers may be another's: the name must not be somebody else's.
        others = found[_BY_NAME] if hand_in.name else set[int]()
        return level, students if not others or students & others else students | others
    return len(_LEVELS), set()


def _ids_within(hand_in: HandIn) -> Iterator[str]:
    for word in re.split(r"[\W_]+", hand_in.student):
        yield from (_key(part) for part in (word, *re.findall(r"[A-Za-z0-9]+", word)))


def _long_ids(student: Entry) -> Iterator[str]:
    if len(student.id) >= _LEAST_ID and _has_digit(student.id):
        yield _key(student.id)


def _aliases(student: Entry) -> Iterator[str]:
    yield from map(_key, (student.login, student.email, *student.other_ids))
    yield _key(student.email.partition("@")[0])


def _names(name: str) -> Iterator[str]:
    """A name, however it is written: "Zhang San", "San, Zhang", "sanzhang"."""
    words = name.replace(",", " ").replace("，", " ").split()
    if words:
        yield _letters("".join(words))
        yield _letters("".join((words[-1], *words[:-1])))
        yield _letters("".join((*words[1:], words[0])))


def _letters(text: str) -> str:
    """The letters and figures alone, in lower case."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(sign for sign in folded if sign.isalnum() or unicodedata.combining(sign))


def _key(text: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()).strip()


_LEVELS: Final = (
    _Level(lambda student: [_key(student.id)], lambda hand_in: [_key(hand_in.student)]),
    # Spreadsheets drop the noughts before a number.
    _Level(
        lambda student: [_key(student.id).lstrip("0")],
        lambda hand_in: [_key(hand_in.student).lstrip("0")],
    ),
    _Level(_long_ids, _ids_within),
    _Level(_aliases, lambda hand_in: [_key(hand_in.student)]),
    _Level(
        lambda student: _names(student.name),
        lambda hand_in: _names(hand_in.name or hand_in.student),
    ),
)
"""The surest first."""
_BY_NAME: Final = len(_LEVELS) - 1
