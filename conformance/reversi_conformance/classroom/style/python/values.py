"""Where the values in a source in Python come from."""

from __future__ import annotations

from reversi_conformance.classroom.style.program import (
    ANYBODYS,
    Function,
    Origin,
    Origins,
    around,
    deep,
    joined,
    within,
)
from reversi_conformance.classroom.style.python.names import Names
from reversi_conformance.classroom.style.python.nodes import (
    arguments_of,
    first_in,
    made_by_library,
    name_called,
    targets_in,
    unwrapped,
)
from reversi_conformance.classroom.style.python.words import (
    COMPREHENSIONS,
    DISPLAYS,
    LEFT_OUT,
    MADE,
    MOST_NESTED,
    NEW,
    VALUE,
)
from reversi_conformance.classroom.style.tree import Node


class Values(Names):
    """The round in which one learns where values come from."""

    def trace(self) -> None:
        """Find out where the values of variables, and what functions return, come from."""
        for node in self._nodes:
            match node.kind:
                case "assignment" if node["right"]:
                    self._trace(node["left"], self._origins(node["right"]))
                case "named_expression":
                    self._trace(node["name"], self._origins(node["value"]))
                case "for_statement" | "for_in_clause":
                    self._trace(node["left"], within(self._origins(node["right"])))
                case "return_statement" if value := unwrapped(first_in(node)):
                    self._trace_result(self._scopes[node].function, value)
                case "lambda" if value := unwrapped(node["body"]):
                    self._trace_result(self._functions[node], value)

    def _trace(self, pattern: Node | None, origins: Origins) -> None:
        for name, depth in targets_in(pattern):
            if name in self._declaring:
                self._declaring[name].origins.extend(deep(origins, depth))

    def _trace_result(self, function: Function | None, value: Node) -> None:
        if function is None:
            return
        variable = self._resolve(value) if value.kind == "identifier" else None
        is_inner = variable is not None and any(
            each.parent is function for each in variable.functions
        )
        function.returns_functions |= value.kind == "lambda" or is_inner
        function.returned.extend(self._origins(value))

    # Where values come from

    def _origins(self, node: Node | None, level: int = 0) -> Origins:
        """Where the value of an expression, and what it is made of, comes from."""
        node = unwrapped(node)
        if node is None or node.kind in NEW:
            return ()
        if level > MOST_NESTED:
            return ANYBODYS
        parts = [each for each in node.children if each.kind not in LEFT_OUT]
        if node.kind == "identifier":
            variable = self._resolve(node)
            return (Origin(variable, 0, 0),) if variable else ANYBODYS
        if node.kind == "attribute":
            return within(self._origins(node["object"], level + 1))
        if node.kind == "subscript":
            part = within(self._origins(node["value"], level + 1))
            index = node["subscript"]
            return around(part) if index and index.kind == "slice" else part
        if node.kind in DISPLAYS:
            return joined(self._origins_of_part(each, level) for each in parts)
        if node.kind in COMPREHENSIONS:
            body = node["body"]
            value = body["value"] if body and body.kind == "pair" else body
            return around(self._origins(value, level + 1))
        if node.kind == "conditional_expression":
            return joined(self._origins(each, level + 1) for each in (*parts[:1], *parts[2:]))
        if node.kind == "boolean_operator":
            return joined(self._origins(node[each], level + 1) for each in ("left", "right"))
        if node.kind == "binary_operator":
            sides = (self._origins(node[each], level + 1) for each in ("left", "right"))
            return joined(around(within(side)) for side in sides)
        if node.kind in ("assignment", "named_expression"):
            return self._origins(node["right"] or node["value"], level + 1)
        return self._origins_of_call(node, level) if node.kind == "call" else ANYBODYS

    def _origins_of_part(self, node: Node, level: int) -> Origins:
        if node.kind in ("list_splat", "dictionary_splat"):
            return around(within(self._origins(first_in(node), level + 1)))
        value = node["value"] if node.kind == "pair" else node
        return around(self._origins(value, level + 1))

    def _origins_of_call(self, node: Node, level: int) -> Origins:
        callee = unwrapped(node["function"])
        values = [self._origins(each, level + 1) for each in arguments_of(node)]
        if callee is None:
            return ANYBODYS
        name = name_called(callee)
        variable = self._resolve(callee) if callee.kind == "identifier" else None
        if callee.kind == "identifier":
            if variable is None or variable.is_foreign:
                return made_by_library(name, values)
            meant = self._program.meant(variable)
            return self._origins_of_results(each for one in meant for each in one.functions)
        if callee.kind != "attribute":
            return ANYBODYS
        receiver = callee["object"]
        module = self._resolve(receiver) if receiver and receiver.kind == "identifier" else None
        if module and module.is_foreign:
            return made_by_library(name, values)
        if self._program.methods.get(name):
            return self._origins_of_results(self._program.methods[name])
        origins = self._origins(receiver, level + 1)
        if name in MADE:
            return around(within(origins))
        if name in ("get", "pop", "setdefault", "popleft"):
            return joined([within(origins), *values[1:]])
        return () if name in VALUE else ANYBODYS
