"""The sheet that stands beside a mistake: which checks it loses, by which codes, in which cases.

Pure: text in, text out. What `format_sheet` writes, `parse_codes` and `parse_caught` read.
"""

from collections import defaultdict

from reversi_conformance.audit.catalogue import Mistake
from reversi_conformance.audit.matrix import make_row
from reversi_conformance.report import Report

_CAUGHT = " is caught by"


def format_sheet(mistake: Mistake, report: Report) -> str:
    """What does not change with chance: verdicts, codes, and who catches the mistake.

    Which cases catch it is told for each check that it must lose; not for what plays at random.
    """
    row = make_row(mistake, report)
    lines = _verdicts(report)
    if not row.is_random:
        for check, cases in row.caught.items():
            lines += ("", f"{check}{_CAUGHT}", *(f"  {case}" for case in cases))
    return "\n".join(lines) + "\n"


def parse_codes(sheet: str) -> dict[str, frozenset[str]]:
    """By check, the codes of what it lost its points for."""
    rows = (
        line.replace(",", "").split() for line in sheet.split("\n\n", maxsplit=1)[0].splitlines()
    )
    return {check: frozenset(codes) for check, _, *codes in rows}


def parse_caught(sheet: str) -> dict[str, tuple[str, ...]]:
    """By check, the ids of the cases that a sheet lists; empty for what plays at random."""
    _, *parts = sheet.split("\n\n")
    found = {}
    for part in parts:
        head, *cases = part.splitlines()
        found[head.removesuffix(_CAUGHT)] = tuple(case.strip() for case in cases)
    return found


def _verdicts(report: Report) -> list[str]:
    codes: defaultdict[str, set[str]] = defaultdict(set)
    for case in report.cases:
        for finding in case.findings:
            if finding.kind == "fault":
                codes[finding.check].add(finding.code)
    lines = []
    for criterion in report.criteria:
        for row in criterion.checks:
            # Whether a program that plays at random comes to some end is a matter of chance.
            verdict = "kept"
            if row.earned is not None and row.earned < row.possible:
                verdict = "lost" if row.earned == 0 else "part"
            found = ", ".join(sorted(codes[row.id]))
            lines.append(f"{row.id:<22} {verdict} {found}".rstrip())
    return lines
