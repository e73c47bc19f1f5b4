"""Who is of a class."""

from typing import NamedTuple


class Student(NamedTuple):
    """One of the class."""

    id: str
    """What tells the student from all others."""
    name: str = ""
    """What the student is called; empty where nothing says so."""
