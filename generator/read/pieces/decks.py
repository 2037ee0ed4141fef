"""Files of decks -> PieceSet: cards of one size, listed in the file itself or in a CSV file beside it."""

from collections.abc import Mapping
from pathlib import Path

from generator.model.pieces import Deck, Form, PieceSet
from generator.read.declared.findings import Findings
from generator.read.declared.formats.decks import DeckFormat
from generator.read.files.yaml_reader import read_yaml
from generator.read.pieces.card_sizes import CardSize, check_corner, find_extent
from generator.read.pieces.sets import Around, PieceSetReader

CARD_BLEED = 3.0
CARD_SAFE = 3.0


def read_deck(path: Path, *, around: Around) -> PieceSet:
    """The deck of a file; raises DataError with all that is wrong with it, its cards and its templates."""
    source = read_yaml(path)
    findings = Findings(source)
    format = findings.fit(DeckFormat, source.data)
    if format is None:
        findings.stop()
    reader = PieceSetReader(path, findings, format, around)
    form = _read_form(findings, format, around.sizes)
    rows = reader.read_rows("cards")
    reader.check(rows, [form] * len(rows.pieces))
    decks = (Deck(format.id, format.title, form, tuple(rows.pieces)),) if form else ()
    return reader.finish(decks)


def _read_form(findings: Findings, format: DeckFormat, sizes: Mapping[str, CardSize]) -> Form | None:
    """None where the size is wrong, and nothing can be said of what stands on it."""
    before = len(findings.problems)
    width, height, corner = find_extent(findings, ("size",), format.size, sizes)
    if format.corner is not None:
        corner = format.corner
    check_corner(findings, ("corner",), corner, width, height)
    if len(findings.problems) > before:
        return None
    return Form(
        width,
        height,
        corner=corner,
        bleed=CARD_BLEED if format.bleed is None else format.bleed,
        safe=CARD_SAFE if format.safe is None else format.safe,
    )
