"""On pipes a right program loses nothing, and a wrong one what it loses on a terminal."""

import subprocess
from pathlib import Path

import pytest

from reversi_conformance.audit import catalogue
from reversi_conformance.report import Report
from reversi_conformance.sessions import PIPE, PTY, CannotStartError

from . import programs
from .submissions import check, faults

GAMES = {
    "python": (
        "py-4-X-sample",
        "py-6-O-sample",
        "py-4-O-full-board-computer-wins-computer-last",
        "py-10-O-gg-is-a-square",
    ),
    "typescript": ("ts-4-X-sample", "ts-6-O-sample", "ts-10-O-gg-is-a-square"),
}
NEED_A_TERMINAL = frozenset(
    ("java_console", "keypress", "prompt_sync", "raw_keys", "readline_sync", "typescript_tabs")
)
"""Those that read single keys, or open the terminal by its name: on pipes they end at once."""


@pytest.mark.parametrize("name", sorted(programs.TABLE.keys() - NEED_A_TERMINAL))
def test_a_correct_program_gets_full_marks_on_pipes(name: str, tmp_path: Path) -> None:
    arguments, assignment = _built(name, tmp_path), programs.TABLE[name]["assignment"]

    report = check(arguments, tmp_path, assignment, *GAMES[assignment], terminal=PIPE)

    assert faults(report) == []
    assert len(report.cases) == len(GAMES[assignment])


@pytest.mark.parametrize("name", ["plain", "c"])
def test_it_does_so_in_every_game(name: str, tmp_path: Path) -> None:
    report = check(_built(name, tmp_path), tmp_path, "python", terminal=PIPE)

    assert faults(report) == []
    assert report.total.earned == report.total.possible == 70
    assert report.terminal == PIPE


@pytest.mark.parametrize("name", sorted(NEED_A_TERMINAL))
def test_a_program_that_needs_a_terminal_is_not_judged_on_pipes(name: str, tmp_path: Path) -> None:
    arguments, assignment = _built(name, tmp_path), programs.TABLE[name]["assignment"]

    with pytest.raises(CannotStartError, match="it may need a terminal"):
        check(arguments, tmp_path, assignment, *GAMES[assignment], terminal=PIPE)


SAMPLE = (
    "asks-for-another-game",
    "both-stuck-waits-for-enter",
    "column-off-the-board-crashes",
    "first-legal-square",
    "flips-miss-the-diagonals",
    "humans-pass-ends-the-game",
    "illegal-move-asked-again",
    "log-not-written",
    "no-board-at-the-start",
    "prompts-in-gbk",
    "waits-for-enter",
)
MISTAKES = {mistake.id: mistake for mistake in catalogue.load(catalogue.home())}


@pytest.mark.parametrize("name", SAMPLE)
def test_a_mistake_costs_on_pipes_what_it_costs_on_a_terminal(name: str, tmp_path: Path) -> None:
    program = ["python3", "-S", str(catalogue.write(MISTAKES[name], tmp_path))]

    on_terminal, on_pipes = (_faults(program, tmp_path, terminal) for terminal in (PTY, PIPE))

    assert on_terminal == on_pipes != []


def test_that_a_prompt_is_not_flushed_is_not_seen_on_pipes(tmp_path: Path) -> None:
    program = ["python3", str(catalogue.write(MISTAKES["prompts-not-flushed"], tmp_path))]

    assert {code for _, code, _ in _faults(program, tmp_path, PTY)} == {"prompts.unflushed"}
    assert _faults(program, tmp_path, PIPE) == []


ILLEGAL = """    if (score(move[0] - 'a', move[1] - 'a', color) == 0)
        return 0;
"""
IN_C = {
    "the last of the best squares": ("score(i, j, color) > best)", "score(i, j, color) >= best)"),
    "an illegal move is accepted": (ILLEGAL, ""),
    "an illegal move is asked again": (
        ILLEGAL,
        ILLEGAL.replace("if", "while").replace(
            "        return 0;\n",
            '    {\n        printf("Invalid move.\\nEnter move for %c (RowCol): ", color);\n'
            '        if (scanf("%99s", move) != 1) return 0;\n    }\n',
        ),
    ),
    "off the board it is killed": (
        ILLEGAL,
        f"    if (!inside(move[0] - 'a', move[1] - 'a')) __builtin_trap();\n{ILLEGAL}",
    ),
    "off the board it complains and fails": (
        ILLEGAL,
        "    if (!inside(move[0] - 'a', move[1] - 'a')) {\n"
        '        fprintf(stderr, "Error: bad index\\n"); exit(1);\n'
        f"    }}\n{ILLEGAL}",
    ),
    "it waits for Enter and says so": (
        "save:",
        'save: printf("Press Enter"); getchar(); getchar();',
    ),
    "it waits for Enter and says nothing": ("save:", "save: getchar(); getchar();"),
    "another player wins": ("black > white ? 'X'", "black < white ? 'X'"),
}
"""Mistakes of a program whose output comes late on pipes: a piece of it, and what stands there."""


@pytest.mark.parametrize("mistake", IN_C)
def test_a_mistake_of_a_program_that_prints_late_is_found_where_it_is(
    mistake: str, tmp_path: Path
) -> None:
    right, wrong = IN_C[mistake]
    program = _compiled(right, wrong, tmp_path)

    on_terminal, on_pipes = (_faults(program, tmp_path, terminal) for terminal in (PTY, PIPE))

    assert on_terminal == on_pipes != []


def test_a_program_that_prints_late_and_asks_nothing_that_is_understood_is_not_judged(
    tmp_path: Path,
) -> None:
    program = _compiled("Enter move for %c (RowCol): ", "%c", tmp_path)

    with pytest.raises(CannotStartError, match="flush the output after each question"):
        _faults(program, tmp_path, PIPE)


def _built(name: str, folder: Path) -> list[str]:
    if missing := programs.missing(name):
        pytest.skip(f"not installed: {', '.join(missing)}")
    return programs.build(name, folder)


def _compiled(right: str, wrong: str, folder: Path) -> list[str]:
    if missing := programs.missing("c"):
        pytest.skip(f"not installed: {', '.join(missing)}")
    source = (programs.FOLDER / "reversi.c").read_text(encoding="utf-8")
    assert right in source
    path = folder / "wrong.c"
    path.write_text(f"#include <stdlib.h>\n{source.replace(right, wrong)}", encoding="utf-8")
    subprocess.run(["gcc", "-w", "-o", folder / "wrong", path], check=True)
    return [str(folder / "wrong")]


CASES = (
    "py-4-X-sample",
    "py-6-O-sample",
    "py-4-O-first-entry-column-off",
    "py-4-O-full-board-computer-wins-computer-last",
    "py-6-X-wipe-out-of-human-early",
    "py-4-X-human-must-pass",
)


def _faults(program: list[str], folder: Path, terminal: str) -> list[tuple[str, str, int]]:
    report: Report = check(program, folder, "python", *CASES, terminal=terminal)
    return [
        (case.id, finding.code, finding.turn)
        for case in report.cases
        for finding in case.findings
        if finding.kind == "fault"
    ]
