"""The tools that are compared, one module each; `TOOLS` is the table of them.

A tool is told which program plays which games, and says afterwards which games it rejects. All are
written as their documentation teaches, and all must reject the same games of a wrong program.
"""

from benchmarks.rivals import check50, harness, pexpect_defaults, shell_loop
from benchmarks.rivals.tool import Stage, Tool

TOOLS: tuple[Tool, ...] = (
    shell_loop.TOOL,
    harness.UNCONFINED,
    harness.CONFINED,
    harness.ONE_BY_ONE,
    check50.ALL_AT_ONCE,
    check50.PROMPTS_COMPARED,
    check50.DOCUMENTED,
    pexpect_defaults.TOOL,
)
FLOOR = shell_loop.TOOL

__all__ = ["FLOOR", "TOOLS", "Stage", "Tool"]
