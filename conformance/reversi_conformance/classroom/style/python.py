"""What a program in Python does in a functional style, and what not.

What counts, with examples, stands in the docstrings of the functions that count it. Annotations are
left out but for the word `Callable`.
"""

from __future__ import annotations

import sys
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Final

import tree_sitter
import tree_sitter_python

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

_FUNCTIONS: Final = frozenset({"function_definition", "lambda"})
_COMPREHENSIONS: Final = frozenset(
    {
        "list_comprehension",
        "set_comprehension",
        "dictionary_comprehension",
        "generator_expression",
    }
)
_MEMBERS: Final = frozenset({"attribute", "subscript"})
_LEFT_OUT: Final = frozenset({"comment", "type"})
_NEW: Final = frozenset(
    {
        "integer",
        "float",
        "string",
        "concatenated_string",
        "true",
        "false",
        "none",
        "not_operator",
        "comparison_operator",
        "unary_operator",
        *_FUNCTIONS,
    }
)
"""What is, or makes, a value that has no parts to be changed."""
_DISPLAYS: Final = frozenset({"list", "tuple", "set", "dictionary", "expression_list"})
_MUTATING: Final = words(
    """append extend insert remove pop clear sort reverse update setdefault popitem add discard
    difference_update intersection_update symmetric_difference_update appendleft popleft
    extendleft rotate"""
)
_TAKING: Final = words(
    """map filter reduce sorted min max sort starmap takewhile dropwhile accumulate groupby
    filterfalse partial"""
)
"""What is built in, or in the library, and takes a function that it keeps to itself."""
_MADE: Final = words(
    """copy items keys values split rsplit splitlines partition union intersection difference
    symmetric_difference"""
)
"""Methods that are built in and return a list, or the like, that is new."""
_MAKING: Final = words("list tuple set frozenset dict sorted reversed filter iter")
"""Functions that are built in and make a new thing out of the elements of another one."""
_VALUE: Final = words(
    """join strip lstrip rstrip lower upper title capitalize swapcase index rindex count find rfind
    format startswith endswith replace isdigit isalpha isalnum isupper islower isspace isnumeric
    isdecimal ljust rjust center zfill encode decode translate issubset issuperset isdisjoint
    strftime isoformat total_seconds timestamp"""
)
_PURE_METHODS: Final = _MUTATING | _MADE | _VALUE | {"get", "sort"}
_VALUE_FUNCTIONS: Final = words(
    """len range int str abs sum bool float ord chr isinstance issubclass any all round divmod pow
    repr hash bytes format bin hex oct callable type complex ascii slice object"""
)
_PURE_FUNCTIONS: Final = (
    _MAKING | _VALUE_FUNCTIONS | words("min max map zip enumerate next getattr hasattr")
)
_ERRORS: Final = words(
    """Exception ValueError TypeError IndexError KeyError RuntimeError AssertionError
    NotImplementedError StopIteration EOFError KeyboardInterrupt"""
)
_WORLD: Final = words(
    """print input open exit quit exec eval breakpoint globals locals vars setattr delattr
    __import__ compile"""
)
_PURE_MODULES: Final = words(
    """math itertools functools operator string collections typing enum dataclasses abc copy
    __future__ fractions decimal re"""
)
_MOST_NESTED: Final = 8
_MOST_EARLIER: Final = 20
"""Assignments to a variable with which a later one is compared."""
_BRANCHING: Final[Mapping[str, frozenset[str]]] = {
    "if_statement": frozenset({"block", "elif_clause", "else_clause"}),
    "try_statement": frozenset({"block", "except_clause"}),
    "block": frozenset({"case_clause"}),
}
"""Of the parts of these, of the kinds named, only one is run to its end."""


