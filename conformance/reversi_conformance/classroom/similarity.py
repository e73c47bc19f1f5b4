"""Programs of a class that deviate from the handout in the same way: a hint, never a verdict.

Right programs print the same, by the nature of the assignment, and so do programs with one and the
same common mistake; neither tells anything. What tells is much that is wrong in the same way at the
same places, of several kinds, and seldom seen in the class. Only deviations are compared, never
what is right, and how a session broke off is left out.

Two programs are similar where all four hold:

- of the deviations of both together, at least 80 % are the same (`_SAME`);
- they show in at least 5 cases (`_CASES`);
- they are of at least 3 kinds (`_KINDS`): other wordings, other mistakes. All that comes of one
  likely cause is one kind, and so is all that a single wrong rule may bring about;
- at least 5 of them are rare (`_RARE`): at most a tenth of the programs, or 3, show them.

Pure. Says nothing about why programs are similar: work in a group that is allowed, a published
solution or a course's own skeleton do it, too.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Final, NamedTuple, TypeAlias

import msgspec

from reversi_conformance.findings import FindingKind
from reversi_conformance.report import Report, ReportedCase, ReportedFinding

_SAME: Final = 0.8
_CASES: Final = 5
_KINDS: Final = 3
_RARE: Final = 5
_RARE_SHARE: Final = 0.1
_RARE_PROGRAMS: Final = 3
_EXAMPLES: Final = 3
_BROKEN_OFF: Final = ("stopped.", "end.crash", "end.flood", "end.exceeds", "log.crash")
_OWN_WORDS: Final = frozenset(
    {"prompts.wording", "prompts.extra", "messages.wording", "messages.extra", "board.signs"}
)
"""Codes whose lines hold words of the student's own: each choice of words is a kind."""

_PLAY: Final = (
    "flips.",
    "placement.",
    "turns.",
    "choice.",
    "end.too-early",
    "end.not-noticed",
    "illegal.accepted",
)
"""How codes begin that a single wrong rule may bring about together."""

Kind: TypeAlias = tuple[str, ...]


class Deviation(NamedTuple):
    """One thing that is wrong at one place, without blanks and capitals."""

    case: str
    turn: int
    code: str
    observed: tuple[str, ...]


class SimilarPrograms(msgspec.Struct, frozen=True):
    """Students whose programs deviate in the same way, each like at least one other of them."""

    students: tuple[str, ...]
    """In order."""
    share: float
    """Which part of the deviations of two of them is the same, where it is the least; 0.8 to 1."""
    cases: int
    """In how many cases all of them deviate in the same way somewhere."""
    examples: tuple[str, ...]
    """What is said of deviations that all of them share, with the line that was printed: of each
    kind one, the rarest first, at most three."""
    case: str
    """A case in which all of them deviate in the same way; empty where there is none."""


class _Program(NamedTuple):
    kinds: Mapping[Deviation, Kind]
    findings: Mapping[Deviation, ReportedFinding]


def similar_programs(reports: Mapping[str, Report]) -> tuple[SimilarPrograms, ...]:
    """Return the groups of similar programs, the largest first; `reports` are by student.

    What takes time grows with the pairs that share something rare, not with all pairs.
    """
    programs = {student: _program(reports[student]) for student in sorted(reports)}
    seen = Counter(deviation for program in programs.values() for deviation in program.kinds)
    most = max(_RARE_PROGRAMS, int(len(programs) * _RARE_SHARE))
    rare = frozenset(deviation for deviation, count in seen.items() if count <= most)
    links = {
        pair: share
        for pair in _candidates(programs, rare)
        if (share := _similarity(programs[pair[0]], programs[pair[1]], rare))
    }
    groups = [_group(students, links, programs, seen) for students in _connected(links)]
    return tuple(sorted(groups, key=lambda group: (-len(group.students), group.students)))


