"""The page about speed, made of the figures that were kept: nothing is measured.

    python -m benchmarks.page

Writes `docs/speed.md` from `benchmarks/speed.md.jinja`, and the plots that it shows into
`docs/speed/`, from `benchmarks/results/`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import jinja2
from benchmarks import fitting, perft_players, plots, results
from benchmarks.growth import SERIES, costs
from benchmarks.measuring import TOP
from benchmarks.rivals import FLOOR, TOOLS

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = TOP / "docs"
TEMPLATE = Path(__file__).with_name("speed.md.jinja")
SOUGHT_IN = "Python"


class Goal(NamedTuple):
    """A ratio that is to be reached with programs in Python."""

    sentence: str
    tool: str
    than: str
    is_most: bool
    wanted: float


GOALS = (
    Goal("unconfined, at most 0.8 times the shell loop", "harness", "loop", True, 0.8),
    Goal("confined, at most 1.2 times the shell loop", "harness-confined", "loop", True, 1.2),
    Goal(
        "25 times as quick as check50, as its documentation teaches",
        "check50-documented",
        "harness",
        False,
        25,
    ),
    Goal("5 times as quick as check50, all at once", "check50-all-at-once", "harness", False, 5),
)


def main() -> int:
    for path, text in made().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"written: {path.relative_to(TOP)}")
    return 0


def made() -> dict[Path, str]:
    """What stands in each file of the page."""
    speed, growth = results.read("speed"), results.read("growth")
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATE.parent),
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # Markdown, of figures and of texts that are the project's own
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    page = environment.get_template(TEMPLATE.name).render(
        speed=speed,
        growth=growth,
        tools=TOOLS,
        judged=judged(speed),
        goals=goals(speed),
        starts=starts(speed),
        perft=perft(speed),
        grown=list(grown(growth)),
    )
    return {
        DOCS / "speed.md": page,
        DOCS / "speed" / "tools.svg": tools_plot(speed),
        DOCS / "speed" / "growth.svg": growth_plot(growth),
    }


def judged(speed: Any) -> dict[str, list[tuple[str, str, str, str, str, int]]]:
    """For each language the cells of a row for each tool."""
    least = least_peak(speed)
    return {
        language: list(rows(measured["tools"], least))
        for language, measured in speed["judging"].items()
    }


def rows(tools: Any, least: float) -> Iterator[tuple[str, str, str, str, str, int]]:
    for tool in TOOLS:
        used = tools[tool.id]
        yield (
            f"**{tool.title}**" if tool.is_ours else tool.title,
            f"{used['seconds']:.2f}",
            f"{ratio(tools, tool.id, FLOOR.id):.2f}",
            f"{used['cpu_seconds']:.2f}",
            peak(used, least),
            len(used["all_seconds"]),
        )


def starts(speed: Any) -> list[tuple[str, str, str, str]]:
    least = least_peak(speed)
    return [
        (
            f"`{name}`",
            f"{used['seconds'] * 1000:.0f}",
            f"{used['cpu_seconds'] * 1000:.0f}",
            peak(used, least),
        )
        for name, used in speed["starting"].items()
    ]


def least_peak(speed: Any) -> float:
    """The peak of a process that does nothing: each one begins as a copy of the benchmark."""
    return float(speed["starting"]["nothing"]["peak_mib"])


def peak(used: Any, least: float) -> str:
    shown = f"{used['peak_mib']:.0f}"
    return f"≤ {shown}" if used["peak_mib"] < least + 0.5 else shown


def ratio(tools: Any, tool: str, than: str) -> float:
    return float(tools[tool]["seconds"] / tools[than]["seconds"])


def goals(speed: Any) -> list[tuple[str, str, str]]:
    """What was sought, what was measured, and whether that is enough."""
    tools = speed["judging"][SOUGHT_IN]["tools"]
    found = []
    for goal in GOALS:
        measured = ratio(tools, goal.tool, goal.than)
        is_kept = measured <= goal.wanted if goal.is_most else measured >= goal.wanted
        found.append((goal.sentence, significant(measured), "reached" if is_kept else "missed"))
    return found


def perft(speed: Any) -> list[tuple[str, str, str, str]]:
    counted = speed["perft"]["packages"]
    own = counted["reversi_engine"]["seconds"]
    return [
        (
            name,
            perft_players.WRITTEN[name],
            f"{figures['seconds'] * 1000:.2f}",
            significant(figures["seconds"] / own),
        )
        for name, figures in sorted(counted.items(), key=lambda each: each[1]["seconds"])
    ]


def grown(growth: Any) -> Iterator[tuple[str, ...]]:
    for series in SERIES:
        points = growth["series"][series.id]
        first, last = points[0], points[-1]
        more = last["size"] - first["size"]
        yield (
            series.quantity,
            f"{first['size']:,} to {last['size']:,}",
            exponent(fitting.growth(costs(points))),
            f"{first['cost']:.2f} to {last['cost']:.2f}",
            more_for_each(last["cost"] - first["cost"], more / 1000),
            f"{first['peak_mib']:.0f} to {last['peak_mib']:.0f}",
            more_for_each(last["peak_mib"] - first["peak_mib"], more / 1024),
            series.costs_whose,
        )


def more_for_each(grown: float, steps: float) -> str:
    return significant(grown / steps) if grown > 0 else "0"


def significant(value: float) -> str:
    """Two digits that mean something, and no exponent."""
    return f"{float(f'{value:.2g}'):g}"


def exponent(found: float | None) -> str:
    return "flat" if found is None else f"{found:.2f}"


def tools_plot(speed: Any) -> str:
    judging = speed["judging"]
    found = [
        plots.Row(
            tool.title.replace("`", ""),
            {each: ratio(judging[each]["tools"], tool.id, FLOOR.id) for each in judging},
            tool.is_ours,
        )
        for tool in TOOLS
    ]
    title = f"{speed['games']['count']} games: time beside that of a shell loop"
    return plots.dots(title, "times the shell loop", found, list(judging))


def growth_plot(growth: Any) -> str:
    found = []
    for series in SERIES:
        points = costs(growth["series"][series.id])
        found.append(plots.Curve(*split(series.quantity), points))
    return plots.curves("Processor time, and linear growth dashed", "s", found)


def split(quantity: str) -> tuple[str, str]:
    title, _, remark = quantity.partition(", ")
    return title, remark


if __name__ == "__main__":
    sys.exit(main())