class Reading:
    """One source, read in rounds: what it declares, what that is, and what it does.

    Each round needs the one before it of all files of the program.
    """

    def __init__(self, text: str, suffix: str, program: Program) -> None:  # noqa: ARG002
        self._program = program
        self._root = parse(text, tree_sitter.Language(tree_sitter_python.language()))
        self._nodes = tuple(self._root.walk(lambda node: node.kind not in _LEFT_OUT))
        self._top = Scope(None, None)
        self._scopes: dict[Node, Scope] = {}
        self._functions: dict[Node, Function] = {}
        self._declaring: dict[Node, Variable] = {}
        self._modules: dict[Variable, str] = {}
        """Of the library, by the names that they, or what is in them, are imported as."""
        self._assignments: dict[Variable, list[Node]] = {}
        self._handed_out: set[Variable] = set()
        self._main = Function(1, None, is_counted=False)
        program.functions.append(self._main)

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
        if node.kind in _FUNCTIONS:
            is_method = node.kind == "function_definition" and _class_of(node) is not None
            # What a class body declares is not seen in its methods.
            around_it = outer.outer if is_method and outer.outer else outer
            name = node["name"]
            function = Function(node.line, outer.function)
            function.is_constructor = is_method and _written(name) in ("__init__", "__new__")
            self._functions[node] = function
            self._program.functions.append(function)
            return Scope(around_it, function)
        if node.kind == "class_definition" or node.kind in _COMPREHENSIONS:
            return Scope(outer, outer.function)
        return outer

    def _declare_at(self, node: Node, outer: Scope) -> None:
        scope = self._scopes[node]
        match node.kind:
            case "assignment" | "for_statement" | "for_in_clause":
                self._declare_pattern(node["left"], scope)
            case "named_expression":
                self._declare_pattern(node["name"], _without_comprehensions(node, self._scopes))
            case "as_pattern_target":
                self._declare_pattern(_first(node), scope)
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
        if node.kind in _FUNCTIONS:
            self._declare_parameters(node, scope)

    def _declare_pattern(self, pattern: Node | None, scope: Scope) -> None:
        for name, _ in _targets(pattern):
            if name.kind == "identifier":
                self._declaring[name] = scope.declare(name.written())

    def _declare_parameters(self, node: Node, scope: Scope) -> None:
        function, parameters = self._functions[node], node["parameters"]
        for each in parameters.children if parameters else ():
            name = each["name"] or (_first(each) if each.kind != "identifier" else each)
            while name and name.kind.endswith("splat_pattern"):
                name = _first(name)
            if name is None or name.kind != "identifier":
                continue
            variable = scope.declare(name.written())
            variable.is_parameter = True
            variable.is_called = "Callable" in _written(each["type"])
            self._declaring[name] = variable
            function.parameters.append(variable)
        is_static = "staticmethod" in _decorators(node)
        if _class_of(node) and function.parameters and not is_static:
            function.this = function.parameters.pop(0)
        function.returns_functions = "Callable" in _written(node["return_type"])

    def _declare_imports(self, node: Node, scope: Scope) -> None:
        source = node["module_name"]
        module = _written(source).lstrip(".")
        is_relative = source is not None and source.kind == "relative_import"
        for each in node.children:
            if each.field != "name":
                continue
            original, alias = each["name"] or each, each["alias"]
            whole = original.written() if source is None else module
            first = whole.split(".", maxsplit=1)[0]
            name = alias or (_first(original) if source is None else original)
            variable = scope.declare(_written(name))
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
                    for name, _ in _targets(node["left"]):
                        if name in self._declaring:
                            self._declaring[name].has_other_values = True

    def _bind_assignment(self, node: Node) -> None:
        value = _bare(node["right"])
        for name, depth in _targets(node["left"]):
            variable = self._declaring.get(name)
            if variable is None or node["right"] is None:
                continue
            variable.height = min(_height(None if depth else value), DEEP)
            if value in self._functions and not depth:
                variable.functions.append(self._functions[value])
            else:
                variable.has_other_values = True

    def _bind_definition(self, node: Node) -> None:
        name, function = node["name"], self._functions[node]
        if name is None:
            return
        if _class_of(node) and not function.is_constructor:
            self._program.methods.setdefault(name.written(), []).append(function)
        elif not _class_of(node):
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
            for each in map(_definition, body.children if body else ())
            if each in self._functions and self._functions[each].is_constructor
        )

    def _bind_called(self, node: Node) -> None:
        """What is called, or passed to be called, is a function."""
        callee = _bare(node["function"])
        passed = [callee]
        if _called_name(callee) in _TAKING:
            keys = (each for each in _all_arguments(node) if each.kind == "keyword_argument")
            passed += [*_arguments(node)[:1], *(each["value"] for each in keys)]
        for each in passed:
            variable = self._resolve(each) if each and each.kind == "identifier" else None
            if variable:
                variable.is_called = True

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
                case "return_statement" if value := _bare(_first(node)):
                    self._trace_result(self._scopes[node].function, value)
                case "lambda" if value := _bare(node["body"]):
                    self._trace_result(self._functions[node], value)

    def _trace(self, pattern: Node | None, origins: Origins) -> None:
        for name, depth in _targets(pattern):
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

    def _resolve(self, name: Node) -> Variable | None:
        written = name.written()
        found = self._scopes[name].find(written)
        if found is None and written in self._program.variables:
            # From a file of the program all of whose names are imported.
            found = Variable(written, None, imported=written)
        return found

    def _origins(self, node: Node | None, level: int = 0) -> Origins:
        """Where the value of an expression, and what it is made of, comes from."""
        node = _bare(node)
        if node is None or node.kind in _NEW:
            return ()
        if level > _MOST_NESTED:
            return ANYBODYS
        parts = [each for each in node.children if each.kind not in _LEFT_OUT]
        if node.kind == "identifier":
            variable = self._resolve(node)
            return (Origin(variable, 0, 0),) if variable else ANYBODYS
        if node.kind == "attribute":
            return within(self._origins(node["object"], level + 1))
        if node.kind == "subscript":
            part = within(self._origins(node["value"], level + 1))
            index = node["subscript"]
            return around(part) if index and index.kind == "slice" else part
        if node.kind in _DISPLAYS:
            return joined(self._origins_of_part(each, level) for each in parts)
        if node.kind in _COMPREHENSIONS:
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
            return around(within(self._origins(_first(node), level + 1)))
        value = node["value"] if node.kind == "pair" else node
        return around(self._origins(value, level + 1))

    def _origins_of_call(self, node: Node, level: int) -> Origins:
        callee = _bare(node["function"])
        values = [self._origins(each, level + 1) for each in _arguments(node)]
        if callee is None:
            return ANYBODYS
        name = _called_name(callee)
        variable = self._resolve(callee) if callee.kind == "identifier" else None
        if callee.kind == "identifier":
            if variable is None or variable.is_foreign:
                return _made_by_library(name, values)
            meant = self._program.meant(variable)
            return _results(each for one in meant for each in one.functions)
        if callee.kind != "attribute":
            return ANYBODYS
        receiver = callee["object"]
        module = self._resolve(receiver) if receiver and receiver.kind == "identifier" else None
        if module and module.is_foreign:
            return _made_by_library(name, values)
        if self._program.methods.get(name):
            return _results(self._program.methods[name])
        origins = self._origins(receiver, level + 1)
        if name in _MADE:
            return around(within(origins))
        if name in ("get", "pop", "setdefault", "popleft"):
            return joined([within(origins), *values[1:]])
        return () if name in _VALUE else ANYBODYS

    # What it does

    def examine(self) -> Iterator[Mark]:
        """Yield a mark for everything that counts, but for functions."""
        for node in self._nodes:
            yield from self._examine_at(node)
        for node, function in self._functions.items():
            function.escapes = self._is_handed_out(node)

    def not_understood(self) -> Iterator[Mark]:
        """Yield where the parser is at a loss; what is around it counts all the same."""
        return not_understood(self._root)

    def functions(self, pure: Container[Function]) -> Iterator[Mark]:
        """Yield a mark for every function and lambda, and for every pure one.

        A constructor is not counted as pure: it writes `self`.
        """
        for function in self._functions.values():
            yield Mark("functions", function.line)
            if function in pure and not function.is_constructor:
                yield Mark("pure-functions", function.line)

    def _examine_at(self, node: Node) -> Iterator[Mark]:
        """Loops are `for` and `while` statements; a comprehension is none."""
        if node.kind in ("for_statement", "while_statement"):
            yield Mark("loops", node.line)
        if node.kind in _FUNCTIONS and self._functions[node].is_higher_order:
            yield Mark("higher-order", node.line)
        match node.kind:
            case "assignment" if node["right"]:
                yield from self._assignment(node, node["left"], node["right"])
            case "augmented_assignment":
                yield from self._assignment(node, node["left"], node["right"], is_again=True)
            case "named_expression":
                yield from self._assignment(node, node["name"], node["value"])
            case "for_statement" | "for_in_clause":
                yield from self._loop_targets(node)
            case "delete_statement":
                yield from self._delete(node)
            case "call":
                yield from self._call(node)
            case "identifier":
                self._mention(node)

    def _doer(self, node: Node) -> Function:
        return self._scopes[node].function or self._main

    def _assignment(
        self, node: Node, left: Node | None, right: Node | None, *, is_again: bool = False
    ) -> Iterator[Mark]:
        """An assignment: one mark for variables, one for parts of values, or both.

        The first assignment to a variable of a function, or of the file, is none that counts, nor
        is another one in the other branch of the same `if`, `match` or `try`; every later one is a
        reassignment, and so is any to a parameter, to a variable that is declared `global` or
        `nonlocal`, and by `+=` and the like. `a[i] = x` and `o.p += 1` are mutations, in
        constructors too.
        """
        targets = tuple(_targets(left))
        names = [each for each in targets if each[0].kind == "identifier"]
        origins = self._origins(right)
        again = [self._assign(node, each, is_again=is_again) for each, _ in names]
        if any(again):
            yield Mark("reassignments", node.line)
        if is_again and right and self._is_made_here(right):
            # With a list, `+=` changes the one that has the name; elsewhere it is arithmetic.
            for name, _ in names:
                self._change(name, origins)
        members = (each for each, _ in targets if each.kind in _MEMBERS)
        changes = [each for one in members for each in self._member_change(one, origins)]
        yield from changes[:1]

    def _assign(self, node: Node, name: Node, *, is_again: bool) -> bool:
        """Whether the variable has had a value before."""
        variable = self._resolve(name)
        doer = self._doer(node)
        if variable is None:
            doer.assigned.append(None)
            return is_again
        earlier = self._assignments.setdefault(variable, [])
        has_value = (
            is_again
            or variable.is_parameter
            or variable.owner is not self._scopes[node].function
            or any(not _are_alternatives(one, node) for one in earlier)
        )
        if len(earlier) < _MOST_EARLIER:
            earlier.append(node)
        if has_value:
            variable.is_changed = True
        doer.assigned.append(variable)
        return has_value

    def _loop_targets(self, node: Node) -> Iterator[Mark]:
        for target, _ in _targets(node["left"]):
            if target.kind in _MEMBERS:
                yield from self._member_change(target, ())

    def _delete(self, node: Node) -> Iterator[Mark]:
        """`del a[i]` is a mutation; `del a` is none, and no reassignment."""
        members = (each for each, _ in _targets(_first(node)) if each.kind in _MEMBERS)
        changes = [each for one in members for each in self._member_change(one, ())]
        yield from changes[:1]

    def _member_change(self, target: Node, stored: Origins) -> Iterator[Mark]:
        receiver = _bare(target["object"] or target["value"])
        doer = self._doer(target)
        if receiver is None:
            return
        is_own = receiver.kind == "identifier" and self._resolve(receiver) is doer.this
        if not (doer.is_constructor and is_own):
            self._change(receiver, stored)
        yield Mark("mutations", target.line)

    def _change(self, receiver: Node, stored: Origins) -> None:
        change = Change(self._origins(receiver), 1)
        self._doer(receiver).changes.append(change)
        self._program.stores.append((change, stored))

    def _call(self, node: Node) -> Iterator[Mark]:
        callee = _bare(node["function"])
        if callee is None:
            return
        variable = self._resolve(callee) if callee.kind == "identifier" else None
        if callee.kind == "identifier":
            yield from self._call_by_name(node, callee, variable)
        elif callee.kind == "attribute":
            yield from self._call_method(node, callee)
        elif callee.kind not in ("call", "lambda"):
            self._doer(node).is_unknown = True

    def _call_by_name(self, node: Node, name: Node, variable: Variable | None) -> Iterator[Mark]:
        doer = self._doer(node)
        if variable is None:
            doer.is_unknown |= name.written() not in _PURE_FUNCTIONS | _ERRORS
            yield from self._taking(node, name, ())
        elif variable.is_foreign:
            doer.is_unknown |= self._modules[variable] not in _PURE_MODULES
            yield from self._taking(node, name, ())
        else:
            values = [self._origins(each) for each in _arguments(node)]
            doer.calls.append(Call(variable, (), values, is_known=False))
            meant = self._program.meant(variable)
            yield from self._taking(node, name, [each for one in meant for each in one.functions])

    def _taking(self, node: Node, name: Node, called: Iterable[Function]) -> Iterator[Mark]:
        """A call of a function that takes functions, with one: `map(f, xs)`, `twice(f)`.

        What is built in, or in functools and itertools, is known by its name: `sorted(xs, key=f)`,
        `max(moves, key=lambda move: …)`, `reduce(add, xs)`.
        """
        is_known = name.written() in _TAKING and not called
        has_key = is_known and any(
            each.kind == "keyword_argument" and _written(each["name"]) == "key"
            for each in _all_arguments(node)
        )
        is_taking = is_known or any(each.is_higher_order for each in called)
        if has_key or (is_taking and any(map(self._is_function, _arguments(node)))):
            yield Mark("higher-order", name.line)

    def _is_function(self, node: Node) -> bool:
        node = _bare(node) or node
        if node.kind == "lambda":
            return True
        if node.kind == "attribute":
            name = _called_name(node)
            return name in self._program.methods or name in _VALUE or self._is_of_module(node)
        if node.kind != "identifier":
            return False
        variable = self._resolve(node)
        if variable is None:
            return node.written() in _PURE_FUNCTIONS | _WORLD
        meant = self._program.meant(variable)
        return variable.is_called or any(one.functions for one in meant)

    def _is_of_module(self, attribute: Node) -> bool:
        receiver = attribute["object"]
        variable = self._resolve(receiver) if receiver and receiver.kind == "identifier" else None
        return variable is not None and variable.is_foreign

    def _call_method(self, node: Node, callee: Node) -> Iterator[Mark]:
        """A call of a method; `append`, `update` and the like are mutations.

        What the method belongs to a syntax tree does not tell: `add` of a class of the student's
        own counts as well. Not counted are methods of `self`, whose own lines count, and what is
        made on the spot, as in `list(xs).append(x)`.
        """
        receiver, name = _bare(callee["object"]), callee["attribute"]
        if receiver is None or name is None:
            return
        doer, method = self._doer(node), name.written()
        variable = self._resolve(receiver) if receiver.kind == "identifier" else None
        if variable and variable.is_foreign:
            doer.is_unknown |= self._modules[variable] not in _PURE_MODULES
            yield from self._taking(node, name, ())
            return
        if variable and variable.imported == "*":
            yield from self._call_by_name(node, name, Variable(method, None, imported=method))
            return
        origins = self._origins(receiver)
        values = [self._origins(each) for each in _arguments(node)]
        is_own = variable is not None and doer.this is variable
        if method in _MUTATING and not is_own:
            self._change(receiver, joined(values))
            if not self._is_made_here(receiver):
                yield Mark("mutations", name.line)
        called = self._program.methods.get(method, ())
        yield from self._taking(node, name, called)
        is_known = method in _PURE_METHODS and not is_own
        doer.calls.append(Call(method, origins, values, is_known))

    def _is_made_here(self, node: Node) -> bool:
        """Whether an expression makes a new list or the like, that nobody else can know."""
        if node.kind != "call":
            return node.kind in _DISPLAYS | _COMPREHENSIONS
        callee = _bare(node["function"])
        name = _called_name(callee)
        if callee and callee.kind == "identifier":
            return name in _MAKING and self._resolve(callee) is None
        return name in _MADE - {"values", "keys", "items"}

    def _mention(self, node: Node) -> None:
        if node in self._declaring or _is_no_reference(node):
            return
        variable, doer = self._resolve(node), self._doer(node)
        if variable is None:
            doer.is_unknown |= node.written() in _WORLD
            return
        doer.read.add(variable)
        if variable.is_foreign:
            doer.is_unknown |= self._modules[variable] not in _PURE_MODULES
        if self._is_handed_out(node):
            self._handed_out.add(variable)

    def _is_handed_out(self, node: Node) -> bool:
        """Whether a function is used otherwise than by being called at once."""
        child, parent = node, node.parent
        while parent and parent.kind in ("parenthesized_expression", "keyword_argument"):
            child, parent = parent, parent.parent
        if parent is None:
            return True
        if parent.kind == "call":
            return child.field != "function"
        if parent.kind == "argument_list" and parent.parent:
            return _called_name(_bare(parent.parent["function"])) not in _TAKING
        name = parent["left"] if parent.kind == "assignment" else node["name"]
        variable = self._declaring.get(name) if name else None
        return variable is None or variable in self._handed_out


