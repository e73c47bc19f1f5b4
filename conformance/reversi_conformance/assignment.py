"""An assignment: its wording, limits, latitude and rubric, read from one TOML file.

The files shipped stand in `assignments/`; a teaching assistant copies one, changes it and passes it
with `--assignment my.toml`. What may stand in such a file is what the classes below name.
"""

import enum
import functools
import string
import tomllib
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from reversi_conformance import signs as _signs
from reversi_conformance.language import say
from reversi_conformance.signs import Signs, exchange

Points = Annotated[float, Meta(ge=0, le=10_000)]
Seconds = Annotated[float, Meta(gt=0, le=86_400)]
Share = Annotated[float, Meta(ge=0, le=1)]
CheckId = Annotated[str, Meta(pattern=r"^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$")]

_SHIPPED: Final = Path(__file__).parent / "assignments"


class AssignmentError(ValueError):
    """An assignment that cannot be read; the message names file, key and reason."""


class Sizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The board sizes that a program must offer; all even numbers from `minimum` to `maximum`."""

    minimum: Annotated[int, Meta(ge=4, le=26, multiple_of=2)] = 4
    maximum: Annotated[int, Meta(ge=4, le=26, multiple_of=2)] = 26


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every prompt and message, with {disc}, {square}, {black} and {white} to be filled in.

    In an assignment with signs of its own, the usual ones stand here in place of these.
    """

    ask_size: str
    ask_computer: str
    places: str
    ask_move: str
    passes: str
    no_moves: str
    invalid: str
    over: str
    score: str
    wins: str
    draw: str
    pass_shares_line: bool = False
    """Whether what comes after a pass stands on the same line, after one blank."""
    also: dict[str, tuple[str, ...]] = {}
    """Other wordings that are just as right, by the key of the wording they stand for."""


class Latitude(enum.Enum):
    """What a deviation inside the latitude is worth."""

    ACCEPT = "accept"
    """Nothing is said."""
    NOTE = "note"
    """It is listed in the report and costs nothing."""
    FAULT = "fault"
    """It costs like any other deviation."""


class Latitudes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the handout is silent or contradicts itself, one entry for each point."""

    blanks: Latitude = Latitude.NOTE
    """Trailing blanks, blank lines, blanks around ":" and "(", several blanks between cells."""
    letter_case: Latitude = Latitude.NOTE
    """Capitals in prompts and messages."""
    prompt_line_break: Latitude = Latitude.NOTE
    """A line break between a prompt and its answer."""
    pass_line: Latitude = Latitude.NOTE
    """A pass on a line of its own where the handout has it on the next one's, or the reverse."""
    line_before_over: Latitude = Latitude.NOTE
    """A line of the student's own before "Game over." after a full board or a wipe-out."""
    colours: Latitude = Latitude.NOTE
    """Escape sequences for colours."""
    log_name: Latitude = Latitude.NOTE
    """The log's name in other case, or the log in a folder below the working folder."""
    log_form: Latitude = Latitude.NOTE
    """Another date format, fractions of seconds, capitals, blanks and other words for giving up."""


_BYTES_BESIDE_BOARD: Final = 100
"""What is said of one move besides the board."""
_MOST_GAMES_PRINTED: Final = 4


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one session may use. Processor time is the verdict's limit, the wall only a guard.

    Seconds on the wall's clock in which others kept the program from running do not count.
    """

    seconds_to_first_prompt: Seconds = 10.0
    seconds_per_reply: Seconds = 5.0
    """Longest silence after an answer while the program does not wait for input."""
    seconds_per_session: Seconds = 60.0
    cpu_seconds: Annotated[int, Meta(ge=1)] = 10
    output_bytes: Annotated[int, Meta(ge=1000)] = 400_000
    """More on boards on which a game takes more: see `on_board`."""
    answers: Annotated[int, Meta(ge=4)] = 400
    """Most answers that are typed in one session."""
    memory_bytes: Annotated[int, Meta(ge=16 * 1024 * 1024)] = 1024 * 1024 * 1024
    """Memory in use by all processes of the program together."""
    processes: Annotated[int, Meta(ge=1)] = 256
    """Processes and threads at one time, the program's own included."""
    file_bytes: Annotated[int, Meta(ge=1024)] = 16 * 1024 * 1024
    """The longest file that the program may write."""
    folder_bytes: Annotated[int, Meta(ge=1024 * 1024)] = 64 * 1024 * 1024
    """What the files of its working folder, and open ones without a name, may take."""
    files: Annotated[int, Meta(ge=100)] = 1000
    """Files and folders in its working folder."""

    def on_board(self, size: int) -> "Limits":
        """Return the limits of a session on a board of this size.

        Whatever the limit, a game may be printed to its last square, and four times as much.
        """
        board = (size + 1) * (2 * size + 3)
        game = size * size * (board + _BYTES_BESIDE_BOARD)
        most = max(self.output_bytes, _MOST_GAMES_PRINTED * game)
        return msgspec.structs.replace(self, output_bytes=most)


