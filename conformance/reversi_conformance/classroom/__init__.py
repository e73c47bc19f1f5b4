"""A whole class: from what its students handed in to a report, a mark and a page for each of them.

`hand_ins` finds out who handed in what (`roster` who should have), `unpacking` puts it into a
folder, `recipes` and `builds` make a program of it, `grading` has it played and judged. `running`
does so for many, here or on a `cluster`, and `results` knows where their records lie. `finishing`
makes of the records what people read: pages, `statistics` and the `gradebook`, with what `marks`
and `policy` say, in the formats of `books`.
"""
