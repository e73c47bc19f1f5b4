"""A whole class: from what its students handed in to a report, a mark and a page for each of them.

`hand_ins` finds out who handed in what, `unpacking` puts it into a folder, `recipes` and `builds`
make a program of it, `grading` has it played and judged.
"""