def _written(node: Node | None) -> str:
    return node.written() if node else ""


def _first(node: Node) -> Node | None:
    return next((each for each in node.children if each.kind not in _LEFT_OUT), None)


def _bare(node: Node | None) -> Node | None:
    """An expression without brackets around it."""
    while node and node.kind == "parenthesized_expression":
        node = _first(node)
    return node


def _targets(pattern: Node | None) -> Iterator[tuple[Node, int]]:
    """Yield the names and members that a pattern gives values, and how deep they stand in it."""
    waiting = [(pattern, 0)]
    while waiting:
        node, depth = waiting.pop()
        if node is None:
            continue
        if node.kind == "identifier" or node.kind in _MEMBERS:
            yield node, depth
        elif node.kind in ("parenthesized_expression", "list_splat_pattern"):
            waiting.append((_first(node), depth))
        elif node.kind.endswith("_pattern") or node.kind in _DISPLAYS | {"pattern_list"}:
            waiting.extend((each, depth + 1) for each in reversed(node.children))


def _definition(node: Node) -> Node:
    """A definition without its decorators."""
    return node["definition"] or node


def _class_of(node: Node) -> Node | None:
    """The class whose method a definition is."""
    parent = node.parent
    if parent and parent.kind == "decorated_definition":
        parent = parent.parent
    owner = parent.parent if parent and parent.kind == "block" else None
    return owner if owner and owner.kind == "class_definition" else None


