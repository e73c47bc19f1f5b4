"""What a program in TypeScript or JavaScript does in a functional style, and what not.

What counts, with examples, stands in the docstrings of the functions that count it. Types are left
out altogether: nothing that is erased counts.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Final

import tree_sitter
import tree_sitter_javascript
import tree_sitter_typescript

from reversi_conformance.classroom.style.marks import Mark, words
from reversi_conformance.classroom.style.program import (
    ANYBODYS,
    DEEP,
    Call,
    Change,
    Function,
    Origin,
    Origins,
    Program,
    Variable,
    around,
    deep,
    joined,
    nth,
    within,
)
from reversi_conformance.classroom.style.scopes import Scope
from reversi_conformance.classroom.style.tree import Node, not_understood, parse

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
_LOOPS: Final = frozenset({"for_statement", "for_in_statement", "while_statement", "do_statement"})
_FUNCTIONS: Final = frozenset(
    {
        "function_declaration",
        "generator_function_declaration",
        "function_expression",
        "generator_function",
        "arrow_function",
        "method_definition",
    }
)
_FIELDS: Final = frozenset({"public_field_definition", "field_definition"})
_BLOCKS: Final = frozenset(
    {
        "statement_block",
        "for_statement",
        "for_in_statement",
        "catch_clause",
        "switch_body",
        "class_body",
    }
)
_TYPES: Final = frozenset(
    {
        "abstract_method_signature",
        "ambient_declaration",
        "comment",
        "function_signature",
        "implements_clause",
        "interface_declaration",
        "method_signature",
        "type_alias_declaration",
        "type_annotation",
        "type_arguments",
        "type_parameters",
        "type_predicate_annotation",
        "asserts_annotation",
    }
)
_WRAPPERS: Final = frozenset(
    {
        "parenthesized_expression",
        "as_expression",
        "satisfies_expression",
        "non_null_expression",
        "type_assertion",
    }
)
_NEW: Final = frozenset(
    {
        "number",
        "string",
        "template_string",
        "true",
        "false",
        "null",
        "undefined",
        "regex",
        "unary_expression",
        "update_expression",
        "augmented_assignment_expression",
        *_FUNCTIONS,
    }
)
"""What is, or makes, a value that has no parts to be changed."""
_MUTATING: Final = words(
    "push pop shift unshift splice sort reverse fill copyWithin set add delete clear"
)
_OF_OBJECT: Final = frozenset({"assign", "defineProperty", "defineProperties", "setPrototypeOf"})
"""Functions of `Object` that change their first argument."""
_TAKING: Final = words(
    """map filter reduce reduceRight flatMap some every forEach find findIndex findLast
    findLastIndex sort toSorted from replace replaceAll"""
)
"""What is built in and takes a function, to call it before it returns."""
_MADE: Final = words(
    """slice concat filter map flatMap flat toSorted toReversed toSpliced with split matchAll
    keys values entries from of fromEntries"""
)
"""What is built in and returns an array, or the like, that is new."""
_SELF: Final = frozenset({"fill", "sort", "reverse", "copyWithin"})
"""What returns what it is a method of."""
_PART: Final = words("find findLast at get pop shift")
_VALUE: Final = words(
    """length join getFullYear getMonth getDate getDay getHours getMinutes getSeconds
    getMilliseconds getTime toISOString indexOf lastIndexOf includes some every findIndex
    findLastIndex has push unshift charAt charCodeAt codePointAt toString toFixed toUpperCase
    toLowerCase trim trimStart trimEnd padStart padEnd repeat startsWith endsWith
    substring substr replace replaceAll search test localeCompare normalize valueOf
    forEach toLocaleString"""
)
"""What is built in and returns a value that has no parts to be changed."""
_PURE_METHODS: Final = (
    _TAKING
    | _MADE
    | _SELF
    | _PART
    | _VALUE
    | _MUTATING
    | {"match", "exec", "size", "hasOwnProperty"}
)
"""What changes nothing but what it is a method of, which is looked at apart."""
_PURE_OF: Final[Mapping[str, frozenset[str]]] = {
    "Object": words(
        "keys values entries fromEntries freeze is isFrozen hasOwn groupBy assign create"
    ),
    "JSON": frozenset({"parse", "stringify"}),
    "Number": words("parseInt parseFloat isInteger isNaN isFinite isSafeInteger"),
    "String": frozenset({"fromCharCode", "fromCodePoint", "raw"}),
    "Array": frozenset({"from", "of", "isArray"}),
    "Math": words(
        """abs ceil floor round trunc sign max min pow sqrt cbrt hypot log log2 log10 exp sin cos
        tan atan2"""
    ),
}
_PURE_FUNCTIONS: Final = words(
    """parseInt parseFloat Number String Boolean isNaN isFinite Array Object BigInt Symbol
    structuredClone encodeURIComponent decodeURIComponent"""
)
_PURE_CLASSES: Final = words(
    """Array Map Set WeakMap WeakSet Object String Number Boolean RegExp Error TypeError
    RangeError SyntaxError Int8Array Uint8Array Int16Array Uint16Array Int32Array
    Uint32Array Float64Array"""
)
_WORLD: Final = words(
    """console process fs readline Date performance crypto prompt alert confirm require
    globalThis window document global localStorage setTimeout setInterval setImmediate
    queueMicrotask fetch Deno Bun eval"""
)
"""Names that nobody declared through which a program reaches what is outside of it."""
_MOST_NESTED: Final = 8
"""Parts of an expression within each other that are looked through for where it comes from."""
_THIS: Final = "this"
_MEMBERS: Final = frozenset({"member_expression", "subscript_expression"})
_DECLARED: Final = frozenset({"function_declaration", "generator_function_declaration"})


class Reading:
    """One source, read in three rounds: what it declares, what that is, and what it does.

    Each round needs the one before it of all files of the program.
    """

    def __init__(self, text: str, suffix: str, program: Program) -> None:
        self._program = program
        self._root = parse(text, tree_sitter.Language(_GRAMMARS[suffix]()))
        self._nodes = tuple(self._root.walk(lambda node: node.kind not in _TYPES))
        self._scopes: dict[Node, Scope] = {}
        self._functions: dict[Node, Function] = {}
        self._declaring: dict[Node, Variable] = {}
        self._assigned: set[Node] = set()
        """Names that are assigned to and not read."""
        self._handed_out: set[Variable] = set()
        """What is used otherwise than by being called at once."""
        self._top = Scope(None, None)
        self._main = Function(1, None, is_counted=False)
        """What is done outside of all functions."""
        program.functions.append(self._main)

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
        if node.kind in _FUNCTIONS:
            function = self._add(node, outer, is_counted=True)
            scope = Scope(outer, function)
            if node.kind != "arrow_function":
                function.this = Variable(_THIS, function, is_parameter=True)
                scope.names[_THIS] = function.this
            return scope
        if _is_initial_call(node) or node.kind in _FIELDS:
            return Scope(outer, self._add(node, outer, is_counted=False))
        return Scope(outer, outer.function) if node.kind in _BLOCKS else outer

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
        if node.kind in _FUNCTIONS:
            self._declare_parameters(node, scope)

    def _declare_name(self, name: Node | None, scope: Scope) -> Variable | None:
        if name is None:
            return None
        variable = scope.declare(name.written())
        self._declaring[name] = variable
        return variable

    def _declare_pattern(self, pattern: Node | None, scope: Scope) -> None:
        for name, _ in _targets(pattern):
            self._declare_name(name, scope)

    def _declare_parameters(self, node: Node, scope: Scope) -> None:
        function = self._functions[node]
        parameters = node["parameters"]
        found = [node["parameter"]] if parameters is None else parameters.children
        for each in found:
            if each is None or each.kind == "comment":
                continue
            pattern = each["pattern"] or each
            if pattern.kind == _THIS:
                continue
            whole = Variable("", function, is_parameter=True)
            for name, depth in _targets(pattern):
                variable = self._declare_name(name, scope)
                if variable is None:
                    continue
                if depth == 0:
                    variable.is_parameter = True
                    whole = variable
                else:
                    variable.origins.append(Origin(whole, depth, 0))
            whole.is_called = _is_function_type(each["type"])
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
        value = _bare(value)
        required = _required(value)
        for name, depth in _targets(pattern):
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
        variable.height = _height(value)
        if value in self._functions:
            variable.functions.append(self._functions[value])
        else:
            variable.has_other_values = True

    def _bind_method(self, node: Node) -> None:
        value = node if node.kind == "method_definition" else _bare(node["value"])
        name = node["name"] or node["property"] or node["key"]
        function = self._functions.get(value) if value else None
        if function and name and not function.is_constructor:
            self._program.methods.setdefault(name.written().strip("'\""), []).append(function)

    def _bind_class(self, node: Node) -> None:
        """What `new` runs: the constructor and what fields begin with."""
        name, body = node["name"], node["body"]
        runs = self._program.methods.setdefault(_new_name(name), [])
        for part in body.children if body else ():
            function = self._functions.get(part)
            if function and (function.is_constructor or part.kind in _FIELDS):
                runs.append(function)

    def _bind_default(self, node: Node) -> None:
        """`export default f` makes f known to importing files, whatever they call it."""
        value = _bare(node["value"] or node["declaration"])
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
        callee = _bare(node["function"])
        passed = [callee, *(_arguments(node) if _method_name(callee) in _TAKING else ())]
        for each in passed:
            variable = self._resolve(each) if each and each.kind == "identifier" else None
            if variable:
                variable.is_called = True

    def trace(self) -> None:
        """Find out where the values of variables, and what functions return, come from."""
        for node in self._nodes:
            match node.kind:
                case "variable_declarator" if _bare(node["value"]) not in self._functions:
                    self._trace(node["name"], self._origins(node["value"]))
                case "variable_declarator" if self._is_initial(node["value"]):
                    self._trace(node["name"], self._origins(node["value"]))
                case "for_in_statement" if (kind := node["operator"]) and kind.kind == "of":
                    self._trace(node["left"], within(self._origins(node["right"])))
                case "return_statement":
                    self._trace_result(self._scopes[node].function, _first(node))
            if node.kind in _FUNCTIONS and (function := self._functions[node]):
                function.returns_functions |= _is_function_type(node["return_type"])
                if (body := node["body"]) and body.kind != "statement_block":
                    self._trace_result(function, body)

    def _is_initial(self, value: Node | None) -> bool:
        function = self._functions.get(bare) if (bare := _bare(value)) else None
        return function is not None and not function.is_counted

    def _trace(self, pattern: Node | None, origins: Origins) -> None:
        for name, depth in _targets(pattern):
            if name in self._declaring:
                self._declaring[name].origins.extend(deep(origins, depth))

    def _trace_result(self, function: Function | None, value: Node | None) -> None:
        value = _bare(value)
        if function is None or value is None:
            return
        if value.kind in _FUNCTIONS:
            function.returns_functions = True
        function.returned.extend(self._origins(value))

    # Where values come from

    def _is_built_in(self, node: Node) -> bool:
        """Whether it is an object such as Math; a name that nobody declares may be a variable."""
        if node.kind != "identifier" or node.written() not in _WORLD.union(_PURE_OF):
            return False
        return self._resolve(node) is None

    def _resolve(self, name: Node) -> Variable | None:
        written = name.written()
        found = self._scopes[name].find(written)
        if found is None and written in self._program.variables:
            # Scripts that are put together without imports.
            found = Variable(written, None, imported=written)
        return found

    def _origins(self, node: Node | None, level: int = 0) -> Origins:
        """Where the value of an expression, and what it is made of, comes from."""
        node = _bare(node)
        if node is None or node.kind in _NEW:
            return ()
        if level > _MOST_NESTED:
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
            return around(within(self._origins(_first(node), level + 1)))
        value = node["value"] if node.kind == "pair" else node
        return around(self._origins(value, level + 1))

    def _origins_of_new(self, node: Node, level: int) -> Origins:
        constructor = _bare(node["constructor"])
        found = [around(within(self._origins(each, level + 1))) for each in _arguments(node)]
        if constructor is None or constructor.written() not in _PURE_CLASSES:
            # Its constructor may put in whatever it likes.
            found.append(around(ANYBODYS))
        return joined(found)

    def _origins_of_call(self, node: Node, level: int) -> Origins:
        callee = _bare(node["function"])
        arguments = _arguments(node)
        name = _method_name(callee)
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
            return () if name in _PURE_OF.get(receiver.written(), ()) else ANYBODYS
        if self._program.methods.get(name):
            return self._origins_of_results(self._program.methods[name])
        return self._origins_of_method(name, self._origins(receiver, level + 1), node, values)

    def _origins_of_method(
        self, name: str, receiver: Origins, node: Node, values: Sequence[Origins]
    ) -> Origins:
        """What a method that is built in returns."""
        made = self._origins_of_callback(_arguments(node)[:1])
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
        if name in _SELF:
            return receiver
        if name == "flat":
            return around(within(within(receiver)))
        if name in _MADE:
            return around(within(receiver))
        if name in _PART:
            return within(receiver)
        return () if name in _VALUE else ANYBODYS

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
            return () if callee.written() in _PURE_FUNCTIONS else ANYBODYS
        meant = self._program.meant(variable)
        return self._origins_of_results([each for one in meant for each in one.functions])

    def _origins_of_results(self, functions: Iterable[Function]) -> Origins:
        found = tuple(
            Origin(Variable("", None, origins=each.returned, result_of=each), 0, 0)
            for each in functions
        )
        return found or ANYBODYS

    # What it does

    def examine(self) -> Iterator[Mark]:
        """Yield a mark for everything that counts, but for pure functions."""
        for node in self._nodes:
            yield from self._examine_at(node)
        for node, function in self._functions.items():
            function.escapes = function.is_counted and self._is_handed_out(node)

    def functions(self, pure: Container[Function]) -> Iterator[Mark]:
        """Yield a mark for every function, and for every pure one.

        A constructor is not counted as pure: it writes `this`.
        """
        for function in self._functions.values():
            if function.is_counted:
                yield Mark("functions", function.line)
                if function in pure and not function.is_constructor:
                    yield Mark("pure-functions", function.line)

    def not_understood(self) -> Iterator[Mark]:
        """Yield where the parser is at a loss; what is around it counts all the same."""
        return not_understood(self._root)

    def _examine_at(self, node: Node) -> Iterator[Mark]:
        if node.kind in _LOOPS:
            yield Mark("loops", node.line)
        if node.kind in _FUNCTIONS and self._functions[node].is_higher_order:
            yield Mark("higher-order", node.line)
        match node.kind:
            case "assignment_expression":
                yield from self._assignment(node["left"], node["right"])
            case "augmented_assignment_expression":
                yield from self._assignment(node["left"], node["right"], is_read=True)
            case "update_expression":
                yield from self._assignment(node["argument"], None, is_read=True)
            case "for_in_statement" if not node["kind"]:
                yield from self._assignment(node["left"], None)
            case "unary_expression":
                operator = node["operator"]
                if operator and operator.kind == "delete":
                    yield from self._member_change(_bare(node["argument"]), ())
            case "call_expression":
                yield from self._call(node)
            case "new_expression":
                self._new(node)
            case "identifier" | "shorthand_property_identifier":
                self._mention(node)

    def _doer(self, node: Node) -> Function:
        return self._scopes[node].function or self._main

    def _assignment(
        self, left: Node | None, right: Node | None, *, is_read: bool = False
    ) -> Iterator[Mark]:
        """An assignment: one mark for variables, one for parts of values, or both.

        `n = 1`, `n += 1`, `n++` and `[a, b] = [b, a]` are reassignments, `let n = 1` is none;
        `a[i] = x`, `o.p++` and `[a[i], a[j]] = [a[j], a[i]]` are mutations, in constructors too.
        `module.exports = …` and `exports.f = …` are neither: they say what a module is.
        """
        targets = tuple(_targets(left))
        names = [each for each in targets if each[0].kind not in _MEMBERS]
        origins = self._origins(right)
        for name, depth in names:
            self._assign(name, None if depth else _bare(right), deep(origins, depth))
        if not is_read:
            self._assigned.update(name for name, _ in names)
        if names:
            yield Mark("reassignments", names[0][0].line)
        members = (each for each, _ in targets if each.kind in _MEMBERS)
        changes = [each for one in members for each in self._member_change(one, origins)]
        yield from changes[:1]

    def _assign(self, name: Node, value: Node | None, origins: Origins) -> None:
        variable = self._resolve(name)
        self._doer(name).assigned.append(variable)
        if variable:
            variable.is_changed = True
            variable.origins.extend(origins)
            self._bind_function(variable, value)

    def _member_change(self, target: Node | None, stored: Origins) -> Iterator[Mark]:
        if target is None or target.kind not in _MEMBERS or _is_export(target):
            return
        receiver = _bare(target["object"])
        if receiver and not (receiver.kind == _THIS and self._doer(target).is_constructor):
            self._change(receiver, stored)
        yield Mark("mutations", target.line)

    def _change(self, receiver: Node, stored: Origins) -> None:
        change = Change(self._origins(receiver), 1)
        self._doer(receiver).changes.append(change)
        self._program.stores.append((change, stored))

    def _call(self, node: Node) -> Iterator[Mark]:
        callee = _bare(node["function"])
        doer = self._doer(node)
        if callee is None:
            return
        if callee.kind == "identifier":
            yield from self._call_by_name(node, callee, self._resolve(callee), ANYBODYS)
        elif _method_name(callee):
            yield from self._call_method(node, callee)
        elif callee.kind not in {"call_expression", *_FUNCTIONS}:
            doer.is_unknown = True

    def _call_by_name(
        self, node: Node, callee: Node, variable: Variable | None, receiver: Origins
    ) -> Iterator[Mark]:
        arguments = _arguments(node)
        if variable is None:
            self._doer(node).is_unknown |= callee.written() not in _PURE_FUNCTIONS
            return
        values = [self._origins(each) for each in arguments]
        self._doer(node).calls.append(Call(variable, receiver, values, is_known=False))
        called = [each for meant in self._program.meant(variable) for each in meant.functions]
        yield from self._taking(callee, called, arguments)

    def _taking(
        self, name: Node, called: Iterable[Function], arguments: Iterable[Node]
    ) -> Iterator[Mark]:
        """A call of a function that takes functions, with one: `xs.map(f)`, `twice(f)`.

        What is built in is known by its name; "addEventListener" and the like are not among it.
        """
        is_taking = name.written() in _TAKING or any(each.is_higher_order for each in called)
        if is_taking and any(map(self._is_function, arguments)):
            yield Mark("higher-order", name.line)

    def _is_function(self, node: Node) -> bool:
        if node.kind in _FUNCTIONS:
            return True
        if node.kind == "call_expression":
            callee = _bare(node["function"])
            if _method_name(callee) == "bind":
                return True
            variable = self._resolve(callee) if callee and callee.kind == "identifier" else None
            meant = self._program.meant(variable) if variable else ()
            return any(each.returns_functions for one in meant for each in one.functions)
        if name := _method_name(node):
            return name in self._program.methods or _is_math(node, self._resolve)
        if node.kind != "identifier":
            return False
        variable = self._resolve(node)
        if variable is None:
            return node.written() in _PURE_FUNCTIONS
        meant = self._program.meant(variable)
        return variable.is_called or any(each.is_counted for one in meant for each in one.functions)

    def _call_method(self, node: Node, callee: Node) -> Iterator[Mark]:
        receiver, property_ = _bare(callee["object"]), callee["property"]
        if receiver is None or property_ is None:
            return
        name, arguments = property_.written(), _arguments(node)
        variable = self._resolve(receiver) if receiver.kind == "identifier" else None
        if self._is_built_in(receiver):
            yield from self._call_of_global(receiver.written(), property_, node)
        elif variable and variable.is_foreign:
            self._doer(node).is_unknown = True
            yield from self._taking(property_, (), arguments)
        elif variable and variable.imported == "*":
            imported = Variable(name, None, imported=name)
            yield from self._call_by_name(node, property_, imported, ANYBODYS)
        else:
            yield from self._call_of_value(receiver, property_, node)

    def _call_of_global(self, receiver: str, name: Node, node: Node) -> Iterator[Mark]:
        arguments, method = _arguments(node), name.written()
        if receiver == "Object" and method in _OF_OBJECT and arguments:
            # `Object.assign({}, a, b)` makes something new.
            self._change(arguments[0], joined(map(self._origins, arguments[1:])))
            if not self._is_made_here(arguments[0]):
                yield Mark("mutations", name.line)
        elif method not in _PURE_OF.get(receiver, ()):
            self._doer(node).is_unknown = True
        if receiver == "Array":
            yield from self._taking(name, (), arguments)
            self._trace_callback(method, arguments[1:], self._origins(nth(arguments, 0)), ())

    def _call_of_value(self, receiver: Node, name: Node, node: Node) -> Iterator[Mark]:
        """A call of a method; `push`, `set` and the like are mutations.

        What the method belongs to a syntax tree does not tell: `set` of a class of the student's
        own counts as well, though it may return a new value. Not counted are methods of `this`,
        whose own lines count, and what is made on the spot, as in `[...xs].sort()`.
        """
        arguments, method = _arguments(node), name.written()
        origins = self._origins(receiver)
        values = [self._origins(each) for each in arguments]
        if method in _MUTATING and receiver.kind not in (_THIS, "super"):
            self._change(receiver, joined(values))
            if not self._is_made_here(receiver):
                yield Mark("mutations", name.line)
        yield from self._taking(name, self._program.methods.get(method, ()), arguments)
        self._trace_callback(method, arguments, origins, nth(values, 1) or ())
        is_known = method in _PURE_METHODS and receiver.kind not in (_THIS, "super")
        self._doer(node).calls.append(Call(method, origins, values, is_known))

    def _trace_callback(
        self, method: str, arguments: Sequence[Node], receiver: Origins, initial: Origins
    ) -> None:
        """Say where the parameters of a function come from that is written down as an argument."""
        function = self._functions.get(arguments[0]) if arguments else None
        if function is None or method not in _TAKING:
            return
        elements = within(receiver)
        values: list[Origins] = [elements, (), receiver]
        if method in ("reduce", "reduceRight"):
            result = Variable("", function, origins=function.returned)
            begin = initial if len(arguments) > 1 else elements
            values = [(*begin, Origin(result, 0, 0)), elements, (), receiver]
        elif method in ("sort", "toSorted"):
            values = [elements, elements]
        elif method in ("replace", "replaceAll"):
            values = [()] * len(function.parameters)
        for parameter, value in zip(function.parameters, values, strict=False):
            parameter.is_traced = True
            parameter.origins.extend(value)

    def _is_made_here(self, node: Node | None) -> bool:
        """Whether an expression makes a new array or the like, that nobody else can know."""
        node = _bare(node)
        while node and node.kind == "call_expression":
            callee = _bare(node["function"])
            if callee and callee.kind == "identifier":
                return callee.written() in _PURE_FUNCTIONS and self._resolve(callee) is None
            if _method_name(callee) not in _SELF or callee is None:
                return _method_name(callee) in _MADE
            node = _bare(callee["object"])
        return node is not None and node.kind in ("array", "object", "new_expression")

    def _new(self, node: Node) -> None:
        constructor = _bare(node["constructor"])
        if constructor is None or constructor.kind != "identifier":
            self._doer(node).is_unknown = True
            return
        if constructor.written() in _PURE_CLASSES and self._resolve(constructor) is None:
            return
        name = _new_name(constructor)
        values = [self._origins(each) for each in _arguments(node)]
        is_known = name in self._program.methods
        self._doer(node).calls.append(Call(name, (), values, is_known))

    def _mention(self, node: Node) -> None:
        if node in self._declaring or node in self._assigned:
            return
        variable, doer = self._resolve(node), self._doer(node)
        if variable is None:
            doer.is_unknown |= node.written() in _WORLD
            return
        doer.read.add(variable)
        doer.is_unknown |= variable.is_foreign
        if self._is_handed_out(node):
            self._handed_out.add(variable)

    def _is_handed_out(self, node: Node) -> bool:
        """Whether a function is used otherwise than by being called at once."""
        child, parent = node, node.parent
        while parent and parent.kind in _WRAPPERS:
            child, parent = parent, parent.parent
        if parent is None:
            return True
        if parent.kind == "call_expression":
            return child.field != "function"
        if parent.kind == "arguments" and parent.parent:
            return _method_name(_bare(parent.parent["function"])) not in _TAKING
        if parent.kind == "variable_declarator" and child.field == "value":
            name = parent["name"]
        else:
            name = node["name"] if node.kind in _DECLARED else None
        variable = self._declaring.get(name) if name else None
        return variable is None or variable in self._handed_out


def _bare(node: Node | None) -> Node | None:
    """An expression without brackets and types around it."""
    while node and node.kind in _WRAPPERS:
        node = _first(node)
    return node


def _height(node: Node | None, level: int = 0) -> int:
    """How many steps into a value that is written down there is something to be changed."""
    node = _bare(node)
    if node is None or level > _MOST_NESTED:
        return DEEP
    if node.kind in _NEW:
        return 0
    if node.kind not in ("array", "object"):
        return DEEP
    parts = (each["value"] if each.kind == "pair" else each for each in node.children)
    return min(1 + max((_height(each, level + 1) for each in parts), default=0), DEEP)


def _first(node: Node) -> Node | None:
    return next((each for each in node.children if each.kind not in _TYPES), None)


def _targets(pattern: Node | None) -> Iterator[tuple[Node, int]]:
    """Yield the names and members that a pattern gives values, and how deep they stand in it."""
    waiting = [(pattern, 0)]
    while waiting:
        node, depth = waiting.pop()
        node = _bare(node)
        if node is None:
            continue
        match node.kind:
            case "identifier" | "shorthand_property_identifier_pattern":
                yield node, depth
            case "member_expression" | "subscript_expression":
                yield node, depth
            case "array_pattern" | "object_pattern":
                waiting.extend((each, depth + 1) for each in reversed(node.children))
            case "pair_pattern":
                waiting.append((node["value"], depth))
            case "assignment_pattern" | "object_assignment_pattern":
                waiting.append((node["left"], depth))
            case "rest_pattern":
                waiting.append((_first(node), depth))


def _arguments(node: Node) -> list[Node]:
    """The arguments of a call, without brackets and types around them."""
    found = node["arguments"]
    if found is None or found.kind != "arguments":
        return []
    bare = (_bare(each) for each in found.children if each.kind != "comment")
    return [each for each in bare if each]


def _method_name(callee: Node | None) -> str:
    """What stands after the last dot, "" where no dot is."""
    name = callee["property"] if callee and callee.kind == "member_expression" else None
    return name.written() if name else ""


def _new_name(name: Node | None) -> str:
    return f"new {name.written() if name else ''}"


def _required(value: Node | None) -> str:
    """Return the module in `require("…")`, "" for everything else."""
    callee = value["function"] if value and value.kind == "call_expression" else None
    if value is None or callee is None or callee.written() != "require":
        return ""
    arguments = _arguments(value)
    return arguments[0].written().strip("'\"`") if arguments else ""


def _is_initial_call(node: Node) -> bool:
    """Whether a call makes what a variable begins with, which may be a function."""
    if node.kind != "call_expression":
        return False
    child, parent = node, node.parent
    while parent and parent.kind in _WRAPPERS:
        child, parent = parent, parent.parent
    return parent is not None and parent.kind == "variable_declarator" and child.field == "value"


def _is_function_type(annotation: Node | None) -> bool:
    node = annotation
    while node and node.kind in ("type_annotation", "parenthesized_type"):
        node = node.children[0] if node.children else None
    return node is not None and node.kind == "function_type"


def _is_export(member: Node) -> bool:
    receiver = _bare(member["object"])
    return receiver is not None and (
        (receiver.kind == "identifier" and receiver.written() == "exports")
        or (_method_name(receiver) == "exports" or member.written() == "module.exports")
    )


def _is_math(member: Node, resolve: Callable[[Node], Variable | None]) -> bool:
    receiver = member["object"]
    return (
        receiver is not None
        and receiver.kind == "identifier"
        and resolve(receiver) is None
        and _method_name(member) in _PURE_OF.get(receiver.written(), ())
    )
