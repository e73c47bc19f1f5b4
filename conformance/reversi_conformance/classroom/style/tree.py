"""Syntax trees as plain values, made by tree-sitter within bounds of time and depth.

Knows no language. tree-sitter is imported here and in the modules of the languages alone, all of
which are imported only where sources are studied.
"""

import time
from collections.abc import Callable, Iterator
from typing import Final, cast

import tree_sitter

from reversi_conformance.classroom.style.marks import Mark

_MOST_SECONDS: Final = 5.0
_CHUNK: Final = 1 << 16


class TooSlowError(Exception):
    """The parser was given up: a person's program takes it milliseconds."""


class Node:
    """A named part of a source, or one without a name that its parent has a field for.

    A tree may be a hundred thousand parts deep: go through it with `walk`, not by recursion.
    """

    __slots__ = (
        "children",
        "end",
        "field",
        "is_missing",
        "kind",
        "line",
        "parent",
        "start",
        "text",
    )

    def __init__(
        self, found: tree_sitter.Node, field: str | None, parent: "Node | None", text: bytes
    ) -> None:
        self.kind = found.type
        self.field = field
        self.parent = parent
        self.start = found.start_byte
        self.end = found.end_byte
        self.line = found.start_point.row + 1
        self.is_missing = found.is_missing
        self.children: list[Node] = []
        self.text = text
        """The whole source."""

    def __getitem__(self, field: str) -> "Node | None":
        """Return the first child that stands in a field, None where there is none."""
        return next((child for child in self.children if child.field == field), None)

    def written(self) -> str:
        """Return the part as it stands in the source."""
        return self.text[self.start : self.end].decode()

    def walk(self, into: Callable[["Node"], bool] = lambda _: True) -> Iterator["Node"]:
        """Yield this part and all below it, in the order of the source.

        What is below a part is left out where `into` says no.
        """
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            if into(node):
                waiting.extend(reversed(node.children))


def parse(text: str, language: tree_sitter.Language) -> Node:
    """Return the tree of a source, whatever it is; what is not understood has the kind "ERROR".

    Raises `TooSlowError` after some seconds of processor time.
    """
    source = text.encode()
    end = time.process_time() + _MOST_SECONDS
    try:
        tree = tree_sitter.Parser(language).parse(
            lambda start, _: source[start : start + _CHUNK],
            progress_callback=lambda *_: time.process_time() > end,
        )
    except ValueError:
        raise TooSlowError from None
    return _plain(tree.walk(), source)


def not_understood(root: Node) -> Iterator[Mark]:
    """Yield a mark for everything in a tree that the parser could not make sense of, or misses."""
    for node in root.walk(lambda node: node.kind != "ERROR"):
        if node.kind == "ERROR" or node.is_missing:
            yield Mark("not-understood", node.line)


def _plain(cursor: tree_sitter.TreeCursor, source: bytes) -> Node:
    """Every token has a node here while its parent's are made, so that both go down alike."""
    top = Node(_at(cursor), None, None, source)
    path = [top]
    while True:
        if cursor.goto_first_child():
            path.append(_add(cursor, path[-1], source))
            continue
        path.pop()
        while path and not cursor.goto_next_sibling():
            cursor.goto_parent()
            path.pop()
        if not path:
            return top
        path.append(_add(cursor, path[-1], source))


def _add(cursor: tree_sitter.TreeCursor, parent: Node, source: bytes) -> Node:
    found = _at(cursor)
    node = Node(found, cursor.field_name, parent, source)
    if found.is_named or node.field:
        parent.children.append(node)
    return node


def _at(cursor: tree_sitter.TreeCursor) -> tree_sitter.Node:
    return cast("tree_sitter.Node", cursor.node)
