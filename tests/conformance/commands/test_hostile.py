"""Whatever strangers write or call their files, a command shows it and obeys none of it."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
import pexpect
import pytest
from click.testing import CliRunner, Result

from reversi_conformance import corpus
from reversi_conformance.assignment import AssignmentError, parse
from reversi_conformance.audit.renderings import FORMATS as AUDIT_FORMATS
from reversi_conformance.cli import main
from reversi_conformance.commands.progress import Progress
from reversi_conformance.observation import EndingKind
from reversi_conformance.reports import FORMATS, OBEYED, renderer
from reversi_conformance.reports.json import read
from reversi_conformance.reports.json import render as as_json

from ..audit.test_matrix import ALARM, FOUND, KEPT, STRAY, matrix, row
from ..captures import forms
from ..foreign_bytes import examples, judged, refuse_unsafe
from ..payloads import FAMILIES, NAMES, PAYLOADS
from ..reports.safety import SAFE, unsafe_text
from ..reports.test_safety import FULL, as_tree, leaves, written

CASE: Final = "py-4-X-sample"
PLAIN: Final = str(Path(__file__).parents[2] / "programs" / "plain.py")
NAMED: Final = [NAMES[name] for name in ("window-title", "right-to-left-override", "github-error")]
FAMILY_NAMES: Final = {
    family: " ".join(NAMES[name] for name in names) for family, names in FAMILIES.items()
}
"""All payloads of a family as one argument: longer than a file's name may be."""


def run(*arguments: str, form: str = "text") -> Result:
    """Run a command; whatever it prints, in this format, is safe."""
    done = CliRunner().invoke(main, arguments, prog_name="reversi-conformance")
    # What a runner of CI is to obey has commands of ours.
    unsafe = SAFE[form] if form in OBEYED else unsafe_text
    assert list(unsafe(done.stdout)) == []
    assert list(unsafe_text(done.stderr)) == []
    return done


def refused(*arguments: str) -> bool:
    """Whether a command says in one line that it cannot, and does not fail itself."""
    done = run(*arguments)
    assert done.stdout == ""
    assert done.stderr.startswith("reversi-conformance: ")
    assert done.stderr.count("\n") == 1
    assert "please report it" not in done.stderr
    return done.exit_code in (2, 3)


def in_toml(text: str) -> str:
    """A text as TOML has it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# --- what a program prints and does

PROGRAM: Final = """\
import sys
LINES = {lines!r}
def say(text, end="\\n"):
    sys.stdout.buffer.write((text + end).encode())
    sys.stdout.flush()
def ask(text):
    say(text, end="")
    return sys.stdin.readline()
say("\\n".join(LINES))
ask("Enter the board dimension: " + LINES[0])
ask("Computer plays (X/O) : ")
say("  a b c d\\na . . . .\\nb . O X .\\nc . X O .\\nd . . . .")
say("\\n".join(f"Computer places X at ab.{{each}}" for each in LINES))
say("\\n".join(f"{{name}} {{each}}" for name, each in zip("abcd", LINES)))
for line in LINES:
    say(line)
    ask("Enter move for O (RowCol): " + line)
    say("Invalid move. " + line)
say("Game over.\\nX : O = 2 : 2\\nDraw!")
say("\\n".join(LINES))
for number, line in enumerate(LINES):
    name = line.replace("/", "").replace("\\0", "")[:80]
    with open(f"{{name}}.csv", "wb") as file:
        file.write((line + ",1,4*4,computer,human,2 to 2").encode())
with open("reversi.csv", "ab") as file:
    file.write(",".join(LINES).encode() + b"\\n")
