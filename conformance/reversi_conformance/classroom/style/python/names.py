"""What a source in Python declares."""

from __future__ import annotations

import sys

import tree_sitter
import tree_sitter_python

from reversi_conformance.classroom.style.frame import Frame
from reversi_conformance.classroom.style.marks import words
from reversi_conformance.classroom.style.program import DEEP, Function, Program, Variable
from reversi_conformance.classroom.style.python.nodes import (
    all_arguments_of,
    arguments_of,
    class_of,
    decorators_of,
    definition_in,
    first_in,
    height_of,
    name_called,
    targets_in,
    unwrapped,
    without_comprehensions,
    written_in,
)
from reversi_conformance.classroom.style.python.words import (
    COMPREHENSIONS,
    FUNCTIONS,
    LEFT_OUT,
    TAKING,
)
from reversi_conformance.classroom.style.scopes import Scope
from reversi_conformance.classroom.style.tree import Node, parse


class Names(Frame):
    """The rounds in which one learns what a source declares, and which functions that is."""

    def __init__(self, text: str, suffix: str, program: Program) -> None:  # noqa: ARG002
        super().__init__(
            parse(text, tree_sitter.Language(tree_sitter_python.language())), LEFT_OUT, program
        )
        self._modules: dict[Variable, str] = {}
        """Of the library, by the names that they, or what is in them, are imported as."""
        self._assignments: dict[Variable, list[Node]] = {}

    # What is declared

    def declare(self) -> None:
        """Find all scopes, functions and variables."""
        for node in self._nodes:
            outer = self._scopes[node.parent] if node.parent else self._top
            self._scopes[node] = self._opened(node, outer)
            self._declare_at(node, outer)
        for name, variable in self._top.names.items():
            if not variable.imported:
                self._program.variables.setdefault(name, []).append(variable)

    def _opened(self, node: Node, outer: Scope) -> Scope:
        if node.kind in FUNCTIONS:
            is_method = node.kind == "function_definition" and class_of(node) is not None
            # What a class body declares is not seen in its methods.
            around_it = outer.outer if is_method and outer.outer else outer
            name = node["name"]
            function = Function(node.line, outer.function)
            function.is_constructor = is_method and written_in(name) in ("__init__", "__new__")
            self._functions[node] = function
            self._program.functions.append(function)
            return Scope(around_it, function)
        if node.kind == "class_definition" or node.kind in COMPREHENSIONS:
            return Scope(outer, outer.function)
        return outer

    def _declare_at(self, node: Node, outer: Scope) -> None:
        scope = self._scopes[node]
        match node.kind:
            case "assignment" | "for_statement" | "for_in_clause":
                self._declare_pattern(node["left"], scope)
            case "named_expression":
                self._declare_pattern(node["name"], without_comprehensions(node, self._scopes))
            case "as_pattern_target":
                self._declare_pattern(first_in(node), scope)
            case "function_definition" | "class_definition":
                self._declare_pattern(node["name"], outer)
            case "global_statement":
                for name in node.children:
                    written = name.written()
                    scope.names.setdefault(written, self._top.declare(written))
            case "nonlocal_statement":
                for name in node.children:
                    found = scope.outer.search(name.written()) if scope.outer else None
                    if found:
                        scope.names.setdefault(name.written(), found)
            case "import_statement" | "import_from_statement":
                self._declare_imports(node, scope)
        if node.kind in FUNCTIONS:
            self._declare_parameters(node, scope)

    def _declare_pattern(self, pattern: Node | None, scope: Scope) -> None:
        for name, _ in targets_in(pattern):
            if name.kind == "identifier":
                self._declaring[name] = scope.declare(name.written())

    def _declare_parameters(self, node: Node, scope: Scope) -> None:
        function, parameters = self._functions[node], node["parameters"]
        for each in parameters.children if parameters else ():
            name = each["name"] or (first_in(each) if each.kind != "identifier" else each)
            while name and name.kind.endswith("splat_pattern"):
                name = first_in(name)
            if name is None or name.kind != "identifier":
                continue
            variable = scope.declare(name.written())
            variable.is_parameter = True
            variable.is_called = "Callable" in written_in(each["type"])
            self._declaring[name] = variable
            function.parameters.append(variable)
        is_static = "staticmethod" in decorators_of(node)
        if class_of(node) and function.parameters and not is_static:
            function.this = function.parameters.pop(0)
        function.returns_functions = "Callable" in written_in(node["return_type"])

    def _declare_imports(self, node: Node, scope: Scope) -> None:
        source = node["module_name"]
        module = written_in(source).lstrip(".")
        is_relative = source is not None and source.kind == "relative_import"
        for each in node.children:
            if each.field != "name":
                continue
            original, alias = each["name"] or each, each["alias"]
            whole = original.written() if source is None else module
            first = whole.split(".", maxsplit=1)[0]
            name = alias or (first_in(original) if source is None else original)
            variable = scope.declare(written_in(name))
            variable.imported = "*" if source is None or not module else original.written()
            variable.is_foreign = first in sys.stdlib_module_names and not is_relative
            if variable.is_foreign:
                self._modules[variable] = first

    # What it is

    def bind(self) -> None:
        """Find out which functions variables and methods are."""
        for node in self._nodes:
            match node.kind:
                case "assignment":
                    self._bind_assignment(node)
                case "function_definition":
                    self._bind_definition(node)
                case "class_definition":
                    self._bind_class(node)
                case "call":
                    self._bind_called(node)
                case "for_statement" | "for_in_clause":
                    for name, _ in targets_in(node["left"]):
                        if name in self._declaring:
                            self._declaring[name].has_other_values = True

    def _bind_assignment(self, node: Node) -> None:
        value = unwrapped(node["right"])
        for name, depth in targets_in(node["left"]):
            variable = self._declaring.get(name)
            if variable is None or node["right"] is None:
                continue
            variable.height = min(height_of(None if depth else value), DEEP)
            if value in self._functions and not depth:
                variable.functions.append(self._functions[value])
            else:
                variable.has_other_values = True

    def _bind_definition(self, node: Node) -> None:
        name, function = node["name"], self._functions[node]
        if name is None:
            return
        if class_of(node) and not function.is_constructor:
            self._program.methods.setdefault(name.written(), []).append(function)
        elif not class_of(node):
            self._declaring[name].functions.append(function)

    def _bind_class(self, node: Node) -> None:
        """Calling a class runs its constructor; one that it inherits is not known."""
        name, body, bases = node["name"], node["body"], node["superclasses"]
        if name is None:
            return
        variable = self._declaring[name]
        known = words("object NamedTuple Enum IntEnum Exception ValueError Protocol ABC")
        variable.has_other_values = any(
            base.written() not in known for base in (bases.children if bases else ())
        )
        variable.functions.extend(
            self._functions[each]
            for each in map(definition_in, body.children if body else ())
            if each in self._functions and self._functions[each].is_constructor
        )

    def _bind_called(self, node: Node) -> None:
        """What is called, or passed to be called, is a function."""
        callee = unwrapped(node["function"])
        passed = [callee]
        if name_called(callee) in TAKING:
            keys = (each for each in all_arguments_of(node) if each.kind == "keyword_argument")
            passed += [*arguments_of(node)[:1], *(each["value"] for each in keys)]
        for each in passed:
            variable = self._resolve(each) if each and each.kind == "identifier" else None
            if variable:
                variable.is_called = True
