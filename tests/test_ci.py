"""What runs in CI: the action, the template, the examples, and their shell for real."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import junitparser
import pytest
import yaml

from reversi_conformance.cli import main

TOP = Path(__file__).parents[1]
SCRIPTS = sorted((TOP / "ci" / "github").glob("*.sh"))
EXAMPLES = sorted((TOP / "examples" / "ci").glob("*.yml"))
TEMPLATE = TOP / "ci" / "gitlab" / "reversi-conformance.yml"
TOOLS = Path(sys.executable).parent
HOSTILE = """\
print("::error::from the program")
print("##[error]from the program")
print("<b>@all | `x`</b>")
input("::add-mask::70\\n")
"""


def load(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def schema_check(schema: str, *paths: Path) -> None:
    done = subprocess.run(
        [TOOLS / "check-jsonschema", "--builtin-schema", f"vendor.{schema}", *paths],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def shellcheck(script: str) -> None:
    done = subprocess.run(
        [TOOLS / "shellcheck", "--shell=bash", "-"],
        input=script,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_action_is_one() -> None:
    schema_check("github-actions", TOP / "action.yml")


def test_the_template_and_the_examples_are_pipelines() -> None:
    gitlab = [path for path in EXAMPLES if path.name.startswith("gitlab")]
    github = [path for path in EXAMPLES if path.name.startswith("github")]
    assert len(gitlab) == len(github) == 2
    schema_check("gitlab-ci", TEMPLATE, *gitlab)
    schema_check("github-workflows", *github)


def runs(value: Any) -> list[str]:
    """Every script in a file of CI."""
    if isinstance(value, dict):
        own = [value["run"]] if isinstance(value.get("run"), str) else []
        lists = [value[key] for key in ("script", "before_script") if key in value]
        return [*own, *("\n".join(each) for each in lists), *runs(list(value.values()))]
    if isinstance(value, list):
        return [script for each in value for script in runs(each)]
    return []


@pytest.mark.parametrize(
    "path", [TOP / "action.yml", TEMPLATE, *EXAMPLES], ids=lambda path: path.name
)
def test_no_script_of_ci_has_a_value_written_into_it(path: Path) -> None:
    """A folder's name or an input would run as shell: they come as variables alone."""
    for script in runs(load(path)):
        assert "${{" not in script


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_shellcheck_finds_nothing_in_the_scripts_of_the_action(script: Path) -> None:
    shellcheck(script.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", [TEMPLATE, *EXAMPLES], ids=lambda path: path.name)
def test_shellcheck_finds_nothing_in_the_scripts_of_pipelines(path: Path) -> None:
    for script in runs(load(path)):
        shellcheck(script)


def test_inputs_and_variables_of_the_action_belong_together() -> None:
    action = load(TOP / "action.yml")
    [check] = [step for step in action["runs"]["steps"] if step.get("id") == "check"]
    given = set(check["env"].values())
    assert given == {f"${{{{ inputs.{name} }}}}" for name in action["inputs"] if name != "artifact"}
    script = (TOP / "ci" / "github" / "check.sh").read_text(encoding="utf-8")
    assert all(f"${name}" in script for name in check["env"])
    written = set(re.findall(r"steps\.check\.outputs\.(\w+)", str(action["outputs"])))
    assert all(f"{name}=" in script for name in written)


def documented(heading: str) -> list[str]:
    """The names in the first column of the tables below a heading of docs/ci.md."""
    page = (TOP / "docs" / "ci.md").read_text(encoding="utf-8")
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`([\w-]+)`", cell)]


def test_every_input_output_and_variable_is_documented() -> None:
    action = load(TOP / "action.yml")
    assert documented("GitHub Actions") == [*action["inputs"], *action["outputs"]]
    variables = load(TEMPLATE)[".reversi-conformance"]["variables"]
    assert sorted(documented("GitLab")) == sorted(variables)


def test_the_examples_are_what_the_page_shows() -> None:
    page = (TOP / "docs" / "ci.md").read_text(encoding="utf-8")
    shown = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    github, gitlab = (
        load(TOP / "examples" / "ci" / f"{name}-one-repository.yml")
        for name in ("github", "gitlab")
    )
    assert shown[0]["jobs"]["check"]["steps"] == github["jobs"]["check"]["steps"]
    assert shown[1]["include"] == gitlab["include"]
    assert shown[1]["reversi"]["variables"] == gitlab["reversi"]["variables"]
    assert all(f"examples/ci/{path.name})" in page for path in EXAMPLES)


def test_every_option_of_the_template_is_one_of_check() -> None:
    options = {name for each in main.commands["check"].params for name in each.opts}
    found = set(re.findall(r"--[a-z-]+", load(TEMPLATE)[".reversi-conformance"]["script"][0]))
    assert found - {"--"} <= options


class Step:
    """A step of GitHub Actions, as far as a script sees of it."""

    def __init__(self, folder: Path) -> None:
        self.workspace = folder / "workspace"
        self.workspace.mkdir()
        self.temp = folder / "temp"
        (self.temp / "reversi-conformance").mkdir(parents=True)
        (self.temp / "reversi-conformance" / "bin").symlink_to(TOOLS)
        self.results = self.temp / "reversi-results"
        self.files = {name: folder / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for path in self.files.values():
            path.touch()

    def run(self, **inputs: str) -> subprocess.CompletedProcess[str]:
        """Run the script of the action's check with these inputs."""
        defaults = load(TOP / "action.yml")["inputs"]
        given = {name.replace("-", "_").upper(): each["default"] for name, each in defaults.items()}
        return subprocess.run(
            ["bash", TOP / "ci" / "github" / "check.sh"],
            cwd=self.workspace,
            env={
                **os.environ,
                **given,
                "REQUIRE_SANDBOX": "false",
                "RUNNER_TEMP": str(self.temp),
                **{name: str(path) for name, path in self.files.items()},
                **inputs,
            },
            capture_output=True,
            text=True,
            check=False,
        )

    def outputs(self) -> dict[str, str]:
        lines = self.files["GITHUB_OUTPUT"].read_text(encoding="utf-8").splitlines()
        return dict(line.split("=", 1) for line in lines)

    def summary(self) -> str:
        return self.files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")


@pytest.fixture
def step(tmp_path: Path) -> Step:
    return Step(tmp_path)


@pytest.fixture
def small(tmp_path: Path) -> str:
    """An assignment file whose suite is one game."""
    suite = tmp_path / "suite"
    suite.mkdir()
    source = TOP / "transcripts" / "python" / "py-4-X-sample.txt"
    (suite / source.name).write_bytes(source.read_bytes())
    shipped = TOP / "conformance" / "reversi_conformance" / "assignments" / "python.toml"
    path = tmp_path / "course.toml"
    text = shipped.read_text(encoding="utf-8")
    path.write_text(f"transcripts = {json.dumps(str(suite))}\n{text}", encoding="utf-8")
    return str(path)


def test_a_right_program_passes_the_step(step: Step, small: str) -> None:
    done = step.run(PROGRAM=f"{TOOLS}/reversi-engine", ASSIGNMENT=small)
    assert done.returncode == 0, done.stderr
    outputs = step.outputs()
    assert outputs["status"] == "0"
    assert outputs["earned"] == outputs["possible"] != "0"
    assert outputs["results"] == str(step.results)
    assert "There is nothing to mend." in step.summary()
    assert {path.name for path in step.results.iterdir()} == {
        "junit.xml",
        "report.html",
        "report.json",
        "summary.md",
    }
    assert junitparser.JUnitXml.fromfile(str(step.results / "junit.xml")).failures == 0


def obeyed(log: str) -> list[str]:
    """The commands that a runner finds in a log, as far as they are obeyed."""
    found, token = [], ""
    for line in log.splitlines():
        if token:
            token = "" if line.strip() == f"::{token}::" else token
        elif line.lstrip().startswith("::stop-commands::"):
            token = line.lstrip().removeprefix("::stop-commands::")
        elif line.lstrip().startswith("::") or "##[" in line:
            found.append(line)
    assert not token, "commands stay stopped"
    return found


def test_a_hostile_program_fails_the_step_and_issues_no_command(step: Step, small: str) -> None:
    (step.workspace / "reversi.py").write_text(HOSTILE, encoding="utf-8")
    done = step.run(PROGRAM="reversi.py", ASSIGNMENT=small)
    assert done.returncode == 1, done.stderr
    assert step.outputs()["status"] == "1"
    commands = obeyed(done.stdout + done.stderr)
    assert {line.split(" ")[0] for line in commands} <= {"::error", "::warning", "::notice"}
    assert all(" title=" in line or " file=reversi.py,title=" in line for line in commands)
    assert len(commands) <= 21
    assert "<b>@all" not in re.sub(r"```.*?```", "", step.summary(), flags=re.DOTALL)


def test_findings_may_be_told_without_failing(step: Step, small: str) -> None:
    (step.workspace / "reversi.py").write_text(HOSTILE, encoding="utf-8")
    done = step.run(PROGRAM="reversi.py", ASSIGNMENT=small, FAIL_ON_FINDINGS="false")
    assert done.returncode == 0, done.stderr
    assert step.outputs()["status"] == "1"


def test_a_build_runs_before_the_check_and_issues_no_command(step: Step, small: str) -> None:
    (step.workspace / "source").write_text(HOSTILE, encoding="utf-8")
    build = (
        "echo '::error::from the build'; printf '::add-mask::x'; env > environment;"
        " cp source built.py"
    )
    done = step.run(PROGRAM="built.py", BUILD=build, ASSIGNMENT=small)
    assert done.returncode == 1, done.stdout + done.stderr
    assert (step.results / "report.json").is_file()
    commands = obeyed(done.stdout)
    assert all("file=built.py," in line or "::notice title=" in line for line in commands)
    environment = (step.workspace / "environment").read_text(encoding="utf-8")
    assert not re.search("^(GITHUB|RUNNER|BUILD)", environment, re.MULTILINE)


def test_what_does_not_build_is_said_and_fails(step: Step) -> None:
    done = step.run(BUILD="echo '::error::mine'; false")
    assert done.returncode == 1
    assert [line.split("::")[1] for line in obeyed(done.stdout)] == [
        "error title=It does not build"
    ]
    assert "## It does not build" in step.summary()
    assert "earned" not in step.outputs()


@pytest.mark.parametrize(
    ("inputs", "status"),
    [({"PROGRAM": "nothing.py"}, 2), ({"ASSIGNMENT": "perl"}, 2), ({"FOLDER": "nowhere"}, 2)],
)
def test_what_could_not_be_judged_says_that_no_mark_follows(
    inputs: dict[str, str], status: int, step: Step
) -> None:
    done = step.run(**inputs, FAIL_ON_FINDINGS="false")
    assert done.returncode == status
    assert "It could not be judged" in step.summary()
    assert step.outputs()["status"] == str(status)


def test_a_folder_with_blanks_and_quotes_in_its_name_is_a_folder(step: Step, small: str) -> None:
    folder = step.workspace / "a; echo 'b' $(touch x) ::error::"
    folder.mkdir()
    (folder / "reversi.py").write_text(HOSTILE, encoding="utf-8")
    done = step.run(FOLDER=folder.name, ASSIGNMENT=small)
    assert done.returncode == 1, done.stderr
    assert (step.results / "report.json").is_file()
    assert not (step.workspace / "x").exists()


def test_the_install_says_what_it_needs_and_makes_its_own_environment(tmp_path: Path) -> None:
    stubs = tmp_path / "stubs"
    stubs.mkdir()
    record = 'echo "$(basename "$0") $*" >>"$CALLS"\n'
    makes = 'mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; cp "$0" "$3/bin/reversi-conformance"\n'
    for name in ("sudo", "python3", "bwrap"):
        body = record + (
            '[ "$2" = venv ] && {\n' + makes + "}\ntrue\n" if name == "python3" else ""
        )
        (stubs / name).write_text(f"#!/bin/bash\n{body}", encoding="utf-8")
        (stubs / name).chmod(0o755)
    calls = tmp_path / "calls"
    subprocess.run(
        ["bash", TOP / "ci" / "github" / "install.sh"],
        env={
            "PATH": f"{stubs}:/usr/bin:/bin",
            "CALLS": str(calls),
            "RUNNER_TEMP": str(tmp_path),
            "GITHUB_ACTION_PATH": "/the/action",
        },
        check=True,
    )
    assert calls.read_text(encoding="utf-8").splitlines() == [
        "sudo -n sysctl -q -w kernel.apparmor_restrict_unprivileged_userns=0",
        f"python3 -m venv {tmp_path}/reversi-conformance",
        "python -m pip install --quiet --disable-pip-version-check /the/action",
        "reversi-conformance doctor",
    ]


def test_the_template_checks_and_ends_with_the_status(tmp_path: Path, small: str) -> None:
    job = load(TEMPLATE)[".reversi-conformance"]
    script = "\n".join(job["script"]).replace("/opt/reversi/bin/", f"{TOOLS}/")
    (tmp_path / "reversi.py").write_text(HOSTILE, encoding="utf-8")
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=tmp_path,
        env={
            **os.environ,
            **job["variables"],
            "CI_PROJECT_DIR": str(tmp_path),
            "REVERSI_ASSIGNMENT": small,
            "REVERSI_PROGRAM": "reversi.py",
            "REVERSI_OPTIONS": "",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "0 of 1 cases conform" in done.stdout
    for path in job["artifacts"]["reports"].values():
        assert (tmp_path / path).is_file()


def test_the_example_of_a_matrix_lists_the_folders(tmp_path: Path) -> None:
    for name in ("bob", "alice", "a b"):
        (tmp_path / "submissions" / name).mkdir(parents=True)
    [script, *_] = runs(load(TOP / "examples" / "ci" / "github-folder-per-student.yml"))
    output = tmp_path / "output"
    subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "GITHUB_OUTPUT": str(output)},
        check=True,
    )
    listed = json.loads(output.read_text(encoding="utf-8").removeprefix("folders="))
    assert listed == ["submissions/a b", "submissions/alice", "submissions/bob"]
