"""Decks of a few lines, read and drawn: for tests of what templates may say."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.layout.document import make_press
from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.press import LayoutFindings
from generator.model.kit import Kit, PieceSet
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.scene.shapes import GlyphRun, Page
from tests import shipped
from tests.geometry import Placed, place_all

KIT = "id: game\ntitle: kit.title\nplayers: '2'\ntheme: base\n{more}parts: [{{deck: deck.yaml}}]\n"
CARDS = """\
cards:
  - {id: goblin, name: Goblin, cost: 3, tags: [fire, ice], class: thief}
  - {id: elf, name: Elf, cost: 10, tags: [wood], class: mage, count: 2}
"""


def write_deck(folder: Path, deck: str, *, cards: str = CARDS, shared: str = "") -> Path:
    """Write a game of one deck, whose template is `face`; `shared` is a file of templates."""
    game = folder / "game"
    (game / "wording").mkdir(parents=True)
    more = "templates: [shared.yaml]\n" if shared else ""
    head = "id: deck\ntitle: kit.title\nsize: 60 mm x 90 mm\nfront: face\n"
    files = {"kit": KIT.format(more=more), "deck": head + deck + cards, "shared": shared}
    files["wording/en"] = "words: {kit: {title: Game}}\n"
    for name, text in files.items():
        if text:
            (game / f"{name}.yaml").write_text(text, encoding="utf-8")
    return game


def read_deck(folder: Path, deck: str, *, cards: str = CARDS, shared: str = "") -> Kit:
    return read_kit(write_deck(folder, deck, cards=cards, shared=shared), shelf=find_shelf())


def complain(folder: Path, deck: str, *, cards: str = CARDS, shared: str = "") -> list[str]:
    """What is told of a deck, line by line."""
    game = write_deck(folder, deck, cards=cards, shared=shared)
    with pytest.raises(DataError) as caught:
        read_kit(game, shelf=find_shelf())
    return str(caught.value).replace(f"{game}/", "").split("\n")


def draw(kit: Kit, findings: LayoutFindings | None = None) -> dict[str, list[Placed]]:
    """All that is drawn on the front of each card, by its id; of copies, with a number: `elf 2`."""
    (deck,) = (part for part in kit.parts if isinstance(part, PieceSet))
    press = make_press(kit, locale="en", fonts=shipped.fonts(), findings=findings)
    found: dict[str, list[Placed]] = {}
    for card in lay_out_pieces(press, deck):
        number = sum(id.split(" ")[0] == card.id for id in found) + 1
        name = f"{card.id} {number}" if number > 1 else card.id
        found[name] = place_all(Page(200, 200, tuple(card.front)))
    return found


def texts(placed: list[Placed]) -> str:
    """The texts among what is drawn, in order."""
    return " ".join(one.shape.text for one in placed if isinstance(one.shape, GlyphRun))


def box(placed: Placed) -> tuple[float, ...]:
    """Left, top, width, and height in mm."""
    return tuple(round(side, 2) for side in (placed.left, placed.top, placed.width, placed.height))