def _program(report: Report) -> _Program:
    cause_of = {code: cause.ids for cause in report.causes for code in cause.codes}
    kinds: dict[Deviation, Kind] = {}
    findings: dict[Deviation, ReportedFinding] = {}
    for case, finding in _deviations(report):
        observed = tuple(_folded(line) for line in finding.observed)
        deviation = Deviation(case.id, finding.turn, finding.code, observed)
        kinds[deviation] = cause_of.get(finding.code) or _kind(finding)
        findings[deviation] = finding
    return _Program(kinds, findings)


def _deviations(report: Report) -> Iterator[tuple[ReportedCase, ReportedFinding]]:
    for case in report.cases:
        for finding in case.findings:
            is_wrong = finding.kind == FindingKind.FAULT.value or bool(finding.follows)
            if is_wrong and not finding.code.startswith(_BROKEN_OFF):
                yield case, finding


def _kind(finding: ReportedFinding) -> Kind:
    """What stays the same wherever it shows; of wordings the words that the handout lacks."""
    if finding.code.startswith(_PLAY):
        return ("play",)
    if finding.code not in _OWN_WORDS:
        return (finding.check, finding.code)
    right = Counter(word for line in finding.expected for word in _folded(line).split())
    shown = Counter(word for line in finding.observed for word in _folded(line).split())
    return (finding.check, finding.code, *sorted(set(shown - right)))


def _folded(line: str) -> str:
    return " ".join(line.casefold().split())


def _candidates(
    programs: Mapping[str, _Program], rare: frozenset[Deviation]
) -> Iterator[tuple[str, str]]:
    """The pairs that share enough that is rare."""
    students: defaultdict[Deviation, list[str]] = defaultdict(list)
    for student, program in programs.items():
        for deviation in rare.intersection(program.kinds):
            students[deviation].append(student)
    shared = Counter(pair for found in students.values() for pair in combinations(found, 2))
    return (pair for pair in sorted(shared) if shared[pair] >= _RARE)


def _similarity(one: _Program, other: _Program, rare: frozenset[Deviation]) -> float:
    """Which part of the deviations is the same; 0 where the two are not similar."""
    same = one.kinds.keys() & other.kinds.keys()
    share = len(same) / len(one.kinds.keys() | other.kinds.keys())
    kinds = {one.kinds[deviation] for deviation in same}
    cases = {deviation.case for deviation in same}
    is_similar = (
        share >= _SAME
        and len(cases) >= _CASES
        and len(kinds) >= _KINDS
        and len(same & rare) >= _RARE
    )
    return share if is_similar else 0.0


def _connected(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, ...]]:
    """The students that hang together by pairs."""
    group_of: dict[str, set[str]] = {}
    for one, other in pairs:
        group = group_of.get(one, {one}) | group_of.get(other, {other})
        group_of.update(dict.fromkeys(group, group))
    return (students for students in sorted({tuple(sorted(each)) for each in group_of.values()}))


def _group(
    students: Sequence[str],
    links: Mapping[tuple[str, str], float],
    programs: Mapping[str, _Program],
    seen: Mapping[Deviation, int],
) -> SimilarPrograms:
    first = programs[students[0]]
    common = frozenset.intersection(*(frozenset(programs[each].kinds) for each in students))
    rarest = sorted(common, key=lambda deviation: (seen[deviation], deviation))
    of_each_kind = {first.kinds[each]: each for each in reversed(rarest)}.values()
    shown = [each for each in rarest if each in of_each_kind][:_EXAMPLES]
    return SimilarPrograms(
        students=tuple(students),
        share=min(share for pair, share in links.items() if pair[0] in students),
        cases=len({deviation.case for deviation in common}),
        examples=tuple(_example(first.findings[each]) for each in shown),
        case=next((deviation.case for deviation in rarest), ""),
    )


def _example(finding: ReportedFinding) -> str:
    """The sentence, with the first line that should not stand there."""
    own = (line for line in finding.observed if line not in finding.expected)
    return ": ".join((finding.message, *islice(own, 1)))
