"""What a program in TypeScript or JavaScript does in a functional style, and what not.

What counts, with examples, stands in the docstrings of the functions that count it. Types are left
out altogether: nothing that is erased counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from reversi_conformance.classroom.style.ecmascript.nodes import (
    arguments_of,
    is_export,
    is_math,
    method_called,
    name_of_new,
    targets_in,
    unwrapped,
)
from reversi_conformance.classroom.style.ecmascript.values import Values
from reversi_conformance.classroom.style.ecmascript.words import (
    DECLARED,
    FUNCTIONS,
    LOOPS,
    MADE,
    MEMBERS,
    MUTATING,
    OF_OBJECT,
    PURE_CLASSES,
    PURE_FUNCTIONS,
    PURE_METHODS,
    PURE_OF,
    SELF,
    TAKING,
    THIS,
    WORLD,
    WRAPPERS,
)
from reversi_conformance.classroom.style.marks import Mark
from reversi_conformance.classroom.style.program import (
    ANYBODYS,
    Call,
    Function,
    Origin,
    Origins,
    Program,
    Variable,
    deep,
    joined,
    nth,
    within,
)
from reversi_conformance.classroom.style.tree import Node


class Reading(Values):
    """One source, read in rounds: what it declares, what that is, and what it does.

    Each round needs the one before it of all files of the program.
    """

    def __init__(self, text: str, suffix: str, program: Program) -> None:
        super().__init__(text, suffix, program)
        self._assigned: set[Node] = set()
        """Names that are assigned to and not read."""

    def examine(self) -> Iterator[Mark]:
        """Yield a mark for everything that counts, but for pure functions."""
        for node in self._nodes:
            yield from self._examine_at(node)
        for node, function in self._functions.items():
            function.escapes = function.is_counted and self._is_handed_out(node)

    def _examine_at(self, node: Node) -> Iterator[Mark]:
        if node.kind in LOOPS:
            yield Mark("loops", node.line)
        if node.kind in FUNCTIONS and self._functions[node].is_higher_order:
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
                    yield from self._member_change(unwrapped(node["argument"]), ())
            case "call_expression":
                yield from self._call(node)
            case "new_expression":
                self._new(node)
            case "identifier" | "shorthand_property_identifier":
                self._mention(node)

    def _assignment(
        self, left: Node | None, right: Node | None, *, is_read: bool = False
    ) -> Iterator[Mark]:
        """An assignment: one mark for variables, one for parts of values, or both.

        `n = 1`, `n += 1`, `n++` and `[a, b] = [b, a]` are reassignments, `let n = 1` is none;
        `a[i] = x`, `o.p++` and `[a[i], a[j]] = [a[j], a[i]]` are mutations, in constructors too.
        `module.exports = …` and `exports.f = …` are neither: they say what a module is.
        """
        targets = tuple(targets_in(left))
        names = [each for each in targets if each[0].kind not in MEMBERS]
        origins = self._origins(right)
        for name, depth in names:
            self._assign(name, None if depth else unwrapped(right), deep(origins, depth))
        if not is_read:
            self._assigned.update(name for name, _ in names)
        if names:
            yield Mark("reassignments", names[0][0].line)
        members = (each for each, _ in targets if each.kind in MEMBERS)
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
        if target is None or target.kind not in MEMBERS or is_export(target):
            return
        receiver = unwrapped(target["object"])
        if receiver and not (receiver.kind == THIS and self._doer(target).is_constructor):
            self._change(receiver, stored)
        yield Mark("mutations", target.line)

    def _call(self, node: Node) -> Iterator[Mark]:
        callee = unwrapped(node["function"])
        doer = self._doer(node)
        if callee is None:
            return
        if callee.kind == "identifier":
            yield from self._call_by_name(node, callee, self._resolve(callee), ANYBODYS)
        elif method_called(callee):
            yield from self._call_method(node, callee)
        elif callee.kind not in {"call_expression", *FUNCTIONS}:
            doer.is_unknown = True

    def _call_by_name(
        self, node: Node, callee: Node, variable: Variable | None, receiver: Origins
    ) -> Iterator[Mark]:
        arguments = arguments_of(node)
        if variable is None:
            self._doer(node).is_unknown |= callee.written() not in PURE_FUNCTIONS
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
        is_taking = name.written() in TAKING or any(each.is_higher_order for each in called)
        if is_taking and any(map(self._is_function, arguments)):
            yield Mark("higher-order", name.line)

    def _is_function(self, node: Node) -> bool:
        if node.kind in FUNCTIONS:
            return True
        if node.kind == "call_expression":
            callee = unwrapped(node["function"])
            if method_called(callee) == "bind":
                return True
            variable = self._resolve(callee) if callee and callee.kind == "identifier" else None
            meant = self._program.meant(variable) if variable else ()
            return any(each.returns_functions for one in meant for each in one.functions)
        if name := method_called(node):
            return name in self._program.methods or is_math(node, self._resolve)
        if node.kind != "identifier":
            return False
        variable = self._resolve(node)
        if variable is None:
            return node.written() in PURE_FUNCTIONS
        meant = self._program.meant(variable)
        return variable.is_called or any(each.is_counted for one in meant for each in one.functions)

    def _call_method(self, node: Node, callee: Node) -> Iterator[Mark]:
        receiver, property_ = unwrapped(callee["object"]), callee["property"]
        if receiver is None or property_ is None:
            return
        name, arguments = property_.written(), arguments_of(node)
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
        arguments, method = arguments_of(node), name.written()
        if receiver == "Object" and method in OF_OBJECT and arguments:
            # `Object.assign({}, a, b)` makes something new.
            self._change(arguments[0], joined(map(self._origins, arguments[1:])))
            if not self._is_made_here(arguments[0]):
                yield Mark("mutations", name.line)
        elif method not in PURE_OF.get(receiver, ()):
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
        arguments, method = arguments_of(node), name.written()
        origins = self._origins(receiver)
        values = [self._origins(each) for each in arguments]
        if method in MUTATING and receiver.kind not in (THIS, "super"):
            self._change(receiver, joined(values))
            if not self._is_made_here(receiver):
                yield Mark("mutations", name.line)
        yield from self._taking(name, self._program.methods.get(method, ()), arguments)
        self._trace_callback(method, arguments, origins, nth(values, 1) or ())
        is_known = method in PURE_METHODS and receiver.kind not in (THIS, "super")
        self._doer(node).calls.append(Call(method, origins, values, is_known))

    def _trace_callback(
        self, method: str, arguments: Sequence[Node], receiver: Origins, initial: Origins
    ) -> None:
        """Say where the parameters of a function come from that is written down as an argument."""
        function = self._functions.get(arguments[0]) if arguments else None
        if function is None or method not in TAKING:
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
        node = unwrapped(node)
        while node and node.kind == "call_expression":
            callee = unwrapped(node["function"])
            if callee and callee.kind == "identifier":
                return callee.written() in PURE_FUNCTIONS and self._resolve(callee) is None
            if method_called(callee) not in SELF or callee is None:
                return method_called(callee) in MADE
            node = unwrapped(callee["object"])
        return node is not None and node.kind in ("array", "object", "new_expression")

    def _new(self, node: Node) -> None:
        constructor = unwrapped(node["constructor"])
        if constructor is None or constructor.kind != "identifier":
            self._doer(node).is_unknown = True
            return
        if constructor.written() in PURE_CLASSES and self._resolve(constructor) is None:
            return
        name = name_of_new(constructor)
        values = [self._origins(each) for each in arguments_of(node)]
        is_known = name in self._program.methods
        self._doer(node).calls.append(Call(name, (), values, is_known))

    def _mention(self, node: Node) -> None:
        if node in self._declaring or node in self._assigned:
            return
        variable, doer = self._resolve(node), self._doer(node)
        if variable is None:
            doer.is_unknown |= node.written() in WORLD
            return
        doer.read.add(variable)
        doer.is_unknown |= variable.is_foreign
        if self._is_handed_out(node):
            self._handed_out.add(variable)

    def _is_handed_out(self, node: Node) -> bool:
        """Whether a function is used otherwise than by being called at once."""
        child, parent = node, node.parent
        while parent and parent.kind in WRAPPERS:
            child, parent = parent, parent.parent
        if parent is None:
            return True
        if parent.kind == "call_expression":
            return child.field != "function"
        if parent.kind == "arguments" and parent.parent:
            return method_called(unwrapped(parent.parent["function"])) not in TAKING
        if parent.kind == "variable_declarator" and child.field == "value":
            name = parent["name"]
        else:
            name = node["name"] if node.kind in DECLARED else None
        variable = self._declaring.get(name) if name else None
        return variable is None or variable in self._handed_out
