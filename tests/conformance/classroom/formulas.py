"""Computes the formulas of a sheet, as far as the gradebook uses them, as spreadsheets do."""

import re
from collections.abc import Callable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

import openpyxl.worksheet.worksheet
from openpyxl.utils import range_boundaries

_TOKEN: Final = re.compile(
    r'\s*("[^"]*"|[A-Z]+[0-9]+(?::[A-Z]+[0-9]+)?|[A-Z]+|[0-9.]+|<>|[-+*/=<>(),])'
)


def computed(sheet: openpyxl.worksheet.worksheet.Worksheet, cell: str) -> Any:
    """The value of a cell; "" where it is empty."""
    value = sheet[cell].value
    if isinstance(value, str) and value.startswith("="):
        return _Formula(sheet, value[1:]).value()
    return "" if value is None else value


class _Formula:
    """One formula, computed while it is read."""

    def __init__(self, sheet: openpyxl.worksheet.worksheet.Worksheet, text: str) -> None:
        self._sheet = sheet
        self._tokens: list[str] = _TOKEN.findall(text)
        assert "".join(self._tokens) == text
        self._at = 0

    def value(self) -> Any:
        found = self._comparison()
        assert self._at == len(self._tokens), self._tokens[self._at :]
        return found

    def _next(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1]

    def _is(self, *tokens: str) -> bool:
        return self._at < len(self._tokens) and self._tokens[self._at] in tokens

    def _comparison(self) -> Any:
        left = self._sum()
        if not self._is("=", "<", ">"):
            return left
        sign, right = self._next(), self._sum()
        return {"=": left == right, "<": left < right, ">": left > right}[sign]

    def _sum(self) -> Any:
        value = self._product()
        while self._is("+", "-"):
            sign, other = self._next(), self._product()
            value = _apply(sign, value, other)
        return value

    def _product(self) -> Any:
        value = self._atom()
        while self._is("*", "/"):
            sign, other = self._next(), self._atom()
            value = _apply(sign, value, other)
        return value

    def _atom(self) -> Any:
        token = self._next()
        if token.startswith('"'):
            return token[1:-1]
        if token[0].isdigit():
            return float(token)
        if self._is("("):
            return self._call(token)
        return self._cells(token)

    def _call(self, name: str) -> Any:
        self._next()
        arguments = [self._comparison()]
        while self._is(","):
            self._next()
            arguments.append(self._comparison())
        assert self._next() == ")"
        return _FUNCTIONS[name](arguments)

    def _cells(self, name: str) -> Any:
        first, _, last = name.partition(":")
        if not last:
            return computed(self._sheet, first)
        left, top, right, bottom = range_boundaries(name)
        found = self._sheet.iter_rows(top, bottom, left, right)
        return [computed(self._sheet, each.coordinate) for row in found for each in row]


class _Wrong:
    """What a spreadsheet shows as #VALUE!."""


def _apply(sign: str, left: Any, right: Any) -> Any:
    if not (_is_number(left) and _is_number(right)):
        return _Wrong
    return {
        "+": lambda: left + right,
        "-": lambda: left - right,
        "*": lambda: left * right,
        "/": lambda: left / right,
    }[sign]()


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _numbers(arguments: list[Any]) -> list[Any]:
    flat = [each for some in arguments for each in (some if isinstance(some, list) else [some])]
    assert _Wrong not in flat
    return [each for each in flat if _is_number(each)]


def _rounded(number: Any, digits: float) -> Any:
    if number is _Wrong:
        return _Wrong
    # Spreadsheets round half away from zero what has fifteen digits.
    exact = Decimal(f"{number:.15g}")
    return float(exact.quantize(Decimal(1).scaleb(-int(digits)), ROUND_HALF_UP))


_FUNCTIONS: Final[Mapping[str, Callable[[list[Any]], Any]]] = {
    "IF": lambda given: given[1] if given[0] else given[2],
    "OR": any,
    "AND": all,
    "NOT": lambda given: not given[0],
    "N": lambda given: given[0] if _is_number(given[0]) else 0,
    "ISNUMBER": lambda given: _is_number(given[0]),
    "COUNT": lambda given: len(_numbers(given)),
    "SUM": lambda given: sum(_numbers(given)),
    "MAX": lambda given: _Wrong if _Wrong in given else max(_numbers(given)),
    "MIN": lambda given: _Wrong if _Wrong in given else min(_numbers(given)),
    "ROUND": lambda given: _rounded(*given),
}
