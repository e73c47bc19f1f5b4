"""The formats that other systems read: what each of them takes, and what it is told."""

import json
from collections.abc import Callable
from typing import Any, Final

import jsonschema
import junitparser
import msgspec
import pytest
import yaml
from tap.parser import Parser

from reversi_conformance.feedback import FEEDBACK, conceal
from reversi_conformance.repetition import Variation
from reversi_conformance.report import Capture, Report, ReportedCause
from reversi_conformance.reports import FORMATS, classroom50, github, markdown, renderer
from reversi_conformance.reports.next_step import next_step
from reversi_conformance.rubric import CriterionScore
from reversi_conformance.submission import Problem, Submission

from .contracts import CONTRACTS
from .samples import case, check, criterion, finding, report, sheet

Golden = Callable[[str], None]
OTHERS: Final = [name for name in FORMATS if name not in {"text", "json", "html"}]

WRONG_FLIPS: Final = finding(
    "rules.flips", "flips.wrong", "X at ab should also turn bb", answers=("4", "X"), square="ab"
)
WORDING: Final = finding(expected=("Draw!",), observed=("Draw | `x` <b>.",))
BY_HAND: Final = CriterionScore("style", "Functional style", None, 30, ())
UNSEEN: Final = criterion(
    "ends",
    "The four ends of the game",
    check("ends.wipe-out", "Wiped out", None, 5, passed=0, assessed=0, reason="no game came to it"),
)
CAUSE: Final = ReportedCause(
    ("flips.misses-west",), "west seems to be missing", "rules.flips", ("flips.wrong",), 2
)
MISTAKEN: Final = report(
    case("py-1", WRONG_FLIPS),
    case("py-2", WRONG_FLIPS, WORDING),
    case("py-3"),
    criteria=(*sheet(messages=1.5, flips=2.25), UNSEEN, BY_HAND),
    causes=[CAUSE],
    options=("--assignment", "typescript"),
)
RIGHT: Final = report(case("py-1"), case("py-2"))
INTERRUPTED: Final = report(case("py-1"), chosen=44)
LACKING: Final = Problem("program.tool-missing", {}, "gcc is not installed", is_ours=True)
BROKEN: Final = Problem("build.failed", {}, "gcc could not build it", ("a.c:1: error",))
NOTHING_PLAYED: Final = tuple(
    criterion(
        each.id,
        each.title,
        *(
            check(row.id, row.title, 0, row.possible, passed=0, assessed=0, reason="nothing played")
            for row in each.checks
        ),
    )
    for each in sheet()
)


def handed_in(problem: Problem) -> Report:
    """What becomes of a submission that could not be played."""
    return report(
        chosen=44,
        complete=True,
        criteria=NOTHING_PLAYED,
        submission=Submission("s1", "A. Student", ("s1.zip",), entry="a.c", problems=(problem,)),
    )


NOT_JUDGED: Final = handed_in(LACKING)
NOT_BUILT: Final = handed_in(BROKEN)
CAPTURED: Final = msgspec.structs.replace(MISTAKEN, capture=Capture("text", "utf-8", 1, 1, ()))
HIDDEN: Final = msgspec.structs.replace(
    MISTAKEN,
    cases=tuple(msgspec.structs.replace(each, is_hidden=True) for each in MISTAKEN.cases[:2]),
    causes=(msgspec.structs.replace(CAUSE, is_public=False),),
    chosen=2,
)
OCCASIONS: Final = {
    "mistaken": MISTAKEN,
    "right": RIGHT,
    "interrupted": INTERRUPTED,
    "not-judged": NOT_JUDGED,
    "not-built": NOT_BUILT,
    "captured": CAPTURED,
    "hidden": conceal(HIDDEN, "check-names"),
}
WITHOUT_MARK: Final = ("interrupted", "not-judged", "captured")


def told(form: str, occasion: str) -> Any:
    return json.loads(renderer(form)(OCCASIONS[occasion]))


@pytest.mark.parametrize("form", OTHERS)
def test_an_example_of_each_format(form: str, golden: Golden) -> None:
    golden(renderer(form)(MISTAKEN))


@pytest.mark.parametrize("form", ["markdown", "junit", "tap", "github"])
@pytest.mark.parametrize("occasion", ["interrupted", "not-judged", "not-built"])
def test_what_is_no_whole_check_says_so(form: str, occasion: str, golden: Golden) -> None:
    golden(renderer(form)(OCCASIONS[occasion]))


