"""Kinds of nodes of Python, and what is known of the names of the library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reversi_conformance.classroom.style.marks import words

FUNCTIONS: Final = frozenset({"function_definition", "lambda"})
COMPREHENSIONS: Final = frozenset(
    {
        "list_comprehension",
        "set_comprehension",
        "dictionary_comprehension",
        "generator_expression",
    }
)
MEMBERS: Final = frozenset({"attribute", "subscript"})
LEFT_OUT: Final = frozenset({"comment", "type"})
NEW: Final = frozenset(
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
        *FUNCTIONS,
    }
)
"""What is, or makes, a value that has no parts to be changed."""
DISPLAYS: Final = frozenset({"list", "tuple", "set", "dictionary", "expression_list"})
MUTATING: Final = words(
    """append extend insert remove pop clear sort reverse update setdefault popitem add discard
    difference_update intersection_update symmetric_difference_update appendleft popleft
    extendleft rotate"""
)
TAKING: Final = words(
    """map filter reduce sorted min max sort starmap takewhile dropwhile accumulate groupby
    filterfalse partial"""
)
"""What is built in, or in the library, and takes a function that it keeps to itself."""
MADE: Final = words(
    """copy items keys values split rsplit splitlines partition union intersection difference
    symmetric_difference"""
)
"""Methods that are built in and return a list, or the like, that is new."""
MAKING: Final = words("list tuple set frozenset dict sorted reversed filter iter")
"""Functions that are built in and make a new thing out of the elements of another one."""
VALUE: Final = words(
    """join strip lstrip rstrip lower upper title capitalize swapcase index rindex count find rfind
    format startswith endswith replace isdigit isalpha isalnum isupper islower isspace isnumeric
    isdecimal ljust rjust center zfill encode decode translate issubset issuperset isdisjoint
    strftime isoformat total_seconds timestamp"""
)
PURE_METHODS: Final = MUTATING | MADE | VALUE | {"get", "sort"}
VALUE_FUNCTIONS: Final = words(
    """len range int str abs sum bool float ord chr isinstance issubclass any all round divmod pow
    repr hash bytes format bin hex oct callable type complex ascii slice object"""
)
PURE_FUNCTIONS: Final = (
    MAKING | VALUE_FUNCTIONS | words("min max map zip enumerate next getattr hasattr")
)
ERRORS: Final = words(
    """Exception ValueError TypeError IndexError KeyError RuntimeError AssertionError
    NotImplementedError StopIteration EOFError KeyboardInterrupt"""
)
WORLD: Final = words(
    """print input open exit quit exec eval breakpoint globals locals vars setattr delattr
    __import__ compile"""
)
PURE_MODULES: Final = words(
    """math itertools functools operator string collections typing enum dataclasses abc copy
    __future__ fractions decimal re"""
)
MOST_NESTED: Final = 8
MOST_EARLIER: Final = 20
"""Assignments to a variable with which a later one is compared."""
BRANCHING: Final[Mapping[str, frozenset[str]]] = {
    "if_statement": frozenset({"block", "elif_clause", "else_clause"}),
    "try_statement": frozenset({"block", "except_clause"}),
    "block": frozenset({"case_clause"}),
}
"""Of the parts of these, of the kinds named, only one is run to its end."""
