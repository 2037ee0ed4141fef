"""Files of decks -> PieceSet: cards of one size, listed in the file itself or in a CSV file beside it."""

from pathlib import Path

from generator.model.pieces import Deck, Form, PieceSet
from generator.read.pieces.card_sizes import check_corner, find_extent
from generator.read.pieces.heads import DeckHead
from generator.read.pieces.sets import Around, PieceSetReader

CARD_BLEED = 3.0
CARD_SAFE = 3.0


def read_deck(path: Path, *, around: Around) -> PieceSet:
    """The deck of a file; raises DataError with all that is wrong with it, its cards and its templates."""
    reader = PieceSetReader(path, DeckHead, around)
    form = _read_form(reader)
    rows = reader.read_rows("cards")
    reader.check(rows, [form] * len(rows.pieces))
    head = reader.head
    return reader.finish((Deck(head.id, head.title, form, tuple(rows.pieces)),) if form else ())


def _read_form(reader: PieceSetReader[DeckHead]) -> Form | None:
    """None if the size is wrong, and nothing can be said of what is on it."""
    findings, head = reader.findings, reader.head
    before = len(findings.problems)
    width, height, corner = find_extent(findings, ("size",), head.size, reader.around.sizes)
    if head.corner is not None:
        corner = head.corner
    check_corner(findings, ("corner",), corner, width, height)
    if len(findings.problems) > before:
        return None
    bleed = CARD_BLEED if head.bleed is None else head.bleed
    return Form(width, height, corner=corner, bleed=bleed, safe=CARD_SAFE if head.safe is None else head.safe)
