"""Decks whose cards come from tables, read without a kit."""

from pathlib import Path

from generator.model.kit import PieceSet
from generator.read.declared.names import Names
from generator.read.pieces.sets import read_deck
from generator.read.templates.templates import TemplateBook

DECK = """id: deck
title: deck.title
size: 63 mm x 88 mm
front: card
templates: {card: [{ground: paper}]}
"""


def read(folder: Path, cards: str, *, more: str = DECK, **files: bytes | str) -> tuple[PieceSet, list[str]]:
    """The deck with these cards, and its warnings."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    (folder / "deck.yaml").write_text(f"{more}cards: {cards}\n", encoding="utf-8")
    names = Names(warnings=[])
    deck = read_deck(folder / "deck.yaml", book=TemplateBook(names, folder))
    return deck, [str(warning).replace(f"{folder}/", "") for warning in names.warnings or ()]
