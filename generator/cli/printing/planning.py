"""`petri plan`: what it takes to print a game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from generator.cli.printing.options import PlanOptions
from generator.cli.terminal.echo import echo, echo_json
from generator.cli.terminal.progress import show_progress
from generator.cli.terminal.tables import show_table
from generator.errors import format_count
from generator.make.jobs.jobs import Choices
from generator.make.plan import YIELD_COVERAGE, InkUse, PartPlan, Total, add_up, plan_parts
from generator.make.runs import check_choices, plan_run
from generator.model.printing.printing import DEFAULT_PAPER
from generator.model.values import replace
from generator.read.files.shelf import find_shelf

_INKS = ("cyan", "magenta", "yellow", "black")
_SIDES = {1: "one", 2: "both"}


def print_plan(options: PlanOptions) -> None:
    """Print a table of all parts, and what they need together; raises GeneratorError."""
    shelf = find_shelf(is_cached=not options.is_fresh)
    chosen = options.choices
    choices = Choices(**vars(replace(chosen, papers=chosen.papers or (DEFAULT_PAPER,))))
    run = plan_run(choices, shelf)
    check_choices(run)
    with show_progress(len(run.jobs)) as show:
        plans = tuple(plan_parts(run.jobs, choices, shelf=shelf, report=show))
    if options.as_json:
        echo_json(make_plain(plans), indent=2)
        return
    _show_parts(plans)
    for line in _list_needs(plans, options.pages):
        echo(line)


def make_plain(plans: Sequence[PartPlan]) -> dict[str, Any]:
    """Return the plans as values of JSON: lengths in mm, ink in pages that it covers, times in seconds."""
    parts = [{**_flatten(asdict(plan)), "is_needed": plan.is_needed} for plan in plans]
    return {"parts": parts, "total": _flatten(asdict(add_up(plans)))}


def _flatten(plan: dict[str, Any]) -> dict[str, Any]:
    ink = dict(zip(_INKS, (round(one, 4) for one in plan["ink"]), strict=True))
    plan = {**plan.pop("work", {}), **plan, "ink": ink}
    return {key: round(value, 1) if isinstance(value, float) else value for key, value in plan.items()}


_COLUMNS: Mapping[str, Callable[[PartPlan], str]] = {
    "game": lambda plan: plan.game,
    "part": lambda plan: plan.part,
    "on": lambda plan: plan.stock,
    "sheets": lambda plan: str(plan.work.sheets),
    "sides": lambda plan: _SIDES[plan.work.sides],
    "cuts": lambda plan: _or_none(plan.work.cuts),
    "outlines": lambda plan: _format_metres(plan.work.outline),
    "folds": lambda plan: _or_none(plan.work.folds),
    "CMYK in %": lambda plan: _format_ink(plan.ink, plan.pages),
    "cutting": lambda plan: format_time(plan.seconds).removeprefix("about "),
}


def _show_parts(plans: Sequence[PartPlan]) -> None:
    """Print a row for each part, without columns that have no value, or a single game."""
    columns = {heading: [*map(column, plans)] for heading, column in _COLUMNS.items()}
    shown = {heading: cells for heading, cells in columns.items() if any(cells)}
    if len({*shown["game"]}) == 1:
        del shown["game"]
    rows = zip(*shown.values(), strict=True)
    show_table([*shown], rows, numbers=("sheets", "cuts", "outlines", "folds"))
    echo()


def _list_needs(plans: Sequence[PartPlan], pages: int | None) -> Iterator[str]:
    needed = [plan for plan in plans if plan.is_needed]
    total, least = add_up(plans), add_up(needed)
    for plan in plans:
        if plan.instead_of:
            yield f"{plan.part}: print these or {plan.instead_of}, one of them is enough"
        if plan.optional:
            yield f"{plan.part}: not needed {plan.optional}"
    if total.sleeves:
        yield "sleeves: " + ", ".join(f"{count} {name}" for name, count in total.sleeves.items())
    yield f"total: {format_total(total)}"
    if needed and len(needed) < len(plans):
        yield f"without parts that can be left out: {format_total(least)}"
    if pages:
        percents = (100 * share / (pages * YIELD_COVERAGE) for share in total.ink)
        shares = (f"{name} about {share:.0f} %" for name, share in zip(_INKS, percents, strict=True))
        yield f"ink of cartridges for {pages} pages: {', '.join(shares)}"


def format_total(total: Total) -> str:
    """Return `25 sheets of paper, 131 cuts, 16.3 m of outlines, 1173 folds, about 2 h of cutting`."""
    outline, work = _format_metres(total.outline), format_time(total.seconds)
    parts = [
        f"{format_count(total.sheets, 'sheet')} of paper",
        format_count(total.cuts, "cut") if total.cuts else "",
        f"{outline} of outlines" if outline else "",
        format_count(total.folds, "fold") if total.folds else "",
        f"ink for {sum(total.ink):.2g} full pages",
        f"{work} of cutting" if work else "",
    ]
    return ", ".join(filter(None, parts))


def format_time(seconds: float) -> str:
    """Return a time with the precision of an estimate: `about 5 min`, `about 1.5 h`; empty for none."""
    if not seconds:
        return ""
    minutes = seconds / 60
    if minutes < 8:
        return f"about {max(round(minutes), 1)} min"
    return f"about {5 * round(minutes / 5)} min" if minutes < 53 else f"about {round(minutes / 30) / 2:g} h"


def _format_ink(ink: InkUse, pages: int) -> str:
    """Return the percentages of cyan, magenta, yellow, and black on an average page: `15 13 9 5`."""
    shares = (100 * share / pages for share in ink)
    return " ".join(f"{round(share, share < 10):g}" for share in shares)


def _format_metres(length: float) -> str:
    return f"{length / 1000:.1f} m" if length else ""


def _or_none(number: int) -> str:
    return str(number) if number else ""
