"""What single nodes of Python say, whatever stands around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from reversi_conformance.classroom.style.program import (
    ANYBODYS,
    DEEP,
    Origins,
    around,
    joined,
    nth,
    within,
)
from reversi_conformance.classroom.style.python.words import (
    BRANCHING,
    COMPREHENSIONS,
    DISPLAYS,
    FUNCTIONS,
    LEFT_OUT,
    MAKING,
    MEMBERS,
    MOST_NESTED,
    NEW,
    VALUE_FUNCTIONS,
)
from reversi_conformance.classroom.style.scopes import Scope
from reversi_conformance.classroom.style.tree import Node


def written_in(node: Node | None) -> str:
    """The text of a node, "" where there is none."""
    return node.written() if node else ""


def first_in(node: Node) -> Node | None:
    """The first part of a node that is no comment."""
    return next((each for each in node.children if each.kind not in LEFT_OUT), None)


def unwrapped(node: Node | None) -> Node | None:
    """An expression without brackets around it."""
    while node and node.kind == "parenthesized_expression":
        node = first_in(node)
    return node


def targets_in(pattern: Node | None) -> Iterator[tuple[Node, int]]:
    """Yield the names and members that a pattern gives values, and how deep they stand in it."""
    waiting = [(pattern, 0)]
    while waiting:
        node, depth = waiting.pop()
        if node is None:
            continue
        if node.kind == "identifier" or node.kind in MEMBERS:
            yield node, depth
        elif node.kind in ("parenthesized_expression", "list_splat_pattern"):
            waiting.append((first_in(node), depth))
        elif node.kind.endswith("_pattern") or node.kind in DISPLAYS | {"pattern_list"}:
            waiting.extend((each, depth + 1) for each in reversed(node.children))


def definition_in(node: Node) -> Node:
    """A definition without its decorators."""
    return node["definition"] or node


def class_of(node: Node) -> Node | None:
    """The class whose method a definition is."""
    parent = node.parent
    if parent and parent.kind == "decorated_definition":
        parent = parent.parent
    owner = parent.parent if parent and parent.kind == "block" else None
    return owner if owner and owner.kind == "class_definition" else None


def decorators_of(node: Node) -> str:
    """The decorators of a definition, one after the other."""
    parent = node.parent
    if parent is None or parent.kind != "decorated_definition":
        return ""
    return " ".join(each.written() for each in parent.children if each.kind == "decorator")


def without_comprehensions(node: Node, scopes: Mapping[Node, Scope]) -> Scope:
    """The scope to which `:=` assigns."""
    scope = scopes[node]
    parent = node.parent
    while parent and parent.kind not in FUNCTIONS:
        if parent.kind in COMPREHENSIONS and scopes[parent].outer:
            scope = scopes[parent].outer or scope
        parent = parent.parent
    return scope


def all_arguments_of(node: Node) -> list[Node]:
    """The arguments of a call."""
    found = node["arguments"]
    if found is None:
        return []
    if found.kind == "generator_expression":
        return [found]
    return [each for each in found.children if each.kind not in LEFT_OUT]


def arguments_of(node: Node) -> list[Node]:
    """The arguments of a call that stand by their position."""
    return [
        unwrapped(each) or each
        for each in all_arguments_of(node)
        if each.kind != "keyword_argument"
    ]


def name_called(callee: Node | None) -> str:
    """The name of a function, or what stands after the last dot."""
    if callee is None or callee.kind not in ("identifier", "attribute"):
        return ""
    return written_in(callee["attribute"] or callee)


def made_by_library(name: str, values: Sequence[Origins]) -> Origins:
    """Where the result of a function comes from that is built in or in the library."""
    first = nth(values, 0) or ()
    if name == "deepcopy" or name in VALUE_FUNCTIONS:
        return ()
    if name in MAKING or name == "copy":
        return around(within(first))
    if name in ("enumerate", "zip"):
        return joined(around(around(within(each))) for each in values)
    if name in ("min", "max", "next"):
        return joined([*map(within, values), *values])
    return ANYBODYS


def height_of(node: Node | None, level: int = 0) -> int:
    """How many steps into a value that is written down there is something to be changed."""
    node = unwrapped(node)
    if node is None or level > MOST_NESTED:
        return DEEP
    if node.kind in NEW:
        return 0
    if node.kind not in DISPLAYS:
        return DEEP
    parts = (each["value"] if each.kind == "pair" else each for each in node.children)
    return 1 + max((height_of(each, level + 1) for each in parts), default=0)


def are_alternatives(one: Node, other: Node) -> bool:
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
    kinds = BRANCHING.get(parent.kind, frozenset())
    return above[parent] is not child and {above[parent].kind, child.kind} <= kinds


def is_no_reference(node: Node) -> bool:
    """Whether an identifier is but the name of an attribute, an argument or a module."""
    parent = node.parent
    if parent is None or parent.kind in ("dotted_name", "global_statement", "nonlocal_statement"):
        return True
    return (parent.kind == "attribute" and node.field == "attribute") or (
        parent.kind == "keyword_argument" and node.field == "name"
    )
