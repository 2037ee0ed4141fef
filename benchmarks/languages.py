"""Cost of several languages in one run, against one: seconds of one processor, start and reading included.

    languages.py [RUNS]

Each game is built in English, then in English and three copies of it under other names, so that all
languages have as much to say. Every build is a process of its own; the least of RUNS is told.
"""

import resource
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from generator.make.jobs.jobs import Choices, ReadGame
from generator.make.pipeline import make
from generator.make.runs import plan_run
from generator.read.files.shelf import find_shelf

COPIES = ("en", "qaa", "qab", "qac")
FORMATS = (("pdf",), ("pdf", "svg"))


def build(game: str, languages: int, formats: tuple[str, ...]) -> None:
    """All parts of a game on A4, in so many languages."""
    with tempfile.TemporaryDirectory() as folder:
        choices = Choices(
            games=(game,), locales=("en",), papers=("a4",), formats=formats, folder=Path(folder)
        )
        run = plan_run(choices, find_shelf())
        first = run.jobs[0].game
        english = first.kit.wordings["en"]
        copies = {locale: replace(english, locale=locale) for locale in COPIES[:languages]}
        named = ReadGame(replace(first.kit, wordings=copies), first.fonts)
        jobs = tuple(replace(job, game=named, locale=locale) for job in run.jobs for locale in copies)
        make(replace(run, jobs=jobs), report=lambda job: None)


def measure(game: str, languages: int, formats: tuple[str, ...], runs: int) -> float:
    """Seconds of a processor that a build takes, at the least."""
    times = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        words = [sys.executable, __file__, "build", game, str(languages), *formats]
        subprocess.run(words, check=True)
        times.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    return min(times)


def main() -> None:
    """Measure, or be what is measured."""
    if sys.argv[1:2] == ["build"]:
        _, _, game, languages, *formats = sys.argv
        build(game, int(languages), tuple(formats))
        return
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    for game in find_shelf().list_games():
        for formats in FORMATS:
            one, four = (measure(game, languages, formats, runs) for languages in (1, len(COPIES)))
            print(f"{game:16} {'+'.join(formats):8} {one:5.2f} s {four:5.2f} s {four / one:5.2f} times")


if __name__ == "__main__":
    main()
