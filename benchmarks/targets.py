"""Ratios to peers, and the targets for them: `targets.py [RUNS] [--peers PYTHON] [--only ROWS]`.

All commands take turns, RUNS times; ratios are those of the medians of processor time, or of wall time where
a row says so. Each command of ours is measured twice: with everything read anew, and with the cache. Rows
whose peers are not there (`make bench-peers`) are left out.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from card_deck import write_game, write_json
from cards import COUNTS, FACES, FONTS, has_module
from run import Cost, run_once

HERE = Path(__file__).parent
OFF = "off"
ROUND = "Ana i3 | Bo 4+i 5 byr | Cleo 3 3 rr"


@dataclass(frozen=True)
class Row:
    """A line of the table: a command, with what it is compared, and the target."""

    title: str
    ours: str
    peer: str
    target: float
    measure: str = "processor"
    warm_target: float = 0.0
    """Target with the cache, if it is another one."""
    since: str = ""
    """Command whose cost is taken off ours: what is left is that of more languages, papers, or pages."""
    reached: float = 0.0
    """The ratio of a target that is missed, with the cache; docs/benchmarks.md explains it."""


ROWS = (
    Row("`petri --help`, to bare Python", "help", "python", 6),
    Row("108 cards, to bare reportlab (forms)", "108 cards", "108 forms", 0.9, warm_target=0.7, reached=1.3),
    Row("1 sheet, to bare reportlab", "sheet", "bare sheet", 1.2, reached=1.4),
    Row("`petri list`, to a bare sheet", "list", "bare sheet", 1.5),
    Row("`petri check` of Fight the Virus, to a bare sheet", "check", "bare sheet", 3),
    Row("`petri score --round`, to a bare sheet", "score", "bare sheet", 1.2),
    Row("`petri check` of four games, to a bare sheet", "check of all", "bare sheet", 8),
    Row(
        "a second language of a sheet, to a bare sheet",
        "sheet, 2 languages",
        "bare sheet",
        0.25,
        since="sheet",
    ),
    Row("a second paper of a sheet, to a bare sheet", "sheet, 2 papers", "bare sheet", 0.25, since="sheet"),
    Row("1,000 cards, to typst", "1000 cards", "1000 typst", 0.8),
    Row("1,000 cards, to typst, wall time", "1000 cards", "1000 typst", 1.0, "wall"),
    Row("10,000 cards, to typst, wall time", "10000 cards", "10000 typst", 0.5, "wall"),
    Row("10,000 cards, to bare reportlab (forms)", "10000 cards", "10000 forms", 0.75),
    Row("memory at 10,000 cards, MiB", "10000 cards", "", 80, "memory"),
    Row(
        "PNG of 4 pages, 300 dpi, without making the pages, to bare pdfium",
        "PNG",
        "bare PNG",
        1.2,
        since="PDF",
    ),
    Row("faces of Pandemic as PNG, 300 dpi, to bare pdfium", "faces", "bare faces", 4),
    Row("SVG of everything, to PDF of everything", "everything, SVG", "everything, PDF", 1.2),
)


def list_commands(folder: Path, peers: str, most: int) -> dict[str, list[str]]:
    """Each command as it would be typed; peers that are not installed are left out."""
    petri, out = [sys.executable, "-m", "generator"], ["--out", str(folder / "output")]
    sheet = [*petri, "make", "fight-the-virus", "--part", "sheet", *out]
    pages = ["make", "pandemic", "--part", "rules", *out]
    faces = [*petri, "make", "pandemic", "--for", "faces", "--jobs", "1", *out]
    every = [*petri, "make", "fight-the-virus", "--locale", "all", "--paper", "a4,letter", *out]
    bare = [
        sys.executable,
        str(HERE / "bare_reportlab.py"),
        str(folder / "page.json"),
        str(folder / "bare.pdf"),
    ]
    commands = {
        "python": [sys.executable, "-c", "pass"],
        "help": [*petri, "--help"],
        "bare sheet": bare,
        "sheet": sheet,
        "sheet, 2 languages": [*sheet, "--locale", "en,es"],
        "sheet, 2 papers": [*sheet, "--paper", "a4,letter"],
        "list": [*petri, "list"],
        "check": [*petri, "check", "fight-the-virus"],
        "check of all": [*petri, "check", "fight-the-virus", "pandemic", "pox", "virus-and-co"],
        "score": [*petri, "score", "virus-and-co", "--round", ROUND],
        "bare PNG": [
            *(sys.executable, str(HERE / "bare_pdfium.py")),
            *(str(folder / "output" / "pandemic" / "rules-en-a4.pdf"), str(folder)),
        ],
        "bare faces": [
            *(sys.executable, str(HERE / "bare_pdfium.py")),
            *(str(folder / "output" / "pandemic" / "faces-en-pdf"), str(folder)),
        ],
        "faces": faces,
        "PDF": [*petri, *pages],
        "PNG": [*petri, *pages, "--to", "png"],
        "everything, PDF": every,
        "everything, SVG": [*every, "--to", "svg"],
    }
    for count in (count for count in COUNTS if count <= most):
        commands |= list_card_commands(folder, peers, count)
    return commands


def list_card_commands(folder: Path, peers: str, count: int) -> dict[str, list[str]]:
    """The same deck, made by us and by the others; its files are written."""
    game, deck, target = folder / f"cards_{count}", folder / f"deck_{count}.json", folder / "out.pdf"
    write_game(game, count)
    write_json(deck, count)
    forms = [sys.executable, str(HERE / "cards_reportlab.py"), "forms", str(deck), str(target), *FACES]
    commands = {
        f"{count} cards": [
            sys.executable,
            "-m",
            "generator",
            "make",
            str(game),
            "--out",
            str(folder / "output"),
        ],
        f"{count} forms": forms,
    }
    if has_module(peers, "typst"):
        typst = [peers, str(HERE / "cards_typst.py"), str(deck), str(target), str(FONTS), "Noto Sans"]
        commands[f"{count} typst"] = typst
    return commands


def measure(commands: Mapping[str, Sequence[str]], runs: int, cache: Path) -> Iterator[dict[str, Cost]]:
    """Yield the medians of all commands, without the cache and with it; the first round does not count."""
    costs: dict[tuple[str, str], list[Cost]] = {}
    for number in range(runs + 1):
        for name, command in commands.items():
            for kept in (OFF, str(cache)):
                os.environ["PETRI_CACHE"] = kept
                if is_ours(command) or kept == OFF:
                    cost = run_once(command)
                    costs.setdefault((name, kept), []).extend([cost] if number else [])
    for kept in (OFF, str(cache)):
        yield {
            name: Cost(*(statistics.median(getattr(one, field) for one in found) for field in vars(found[0])))
            for name in commands
            for found in [costs.get((name, kept)) or costs[name, OFF]]
        }


def is_ours(command: Sequence[str]) -> bool:
    return "generator" in command


def find_ratio(row: Row, costs: Mapping[str, Cost]) -> float:
    """The cost of ours, divided by that of the peer if there is one."""
    ours = getattr(costs[row.ours], row.measure)
    if row.since:
        ours -= getattr(costs[row.since], row.measure)
    return ours / (getattr(costs[row.peer], row.measure) if row.peer else 1.0)


def find_slopes(costs: Mapping[str, Cost]) -> float:
    """Return the cost of a further card, divided by that of bare reportlab."""
    ours, forms = (
        costs[f"10000 {name}"].processor - costs[f"1000 {name}"].processor for name in ("cards", "forms")
    )
    return ours / forms


def print_table(
    rows: Sequence[Row], anew: Mapping[str, Cost], kept: Mapping[str, Cost], slack: float
) -> bool:
    """Print a row for each ratio; return True if none is worse than its target, or than what was reached.

    Ratios are those with the cache, and may be worse by the slack.
    """
    print("| what | target | everything read anew | with the cache | |")
    print("|--|--|--|--|--|")
    met = True
    lines = [
        (
            row.title,
            row.warm_target or row.target,
            row.reached,
            *(find_ratio(row, one) for one in (anew, kept)),
        )
        for row in rows
    ]
    if {"1000 cards", "10000 cards", "1000 forms", "10000 forms"} <= anew.keys():
        slopes = map(find_slopes, (anew, kept))
        lines.append(("a further card, to bare reportlab (forms)", 0.6, 0.0, *slopes))
    for title, target, reached, *ratios in lines:
        met = met and ratios[-1] <= max(target, reached) * slack
        shown = " | ".join(f"{ratio:.2f}" if ratio < 10 else f"{ratio:.0f}" for ratio in ratios)
        print(f"| {title} | {target:g} | {shown} | {'met' if ratios[-1] <= target else 'MISSED'} |")
    return met


def choose(only: str, commands: Mapping[str, list[str]]) -> tuple[tuple[Row, ...], dict[str, list[str]]]:
    """Return the rows with a text in their titles, and the commands that they need."""
    found = tuple(row for row in ROWS if only in row.title and {row.ours, row.peer} - {""} <= commands.keys())
    used = {name for row in found for name in (row.ours, row.peer, row.since)}
    used |= {"1000 forms"} if "10000 forms" in used else set()
    return found, {name: command for name, command in commands.items() if name in used}


def main(runs: int, peers: str, most: int, slack: float, only: str) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # As on a machine where everything ran before: modules are compiled, in a place of this run's own.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
        stages = [sys.executable, str(HERE / "stages.py"), str(folder / "page.json"), "1"]
        subprocess.run(stages, check=True, capture_output=True)
        commands = list_commands(folder, peers, most)
        subprocess.run(commands["PDF"], check=True, capture_output=True)
        rows, used = choose(only, commands)
        if "bare faces" in used:
            subprocess.run([*commands["faces"], "--to", "pdf"], check=True, capture_output=True)
        anew, kept = measure(used, runs, folder / "cache")
    return 0 if print_table(rows, anew, kept, slack) else 1


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("runs", nargs="?", type=int, default=5)
    options.add_argument("--peers", default=sys.executable, help="a Python that has typst")
    options.add_argument("--most", type=int, default=COUNTS[-1], help="no more cards than this")
    options.add_argument("--only", default="", help="only rows with this text")
    options.add_argument("--slack", type=float, default=1.0, help="targets are met up to this factor")
    given = options.parse_args()
    sys.exit(main(given.runs, given.peers, given.most, given.slack, given.only))