raise ValueError(LINES[-1])
"""


@pytest.mark.parametrize("family", FAMILIES)
def test_what_a_program_prints_reaches_no_report_unescaped(family: str) -> None:
    source = PROGRAM.format(lines=list(FAMILIES[family].values()))
    Path("reversi.py").write_text(source, encoding="utf-8")
    done = run("check", "--case", CASE, "--format", "json", "reversi.py")
    assert done.exit_code == 1
    report = read(done.stdout)
    assert report.cases[0].findings
    for form in FORMATS:
        assert list(SAFE[form](renderer(form)(report))) == []
    Path("report.json").write_text(done.stdout, encoding="utf-8")
    assert run("show", "report.json").exit_code == 0


@pytest.mark.parametrize("prompt", ["::error::", "##[group]", "\x1b]0;title\x07", "\u202e"])
def test_a_program_that_only_prints_this_is_reported_safely(prompt: str) -> None:
    Path("reversi.py").write_text(f"print({prompt!r} * 3)\nraise SystemExit({prompt!r})\n")
    for form in FORMATS:
        done = run("check", "--case", CASE, "--format", form, "reversi.py", form=form)
        assert done.exit_code == 1
        assert list(SAFE[form](done.stdout)) == []


def on_a_terminal(*arguments: str) -> str:
    """What a command shows on a terminal, without the colours and the line that it clears."""
    terminal = pexpect.spawn(
        sys.executable, ["-m", "reversi_conformance", *arguments], encoding="utf-8", timeout=None
    )
    shown = terminal.read()
    terminal.close()
    assert terminal.exitstatus in (0, 1)
    assert "\x1b[" in shown
    return re.sub(r"\x1b\[[\d;]*m|\r\x1b\[K|\r(?=\n)", "", shown)


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_that_a_program_prints_is_obeyed_by_the_terminal_of_who_marks(family: str) -> None:
    source = PROGRAM.format(lines=list(FAMILIES[family].values()))
    Path("reversi.py").write_text(source, encoding="utf-8")
    assert list(unsafe_text(on_a_terminal("check", "--case", CASE, "reversi.py"))) == []
    places = [path for path in leaves(as_tree(FULL)) if path != ("schema",)]
    hostile = written(FULL, places, "\n".join(FAMILIES[family].values()))
    Path("report.json").write_text(as_json(hostile), encoding="utf-8")
    assert list(unsafe_text(on_a_terminal("show", "report.json"))) == []


@pytest.mark.parametrize("encoding", ["latin-1", "gbk", "utf-8"])
def test_a_report_is_json_whatever_the_encoding_of_standard_output(encoding: str) -> None:
    lines = ["黑 é 😀 \U00020000", "::error::"]
    Path("reversi.py").write_text(PROGRAM.format(lines=lines), encoding="utf-8")
    arguments = ("check", "--case", CASE, "--format", "json", "reversi.py")
    done = subprocess.run(
        [sys.executable, "-m", "reversi_conformance", *arguments],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert list(SAFE["json"](done.stdout.decode(encoding))) == []
    assert lines[0] in read(done.stdout.decode(encoding)).cases[0].transcript


# --- what a program and its folder are called, and what it is started with


@pytest.mark.parametrize("family", FAMILIES)
def test_a_program_of_any_name_in_a_folder_of_any_name_is_named_safely(family: str) -> None:
    names = [NAMES[name][:60].strip() or "x" for name in FAMILIES[family]]
    folder = Path(*(f"{name}." for name in names[:8] if name != ".."))
    folder.mkdir(parents=True)
    program, other = folder / f"{names[0]}.py", folder / f"{names[-1]}1.py"
    program.write_text("raise SystemExit\n", encoding="utf-8")
    assert run("check", "--case", CASE, "--", "python3", str(program), *names).exit_code == 1
    shutil.copy(program, other)
    assert run("check", "--case", CASE, "--", str(other)).exit_code == 1
    assert refused("check", "--", str(folder))


def test_bytes_that_are_no_text_in_a_name_are_shown() -> None:
    Path("\udcff\udc9b2J.py").write_text("raise SystemExit\n", encoding="utf-8")
    for form in FORMATS:
        done = run("check", "--case", CASE, "--format", form, "\udcff\udc9b2J.py", form=form)
        assert done.exit_code == 1
        assert "xff" in done.stdout


# --- what is refused, and quoted

REFUSED: Final[dict[str, Sequence[str]]] = {
    "a command": ["{}"],
    "an option": ["check", "--{}", PLAIN],
    "a program": ["check", "--", "{}"],
    "a program in this folder": ["check", "./{}"],
    "an assignment": ["check", "--assignment", "{}", PLAIN],
    "an assignment file": ["check", "--assignment", "{}.toml", PLAIN],
    "a case": ["check", "--case", "{}", PLAIN],
    "a format": ["check", "--format", "{}", PLAIN],
    "a number": ["check", "--jobs", "{}", PLAIN],
    "an output": ["check", "-o", "{}/x", PLAIN],
    "hidden games": ["check", "--hidden", "{}", PLAIN],
    "feedback": ["check", "--feedback", "{}", PLAIN],
    "a capture": ["compare", "--", "{}"],
    "a capture and a case": ["compare", "--", "{}", "session.txt"],
    "a capture and a transcript": ["compare", "--", "{}.txt", "session.txt"],
    "a case to show": ["show", "--", "{}"],
    "a report to show": ["show", "--", "{}.json"],
    "a session to show": ["show", "report.json", "--case", "{}"],
    "a check": ["explain", "--", "{}"],
    "a mistake": ["audit", "--", "{}"],
    "a suite": ["audit", "--suite", "{}"],
    "a catalogue": ["audit", "--catalogue", "{}"],
    "transcripts": ["record", "--", "{}"],
}


@pytest.mark.parametrize("arguments", REFUSED.values(), ids=REFUSED)
def test_an_argument_that_is_refused_is_quoted_safely(arguments: Sequence[str]) -> None:
    Path("session.txt").write_text(forms.seen(forms.SAMPLE), encoding="utf-8")
    Path("report.json").write_text(as_json(FULL), encoding="utf-8")
    for name in (" ".join(NAMES.values()), *NAMED, "\udcff\udc9b2J"):
        assert refused(*(argument.replace("{}", name) for argument in arguments))


def test_where_a_failure_of_ours_is_shown_it_is_shown_safely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("\n".join(PAYLOADS.values()))

    monkeypatch.setattr(corpus, "load_suite", fail)
    for arguments in (["show"], ["--debug", "show"]):
        done = run(*arguments)
        assert done.exit_code == 3
        assert "ZeroDivisionError" in done.stderr


# --- an assignment file

SHIPPED: Final = examples("assignment")[0].decode()
TEXTS: Final = sorted(set(re.findall(r'^\w+ = ".*"', SHIPPED, re.MULTILINE)))


@pytest.mark.parametrize("row", TEXTS)
def test_a_text_of_an_assignment_file_is_refused_or_shown_safely(row: str) -> None:
    key = row.partition(" ")[0]
    for payload in (*FAMILY_NAMES.values(), "::error::", "##[group]", "\u202e"):
        own = SHIPPED.replace(row, f"{key} = {in_toml(payload)}", 1)
        Path("my.toml").write_text(own, encoding="utf-8")
        try:
            assignment = parse(own, "my.toml")
        except AssignmentError:
            assert refused("show", "--assignment", "my.toml")
        else:
            refuse_unsafe(judged(forms.SAMPLE, assignment, [b"x"], EndingKind.EXITED, b"x\n"))


@pytest.mark.parametrize("family", FAMILIES)
def test_a_key_of_an_assignment_file_is_quoted_safely(family: str) -> None:
    key = in_toml(FAMILY_NAMES[family])
    for place in ("", "[limits]\n", "[wording]\n", "[wording.also]\n"):
        Path("my.toml").write_text(f"{place}{key} = ['x']\n", encoding="utf-8")
        assert refused("show", "--assignment", "my.toml")


# --- a capture


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("form", [forms.plain, forms.cast_v2, forms.utf_16])
def test_what_stands_in_a_capture_reaches_no_report_unescaped(
    family: str, form: forms.Form
) -> None:
    payloads = list(FAMILIES[family].values())
    session = forms.seen(forms.SAMPLE)
    lines = session.split("\n")
    hostile = {
        "at the end": session + "\n".join(payloads),
        "within": "\n".join(
            f"{line}\n{payloads[number % len(payloads)]}" for number, line in enumerate(lines)
        ),
        "behind every line": "\n".join(
            f"{line}{payloads[number % len(payloads)]}" for number, line in enumerate(lines)
        ),
        "alone": "\n".join(payloads),
    }
    for name, text in hostile.items():
        Path(f"{NAMES['window-title']} {name}").write_bytes(form(text))
        done = run("compare", "--format", "json", f"{NAMES['window-title']} {name}")
        assert "please report it" not in done.stderr
        if done.exit_code == 1:
            for each in FORMATS:
                assert list(SAFE[each](renderer(each)(read(done.stdout)))) == []


# --- reports, transcripts and catalogues that somebody hands in


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
def test_a_report_that_somebody_wrote_is_shown_safely(payload: str) -> None:
    places = [path for path in leaves(as_tree(FULL)) if path != ("schema",)]
    Path("report.json").write_text(as_json(written(FULL, places, payload)), encoding="utf-8")
    assert run("show", "report.json").exit_code == 0
    assert refused("show", "report.json", "--case", "py-1")


@pytest.mark.parametrize("family", FAMILIES)
def test_a_transcript_that_somebody_wrote_is_recorded_refused_or_named_safely(family: str) -> None:
    source = (corpus.home() / "python" / f"{CASE}.txt").read_text(encoding="utf-8")
    folder = Path(NAMES[next(iter(FAMILIES[family]))] or "x")
    folder.mkdir(parents=True)
    for name in FAMILIES[family]:
        case_id = NAMES[name][:60] or "x"
        text = source.replace(f'id = "{CASE}"', f"id = {in_toml(case_id)}")
        text = text.replace("Game over.", "Game over!")
        (folder / f"{case_id}.txt").write_text(text, encoding="utf-8")
    assert run("record", "--check", "--", str(folder)).exit_code == 1
    assert refused("audit", "--suite", str(folder), "--case", "none")
    assert run("record", "--", str(folder)).exit_code == 0
    shutil.copy(Path(PLAIN), "reversi.py")
    (folder / "broken.txt").write_text("\n".join(PAYLOADS.values()), encoding="utf-8")
    assert refused("record", "--", str(folder))
    (folder / "broken.txt").write_text(
        f"+++\n{in_toml(FAMILY_NAMES[family])} = 1\n+++\n", encoding="utf-8"
    )
    assert refused("record", "--", str(folder))


@pytest.mark.parametrize("family", FAMILIES)
def test_a_catalogue_that_somebody_wrote_is_named_safely(family: str) -> None:
    folder = Path("catalogue") / (FAMILY_NAMES[family][:60].strip() or "x")
    folder.mkdir(parents=True)
    (folder / "mistake.toml").write_text(f"{in_toml(FAMILY_NAMES[family])} = 1\n", encoding="utf-8")
    assert refused("audit", "--catalogue", "catalogue")


@pytest.mark.parametrize("form", AUDIT_FORMATS)
def test_a_matrix_of_any_names_is_shown_safely(form: str) -> None:
    for payload in PAYLOADS.values():
        hostile = [
            msgspec.structs.replace(each, id=payload, sentence=payload, named=(payload,))
            for each in (FOUND, KEPT, STRAY, row(payload, (payload,), (payload,), {payload: ()}))
        ]
        shown = AUDIT_FORMATS[form](
            msgspec.structs.replace(
                matrix(*hostile, manners=(ALARM,)), cases=(payload, "two"), assignment=payload
            )
        )
        assert list(SAFE[form](shown)) == []


# --- what is shown while one waits


class Terminal(io.StringIO):
    """Standard error, on a terminal."""

    def isatty(self) -> bool:
        return True


def test_the_progress_of_what_has_any_name_is_shown_safely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = Terminal()
    monkeypatch.setattr("sys.stderr", shown)
    with Progress(len(PAYLOADS), "programs played") as progress:
        for payload in PAYLOADS.values():
            progress.step(payload)
    ours = shown.getvalue().replace("\r\x1b[K", "\n")
    assert list(unsafe_text(ours)) == []
    assert ours.count("programs played") == len(PAYLOADS) + 1