@pytest.mark.parametrize("form", CONTRACTS)
@pytest.mark.parametrize("occasion", OCCASIONS)
def test_it_is_as_its_reader_documents(form: str, occasion: str) -> None:
    jsonschema.Draft202012Validator(CONTRACTS[form]).validate(told(form, occasion))


@pytest.mark.parametrize("schema", CONTRACTS.values(), ids=CONTRACTS)
def test_a_contract_is_a_schema_that_refuses_something(schema: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator.check_schema(schema)
    assert not jsonschema.Draft202012Validator(schema).is_valid({"x": 1})


@pytest.mark.parametrize("form", OTHERS)
@pytest.mark.parametrize("feedback", FEEDBACK[1:])
def test_no_format_tells_more_of_hidden_games_than_the_feedback_allows(
    form: str, feedback: str
) -> None:
    shown = renderer(form)(conceal(HIDDEN, feedback))
    assert not any(each in shown for each in ("py-1", "py-2", "west seems", "--case"))
    if feedback != "first-difference":
        assert "should also turn bb" not in shown


@pytest.mark.parametrize("form", ["markdown", "junit", "ctrf", "tap", "github", "gradescope"])
@pytest.mark.parametrize("occasion", OCCASIONS)
def test_what_to_do_next_is_said_once(form: str, occasion: str) -> None:
    sentence = next_step(OCCASIONS[occasion]).sentence
    shown = renderer(form)(OCCASIONS[occasion])
    assert shown.count(sentence) == 1


def test_the_next_step_is_the_mistake_that_costs_most() -> None:
    step = next_step(MISTAKEN)
    assert step.sentence == (
        "Mend this first: X at ab should also turn bb (2 cases). Likely cause: west seems to be"
        " missing."
    )
    assert step.again == (
        "reversi-conformance check --assignment typescript --case py-1 -- reversi.py"
    )
    assert step.explain == "reversi-conformance explain rules.flips"


@pytest.mark.parametrize(
    ("occasion", "sentence"),
    [
        ("right", "There is nothing to mend."),
        ("interrupted", "Check it again, since it was interrupted: 1 of 44 cases were judged."),
        ("not-built", "Mend this first, since nothing could be played: gcc could not build it."),
        (
            "not-judged",
            "There is nothing to mend, since it could not be judged: gcc is not installed. No mark"
            " follows from it; tell whoever runs the check.",
        ),
    ],
)
def test_where_nothing_is_mistaken_the_next_step_says_what_to_do(
    occasion: str, sentence: str
) -> None:
    assert next_step(OCCASIONS[occasion]).lines == (sentence,)


def test_a_check_that_no_session_came_to_is_pointed_at() -> None:
    reason = "every session stopped before"
    rows = criterion(
        "ends", "Ends", check("ends.wipe-out", "x", 0, 5, passed=0, assessed=0, reason=reason)
    )
    step = next_step(report(case("py-1"), criteria=(*sheet(), rows)))
    assert step.lines == (f"Look at ends.wipe-out: 0/5 points: {reason}.",)


@pytest.mark.parametrize("occasion", WITHOUT_MARK)
def test_what_is_no_mark_is_told_as_none(occasion: str) -> None:
    gradescope, prairielearn = told("gradescope", occasion), told("prairielearn", occasion)
    classroom = told("classroom50", occasion)
    assert "score" not in gradescope
    assert gradescope["tests"] == []
    assert prairielearn["gradable"] is False
    assert "score" not in prairielearn
    assert (classroom["score"], classroom["max-score"], classroom["tests"]) == (0, 0, [])
    assert "noMark" in told("ctrf", occasion)["results"]["extra"]
    assert "Bail out! " in renderer("tap")(OCCASIONS[occasion])
    assert "No mark" in renderer("github")(OCCASIONS[occasion])


def test_what_could_not_be_built_earns_nothing_and_is_one_error() -> None:
    assert told("gradescope", "not-built")["score"] == 0
    assert told("classroom50", "not-built")["max-score"] == 1700
    suites = junitparser.JUnitXml.fromstring(renderer("junit")(NOT_BUILT))
    assert (suites.errors, suites.failures, suites.skipped) == (1, 0, 3)
    assert renderer("github")(NOT_BUILT).count("::error ") == 1
    [entry] = told("gitlab", "not-built")
    assert (entry["severity"], entry["location"]["path"]) == ("blocker", "a.c")


def test_what_is_not_judged_is_no_failure_of_any_check() -> None:
    suites = junitparser.JUnitXml.fromstring(renderer("junit")(NOT_JUDGED))
    assert (suites.errors, suites.failures, suites.skipped) == (1, 0, 3)
    assert "::error " not in renderer("github")(NOT_JUDGED)
    assert told("ctrf", "not-judged")["results"]["summary"]["failed"] == 0
    assert "not ok" not in renderer("tap")(NOT_JUDGED)


def test_points_are_those_of_the_sheet_everywhere() -> None:
    gradescope, prairielearn = told("gradescope", "mistaken"), told("prairielearn", "mistaken")
    assert gradescope["score"] == 7.75
    scores = [test["score"] for test in gradescope["tests"] if "score" in test]
    assert scores == [4, 1.5, 2.25]
    assert prairielearn["score"] == pytest.approx(7.75 / 17)
    assert [test["points"] for test in prairielearn["tests"]] == [4, 1.5, 2.25]
    extra = told("ctrf", "mistaken")["results"]["extra"]
    assert (extra["points"], extra["possible"]) == (7.75, 17)


def test_fractions_become_whole_numbers_as_hundredths() -> None:
    result = told("classroom50", "mistaken")
    assert [(test["score"], test["max-score"]) for test in result["tests"]] == [
        (400, 400),
        (150, 300),
        (225, 1000),
    ]
    assert (result["score"], result["max-score"]) == (775, 1700)


def test_what_a_person_marks_counts_nowhere_and_is_named() -> None:
    [by_hand] = [
        test for test in told("gradescope", "mistaken")["tests"] if test["tags"] == ["style"]
    ]
    assert {"score", "max_score", "status"}.isdisjoint(by_hand)
    assert by_hand["output"] == "30 points: a person marks it"
    assert "style" not in renderer("classroom50")(MISTAKEN)
    statuses = {
        test["name"]: test["status"] for test in told("ctrf", "mistaken")["results"]["tests"]
    }
    assert (statuses["style"], statuses["ends.wipe-out"]) == ("skipped", "skipped")


def test_junitparser_reads_back_every_check_once() -> None:
    suites = junitparser.JUnitXml.fromstring(renderer("junit")(MISTAKEN))
    rows = [row for suite in suites for row in suite]
    assert [(row.classname, row.name) for row in rows] == [
        ("printing", "printing.board"),
        ("printing", "printing.messages"),
        ("rules", "rules.flips"),
        ("ends", "ends.wipe-out"),
        ("style", "style"),
        ("submission", "judged"),
    ]
    assert (suites.tests, suites.failures, suites.errors, suites.skipped) == (6, 2, 0, 2)
    [failure] = rows[2].result
    assert failure.message == "2.25/10 points: X at ab should also turn bb (2 cases)"
    assert "again     reversi-conformance check" in failure.text


def test_a_tap_parser_reads_every_check() -> None:
    found = list(Parser().parse_text(renderer("tap")(MISTAKEN)))
    rows = [each for each in found if each.category == "test"]
    assert [(row.number, row.ok, row.skip) for row in rows] == [
        (1, True, False),
        (2, False, False),
        (3, False, False),
        (4, True, True),
        (5, True, True),
    ]
    assert [each.expected_tests for each in found if each.category == "plan"] == [5]


def test_the_yaml_of_tap_holds_the_very_lines() -> None:
    [_, block, _] = renderer("tap")(MISTAKEN).split("  ---\n", 2)
    found = yaml.safe_load(block.partition("  ...\n")[0])
    assert found["points"] == 1.5
    assert found["details"].startswith("✗ The messages are worded")
    assert "observed  Draw | `x` <b>.\n" in found["details"]


def test_fingerprints_stay_while_the_mistake_does() -> None:
    before = told("gitlab", "mistaken")
    fewer = msgspec.structs.replace(MISTAKEN, cases=MISTAKEN.cases[:2])
    after = json.loads(renderer("gitlab")(fewer))
    assert [entry["fingerprint"] for entry in before] == [entry["fingerprint"] for entry in after]
    assert len({entry["fingerprint"] for entry in before}) == 2
    assert [entry["severity"] for entry in before] == ["major", "minor"]


def test_ids_of_ctrf_are_the_same_for_ever() -> None:
    [first, *_] = told("ctrf", "right")["results"]["tests"]
    assert (first["name"], first["id"]) == (
        "printing.board",
        "4aed8ad1-ece0-52b6-b2ea-97b93b097268",
    )


def many_mistakes(count: int) -> Report:
    found = [finding(code=f"messages.code-{number}") for number in range(count)]
    varied = [Variation("py-1", number, "a", "b") for number in range(count)]
    many = report(case("py-1", *found), criteria=sheet(messages=0))
    return msgspec.structs.replace(many, variations=tuple(varied))


@pytest.mark.parametrize("count", [1, 10, 11, 200])
def test_annotations_are_within_what_github_shows(count: int) -> None:
    shown = github.render(many_mistakes(count))
    for kind in ("error", "warning"):
        assert shown.count(f"::{kind} ") == min(count, 10)
    assert shown.count("::notice ") == 1
    assert (f"::{count - 9} more are in the report" in shown) == (count > 10)


def test_an_annotation_is_read_by_the_runner_as_it_was_meant() -> None:
    hostile = finding(message="50%, a:b\n::set-output name=x::y\r##[add-mask]z")
    shown = github.render(
        report(case("py-1", hostile), criteria=sheet(messages=0), program="a,b:%.py")
    )
    [error, _] = shown.splitlines()
    assert error == (
        "::error file=a%2Cb%3A%25.py,title=printing.messages%3A 0/3 points::50%25, a:b\\x0a::set-"
        "output name=x::y\\x0d\\x23#[add-mask]z (1 case)%0ATo see it: reversi-conformance check"
        " --case py-1 -- a,b:%25.py"
    )


def test_a_summary_that_github_would_refuse_loses_its_last_checks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = markdown.render(MISTAKEN)
    assert markdown.MOST_BYTES == 1024 * 1024
    # A thousand bytes are kept for saying what is left out; those of the last check are missing.
    most = len(whole.encode()) + 1000 - 400
    monkeypatch.setattr(markdown, "MOST_BYTES", most)
    shown = markdown.render(MISTAKEN)
    assert len(shown.encode()) <= most
    assert "<details><summary>rules.flips" not in shown
    assert "<details><summary>printing.messages" in shown
    assert "\n1 more checks are in the report.\n" in shown


def test_prairielearn_gets_less_than_a_megabyte() -> None:
    long = [
        finding(code=f"messages.code-{number}", observed=("黑" * 400,) * 12) for number in range(99)
    ]
    shown = renderer("prairielearn")(report(case("py-1", *long), criteria=sheet(messages=0)))
    assert "more characters)" in shown
    assert len(shown.encode()) < 1_000_000 / 13


ENVIRONMENT: Final = {
    "CLASSROOM": "cs-principles",
    "ASSIGNMENT": "reversi",
    "ASSIGNMENT_TYPE": "individual",
    "OWNER": "alice",
    "SUBMISSION_TAG": "submit/2026-06-01T14-32-05Z-a1b2c3d",
    "COMMIT_URL": "https://example.org/commit/1",
    "RELEASE_URL": "https://example.org/release/1",
}


def test_a_result_of_classroom_50_is_whose_the_runner_says() -> None:
    whose = classroom50.identity(ENVIRONMENT, "2026-06-01T14:32:01Z")
    result = json.loads(classroom50.render(MISTAKEN, whose))
    jsonschema.Draft202012Validator(CONTRACTS["classroom50"]).validate(result)
    assert (result["owner"], result["review"]) == ("alice", "https://example.org/commit/1")
    reviewed = classroom50.identity({**ENVIRONMENT, "REVIEW_URL": "https://example.org/2"}, "")
    assert reviewed.review == "https://example.org/2"


def test_a_runner_that_says_half_is_told_what_is_missing() -> None:
    with pytest.raises(classroom50.MissingVariablesError, match="should set OWNER as well"):
        classroom50.identity({**ENVIRONMENT, "OWNER": ""}, "2026-06-01T14:32:01Z")
    assert classroom50.identity({"CLASSROOM": "x"}, "") is classroom50.NOBODY


def test_a_title_with_pipes_and_links_stays_in_its_cell() -> None:
    title = "a | `b` [c](http://x.y) @all #1 :skull: <img> $x$ www.x a@b.c"
    rows = criterion("part", "Part", check("part.1", title, 3, 3))
    [row] = [
        line
        for line in markdown.render(report(case("py-1"), criteria=(rows,))).splitlines()
        if line.startswith("| ✅")
    ]
    assert row == (
        "| ✅ | a &#124; &#96;b&#96; &#91;c&#93;(http<span>&#58;</span>//x.y) <span>&#64;</span>all"
        " <span>&#35;</span>1 <span>&#58;</span>skull: &#60;img&#62; <span>&#36;</span>x$ www&#46;x"
        " a<span>&#64;</span>b.c (part.1) | 3/3 | 1/1 |"
    )
