"""Columns of booklets end together, their blocks begin on a grid, and sheets of paper have no blank pages."""

import re
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from typer.testing import Result

from generator.layout.booklets import BookletSetting
from generator.layout.document import lay_out_part
from generator.layout.shapes.blocks import Block
from generator.model.elements.blocks import Heading, ListBlock, Paragraph, WordsBlock
from generator.model.kit import Booklet
from generator.model.printing.printing import Printing
from generator.scene.shapes import GlyphRun, Group, Page
from tests import shipped
from tests.geometry import place_all, within
from tests.layout.imposing import A4, bare_press
from tests.samples import sample

Petri = Callable[..., Result]
TEXT = "A text that tells how the game is played, who begins, and who wins in the end. "
LINE = 4.6
"""Height of a line of the body, in mm."""
RULES = [name for name in shipped.names() if name[1] == "rules" and name[3] == "a4"]
ALWAYS = [("fight_the_virus", "rules", "ar", "a4"), ("pandemic", "rules", "en", "a4")]
INDIVISIBLE = 40.0
"""Height in mm of a figure, table, or note that may leave a column shorter."""


def booklet(*blocks: object, **more: object) -> Booklet:
    return Booklet("rules", "Title", blocks, **more)  # type: ignore[arg-type]


def chapters(count: int, length: int) -> list[object]:
    blocks: list[object] = []
    for number in range(count):
        items = tuple(WordsBlock(TEXT * (1 + index % 2)) for index in range(6))
        blocks += [Heading(f"Chapter {number}"), Paragraph(TEXT * (length + number % 3)), ListBlock(items)]
    return blocks


def bottoms(page: Page) -> list[float]:
    """The lowest place of each column with something in it."""
    columns = [within(page, f"column-{number}") for number in (1, 2)]
    return [max(placed.bottom for placed in column) for column in columns if column]