def _decorators(node: Node) -> str:
    parent = node.parent
    if parent is None or parent.kind != "decorated_definition":
        return ""
    return " ".join(each.written() for each in parent.children if each.kind == "decorator")


def _without_comprehensions(node: Node, scopes: Mapping[Node, Scope]) -> Scope:
    """The scope to which `:=` assigns."""
    scope = scopes[node]
    parent = node.parent
    while parent and parent.kind not in _FUNCTIONS:
        if parent.kind in _COMPREHENSIONS and scopes[parent].outer:
            scope = scopes[parent].outer or scope
        parent = parent.parent
    return scope


def _all_arguments(node: Node) -> list[Node]:
    found = node["arguments"]
    if found is None:
        return []
    if found.kind == "generator_expression":
        return [found]
    return [each for each in found.children if each.kind not in _LEFT_OUT]


def _arguments(node: Node) -> list[Node]:
    """The arguments of a call that stand by their position."""
    return [_bare(each) or each for each in _all_arguments(node) if each.kind != "keyword_argument"]


def _called_name(callee: Node | None) -> str:
    """The name of a function, or what stands after the last dot."""
    if callee is None or callee.kind not in ("identifier", "attribute"):
        return ""
    return _written(callee["attribute"] or callee)


def _results(functions: Iterable[Function]) -> Origins:
    found = tuple(
        Origin(Variable("", None, origins=each.returned, result_of=each), 0, 0)
        for each in functions
    )
    return found or ANYBODYS


