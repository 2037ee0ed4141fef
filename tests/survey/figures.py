"""Figures of surveys, and their comparison with the baseline that is kept in this repository."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

import yaml

BASELINE = Path(__file__).with_name("baseline.yaml")
Number = int | float


@dataclass(frozen=True)
class Measured:
    """What a survey found.

    Figures whose name begins with `of` describe the sample: figures of different samples are not compared.
    """

    figures: Mapping[str, Number]
    faults: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    """What could not be measured, and why."""


class Better(Enum):
    """Which way a figure improves."""

    MORE = "more"
    LESS = "less"
    SAMPLE = "sample"


@dataclass(frozen=True)
class Known:
    """A figure of the baseline; `before` is that of 28 November, where the same question was asked."""

    better: Better
    now: Number
    before: str = ""


Baseline = Mapping[str, Mapping[str, Known]]
"""Figures by survey and name."""


@dataclass(frozen=True)
class Row:
    """A figure beside that of the baseline; `verdict` is empty, `better`, `worse`, or says why neither."""

    survey: str
    name: str
    found: Number | None
    known: Known | None
    verdict: str = ""


def read_baseline(path: Path = BASELINE) -> Baseline:
    data = yaml.safe_load(path.read_text("utf-8")) or {}
    return {
        survey: {
            name: Known(Better(entry["better"]), entry["now"], str(entry.get("before", "")))
            for name, entry in entries.items()
        }
        for survey, entries in data.items()
    }


def write_baseline(baseline: Baseline, path: Path = BASELINE) -> None:
    """Write one line for each figure."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line.startswith("#")]
    for survey, entries in baseline.items():
        lines.append(f"{survey}:")
        for name, known in entries.items():
            before = f", before: {_quote(known.before)}" if known.before else ""
            lines.append(f"  {_quote(name)}: {{better: {known.better.value}, now: {known.now}{before}}}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def update_baseline(baseline: Baseline, found: Mapping[str, Measured]) -> Baseline:
    """Return the baseline with these figures; those of surveys that were not complete stay."""
    updated = dict(baseline)
    for survey, measured in found.items():
        if measured.missing:
            continue
        entries = baseline.get(survey, {})
        updated[survey] = {
            name: replace(entries.get(name, Known(_guess_better(name), 0)), now=figure)
            for name, figure in measured.figures.items()
        }
    return updated


def _guess_better(name: str) -> Better:
    """Return the way of a new figure, by the first word of its name."""
    if name.startswith("of "):
        return Better.SAMPLE
    bad = ("wrong", "silent", "refused", "faults", "different")
    return Better.LESS if name.startswith(bad) else Better.MORE


def compare_figures(survey: str, measured: Measured, known: Mapping[str, Known]) -> Iterator[Row]:
    """Yield a row for each figure that was found, or is missing though the survey ran in full."""
    samples = [name for name, one in known.items() if one.better is Better.SAMPLE]
    is_same = all(measured.figures.get(name) == known[name].now for name in samples)
    for name, found in measured.figures.items():
        one = known.get(name)
        if one is None:
            verdict = "new: add it with --write"
        elif one.better is Better.SAMPLE:
            verdict = "" if found == one.now else "another sample"
        elif not is_same:
            verdict = "not compared"
        else:
            verdict = _judge(found, one)
        yield Row(survey, name, found, one, verdict)
    if not measured.missing:
        for name in known.keys() - measured.figures.keys():
            yield Row(survey, name, None, known[name], "worse: not measured any more")


def _judge(found: Number, known: Known) -> str:
    if found == known.now:
        return ""
    return "better" if (found > known.now) == (known.better is Better.MORE) else "worse"


def is_worse(row: Row) -> bool:
    return row.verdict.startswith("worse")


def format_table(rows: Iterable[Row]) -> str:
    """Return rows as a table with a head."""
    cells = [("survey", "figure", "28 November", "baseline", "found", "")]
    for row in rows:
        known = row.known
        before, now = (known.before, str(known.now)) if known else ("", "")
        cells.append(
            (row.survey, row.name, before, now, "" if row.found is None else str(row.found), row.verdict)
        )
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    lines = []
    for line in cells:
        texts = (
            cell.rjust(width) if 2 <= column <= 4 else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        lines.append("  ".join(texts).rstrip())
    return "\n".join(lines)
