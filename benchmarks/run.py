"""Cost of printing: `python benchmarks/run.py [RUNS]` prints tables of whole processes and of stages.

Whole processes are timed from start to end, everything included: wall time, processor time and the
largest memory, medians of several runs. Times of one machine say little on another: compare ratios.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

HERE = Path(__file__).parent
SHEET = ("make", "fight-the-virus", "--part", "sheet")
NAMES = ",".join(f"Player {number}" for number in range(1, 201))
EVERYTHING = ("--locale", "all", "--paper", "a4,letter")

TARGETS = (
    ("petri --help", "import typer", 3.0),
    ("200 named sheets as PDF", "1 sheet as PDF", 5.0),
)
"""Limits of the wall time: the first costs less than so many times the second."""


@dataclass(frozen=True)
class Cost:
    """Medians of one process: seconds and MiB."""

    wall: float
    processor: float
    memory: float


def list_commands(folder: Path) -> dict[str, list[str]]:
    """Everything that is measured; each command as it would be typed."""
    python = sys.executable
    petri = [python, "-m", "generator"]
    out = ["--out", str(folder / "output")]
    bare = [python, str(HERE / "bare_reportlab.py"), str(folder / "page.json"), str(folder / "bare.pdf")]
    return {
        "python -c pass": [python, "-c", "pass"],
        "import typer": [python, "-c", "import typer"],
        "petri --help": [*petri, "--help"],
        "petri list": [*petri, "list"],
        "bare reportlab, the same sheet": bare,
        "1 sheet as PDF": [*petri, *SHEET, *out],
        "1 sheet as SVG": [*petri, *SHEET, "--to", "svg", *out],
        "the sheet, all locales, A4 and Letter, PDF": [*petri, *SHEET, *EVERYTHING, *out],
        "all parts, all locales, A4 and Letter, PDF and SVG": [
            *(*petri, "make", "fight-the-virus"),
            *(*EVERYTHING, "--to", "pdf,svg", *out),
        ],
        "bare reportlab, 200 sheets": [*bare, "200"],
        "200 named sheets as PDF": [*petri, *SHEET, "--names", NAMES, *out],
        "petri check": [*petri, "check", "fight-the-virus"],
    }


def measure(command: Sequence[str], runs: int) -> Cost:
    """The first run, which warms the disk's cache, does not count."""
    costs = [run_once(command) for _ in range(runs + 1)][1:]
    return Cost(
        statistics.median(cost.wall for cost in costs),
        statistics.median(cost.processor for cost in costs),
        statistics.median(cost.memory for cost in costs),
    )


def run_once(command: Sequence[str]) -> Cost:
    """One process from start to end; RuntimeError when it does not succeed.

    The system counts the memory of the process that starts another one in with it: this program
    therefore imports nothing large.
    """
    quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    began = perf_counter()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=quiet)
    _, status, usage = os.wait4(child, 0)
    wall = perf_counter() - began
    if status != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    mebibytes = usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
    return Cost(wall, usage.ru_utime + usage.ru_stime, mebibytes)


def print_processes(costs: dict[str, Cost]) -> None:
    """A table in Markdown, with ratios to the two things that everybody has."""
    typer, bare = costs["import typer"], costs["bare reportlab, the same sheet"]
    print("| process | wall, s | processor, s | memory, MiB | to `import typer` | to bare reportlab |")
    print("|--|--|--|--|--|--|")
    for name, cost in costs.items():
        ratios = f"{cost.wall / typer.wall:.2f} | {cost.wall / bare.wall:.2f}"
        print(f"| {name} | {cost.wall:.3f} | {cost.processor:.3f} | {cost.memory:.0f} | {ratios} |")


def print_stages(times: dict[str, float]) -> None:
    """A table in Markdown, milliseconds."""
    print("| stage, in one process | ms |")
    print("|--|--|")
    for name, time in times.items():
        print(f"| {name} | {time:.1f} |")


def print_targets(costs: dict[str, Cost]) -> bool:
    """Whether all targets are met."""
    met = True
    for name, other, most in TARGETS:
        ratio = costs[name].wall / costs[other].wall
        met = met and ratio < most
        print(f"{'met' if ratio < most else 'MISSED'}: {name} / {other} = {ratio:.2f} (less than {most:g})")
    return met


def main(runs: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # As on a machine where everything ran before: modules are compiled, in a place of this run's own.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
        stages = [sys.executable, str(HERE / "stages.py"), str(folder / "page.json"), str(runs)]
        times = json.loads(subprocess.run(stages, check=True, capture_output=True, text=True).stdout)
        costs = {title: measure(command, runs) for title, command in list_commands(folder).items()}
    print_processes(costs)
    print()
    print_stages(times)
    print()
    return 0 if print_targets(costs) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 7))
