"""What the readings of all languages have in common: the tree, and what was found in it by now."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Container, Iterable, Iterator

from reversi_conformance.classroom.style.marks import Mark
from reversi_conformance.classroom.style.program import (
    ANYBODYS,
    Change,
    Function,
    Origin,
    Origins,
    Program,
    Variable,
)
from reversi_conformance.classroom.style.scopes import Scope
from reversi_conformance.classroom.style.tree import Node, not_understood


class Frame(ABC):
    """One source on its way."""

    def __init__(self, root: Node, left_out: Collection[str], program: Program) -> None:
        """Nodes of the kinds that are `left_out` are never looked at, nor what is in them."""
        self._program = program
        self._root = root
        self._nodes = tuple(root.walk(lambda node: node.kind not in left_out))
        self._scopes: dict[Node, Scope] = {}
        self._functions: dict[Node, Function] = {}
        self._declaring: dict[Node, Variable] = {}
        self._handed_out: set[Variable] = set()
        """What is used otherwise than by being called at once."""
        self._top = Scope(None, None)
        self._main = Function(1, None, is_counted=False)
        """What is done outside of all functions."""
        program.functions.append(self._main)

    def functions(self, pure: Container[Function]) -> Iterator[Mark]:
        """Yield a mark for every function, and for every pure one.

        A constructor is not counted as pure: it writes what it makes.
        """
        for function in self._functions.values():
            if function.is_counted:
                yield Mark("functions", function.line)
                if function in pure and not function.is_constructor:
                    yield Mark("pure-functions", function.line)

    def not_understood(self) -> Iterator[Mark]:
        """Yield where the parser is at a loss; what is around it counts all the same."""
        return not_understood(self._root)

    def _doer(self, node: Node) -> Function:
        return self._scopes[node].function or self._main

    def _resolve(self, name: Node) -> Variable | None:
        written = name.written()
        found = self._scopes[name].find(written)
        if found is None and written in self._program.variables:
            # From a file of the program all of whose names are known without being imported.
            found = Variable(written, None, imported=written)
        return found

    def _origins_of_results(self, functions: Iterable[Function]) -> Origins:
        found = tuple(
            Origin(Variable("", None, origins=each.returned, result_of=each), 0, 0)
            for each in functions
        )
        return found or ANYBODYS

    def _change(self, receiver: Node, stored: Origins) -> None:
        change = Change(self._origins(receiver), 1)
        self._doer(receiver).changes.append(change)
        self._program.stores.append((change, stored))

    @abstractmethod
    def _origins(self, node: Node | None, level: int = 0) -> Origins:
        """Where the value of an expression, and what it is made of, comes from."""
