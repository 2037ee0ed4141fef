"""Cost of each stage inside one process, and the page that bare reportlab is given to draw.

`stages.py PAGE.json [RUNS]` writes the page and prints milliseconds by stage as JSON; `run.py` calls it.
"""

import json
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from plain_page import plain_page

from generator.backends.formats import find_format
from generator.layout.document import lay_out_part, make_press
from generator.make.jobs.jobs import read_games
from generator.model.printing.printing import FileOptions
from generator.read.files.shelf import find_shelf
from generator.read.kits.shared import read_papers

GAME = "fight_the_virus"
FORMATS = ("pdf", "svg", "png", "txt")


class Clock:
    """Milliseconds by stage, of every run."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        began = perf_counter()
        yield
        self.times.setdefault(name, []).append((perf_counter() - began) * 1000)

    def medians(self) -> dict[str, float]:
        return {name: statistics.median(times) for name, times in self.times.items()}


def run_stages(clock: Clock, page: Path) -> None:
    """From YAML to files in memory, once; caches live no longer than the run."""
    shelf = find_shelf()
    with clock.stage("read the game (YAML, words, icons)"):
        (game,) = read_games([shelf.find_game(GAME)], shelf).games
        papers = read_papers(shelf.papers)
    sheet = game.kit.parts[0]
    press = make_press(game.kit, locale="en", fonts=game.fonts)
    with clock.stage("lay out the sheet"):
        document = lay_out_part(press, sheet, paper=papers["a4"])
    with clock.stage("lay it out again on Letter, its words known"):
        lay_out_part(press, sheet, paper=papers["letter"])
    with clock.stage("lay out 200 named sheets"):
        names = [f"Player {number}" for number in range(1, 201)]
        many = lay_out_part(press, sheet, paper=papers["a4"], names=names)
    for name in FORMATS:
        form = find_format(name)
        with clock.stage(f"write the sheet as {name.upper()}"):
            form.write(document, 0 if form.per_page else None, FileOptions())
    with clock.stage("write 200 named sheets as PDF"):
        find_format("pdf").write(many, None, FileOptions())
    page.write_text(json.dumps(plain_page(document.pages[0])), "utf-8")


def main(page: str, runs: str = "7") -> None:
    clock = Clock()
    for _ in range(int(runs)):
        run_stages(clock, Path(page))
    print(json.dumps(clock.medians()))


if __name__ == "__main__":
    main(*sys.argv[1:])
