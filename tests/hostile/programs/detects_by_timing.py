"""Knows the harness by an answer that comes more quickly than anybody types."""

import builtins
import time

import hostile

wait_for_answer = input


def timed(question):
    builtins.input = wait_for_answer
    asked = time.monotonic()
    answer = wait_for_answer(question)
    with hostile.attempt():
        if time.monotonic() - asked > 0.5:
            raise LookupError
    return answer


builtins.input = timed
hostile.play()