class Log(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file to which each game appends one row."""

    name: str = "reversi.csv"
    earlier_row: str = "20181105 23:24:46,125,4*4,computer,human,1 to 15"
    """What stands in the log before a session, so that appending shows."""
    required: bool = True
    """Whether a log is asked for at all."""


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the score sheet."""

    id: CheckId
    title: str
    points: Points
    handout: str
    """The sentence of the handout that the check enforces."""
    partial_credit: Share = 0.5
    """The largest share of the points that is left when any case fails."""


class Criterion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of checks, or a part that a person marks."""

    id: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]*$")]
    title: str
    checks: tuple[Check, ...] = ()
    points_by_hand: Points = 0
    """What a person may give; 0 where the criterion is judged by its checks."""

    @property
    def possible(self) -> float:
        """Most points that it can earn."""
        return self.points_by_hand or sum(check.points for check in self.checks)


class Late(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a late submission costs; days are the whole ones that a person enters as `late_days`."""

    free_days: Annotated[int, Meta(ge=0, le=366)] = 0
    """Days that cost nothing."""
    points_per_day: Points = 0
    """What each further day costs."""
    percent_per_day: Annotated[float, Meta(ge=0, le=100)] = 0
    """The same as a share of the points that the submission has, instead of a number of points."""
    most_days: Annotated[int, Meta(ge=0, le=366)] = 366
    """Who is later than this is left with `least`."""
    least: Points = 0
    """What being late leaves at least; who has fewer points loses none."""


class Assignment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a teaching assistant may decide about an assignment."""

    id: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]*$")]
    title: str
    wording: Wording
    criteria: tuple[Criterion, ...]
    transcripts: str = ""
    """The suite of golden transcripts; the assignment's id where it is empty."""
    sizes: Sizes = Sizes()
    signs: Signs = Signs()
    """What stands for discs and empty squares, in print and in what is typed."""
    latitude: Latitudes = Latitudes()
    limits: Limits = Limits()
    log: Log = Log()
    late: Late | None = None
    """None where being late costs nothing."""
    style_evidence: bool = False
    """Whether reports count what shows a functional style, for whoever marks that by hand."""

    def __hash__(self) -> int:
        """Equal assignments have equal ids."""
        return hash(self.id)

    @property
    def suite(self) -> str:
        """The name of the folder of its golden transcripts."""
        return self.transcripts or self.id

    @property
    def checks(self) -> tuple[Check, ...]:
        """All checks, in the order of the sheet."""
        return tuple(check for criterion in self.criteria for check in criterion.checks)

    @property
    def by_hand(self) -> tuple[Criterion, ...]:
        """The criteria that a person marks, in the order of the sheet."""
        return tuple(criterion for criterion in self.criteria if criterion.points_by_hand)


CHECK_IDS: Final = (
    "printing.board",
    "printing.prompts",
    "printing.messages",
    "printing.log",
    "rules.placement",
    "rules.flips",
    "rules.turns",
    "strategy.most-discs",
    "strategy.ties",
    "ends.full-board",
    "ends.wipe-out",
    "ends.no-moves",
    "ends.illegal-move",
)
"""Every check that the referee knows; permanent."""
MARK_COLUMNS: Final = ("student", "name", "override", "late_days", "comment")
"""The columns of the marks by hand beside those of the criteria, which are named by their ids."""
_COLUMNS: Final = (
    *MARK_COLUMNS,
    "status",
    "automatic",
    "automatic_possible",
    "program",
    "subtotal",
    "late",
    "late_deduction",
    "final",
    "missing",
    "cases",
    "failed_cases",
    "look_by_hand",
    "causes",
)
"""Those of the gradebook, likewise: no criterion can have one of these ids."""

_FIELDS: Final = {
    "ask_size": set[str](),
    "ask_computer": set[str](),
    "places": {"disc", "square"},
    "ask_move": {"disc"},
    "passes": {"disc"},
    "no_moves": set[str](),
    "invalid": set[str](),
    "over": set[str](),
    "score": {"black", "white"},
    "wins": {"disc"},
    "draw": set[str](),
}


def shipped() -> tuple[str, ...]:
    """The names of the assignments that come with the package, sorted."""
    return tuple(sorted(path.stem for path in _SHIPPED.glob("*.toml")))


def load(name: str) -> Assignment:
    """Read the assignment shipped under `name`, or the file that `name` is the path of.

    Raises `AssignmentError` with the file, the key and the reason.
    """
    if name in shipped():
        return _load_shipped(name)
    path = Path(name)
    if path.suffix != ".toml":
        raise AssignmentError(
            say(
                "no assignment is called {name!r}; there are {shipped}, or give"
                " the path of a .toml file",
                name=name,
                shipped=", ".join(shipped()),
            )
        )
    try:
        return parse(path.read_text(encoding="utf-8"), name)
    except OSError as error:
        raise AssignmentError(
            say("{name}: cannot be read: {reason}", name=name, reason=error.strerror)
        ) from None
    except UnicodeDecodeError as error:
        raise AssignmentError(
            say("{name}: byte {start} is not UTF-8; save it as UTF-8", name=name, start=error.start)
        ) from None


@functools.cache
def _load_shipped(name: str) -> Assignment:
    source = _SHIPPED / f"{name}.toml"
    return parse(source.read_text(encoding="utf-8"), source.name)


def parse(text: str, name: str) -> Assignment:
    """Read an assignment from the text of its file; `name` stands in messages.

    Raises `AssignmentError`.
    """
    try:
        assignment = msgspec.convert(tomllib.loads(text), Assignment)
    except tomllib.TOMLDecodeError as error:
        raise AssignmentError(say("{name}: no TOML: {error}", name=name, error=error)) from None
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `$.")
        key = f"{place.removesuffix('`')}: " if place else ""
        raise AssignmentError(
            say("{name}: {key}{reason}", name=name, key=key, reason=reason)
        ) from None
    problem = _problem(assignment)
    if problem:
        raise AssignmentError(say("{name}: {problem}", name=name, problem=problem))
    wording = _exchanged(assignment.wording, assignment.signs)
    return msgspec.structs.replace(assignment, wording=wording)


def _exchanged(wording: Wording, signs: Signs) -> Wording:
    """The wording with the usual signs in place of these."""
    texts = {key: exchange(getattr(wording, key), signs) for key in _FIELDS}
    also = {
        key: tuple(exchange(text, signs) for text in others) for key, others in wording.also.items()
    }
    return msgspec.structs.replace(wording, **texts, also=also)


def _problem(assignment: Assignment) -> str | None:
    """What is wrong with an assignment of the right shape."""
    if assignment.sizes.minimum > assignment.sizes.maximum:
        return "sizes: the minimum is larger than the maximum"
    return (
        _criteria_problem(assignment)
        or _log_problem(assignment.log)
        or _late_problem(assignment.late)
        or _wording_problem(assignment.wording)
        or _signs.problem(assignment.signs)
    )


def _criteria_problem(assignment: Assignment) -> str | None:
    checks = [check.id for check in assignment.checks]
    criteria = [criterion.id for criterion in assignment.criteria]
    for kind, ids in (("check", checks), ("criterion", criteria)):
        if repeated := {each for each in ids if ids.count(each) > 1}:
            return f"criteria: the {kind} {min(repeated)!r} stands there twice"
    if unknown := set(checks) - set(CHECK_IDS):
        return f"criteria: no check is called {min(unknown)!r}; there are {', '.join(CHECK_IDS)}"
    for criterion in assignment.criteria:
        if bool(criterion.checks) == bool(criterion.points_by_hand):
            return f"criteria: {criterion.id!r} needs checks or points_by_hand, one of the two"
        points = [criterion.points_by_hand, *(check.points for check in criterion.checks)]
        if any(round(each, 2) != each for each in points):
            return f"criteria: points of {criterion.id!r} have more than two decimals"
        if criterion.id in _COLUMNS:
            return f"criteria: {criterion.id!r} is the name of another column of the gradebook"
    return None


def _late_problem(late: Late | None) -> str | None:
    if late is None:
        return None
    if bool(late.points_per_day) == bool(late.percent_per_day):
        return "late: points_per_day or percent_per_day is needed, one of the two"
    if late.most_days < late.free_days:
        return "late: most_days is smaller than free_days"
    return None


def _log_problem(log: Log) -> str | None:
    if not _is_plain(log.name) or "/" in log.name:
        return f"log.name: the name of a file without a folder is wanted, not {log.name!r}"
    if not _is_plain(log.earlier_row) or len(log.earlier_row.split(",")) != 6:
        return "log.earlier_row: a row has six fields, separated by commas, on one line"
    return None


def _wording_problem(wording: Wording) -> str | None:
    if unknown := set(wording.also) - set(_FIELDS):
        return f"wording.also: no wording is called {min(unknown)!r}"
    for key, fields in _FIELDS.items():
        texts = [(f"wording.{key}", getattr(wording, key))]
        texts += [(f"wording.also.{key}", text) for text in wording.also.get(key, ())]
        for place, text in texts:
            if problem := _text_problem(text, fields):
                return f"{place}: {problem}"
    return None


def _text_problem(text: str, fields: set[str]) -> str | None:
    """What is wrong with one wording, which must hold each of these fields in plain braces."""
    if not _is_plain(text):
        return f"one line of text is wanted, not {text!r}"
    try:
        parts = [part for part in string.Formatter().parse(text) if part[1] is not None]
    except ValueError as error:
        return f"{text!r}: {error}"
    is_decorated = any(form or conversion for _, _, form, conversion in parts)
    if is_decorated or {field for _, field, _, _ in parts} != fields:
        wanted = " and ".join(f"{{{field}}}" for field in sorted(fields)) or "no {…}"
        return f"{text!r} must hold {wanted}"
    return None


def _is_plain(text: str) -> bool:
    """Something that can be seen, on one line."""
    return bool(text.strip()) and text.isprintable()
