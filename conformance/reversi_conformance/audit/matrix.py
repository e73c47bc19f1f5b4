"""What an audit shows: which mistake loses which checks, and in which cases.

Pure values and what follows from them. Knows nothing of how programs are played (`playing`), nor of
how a matrix is written (`renderings`).
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from reversi_conformance.audit.catalogue import Mistake
from reversi_conformance.report import Report

ENOUGH = 2
"""So many cases shall catch a mistake, so that none hangs on one game alone."""


class Row(msgspec.Struct, frozen=True):
    """What one program of the catalogue lost."""

    id: str
    sentence: str
    costs: tuple[str, ...]
    """The checks that it must lose, in the order of the sheet; none for a manner."""
    may_touch: tuple[str, ...]
    """Further checks that it may lose."""
    is_random: bool
    """Whether it plays at random: then its cases are a matter of chance, and say nothing."""
    lost: tuple[str, ...]
    """The checks that did not earn all their points, in the order of the sheet."""
    charged: dict[str, tuple[str, ...]]
    """By case, the checks in which it has a fault there; cases without any are left out."""
    causes: tuple[str, ...] = ()
    """The likely causes that a sheet may name."""
    named: tuple[str, ...] = ()
    """The likely causes that its sheet names."""

    @property
    def missed(self) -> tuple[str, ...]:
        """The checks that it must lose and did not."""
        return tuple(check for check in self.costs if check not in self.lost)

    @property
    def astray(self) -> tuple[str, ...]:
        """The checks that it lost and must not."""
        return tuple(check for check in self.lost if check not in {*self.costs, *self.may_touch})

    @property
    def named_wrongly(self) -> tuple[str, ...]:
        """The likely causes that are named and are not the mistake's.

        What is wrong always is also wrong of the computer, or on large boards, if only that shows.
        """
        return tuple(
            cause
            for cause in self.named
            if not {cause, cause.partition("@")[0]}.intersection(self.causes)
        )

    @property
    def is_about_play(self) -> bool:
        """Whether it is a mistake in the rules or the strategy, where causes are to be named."""
        return any(check.startswith(("rules.", "strategy.")) for check in self.costs)

    @property
    def caught(self) -> dict[str, tuple[str, ...]]:
        """By check that it must lose, the cases that have a fault in it."""
        return {
            check: tuple(case for case, checks in self.charged.items() if check in checks)
            for check in self.costs
        }

    @property
    def caught_by(self) -> tuple[str, ...]:
        """The cases that have a fault in a check that the mistake must lose."""
        costs = frozenset(self.costs)
        return tuple(case for case, checks in self.charged.items() if not costs.isdisjoint(checks))


class Matrix(msgspec.Struct, frozen=True):
    """Every program of a catalogue against every case of a suite."""

    assignment: str
    checks: tuple[str, ...]
    """In the order of the sheet."""
    cases: tuple[str, ...]
    mistakes: tuple[Row, ...]
    manners: tuple[Row, ...]
    """The programs inside the latitude, which must lose nothing."""
    is_complete: bool = True
    """False after Ctrl-C: then only those programs are here that were played to the end."""

    @property
    def undetected(self) -> tuple[Row, ...]:
        """The mistakes that keep a check which they must lose."""
        return tuple(row for row in self.mistakes if row.missed)

    @property
    def misattributed(self) -> tuple[Row, ...]:
        """The mistakes that lose a check which is not theirs."""
        return tuple(row for row in self.mistakes if row.astray)

    @property
    def false_alarms(self) -> tuple[Row, ...]:
        """The manners that lose anything."""
        return tuple(row for row in self.manners if row.lost)

    @property
    def barely_caught(self) -> tuple[Row, ...]:
        """The mistakes that fewer cases than enough catch."""
        return tuple(row for row in self._certain if len(row.caught_by) < ENOUGH)

    @property
    def named_wrongly(self) -> tuple[Row, ...]:
        """The programs whose sheets name a likely cause that is none of theirs."""
        return tuple(row for row in (*self.mistakes, *self.manners) if row.named_wrongly)

    @property
    def about_play(self) -> tuple[Row, ...]:
        """The mistakes in the rules and the strategy."""
        return tuple(row for row in self.mistakes if row.is_about_play)

    @property
    def is_sound(self) -> bool:
        """Whether each mistake is found where it is, no cause is wrong, and no manner costs."""
        return not (
            self.undetected or self.misattributed or self.false_alarms or self.named_wrongly
        )

    def needed_by(self) -> dict[str, tuple[str, ...]]:
        """By case, the mistakes that too few cases would catch without it."""
        return needed_by(self.cases, {row.id: row.caught_by for row in self._certain})

    @property
    def caught(self) -> dict[str, tuple[str, ...]]:
        """By mistake and check that it must lose, the cases that catch it there."""
        return named_caught({row.id: row.caught for row in self._certain})

    @property
    def spare_cases(self) -> tuple[str, ...]:
        """The cases without which no mistake would be caught by too few."""
        return tuple(case for case, mistakes in self.needed_by().items() if not mistakes)

    @property
    def _certain(self) -> tuple[Row, ...]:
        return tuple(row for row in self.mistakes if not row.is_random)


def named_caught(
    mistakes: Mapping[str, Mapping[str, tuple[str, ...]]],
) -> dict[str, tuple[str, ...]]:
    """By mistake, and by check in brackets where it must lose several, the cases that catch it."""
    return {
        f"{mistake} ({check})" if len(caught) > 1 else mistake: cases
        for mistake, caught in mistakes.items()
        for check, cases in caught.items()
    }


def needed_by(
    cases: Iterable[str], caught_by: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """By case, the mistakes that it is one of the few to catch."""
    few = {mistake: found for mistake, found in caught_by.items() if len(found) <= ENOUGH}
    return {
        case: tuple(mistake for mistake, found in few.items() if case in found) for case in cases
    }


def make_row(mistake: Mistake, report: Report) -> Row:
    """What one program lost, from the report about it.

    Checks that the assignment does not have are left out.
    """
    sheet = [check for criterion in report.criteria for check in criterion.checks]
    charged = {
        case.id: _in_order({each.check for each in case.findings if each.kind == "fault"}, report)
        for case in report.cases
    }
    return Row(
        id=mistake.id,
        sentence=mistake.sentence,
        costs=_in_order(mistake.costs, report),
        may_touch=_in_order(mistake.may_touch, report),
        is_random=mistake.is_random,
        lost=tuple(
            check.id
            for check in sheet
            if check.earned is not None and check.earned < check.possible
        ),
        charged={case: checks for case, checks in charged.items() if checks},
        causes=tuple(sorted(mistake.causes)),
        named=tuple(name for cause in report.causes for name in cause.ids),
    )


def _in_order(checks: Iterable[str], report: Report) -> tuple[str, ...]:
    wanted = frozenset(checks)
    return tuple(
        check.id
        for criterion in report.criteria
        for check in criterion.checks
        if check.id in wanted
    )
