"""Hints of petri make about paper: free places for more cards, sheets that one file would save."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import Result

Petri = Callable[..., Result]
TEMPLATE = "template: [ground: blue]\n"


def write(decks: dict[str, int]) -> None:
    """A game with decks of so many cards."""
    Path("game").mkdir()
    parts = "".join(f"  - deck: {name}.yaml\n" for name in decks)
    Path("game/kit.yaml").write_text(f"title: Foxes\nparts:\n{parts}", encoding="utf-8")
    for name, count in decks.items():
        text = f"size: poker\ncards: [{{id: {name}_card, count: {count}}}]\n{TEMPLATE}"
        Path(f"game/{name}.yaml").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("decks", "options", "notes"),
    [
        ({"foxes": 4}, (), ["foxes: the paper has room for 5 more"]),
        ({"foxes": 6}, (), []),
        ({"foxes": 13}, (), []),
        ({"foxes": 4}, ("--to", "png"), []),
        ({"foxes": 4, "hens": 8}, (), ["foxes: the paper has room for 5 more"]),
        ({"foxes": 8, "hens": 8, "dogs": 2}, ("--together",), []),
        ({"foxes": 9, "hens": 9}, (), []),
    ],
)
def test_free_places_are_told(
    petri: Petri, decks: dict[str, int], options: tuple[str, ...], notes: list[str]
) -> None:
    """Free places are told of a paper that is less than 60 % full, and only with pages to print."""
    write(decks)
    done = petri("make", "game", *options)
    assert done.exit_code == 0, done.stderr
    assert [line for line in done.stdout.splitlines() if "room" in line] == notes


def test_sheets_that_one_file_would_save_are_told(petri: Petri) -> None:
    """8 + 8 + 2 cards are two sheets of paper together, and three in their own files."""
    write({"foxes": 8, "hens": 8, "dogs": 2})
    done = petri("make", "game")
    assert "--together puts these cards and tokens on 2 sheets of paper instead of 3" in done.stdout
    done = petri("make", "game", "--together")
    assert "--together" not in done.stdout


def test_few_cards_are_in_the_middle_of_the_paper(petri: Petri) -> None:
    """Two cards have as much paper on their left as on their right."""
    write({"foxes": 2})
    petri("make", "game", "--to", "png", "--dpi", "72")
    with Image.open(next(Path("output/game").iterdir())) as picture:
        pixels = picture.convert("RGB")
    blue = [x for x in range(pixels.width) if pixels.getpixel((x, pixels.height // 2)) == (43, 98, 180)]
    assert abs(min(blue) - (pixels.width - 1 - max(blue))) <= 2
