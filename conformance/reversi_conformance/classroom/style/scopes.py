"""Which variable a name means, in languages whose scopes lie within each other."""

from __future__ import annotations

from reversi_conformance.classroom.style.program import Function, Variable


class Scope:
    """A part of a source in which names are declared."""

    def __init__(self, outer: Scope | None, function: Function | None) -> None:
        self.outer = outer
        self.function = function
        """The function that it is a part of, None outside of all."""
        self.names: dict[str, Variable] = {}
        self._found: dict[str, Variable | None] = {}

    def declare(self, name: str) -> Variable:
        """Return the variable that a name means from here on, the same for the same name."""
        return self.names.setdefault(name, Variable(name, self.function))

    def find(self, name: str) -> Variable | None:
        """Return the variable that a name means, None where nobody declares it.

        To be asked when all that is declared is known: an answer is kept.
        """
        if name not in self._found:
            self._found[name] = self.search(name)
        return self._found[name]

    def search(self, name: str) -> Variable | None:
        """Return the variable that a name means as far as is known by now."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            if name in scope._found:
                return scope._found[name]
            scope = scope.outer
        return None

    def of_function(self) -> Scope:
        """Return the widest scope of the same function."""
        scope = self
        while scope.outer is not None and scope.outer.function is scope.function:
            scope = scope.outer
        return scope
