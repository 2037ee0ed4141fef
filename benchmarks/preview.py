"""From saving a file to the picture on the screen: `petri preview` in Chromium.

Each case is a game, the part that is shown, the file that is saved, and a number in it that changes.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from generator.make.game_folders import make_starter_game
from generator.read.files.shelf import find_shelf
from tests.web.browser import Browser, Tab, open_browser


class Case(NamedTuple):
    """Part that is shown, file that is saved, and target in ms."""

    title: str
    game: str
    part: str
    file: str
    old: str
    new: str
    target: int


CASES = (
    Case("starter cards", "starter", "", "starter.yaml", "name: Poppy", "name: Poppy {}", 110),
    Case(
        "Fight the Virus sheet",
        "fight_the_virus",
        "sheet",
        "wording/en.yaml",
        "edge to edge",
        "edge to edge {}",
        220,
    ),
    Case("12 pages of city cards", "pandemic", "city_cards", "cities.csv", ",4715000,", ",47150{:02},", 300),
    Case("Pandemic board", "pandemic", "board", "cities.csv", ",-84.388,", ",-84.3{:02},", 530),
)
_HASHES = "document.documentElement.dataset.hashes"
_WATCH = f"""(before => {{
    window.at = 0;
    if (window.seer) window.seer.disconnect();
    window.seer = new MutationObserver(() => {{
        if (!window.at && {_HASHES} !== before) window.at = performance.timeOrigin + performance.now();
    }});
    window.seer.observe(document.documentElement, {{attributes: true}});
}})({_HASHES})"""


def read_cpu(process: int) -> float:
    """Seconds of processor time of a process so far; 0 where the system does not tell."""
    path = Path(f"/proc/{process}/stat")
    if not path.exists():
        return 0.0
    words = path.read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serve(game: Path, part: str) -> Iterator[tuple[str, int, float]]:
    """The address of a preview, its process, and the seconds until it was ready."""
    began = time.monotonic()
    words = [sys.executable, "-u", "-m", "generator", "preview", str(game), "--no-open"]
    words += ["--part", part] if part else []
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().partition(": ")[2].strip()
        try:
            yield address, process.pid, time.monotonic() - began
        finally:
            process.send_signal(signal.SIGINT)


def measure(
    tab: Tab, case: Case, path: Path, process: int, times: int, pause: float
) -> list[tuple[float, float]]:
    """Milliseconds to the picture, and of the server's processor time until then, of each save."""
    text, found = path.read_text("utf-8"), []
    assert case.old in text, case
    for number in range(times):
        tab.run(_WATCH)
        used, began = read_cpu(process), time.time()
        path.write_text(text.replace(case.old, case.new.format(number + 1), 1), "utf-8")
        at = tab.wait_for("window.at") / 1000
        found.append(((at - began) * 1000, (read_cpu(process) - used) * 1000))
        time.sleep(pause)
    path.write_text(text, "utf-8")
    return found


def run(browser: Browser, folder: Path, case: Case, times: int, pause: float) -> None:
    """Print a row for a case."""
    shelf, game = find_shelf(), folder / case.game
    if case.game == "starter":
        make_starter_game(game, "starter", shelf.starter)
    elif not game.exists():
        shutil.copytree(shelf.games / case.game, game)
    with serve(game, case.part) as (address, process, ready), browser.open(address) as tab:
        tab.wait_for("document.documentElement.dataset.painted >= 1")
        time.sleep(2 + pause)
        found = measure(tab, case, game / case.file, process, times, pause)
    wall, cpu = ([one[index] for one in found] for index in (0, 1))
    figures = " | ".join(f"{one:.0f}" for one in (case.target, median(wall), min(wall), median(cpu)))
    print(f"| {case.title} | {figures} | {ready:.1f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=9, help="Saves of each case.")
    parser.add_argument("--pause", type=float, default=4.0, help="Seconds between them.")
    given = parser.parse_args()
    print(
        "| part, file saved | target, ms | median | least | processor time | ready, s |\n|--|--|--|--|--|--|"
    )
    with TemporaryDirectory() as name, open_browser() as browser:
        for case in CASES:
            run(browser, Path(name), case, given.times, given.pause)


if __name__ == "__main__":
    main()
