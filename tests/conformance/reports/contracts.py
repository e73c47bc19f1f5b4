"""What other systems take, as JSON schemas: closed, and no wider than their makers document."""

from typing import Any, Final

_TEXT: Final = {"type": "string"}
_NAME: Final = {"type": "string", "minLength": 1}
_POINTS: Final = {"type": "number", "minimum": 0}
_WHOLE: Final = {"type": "integer", "minimum": 0}


def _closed(properties: dict[str, Any], *, optional: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "required": [name for name in properties if name not in optional],
    }


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


GRADESCOPE: Final = _closed(
    {
        "score": _POINTS,
        "output": _TEXT,
        "output_format": {"enum": ["text", "html", "simple_format", "md", "ansi"]},
        "visibility": {"enum": ["hidden", "after_due_date", "after_published", "visible"]},
        "tests": _list(
            _closed(
                {
                    "name": _NAME,
                    "score": _POINTS,
                    "max_score": _POINTS,
                    "status": {"enum": ["passed", "failed"]},
                    "output": _TEXT,
                    "output_format": {"enum": ["text", "html", "simple_format", "md", "ansi"]},
                    "visibility": {
                        "enum": ["hidden", "after_due_date", "after_published", "visible"]
                    },
                    "tags": _list(_TEXT),
                    "extra_data": {"type": "object"},
                },
                optional=("score", "max_score", "status"),
            )
        ),
    },
    optional=("score",),
)
"""gradescope-autograders.readthedocs.io, "Specifications": "Output format"."""

PRAIRIELEARN: Final = {
    "oneOf": [
        _closed(
            {
                "gradable": {"const": True},
                "score": {"type": "number", "minimum": 0, "maximum": 1},
                "message": _TEXT,
                "output": _TEXT,
                "tests": _list(
                    _closed(
                        {
                            "name": _NAME,
                            "description": _TEXT,
                            "points": _POINTS,
                            "max_points": _POINTS,
                            "message": _TEXT,
                            "output": _TEXT,
                        }
                    )
                ),
            }
        ),
        _closed({"gradable": {"const": False}, "format_errors": _list(_NAME), "output": _TEXT}),
    ]
}
"""prairielearn.readthedocs.io, "External grading": "Grading results"."""

CLASSROOM50: Final = _closed(
    {
        "schema": {"const": "classroom50/result/v1"},
        "classroom": _NAME,
        "assignment": _NAME,
        "assignment_type": {"enum": ["individual", "group"]},
        "owner": _NAME,
        "submission": {"type": "string", "pattern": "^submit/"},
        "commit": _NAME,
        "release": _NAME,
        "review": _NAME,
        "datetime": {
            "type": "string",
            "pattern": r"^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$",
        },
        "score": _WHOLE,
        "max-score": _WHOLE,
        "tests": _list(
            {
                "type": "object",
                "required": ["test-name", "passed", "score", "max-score"],
                "properties": {
                    "test-name": _NAME,
                    "passed": {"type": "boolean"},
                    "score": _WHOLE,
                    "max-score": _WHOLE,
                },
            }
        ),
    }
)
"""foundation50/classroom50, schemas/result-v1.schema.json, and its wiki, "Advanced Autograding"."""

_STATUS: Final = {"enum": ["passed", "failed", "skipped", "pending", "other"]}
CTRF: Final = _closed(
    {
        "reportFormat": {"const": "CTRF"},
        "specVersion": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
        "generatedBy": _NAME,
        "results": _closed(
            {
                "tool": _closed({"name": _NAME, "version": _TEXT}),
                "summary": _closed(
                    dict.fromkeys(
                        (
                            *("tests", "passed", "failed", "skipped", "pending", "other"),
                            *("start", "stop"),
                        ),
                        _WHOLE,
                    )
                ),
                "tests": _list(
                    _closed(
                        {
                            "id": {"type": "string", "pattern": r"^[0-9a-f]{8}-([0-9a-f]{4}-){3}"},
                            "name": _NAME,
                            "status": _STATUS,
                            "duration": _WHOLE,
                            "suite": {**_list(_TEXT), "minItems": 1},
                            "message": _TEXT,
                            "trace": _TEXT,
                            "extra": {"type": "object"},
                        },
                        optional=("suite", "message", "trace", "extra"),
                    )
                ),
                "extra": {"type": "object"},
            }
        ),
    }
)
"""ctrf-io/ctrf, schema/ctrf.schema.json, and ctrf.io, "Specification"."""

GITLAB: Final = _list(
    _closed(
        {
            "description": _NAME,
            "check_name": _NAME,
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": _closed(
                {"path": _NAME, "lines": _closed({"begin": {"type": "integer", "minimum": 1}})}
            ),
        }
    )
)
"""docs.gitlab.com, "Code Quality": "Code Quality report format"."""

CONTRACTS: Final[dict[str, dict[str, Any]]] = {
    "gradescope": GRADESCOPE,
    "prairielearn": PRAIRIELEARN,
    "classroom50": CLASSROOM50,
    "ctrf": CTRF,
    "gitlab": GITLAB,
}
"""By format."""
