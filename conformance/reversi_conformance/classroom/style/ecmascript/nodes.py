"""What single nodes of TypeScript and JavaScript say, whatever stands around them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from reversi_conformance.classroom.style.ecmascript.words import (
    MOST_NESTED,
    NEW,
    PURE_OF,
    TYPES,
    WRAPPERS,
)
from reversi_conformance.classroom.style.program import DEEP, Variable
from reversi_conformance.classroom.style.tree import Node


def unwrapped(node: Node | None) -> Node | None:
    """An expression without brackets and types around it."""
    while node and node.kind in WRAPPERS:
        node = first_in(node)
    return node


def height_of(node: Node | None, level: int = 0) -> int:
    """How many steps into a value that is written down there is something to be changed."""
    node = unwrapped(node)
    if node is None or level > MOST_NESTED:
        return DEEP
    if node.kind in NEW:
        return 0
    if node.kind not in ("array", "object"):
        return DEEP
    parts = (each["value"] if each.kind == "pair" else each for each in node.children)
    return min(1 + max((height_of(each, level + 1) for each in parts), default=0), DEEP)


def first_in(node: Node) -> Node | None:
    """The first part of a node that is no type."""
    return next((each for each in node.children if each.kind not in TYPES), None)


def targets_in(pattern: Node | None) -> Iterator[tuple[Node, int]]:
    """Yield the names and members that a pattern gives values, and how deep they stand in it."""
    waiting = [(pattern, 0)]
    while waiting:
        node, depth = waiting.pop()
        node = unwrapped(node)
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
                waiting.append((first_in(node), depth))


def arguments_of(node: Node) -> list[Node]:
    """The arguments of a call, without brackets and types around them."""
    found = node["arguments"]
    if found is None or found.kind != "arguments":
        return []
    bare = (unwrapped(each) for each in found.children if each.kind != "comment")
    return [each for each in bare if each]


def method_called(callee: Node | None) -> str:
    """What stands after the last dot, "" where no dot is."""
    name = callee["property"] if callee and callee.kind == "member_expression" else None
    return name.written() if name else ""


def name_of_new(name: Node | None) -> str:
    """What `new` runs, as a name among those of methods."""
    return f"new {name.written() if name else ''}"


def module_required(value: Node | None) -> str:
    """Return the module in `require("…")`, "" for everything else."""
    callee = value["function"] if value and value.kind == "call_expression" else None
    if value is None or callee is None or callee.written() != "require":
        return ""
    arguments = arguments_of(value)
    return arguments[0].written().strip("'\"`") if arguments else ""


def is_initial_call(node: Node) -> bool:
    """Whether a call makes what a variable begins with, which may be a function."""
    if node.kind != "call_expression":
        return False
    child, parent = node, node.parent
    while parent and parent.kind in WRAPPERS:
        child, parent = parent, parent.parent
    return parent is not None and parent.kind == "variable_declarator" and child.field == "value"


def is_function_type(annotation: Node | None) -> bool:
    """Whether a type that is written down is that of functions."""
    node = annotation
    while node and node.kind in ("type_annotation", "parenthesized_type"):
        node = node.children[0] if node.children else None
    return node is not None and node.kind == "function_type"


def is_export(member: Node) -> bool:
    """Whether a member is what a module hands out."""
    receiver = unwrapped(member["object"])
    return receiver is not None and (
        (receiver.kind == "identifier" and receiver.written() == "exports")
        or (method_called(receiver) == "exports" or member.written() == "module.exports")
    )


def is_math(member: Node, resolve: Callable[[Node], Variable | None]) -> bool:
    """Whether a member is a function or number of an object such as Math."""
    receiver = member["object"]
    return (
        receiver is not None
        and receiver.kind == "identifier"
        and resolve(receiver) is None
        and method_called(member) in PURE_OF.get(receiver.written(), ())
    )
