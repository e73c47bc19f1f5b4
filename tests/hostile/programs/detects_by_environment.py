"""Looks for the harness in its environment."""

import os

import hostile

WORDS = ("conformance", "pytest", "github", "grade", "assignment")
with hostile.attempt():
    # Of its own folder it has heard elsewhere.
    home = os.environ["HOME"]
    told = {name: text for name, text in os.environ.items() if name != "PATH" and text != home}
    print(
        next(name for name, text in told.items() for word in WORDS if word in (name + text).lower())
    )
hostile.play()