def _made_by_library(name: str, values: Sequence[Origins]) -> Origins:
    """Where the result of a function comes from that is built in or in the library."""
    first = nth(values, 0) or ()
    if name == "deepcopy" or name in _VALUE_FUNCTIONS:
        return ()
    if name in _MAKING or name == "copy":
        return around(within(first))
    if name in ("enumerate", "zip"):
        return joined(around(around(within(each))) for each in values)
    if name in ("min", "max", "next"):
        return joined([*map(within, values), *values])
    return ANYBODYS


def _height(node: Node | None, level: int = 0) -> int:
    """How many steps into a value that is written down there is something to be changed."""
    node = _bare(node)
    if node is None or level > _MOST_NESTED:
        return DEEP
    if node.kind in _NEW:
        return 0
    if node.kind not in _DISPLAYS:
        return DEEP
    parts = (each["value"] if each.kind == "pair" else each for each in node.children)
    return 1 + max((_height(each, level + 1) for each in parts), default=0)


def _are_alternatives(one: Node, other: Node) -> bool:
    """Whether only one of two statements is run."""
    above: dict[Node, Node] = {}
    child, parent = one, one.parent
    while parent:
        above[parent] = child
        child, parent = parent, parent.parent
    child, parent = other, other.parent
    while parent and parent not in above:
        child, parent = parent, parent.parent
    if parent is None:
        return False
    kinds = _BRANCHING.get(parent.kind, frozenset())
    return above[parent] is not child and {above[parent].kind, child.kind} <= kinds


def _is_no_reference(node: Node) -> bool:
    """Whether an identifier is but the name of an attribute, an argument or a module."""
    parent = node.parent
    if parent is None or parent.kind in ("dotted_name", "global_statement", "nonlocal_statement"):
        return True
    return (parent.kind == "attribute" and node.field == "attribute") or (
        parent.kind == "keyword_argument" and node.field == "name"
    )
