"""What a program in Python does in a functional style, and what not.

What counts, with examples, stands in the docstrings of the functions that count it. Annotations are
left out but for the word `Callable`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reversi_conformance.classroom.style.marks import Mark
from reversi_conformance.classroom.style.program import (
    Call,
    Function,
    Origins,
    Variable,
    joined,
)
from reversi_conformance.classroom.style.python.nodes import (
    all_arguments_of,
    are_alternatives,
    arguments_of,
    first_in,
    is_no_reference,
    name_called,
    targets_in,
    unwrapped,
    written_in,
)
from reversi_conformance.classroom.style.python.values import Values
from reversi_conformance.classroom.style.python.words import (
    COMPREHENSIONS,
    DISPLAYS,
    ERRORS,
    FUNCTIONS,
    MADE,
    MAKING,
    MEMBERS,
    MOST_EARLIER,
    MUTATING,
    PURE_FUNCTIONS,
    PURE_METHODS,
    PURE_MODULES,
    TAKING,
    VALUE,
    WORLD,
)
from reversi_conformance.classroom.style.tree import Node


class Reading(Values):
    """One source, read in rounds: what it declares, what that is, and what it does.

    Each round needs the one before it of all files of the program.
    """

    def examine(self) -> Iterator[Mark]:
        """Yield a mark for everything that counts, but for functions."""
        for node in self._nodes:
            yield from self._examine_at(node)
        for node, function in self._functions.items():
            function.escapes = self._is_handed_out(node)

    def _examine_at(self, node: Node) -> Iterator[Mark]:
        """Loops are `for` and `while` statements; a comprehension is none."""
        if node.kind in ("for_statement", "while_statement"):
            yield Mark("loops", node.line)
        if node.kind in FUNCTIONS and self._functions[node].is_higher_order:
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
        targets = tuple(targets_in(left))
        names = [each for each in targets if each[0].kind == "identifier"]
        origins = self._origins(right)
        again = [self._assign(node, each, is_again=is_again) for each, _ in names]
        if any(again):
            yield Mark("reassignments", node.line)
        if is_again and right and self._is_made_here(right):
            # With a list, `+=` changes the one that has the name; elsewhere it is arithmetic.
            for name, _ in names:
                self._change(name, origins)
        members = (each for each, _ in targets if each.kind in MEMBERS)
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
            or any(not are_alternatives(one, node) for one in earlier)
        )
        if len(earlier) < MOST_EARLIER:
            earlier.append(node)
        if has_value:
            variable.is_changed = True
        doer.assigned.append(variable)
        return has_value

    def _loop_targets(self, node: Node) -> Iterator[Mark]:
        for target, _ in targets_in(node["left"]):
            if target.kind in MEMBERS:
                yield from self._member_change(target, ())

    def _delete(self, node: Node) -> Iterator[Mark]:
        """`del a[i]` is a mutation; `del a` is none, and no reassignment."""
        members = (each for each, _ in targets_in(first_in(node)) if each.kind in MEMBERS)
        changes = [each for one in members for each in self._member_change(one, ())]
        yield from changes[:1]

    def _member_change(self, target: Node, stored: Origins) -> Iterator[Mark]:
        receiver = unwrapped(target["object"] or target["value"])
        doer = self._doer(target)
        if receiver is None:
            return
        is_own = receiver.kind == "identifier" and self._resolve(receiver) is doer.this
        if not (doer.is_constructor and is_own):
            self._change(receiver, stored)
        yield Mark("mutations", target.line)

    def _call(self, node: Node) -> Iterator[Mark]:
        callee = unwrapped(node["function"])
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
            doer.is_unknown |= name.written() not in PURE_FUNCTIONS | ERRORS
            yield from self._taking(node, name, ())
        elif variable.is_foreign:
            doer.is_unknown |= self._modules[variable] not in PURE_MODULES
            yield from self._taking(node, name, ())
        else:
            values = [self._origins(each) for each in arguments_of(node)]
            doer.calls.append(Call(variable, (), values, is_known=False))
            meant = self._program.meant(variable)
            yield from self._taking(node, name, [each for one in meant for each in one.functions])

    def _taking(self, node: Node, name: Node, called: Iterable[Function]) -> Iterator[Mark]:
        """A call of a function that takes functions, with one: `map(f, xs)`, `twice(f)`.

        What is built in, or in functools and itertools, is known by its name: `sorted(xs, key=f)`,
        `max(moves, key=lambda move: …)`, `reduce(add, xs)`.
        """
        is_known = name.written() in TAKING and not called
        has_key = is_known and any(
            each.kind == "keyword_argument" and written_in(each["name"]) == "key"
            for each in all_arguments_of(node)
        )
        is_taking = is_known or any(each.is_higher_order for each in called)
        if has_key or (is_taking and any(map(self._is_function, arguments_of(node)))):
            yield Mark("higher-order", name.line)

    def _is_function(self, node: Node) -> bool:
        node = unwrapped(node) or node
        if node.kind == "lambda":
            return True
        if node.kind == "attribute":
            name = name_called(node)
            return name in self._program.methods or name in VALUE or self._is_of_module(node)
        if node.kind != "identifier":
            return False
        variable = self._resolve(node)
        if variable is None:
            return node.written() in PURE_FUNCTIONS | WORLD
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
        receiver, name = unwrapped(callee["object"]), callee["attribute"]
        if receiver is None or name is None:
            return
        doer, method = self._doer(node), name.written()
        variable = self._resolve(receiver) if receiver.kind == "identifier" else None
        if variable and variable.is_foreign:
            doer.is_unknown |= self._modules[variable] not in PURE_MODULES
            yield from self._taking(node, name, ())
            return
        if variable and variable.imported == "*":
            yield from self._call_by_name(node, name, Variable(method, None, imported=method))
            return
        origins = self._origins(receiver)
        values = [self._origins(each) for each in arguments_of(node)]
        is_own = variable is not None and doer.this is variable
        if method in MUTATING and not is_own:
            self._change(receiver, joined(values))
            if not self._is_made_here(receiver):
                yield Mark("mutations", name.line)
        called = self._program.methods.get(method, ())
        yield from self._taking(node, name, called)
        is_known = method in PURE_METHODS and not is_own
        doer.calls.append(Call(method, origins, values, is_known))

    def _is_made_here(self, node: Node) -> bool:
        """Whether an expression makes a new list or the like, that nobody else can know."""
        if node.kind != "call":
            return node.kind in DISPLAYS | COMPREHENSIONS
        callee = unwrapped(node["function"])
        name = name_called(callee)
        if callee and callee.kind == "identifier":
            return name in MAKING and self._resolve(callee) is None
        return name in MADE - {"values", "keys", "items"}

    def _mention(self, node: Node) -> None:
        if node in self._declaring or is_no_reference(node):
            return
        variable, doer = self._resolve(node), self._doer(node)
        if variable is None:
            doer.is_unknown |= node.written() in WORLD
            return
        doer.read.add(variable)
        if variable.is_foreign:
            doer.is_unknown |= self._modules[variable] not in PURE_MODULES
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
            return name_called(unwrapped(parent.parent["function"])) not in TAKING
        name = parent["left"] if parent.kind == "assignment" else node["name"]
        variable = self._declaring.get(name) if name else None
        return variable is None or variable in self._handed_out
