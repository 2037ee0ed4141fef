"""JSON Schemas for editors, from the declaration of each type of file."""

import json
from collections.abc import Mapping
from typing import Annotated, Any

from generator.model.destinations import DESTINATIONS
from generator.model.elements.template import Blocks
from generator.model.kit import CARD_SIZES, KitFile
from generator.model.language.kinds import Doc
from generator.model.printing.printing import PAPERS, PRINTERS, Rates, Stocks
from generator.model.scoring.keys import ScoreKeys
from generator.read.declared.reader import make_file_schema
from generator.read.parts.boards import BoardFile
from generator.read.parts.booklets import BookletFile, SheetFile
from generator.read.pieces.heads import DeckHead, TokensHead
from generator.read.scores import ScoreHead
from generator.read.templates.elements import TemplatesFile, ThemeFile
from generator.read.wordings.wordings import WordingKeys

FILES: Mapping[str, Any] = {
    "blocks": Annotated[Blocks, Doc("Blocks of a page, from top to bottom.")],
    "board": BoardFile,
    "booklet": BookletFile,
    "card_sizes": CARD_SIZES,
    "card_stocks": Stocks,
    "deck": DeckHead,
    "kit": KitFile,
    "papers": PAPERS,
    "printers": PRINTERS,
    "plan": Rates,
    "score": ScoreKeys,
    "score_file": ScoreHead,
    "services": DESTINATIONS,
    "sheet": SheetFile,
    "templates": TemplatesFile,
    "theme": ThemeFile,
    "tokens": TokensHead,
    "wording": WordingKeys,
}
"""The declaration of each type of file."""


def build_schemas() -> Mapping[str, dict[str, Any]]:
    """Return schemas by the name of their format: `kit`, `sheet`, `booklet` and so on."""
    return {name: make_file_schema(declared) for name, declared in FILES.items()}


def schema_file(name: str) -> str:
    """Return `sheet.schema.json`."""
    return f"{name}.schema.json"


def format_schema(schema: Mapping[str, Any]) -> str:
    """Return the text of a schema file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
