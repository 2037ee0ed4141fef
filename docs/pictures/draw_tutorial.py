"""Draws what a reader of the tutorial has in hand after some of its steps: `make pictures`."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from docs.pictures.draw import Thing, build, draw_card, lay, read_page
from tests.test_your_own_game import change_file, read_blocks


def draw_deck(folder: Path) -> None:
    """The cards of the deck as `petri new` makes it."""
    cards = [draw_card(folder, "my-deck", "my-deck", id) for id in ("poppy", "daisy", "bee")]
    lay(
        (760, 300),
        [Thing(one, 140 + 240 * at, 150, 180) for at, one in enumerate(cards)],
        "tutorial_deck.png",
    )


def draw_theme(folder: Path) -> None:
    """A card with a back, a stack of texts, and colours of its own."""
    front = draw_card(folder, "my-deck", "my-deck", "poppy")
    back = draw_card(folder, "my-deck", "my-deck", "poppy", side="back")
    lay((520, 300), [Thing(front, 140, 150, 180), Thing(back, 380, 150, 180)], "tutorial_theme.png")


def draw_garden(folder: Path) -> None:
    """The sheet of the roll-and-write."""
    sheet = read_page(build(folder / "garden", "garden", "--part", "sheet"), "sheet-en-a4")
    lay((760, 400), [Thing(sheet, 380, 480, 640)], "tutorial_garden.png")


AFTER: Mapping[str, Callable[[Path], None]] = {"1": draw_deck, "6": draw_theme, "19": draw_garden}
"""Pictures by the number of the step that they show."""


def main() -> None:
    """Take the steps of the page in a folder, and draw the pictures after theirs."""
    with TemporaryDirectory() as place:
        os.chdir(place)
        step = "0"
        for block in read_blocks():
            following = re.findall(r"^### (\d+)\.", block.before, re.MULTILINE)[-1:] or ["0"]
            if following[0] != step and step in AFTER:
                AFTER[step](Path(place, f"drawn-{step}"))
            step = following[0]
            if block.kind == "diff":
                change_file(block)
            for words in map(shlex.split, block.lines if block.kind == "sh" else ()):
                if words[1] in ("new", "locale"):
                    subprocess.run(
                        [sys.executable, "-m", "generator", *words[1:]], check=True, stdout=subprocess.DEVNULL
                    )


if __name__ == "__main__":
    main()
