"""`autograder`: a folder from which another system makes the machine that judges submissions.

Creates the folder and in it the scripts of `autograders/` beside this module, `settings.sh`, and
copies of what is given: an assignment file, a hidden suite, a package.
"""

import shlex
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import click

from reversi_conformance import __version__, whole_files
from reversi_conformance.commands import inputs
from reversi_conformance.commands.speaking import VARIABLE
from reversi_conformance.language import ENGLISH, in_force, mark, say

_SCRIPTS: Final = Path(__file__).parent / "autograders"
_FILES: Final[Mapping[str, Sequence[str]]] = {
    "gradescope": ("setup.sh", "run_autograder", "judge"),
    "docker": ("setup.sh", "judge", "Dockerfile"),
}
"""By system, the scripts that it takes."""
_OWN_ASSIGNMENT: Final = "assignment.toml"
_HIDDEN: Final = "hidden"


@click.command()
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder; it is created, and must be empty.",
)
@inputs.ASSIGNMENT
@inputs.HIDDEN
@inputs.feedback(mark("What students are told of hidden games.  [default: check-names]"))
@click.option(
    "--package",
    metavar="NAME|FILE.whl",
    default=f"reversi-conformance=={__version__}",
    show_default=True,
    help="What pip installs: a name, 'git+' and an address, or a wheel, which is copied.",
)
@click.option(
    "--debian",
    "packages",
    metavar="NAME",
    multiple=True,
    help="A package of Debian that submissions need, such as default-jdk-headless; may be given"
    " again.",
)
@click.argument("system", type=click.Choice(list(_FILES)))
def autograder(
    *,
    system: str,
    folder: Path,
    assignment: str,
    hidden_folder: Path | None,
    feedback: str | None,
    package: str,
    packages: Sequence[str],
) -> int:
    """Make a folder from which Gradescope or Docker judges submissions.

    SYSTEM is gradescope, whose folder is zipped without its own name and uploaded, or docker, whose
    folder is built. Submissions are recognised, built and played as 'grade' does it.

    \b
    reversi-conformance autograder gradescope -o autograder/ --hidden hidden/
    reversi-conformance autograder docker -o image/ --debian default-jdk-headless

    The exit status is 0, or 2 for a wrong option, or 3 where the folder cannot be written.
    """
    chosen = inputs.assignment(assignment)
    is_own = assignment.endswith(".toml")
    if is_own and chosen.transcripts:
        raise click.UsageError(
            say(
                "{assignment}: a suite of its own is not copied; use --hidden",
                assignment=assignment,
            )
        )
    inputs.hidden_cases(chosen, hidden_folder, inputs.cases(chosen, ()))
    options = ["--assignment", _OWN_ASSIGNMENT if is_own else assignment]
    if hidden_folder is not None:
        options += ["--hidden", _HIDDEN]
    wheel = Path(package) if package.endswith(".whl") else None
    settings = _settings(
        options=options,
        feedback=inputs.told(feedback, hidden_folder),
        package=f"./{wheel.name}" if wheel else package,
        packages=packages,
    )
    try:
        if folder.exists() and any(folder.iterdir()):
            raise click.UsageError(say("{folder!r} is not empty", folder=str(folder)))
        folder.mkdir(parents=True, exist_ok=True)
        whole_files.write(folder / "settings.sh", settings)
        for name in _FILES[system]:
            shutil.copyfile(_SCRIPTS / name, folder / name)
            (folder / name).chmod(0o755)
        if is_own:
            shutil.copyfile(assignment, folder / _OWN_ASSIGNMENT)
        if hidden_folder is not None:
            shutil.copytree(hidden_folder, folder / _HIDDEN)
        if wheel is not None:
            shutil.copyfile(wheel, folder / wheel.name)
    except OSError as error:
        raise inputs.CouldNotJudgeError(
            say("{folder}: not written: {reason}", folder=folder, reason=error.strerror)
        ) from None
    return 0


def _settings(
    *, options: Sequence[str], feedback: str, package: str, packages: Sequence[str]
) -> str:
    """The settings as shell: nothing that was typed is obeyed there."""
    return (
        "# shellcheck shell=bash disable=SC2034\n"
        f"options=({shlex.join(options)})\n"
        f"feedback={shlex.quote(feedback)}\n"
        f"package={shlex.quote(package)}\n"
        f"packages=({shlex.join(packages)})\n"
        f"{_language()}"
    )


def _language() -> str:
    """The line that has students told in the language in which the folder was made."""
    return "" if in_force() == ENGLISH else f"export {VARIABLE}={in_force()}\n"
