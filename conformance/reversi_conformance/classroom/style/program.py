"""What functions do to what is outside them: a model of a program, and which functions are pure.

A module of a language fills the model; nothing here knows a language or a syntax tree. It errs on
one side: a function is called pure only where all that it does is understood.

A function counts as pure where nothing in its text, the functions within it included,

- assigns to a variable that is not its own, or changes a value that may be anybody else's: its
  arguments, `this`, a variable outside, or a part of one of these that was put into a value of its
  own (after `const copy = board.slice()` the line `copy[0] = row` is its own affair, and
  `copy[0][0] = disc` is not);
- reads a variable outside that anything in the program assigns anew or changes;
- uses the console, files, the process, the clock, chance or the keyboard;
- calls or mentions a function of the program that is not pure, or calls one that is not known.

Closures may change the variables of the function around them, as in `row => { sum += row.length }`:
they are not pure themselves, the function around them may be, unless it hands them out. A call of
an argument, as in `(f, x) => f(f(x))`, is the affair of whoever passes it: mentioning an impure
function costs as much as calling it. Throwing is allowed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple, TypeVar

Item = TypeVar("Item")

MOST_NESTED: Final = 40
"""Functions within functions that are looked at; what is below is not known to be pure."""
DEEP: Final = 9
"""Deeper than any value that a program takes apart."""
_MOST_ORIGINS: Final = 100
"""Variables that are followed from one to the next."""


class Origin(NamedTuple):
    """Where a value, or a part of it, comes from: what is reached by `up` steps into the value.

    That is what stands `down` steps below a variable, or anybody's where there is no variable.
    `[row, row]` comes from Origin(row, 0, 1), `board[0]` from Origin(board, 1, 0).
    """

    variable: Variable | None
    down: int
    up: int


Origins = tuple[Origin, ...]
"""All that a value is made of; nothing for what is new through and through, such as a number."""
ANYBODYS: Final[Origins] = (Origin(None, 0, 0),)


def within(origins: Origins) -> Origins:
    """Return where a part of a value comes from."""
    return tuple(
        Origin(variable, down, up - 1) if up else Origin(variable, min(down + 1, DEEP), 0)
        for variable, down, up in origins
    )


def around(origins: Origins, steps: int = 1) -> Origins:
    """Return where a new value comes from, so many steps into which the value is put."""
    return tuple(Origin(variable, down, min(up + steps, DEEP)) for variable, down, up in origins)


def deep(origins: Origins, steps: int) -> Origins:
    """Return where what stands so many steps into a value comes from."""
    for _ in range(min(steps, DEEP)):
        origins = within(origins)
    return origins


def joined(found: Iterable[Origins]) -> Origins:
    """Return where a value comes from that is, or has in it, one of several."""
    return tuple(dict.fromkeys(chain.from_iterable(found)))


def nth(values: Sequence[Item], index: int) -> Item | None:
    """Return one of several values, None where there are fewer."""
    return values[index] if index < len(values) else None


class Change(NamedTuple):
    """A value is changed so many steps into it: `a[i] = x` changes a at one step."""

    changed: Origins
    steps: int


class Call(NamedTuple):
    """A call of a function or method of the program, as far as names tell."""

    callee: Variable | str
    """A variable, or the name of a method."""
    receiver: Origins
    arguments: Sequence[Origins]
    is_known: bool
    """Whether what is built in has this name too and is pure; then no method need be found."""


@dataclasses.dataclass(eq=False, slots=True)
class Variable:
    """A name that a program declares."""

    name: str
    owner: Function | None
    """The function whose variable it is; None for one of a file."""
    is_parameter: bool = False
    is_traced: bool = False
    """It is a parameter of a function that is called in one known place alone."""
    origins: list[Origin] = dataclasses.field(default_factory=list)
    """Where the values come from that it, or what is stored in it, may have."""
    functions: list[Function] = dataclasses.field(default_factory=list)
    """The functions that it may be."""
    has_other_values: bool = False
    """It may be something else than these functions."""
    imported: str = ""
    """What it is called in the file of the program that it is imported from; "*" for all of it."""
    is_foreign: bool = False
    """It is imported from elsewhere."""
    height: int = DEEP
    """How many steps into its value there is something to be changed: none in a number."""
    is_changed: bool = False
    """It is assigned anew, or its value changes."""
    is_called: bool = False
    """It is called, or declared as a function, so that it is one, although nobody knows which."""
    result_of: Function | None = None
    """It is no variable that has a name, but what a call of this function returns."""


@dataclasses.dataclass(eq=False, slots=True)
class Function:
    """A function, or (`is_counted` is false) an expression that makes one, such as a call."""

    line: int
    parent: Function | None
    is_counted: bool = True
    parameters: list[Variable] = dataclasses.field(default_factory=list)
    this: Variable | None = None
    is_unknown: bool = False
    """It does something that is not pure, or that is not understood."""
    is_constructor: bool = False
    escapes: bool = False
    """It may be called after the function around it has returned."""
    assigned: list[Variable | None] = dataclasses.field(default_factory=list)
    changes: list[Change] = dataclasses.field(default_factory=list)
    returned: list[Origin] = dataclasses.field(default_factory=list)
    returns_functions: bool = False
    read: set[Variable] = dataclasses.field(default_factory=set)
    calls: list[Call] = dataclasses.field(default_factory=list)
    needs: set[Function] = dataclasses.field(default_factory=set)
    """What has to be pure for it to be pure."""
    around: tuple[Function, ...] = ()
    """The function itself and all those around it, from the inside."""
    freshness: int | None = None
    """How many steps into what it returns all is made by the call; None until it is known."""

    @property
    def is_higher_order(self) -> bool:
        """Whether it takes or returns functions."""
        return self.returns_functions or any(each.is_called for each in self.parameters)

    def __post_init__(self) -> None:
        outer = self.parent.around if self.parent else ()
        self.around = (self, *outer)[: MOST_NESTED + 1]


class Program:
    """All files of one language family of a submission."""

    def __init__(self) -> None:
        self.functions: list[Function] = []
        self.methods: dict[str, list[Function]] = {}
        self.variables: dict[str, list[Variable]] = {}
        """Those of the files, by their names."""
        self.stores: list[tuple[Change, Origins]] = []

    def meant(self, variable: Variable) -> Sequence[Variable]:
        """Return the variables that a name may stand for, across files."""
        if variable.imported and not variable.is_foreign:
            return self.variables.get(variable.imported, ())
        return (variable,)

    def callees(self, call: Call) -> tuple[Function, ...] | None:
        """Return the functions that a call may call; None where it may call something else."""
        if isinstance(call.callee, str):
            found = tuple(self.methods.get(call.callee, ()))
            return found if found or call.is_known else None
        meant = self.meant(call.callee)
        if not meant or any(each.is_foreign or each.has_other_values for each in meant):
            return None
        return tuple(function for each in meant for function in each.functions)

    def pure(self) -> frozenset[Function]:
        """Return the functions that are known to be pure."""
        self._settle()
        impure = {function for function in self.functions if function.is_unknown}
        for function in self.functions:
            impure.update(_spoiled(function, self))
        return frozenset(self.functions) - _spread(impure, self.functions)

    def _settle(self) -> None:
        """Follow calls and stores through variables, when all files are known."""
        flows: dict[Variable, list[Origin]] = {}
        for function in self.functions:
            for call in function.calls:
                self._settle_call(function, call, flows)
            for variable in function.read:
                for meant in self.meant(variable):
                    function.needs.update(each for each in meant.functions if each.is_counted)
        for change, stored in self.stores:
            for stored_in, steps in _reached(change.changed, change.steps):
                if stored_in and len(stored_in.origins) <= _MOST_ORIGINS:
                    is_full = len(stored_in.origins) + len(stored) > _MOST_ORIGINS
                    stored_in.origins.extend(ANYBODYS if is_full else around(stored, steps))
        for change in (each for function in self.functions for each in function.changes):
            for changed, steps in _reached(change.changed, change.steps, flows):
                if changed and steps <= changed.height:
                    changed.is_changed = True

    def _settle_call(
        self, function: Function, call: Call, flows: dict[Variable, list[Origin]]
    ) -> None:
        callees = self.callees(call)
        if callees is None:
            function.is_unknown = True
            return
        function.needs.update(callees)
        for callee in callees:
            if callee.this:
                flows.setdefault(callee.this, []).extend(call.receiver)
            for parameter, argument in zip(callee.parameters, call.arguments, strict=False):
                flows.setdefault(parameter, []).extend(argument)


def _reached(
    origins: Iterable[Origin], steps: int, flows: dict[Variable, list[Origin]] | None = None
) -> Iterator[tuple[Variable | None, int]]:
    """Yield the variables that are touched so many steps into a value, with the steps into them."""
    waiting = [(origin, steps) for origin in origins]
    seen: set[tuple[Variable | None, int]] = set()
    while waiting and len(seen) < _MOST_ORIGINS:
        (variable, down, up), steps = waiting.pop()
        if steps <= up:
            continue
        into = min(steps - up + down, DEEP)
        if (variable, into) in seen:
            continue
        seen.add((variable, into))
        yield variable, into
        if variable:
            further = [*variable.origins, *(flows or {}).get(variable, ())]
            waiting.extend((origin, into) for origin in further)


def _spoiled(function: Function, program: Program) -> set[Function]:
    """Return the functions, it and those around it, that are not pure for what it does itself."""
    spoiled: set[Function] = set()
    lent: set[Function] = set()
    """Those around it that are spared although it touches what is theirs."""
    for outer in function.around:
        if _touches_outside(function, outer, program):
            spoiled.add(outer)
        elif spoiled:
            lent.add(outer)
    if lent and any(inner.escapes for inner in spoiled):
        spoiled |= lent
    if len(function.around) > MOST_NESTED or function.is_unknown:
        spoiled.update(function.around)
    return spoiled


def _touches_outside(function: Function, outer: Function, program: Program) -> bool:
    """Whether a function within `outer`, or that itself, touches what is outside of `outer`."""
    return (
        any(not _is_within(variable, outer) for variable in function.assigned)
        or any(_freshness(each.changed, outer) < each.steps for each in function.changes)
        or any(
            meant.is_changed and not _is_within(meant, outer)
            for variable in function.read
            for meant in program.meant(variable)
        )
    )


def _is_within(variable: Variable | None, outer: Function) -> bool:
    return variable is not None and variable.owner is not None and outer in variable.owner.around


def _freshness(origins: Origins, outer: Function) -> int:
    """How many steps into a value everything was made by `outer` or a function within it."""
    known: dict[Variable, int] = {}
    waiting = [each.variable for each in origins if each.variable]
    while waiting and len(known) < _MOST_ORIGINS:
        variable = waiting.pop()
        if variable in known:
            continue
        if variable.result_of:
            known[variable] = _freshness_of_result(variable.result_of)
        else:
            known[variable] = 0 if _is_anybodys(variable, outer) else DEEP
            waiting.extend(each.variable for each in variable.origins if each.variable)
    is_settled = False
    while not is_settled:
        is_settled = True
        for variable, freshness in known.items():
            found = min(freshness, _freshest(variable.origins, known))
            if found < freshness and not variable.result_of:
                known[variable] = found
                is_settled = False
    return _freshest(origins, known)


def _freshness_of_result(function: Function) -> int:
    if function.freshness is None:
        # What it takes from a call of itself is not followed.
        function.freshness = 0
        function.freshness = _freshness(tuple(function.returned), function)
    return function.freshness


def _is_anybodys(variable: Variable, outer: Function) -> bool:
    if not _is_within(variable, outer):
        return True
    return variable.is_parameter and (variable.owner is outer or not variable.is_traced)


def _freshest(origins: Iterable[Origin], known: dict[Variable, int]) -> int:
    return min(
        (
            max((known.get(variable, 0) if variable else 0) - down, 0) + up
            for variable, down, up in origins
        ),
        default=DEEP,
    )


def _spread(impure: set[Function], functions: Sequence[Function]) -> set[Function]:
    """Return all that have an impure function in them, or need one that is not within them."""
    needed_by: dict[Function, list[Function]] = {}
    for function in functions:
        for needed in function.needs:
            needed_by.setdefault(needed, []).append(function)
    found = set(impure)
    waiting = list(found)
    while waiting:
        function = waiting.pop()
        for user in needed_by.get(function, ()):
            for outer in user.around:
                if outer not in function.around[1:] and outer not in found:
                    found.add(outer)
                    waiting.append(outer)
    return found
