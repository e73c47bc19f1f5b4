"""How programs of a language are recognised, built and run, and which program a submission holds.

`recipe` reads recipes, `sources` looks at what was handed in, `recognising` brings them together.
"""

from reversi_conformance.classroom.recipes.recipe import Recipe, RecipeError, load
from reversi_conformance.classroom.recipes.recognising import Program, recognise

__all__ = ["Program", "Recipe", "RecipeError", "load", "recognise"]
