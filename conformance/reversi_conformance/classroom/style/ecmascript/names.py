"""What a source in TypeScript or JavaScript declares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import tree_sitter
import tree_sitter_javascript
import tree_sitter_typescript

from reversi_conformance.classroom.style.ecmascript.nodes import (
    arguments_of,
    height_of,
    is_function_type,
    is_initial_call,
    method_called,
    module_required,
    name_of_new,
    targets_in,
    unwrapped,
)
from reversi_conformance.classroom.style.ecmascript.words import (
    BLOCKS,
    FIELDS,
    FUNCTIONS,
    TAKING,
    THIS,
    TYPES,
)
from reversi_conformance.classroom.style.frame import Frame
from reversi_conformance.classroom.style.program import Function, Origin, Program, Variable
from reversi_conformance.classroom.style.scopes import Scope
from reversi_conformance.classroom.style.tree import Node, parse

_GRAMMARS: Final[Mapping[str, Callable[[], object]]] = {
    ".ts": tree_sitter_typescript.language_typescript,
    ".mts": tree_sitter_typescript.language_typescript,
    ".cts": tree_sitter_typescript.language_typescript,
    ".tsx": tree_sitter_typescript.language_tsx,
    ".js": tree_sitter_javascript.language,
    ".mjs": tree_sitter_javascript.language,
    ".cjs": tree_sitter_javascript.language,
    ".jsx": tree_sitter_javascript.language,
}


class Names(Frame):
    """The rounds in which one learns what a source declares, and which functions that is."""

    def __init__(self, text: str, suffix: str, program: Program) -> None:
        root = parse(text, tree_sitter.Language(_GRAMMARS[suffix]()))
        super().__init__(root, TYPES, program)

    # What is declared

    def declare(self) -> None:
        """Find all scopes, functions and variables."""
        for node in self._nodes:
            outer = self._scopes[node.parent] if node.parent else self._top
            self._scopes[node] = self._opened(node, outer)
            self._declare_at(node, outer)
        for name, variable in self._top.names.items():
            if not variable.imported and not variable.is_foreign:
                self._program.variables.setdefault(name, []).append(variable)

    def _opened(self, node: Node, outer: Scope) -> Scope:
        if node.kind in FUNCTIONS:
            function = self._add(node, outer, is_counted=True)
            scope = Scope(outer, function)
            if node.kind != "arrow_function":
                function.this = Variable(THIS, function, is_parameter=True)
                scope.names[THIS] = function.this
            return scope
        if is_initial_call(node) or node.kind in FIELDS:
            return Scope(outer, self._add(node, outer, is_counted=False))
        return Scope(outer, outer.function) if node.kind in BLOCKS else outer

    def _add(self, node: Node, outer: Scope, *, is_counted: bool) -> Function:
        function = Function(node.line, outer.function, is_counted)
        name = node["name"]
        function.is_constructor = (
            node.kind == "method_definition"
            and name is not None
            and name.written() == "constructor"
        )
        self._functions[node] = function
        self._program.functions.append(function)
        return function

    def _declare_at(self, node: Node, outer: Scope) -> None:
        scope = self._scopes[node]
        match node.kind:
            case "variable_declarator":
                is_var = node.parent is not None and node.parent.kind == "variable_declaration"
                self._declare_pattern(node["name"], scope.of_function() if is_var else scope)
            case "for_in_statement" if kind := node["kind"]:
                is_var = kind.kind == "var"
                self._declare_pattern(node["left"], scope.of_function() if is_var else scope)
            case "catch_clause":
                self._declare_pattern(node["parameter"], scope)
            case "function_declaration" | "generator_function_declaration":
                self._declare_pattern(node["name"], outer)
            case "function_expression" | "generator_function":
                self._declare_pattern(node["name"], scope)
            case "class_declaration" | "abstract_class_declaration" | "class":
                self._declare_name(node["name"], outer)
            case "internal_module":
                self._declare_name(node["name"], outer)
            case "enum_declaration":
                if variable := self._declare_name(node["name"], outer):
                    variable.height = 0
            case "import_statement":
                self._declare_imports(node, outer)
        if node.kind in FUNCTIONS:
            self._declare_parameters(node, scope)

    def _declare_name(self, name: Node | None, scope: Scope) -> Variable | None:
        if name is None:
            return None
        variable = scope.declare(name.written())
        self._declaring[name] = variable
        return variable

    def _declare_pattern(self, pattern: Node | None, scope: Scope) -> None:
        for name, _ in targets_in(pattern):
            self._declare_name(name, scope)

    def _declare_parameters(self, node: Node, scope: Scope) -> None:
        function = self._functions[node]
        parameters = node["parameters"]
        found = [node["parameter"]] if parameters is None else parameters.children
        for each in found:
            if each is None or each.kind == "comment":
                continue
            pattern = each["pattern"] or each
            if pattern.kind == THIS:
                continue
            whole = Variable("", function, is_parameter=True)
            for name, depth in targets_in(pattern):
                variable = self._declare_name(name, scope)
                if variable is None:
                    continue
                if depth == 0:
                    variable.is_parameter = True
                    whole = variable
                else:
                    variable.origins.append(Origin(whole, depth, 0))
            whole.is_called = is_function_type(each["type"])
            function.parameters.append(whole)

    def _declare_imports(self, node: Node, scope: Scope) -> None:
        source = next((each for each in node.walk() if each.field == "source"), None)
        is_own = source is not None and source.written()[1:2] == "."
        for each in node.walk():
            if each.kind == "import_specifier":
                name, alias = each["name"], each["alias"]
                self._import(alias or name, name.written() if name else "", scope, is_own)
            elif each.kind == "identifier" and each.parent and not each.field:
                is_default = each.parent.kind == "import_clause"
                self._import(each, "default" if is_default else "*", scope, is_own)

    def _import(self, name: Node | None, original: str, scope: Scope, is_own: bool) -> None:
        variable = self._declare_name(name, scope)
        if variable:
            variable.imported, variable.is_foreign = original, not is_own

    # What it is

    def bind(self) -> None:
        """Find out which functions variables and methods are."""
        for node in self._nodes:
            match node.kind:
                case "variable_declarator":
                    self._bind_functions(node["name"], node["value"])
                case "function_declaration" | "generator_function_declaration":
                    self._bind_functions(node["name"], node)
                case "function_expression" | "generator_function":
                    self._bind_functions(node["name"], node)
                case "method_definition" | "public_field_definition" | "field_definition" | "pair":
                    self._bind_method(node)
                case "class_declaration" | "abstract_class_declaration" | "class":
                    self._bind_class(node)
                case "export_statement":
                    self._bind_default(node)
                case "call_expression":
                    self._bind_called(node)

    def _bind_functions(self, pattern: Node | None, value: Node | None) -> None:
        value = unwrapped(value)
        required = module_required(value)
        for name, depth in targets_in(pattern):
            variable = self._declaring.get(name)
            if variable is None:
                continue
            if required:
                self._bind_required(variable, required, variable.name if depth else "*")
            else:
                self._bind_function(variable, None if depth else value)

    def _bind_required(self, variable: Variable, module: str, name: str) -> None:
        variable.imported, variable.is_foreign = name, not module.startswith(".")
        same = self._program.variables.get(variable.name, [])
        if variable in same:
            same.remove(variable)

    def _bind_function(self, variable: Variable, value: Node | None) -> None:
        variable.height = height_of(value)
        if value in self._functions:
            variable.functions.append(self._functions[value])
        else:
            variable.has_other_values = True

    def _bind_method(self, node: Node) -> None:
        value = node if node.kind == "method_definition" else unwrapped(node["value"])
        name = node["name"] or node["property"] or node["key"]
        function = self._functions.get(value) if value else None
        if function and name and not function.is_constructor:
            self._program.methods.setdefault(name.written().strip("'\""), []).append(function)

    def _bind_class(self, node: Node) -> None:
        """What `new` runs: the constructor and what fields begin with."""
        name, body = node["name"], node["body"]
        runs = self._program.methods.setdefault(name_of_new(name), [])
        for part in body.children if body else ():
            function = self._functions.get(part)
            if function and (function.is_constructor or part.kind in FIELDS):
                runs.append(function)

    def _bind_default(self, node: Node) -> None:
        """`export default f` makes f known to importing files, whatever they call it."""
        value = unwrapped(node["value"] or node["declaration"])
        if value is None or node.parent is not self._root:
            return
        name = value["name"] if value.kind == "function_declaration" else value
        variable = self._resolve(name) if name and name.kind == "identifier" else None
        if variable is None:
            variable = Variable("default", None)
            self._bind_function(variable, value)
        self._program.variables.setdefault("default", []).append(variable)

    def _bind_called(self, node: Node) -> None:
        """What is called, or passed to be called, is a function."""
        callee = unwrapped(node["function"])
        passed = [callee, *(arguments_of(node) if method_called(callee) in TAKING else ())]
        for each in passed:
            variable = self._resolve(each) if each and each.kind == "identifier" else None
            if variable:
                variable.is_called = True
