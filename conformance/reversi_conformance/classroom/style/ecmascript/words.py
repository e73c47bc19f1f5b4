"""Kinds of nodes of TypeScript and JavaScript, and what is known of the names of the library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reversi_conformance.classroom.style.marks import words

LOOPS: Final = frozenset({"for_statement", "for_in_statement", "while_statement", "do_statement"})
FUNCTIONS: Final = frozenset(
    {
        "function_declaration",
        "generator_function_declaration",
        "function_expression",
        "generator_function",
        "arrow_function",
        "method_definition",
    }
)
FIELDS: Final = frozenset({"public_field_definition", "field_definition"})
BLOCKS: Final = frozenset(
    {
        "statement_block",
        "for_statement",
        "for_in_statement",
        "catch_clause",
        "switch_body",
        "class_body",
    }
)
TYPES: Final = frozenset(
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
WRAPPERS: Final = frozenset(
    {
        "parenthesized_expression",
        "as_expression",
        "satisfies_expression",
        "non_null_expression",
        "type_assertion",
    }
)
NEW: Final = frozenset(
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
        *FUNCTIONS,
    }
)
"""What is, or makes, a value that has no parts to be changed."""
MUTATING: Final = words(
    "push pop shift unshift splice sort reverse fill copyWithin set add delete clear"
)
OF_OBJECT: Final = frozenset({"assign", "defineProperty", "defineProperties", "setPrototypeOf"})
"""Functions of `Object` that change their first argument."""
TAKING: Final = words(
    """map filter reduce reduceRight flatMap some every forEach find findIndex findLast
    findLastIndex sort toSorted from replace replaceAll"""
)
"""What is built in and takes a function, to call it before it returns."""
MADE: Final = words(
    """slice concat filter map flatMap flat toSorted toReversed toSpliced with split matchAll
    keys values entries from of fromEntries"""
)
"""What is built in and returns an array, or the like, that is new."""
SELF: Final = frozenset({"fill", "sort", "reverse", "copyWithin"})
"""What returns what it is a method of."""
PART: Final = words("find findLast at get pop shift")
VALUE: Final = words(
    """length join getFullYear getMonth getDate getDay getHours getMinutes getSeconds
    getMilliseconds getTime toISOString indexOf lastIndexOf includes some every findIndex
    findLastIndex has push unshift charAt charCodeAt codePointAt toString toFixed toUpperCase
    toLowerCase trim trimStart trimEnd padStart padEnd repeat startsWith endsWith
    substring substr replace replaceAll search test localeCompare normalize valueOf
    forEach toLocaleString"""
)
"""What is built in and returns a value that has no parts to be changed."""
PURE_METHODS: Final = (
    TAKING | MADE | SELF | PART | VALUE | MUTATING | {"match", "exec", "size", "hasOwnProperty"}
)
"""What changes nothing but what it is a method of, which is looked at apart."""
PURE_OF: Final[Mapping[str, frozenset[str]]] = {
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
PURE_FUNCTIONS: Final = words(
    """parseInt parseFloat Number String Boolean isNaN isFinite Array Object BigInt Symbol
    structuredClone encodeURIComponent decodeURIComponent"""
)
PURE_CLASSES: Final = words(
    """Array Map Set WeakMap WeakSet Object String Number Boolean RegExp Error TypeError
    RangeError SyntaxError Int8Array Uint8Array Int16Array Uint16Array Int32Array
    Uint32Array Float64Array"""
)
WORLD: Final = words(
    """console process fs readline Date performance crypto prompt alert confirm require
    globalThis window document global localStorage setTimeout setInterval setImmediate
    queueMicrotask fetch Deno Bun eval"""
)
"""Names that nobody declared through which a program reaches what is outside of it."""
MOST_NESTED: Final = 8
"""Parts of an expression within each other that are looked through for where it comes from."""
THIS: Final = "this"
MEMBERS: Final = frozenset({"member_expression", "subscript_expression"})
DECLARED: Final = frozenset({"function_declaration", "generator_function_declaration"})
