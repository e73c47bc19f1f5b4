"""Where the values in a source in TypeScript or JavaScript come from."""

from __future__ import annotations

from collections.abc import Sequence

from reversi_conformance.classroom.style.ecmascript.names import Names
from reversi_conformance.classroom.style.ecmascript.nodes import (
    arguments_of,
    first_in,
    is_function_type,
    method_called,
    targets_in,
    unwrapped,
)
from reversi_conformance.classroom.style.ecmascript.words import (
    FUNCTIONS,
    MADE,
    MOST_NESTED,
    NEW,
    PART,
    PURE_CLASSES,
    PURE_FUNCTIONS,
    PURE_OF,
    SELF,
    VALUE,
    WORLD,
)
from reversi_conformance.classroom.style.program import (
    ANYBODYS,
    Function,
    Origin,
    Origins,
    Variable,
    around,
    deep,
    joined,
    within,
)
from reversi_conformance.classroom.style.tree import Node


class Values(Names):
    """The round in which one learns where values come from."""

    def trace(self) -> None:
        """Find out where the values of variables, and what functions return, come from."""
        for node in self._nodes:
            match node.kind:
                case "variable_declarator" if unwrapped(node["value"]) not in self._functions:
                    self._trace(node["name"], self._origins(node["value"]))
                case "variable_declarator" if self._is_initial(node["value"]):
                    self._trace(node["name"], self._origins(node["value"]))
                case "for_in_statement" if (kind := node["operator"]) and kind.kind == "of":
                    self._trace(node["left"], within(self._origins(node["right"])))
                case "return_statement":
                    self._trace_result(self._scopes[node].function, first_in(node))
            if node.kind in FUNCTIONS and (function := self._functions[node]):
                function.returns_functions |= is_function_type(node["return_type"])
                if (body := node["body"]) and body.kind != "statement_block":
                    self._trace_result(function, body)

    def _is_initial(self, value: Node | None) -> bool:
        function = self._functions.get(bare) if (bare := unwrapped(value)) else None
        return function is not None and not function.is_counted

    def _trace(self, pattern: Node | None, origins: Origins) -> None:
        for name, depth in targets_in(pattern):
            if name in self._declaring:
                self._declaring[name].origins.extend(deep(origins, depth))

    def _trace_result(self, function: Function | None, value: Node | None) -> None:
        value = unwrapped(value)
        if function is None or value is None:
            return
        if value.kind in FUNCTIONS:
            function.returns_functions = True
        function.returned.extend(self._origins(value))

    # Where values come from

    def _is_built_in(self, node: Node) -> bool:
        """Whether it is an object such as Math; a name that nobody declares may be a variable."""
        if node.kind != "identifier" or node.written() not in WORLD.union(PURE_OF):
            return False
        return self._resolve(node) is None

    def _origins(self, node: Node | None, level: int = 0) -> Origins:
        """Where the value of an expression, and what it is made of, comes from."""
        node = unwrapped(node)
        if node is None or node.kind in NEW:
            return ()
        if level > MOST_NESTED:
            return ANYBODYS
        parts = [each for each in node.children if each.kind != "comment"]
        match node.kind:
            case "identifier" | "this" | "shorthand_property_identifier":
                return self._origins_of_name(node)
            case "member_expression" | "subscript_expression":
                return within(self._origins(node["object"], level + 1))
            case "array" | "object":
                return joined(self._origins_of_part(each, level) for each in parts)
            case "ternary_expression":
                both = (node["consequence"], node["alternative"])
                return joined(self._origins(each, level + 1) for each in both)
            case "binary_expression":
                operator = node["operator"]
                if operator is None or operator.kind not in ("||", "&&", "??"):
                    return ()
                both = (node["left"], node["right"])
                return joined(self._origins(each, level + 1) for each in both)
            case "assignment_expression":
                return self._origins(node["right"], level + 1)
            case "new_expression":
                return self._origins_of_new(node, level)
            case "call_expression":
                return self._origins_of_call(node, level)
        return ANYBODYS

    def _origins_of_name(self, node: Node) -> Origins:
        variable = self._resolve(node)
        if variable is None:
            return () if node.written() in ("undefined", "NaN", "Infinity") else ANYBODYS
        return (Origin(variable, 0, 0),)

    def _origins_of_part(self, node: Node, level: int) -> Origins:
        if node.kind == "spread_element":
            return around(within(self._origins(first_in(node), level + 1)))
        value = node["value"] if node.kind == "pair" else node
        return around(self._origins(value, level + 1))

    def _origins_of_new(self, node: Node, level: int) -> Origins:
        constructor = unwrapped(node["constructor"])
        found = [around(within(self._origins(each, level + 1))) for each in arguments_of(node)]
        if constructor is None or constructor.written() not in PURE_CLASSES:
            # Its constructor may put in whatever it likes.
            found.append(around(ANYBODYS))
        return joined(found)

    def _origins_of_call(self, node: Node, level: int) -> Origins:
        callee = unwrapped(node["function"])
        arguments = arguments_of(node)
        name = method_called(callee)
        if callee is None or not name:
            return self._origins_of_result(callee)
        receiver = callee["object"]
        values = [self._origins(each, level + 1) for each in arguments]
        if receiver and self._is_built_in(receiver):
            if receiver.written() == "JSON":
                return ()
            if name in ("from", "values", "entries", "assign", "freeze"):
                made = self._origins_of_callback(arguments[1:2])
                whole = within(values[0]) if values else ()
                return around(whole if made is None else made)
            if name in ("of", "fromEntries", "keys"):
                return around(joined(values))
            return () if name in PURE_OF.get(receiver.written(), ()) else ANYBODYS
        if self._program.methods.get(name):
            return self._origins_of_results(self._program.methods[name])
        return self._origins_of_method(name, self._origins(receiver, level + 1), node, values)

    def _origins_of_method(
        self, name: str, receiver: Origins, node: Node, values: Sequence[Origins]
    ) -> Origins:
        """What a method that is built in returns."""
        made = self._origins_of_callback(arguments_of(node)[:1])
        if name == "map":
            return around(ANYBODYS if made is None else made)
        if name == "flatMap":
            return around(within(ANYBODYS if made is None else made))
        if name in ("reduce", "reduceRight"):
            initial = values[1] if len(values) > 1 else within(receiver)
            return joined([initial, ANYBODYS if made is None else made])
        if name == "concat":
            return around(joined([within(receiver), *values, *map(within, values)]))
        if name == "fill":
            return joined([receiver, *map(around, values)])
        if name in SELF:
            return receiver
        if name == "flat":
            return around(within(within(receiver)))
        if name in MADE:
            return around(within(receiver))
        if name in PART:
            return within(receiver)
        return () if name in VALUE else ANYBODYS

    def _origins_of_callback(self, arguments: Sequence[Node]) -> Origins | None:
        """What a function returns that is written down as an argument, None where there is none."""
        function = self._functions.get(arguments[0]) if arguments else None
        if function is None:
            return None
        return (Origin(Variable("", function, origins=function.returned), 0, 0),)

    def _origins_of_result(self, callee: Node | None) -> Origins:
        if callee is None or callee.kind != "identifier":
            return ANYBODYS
        variable = self._resolve(callee)
        if variable is None:
            return () if callee.written() in PURE_FUNCTIONS else ANYBODYS
        meant = self._program.meant(variable)
        return self._origins_of_results([each for one in meant for each in one.functions])
