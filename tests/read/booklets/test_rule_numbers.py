"""Rules have numbers in the margin of a booklet, and the referee names them."""

import re
import shutil
from pathlib import Path

import pytest

from generator.make.screens.workshop import ScreenView
from generator.model.kit import Booklet
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.read.parts.booklets import list_numbered
from tests.make.test_pointing import open_view, place_words

BLOCKS = {
    "blocks": [
        {"text": "a"},
        {"text": "b", "tells": "b.one"},
        {"list": ["c", {"text": "d", "tells": ["d.one", "d.two"]}, {"text": "e", "tells": "b.one"}]},
        {"list": ["f", "g"], "tells": "f.one"},
        {"icons": [{"icons": ["x"], "text": "h", "tells": "h.one"}]},
        {"table": {"rows": [[{"text": "i", "tells": "i.one"}], ["j"]]}},
        {"board": {"board": "x", "tells": "k.one"}},
    ]
}


@pytest.fixture(scope="module")
def pox(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of POX whose rules have numbers."""
    folder = Path(shutil.copytree(find_shelf().find_game("pox"), tmp_path_factory.mktemp("games") / "pox"))
    text = (folder / "rules.md").read_text("utf-8")
    (folder / "rules.md").write_text(text.replace("id: rules\n", "id: rules\nrule_numbers: true\n"), "utf-8")
    return folder


def test_blocks_and_items_have_numbers() -> None:
    """An item that tells two rules has one number; a rule that is told twice has two."""
    assert [*list_numbered(BLOCKS)] == [
        (1, -1, ("b.one",)),
        (2, 1, ("d.one", "d.two")),
        (2, 2, ("b.one",)),
        (3, 0, ("f.one",)),
        (4, 0, ("h.one",)),
        (5, -1, ("i.one",)),
        (6, -1, ("k.one",)),
    ]


def test_the_referee_names_the_numbers(pox: Path) -> None:
    """In all languages, and also where booklets are not drawn."""
    kit = read_kit(pox, shelf=find_shelf(), is_drawn=False)
    assert not kit.parts_of(Booklet)
    for locale, words in {"en": "rules", "de": "Regeln", "es": "reglas", "it": "regole"}.items():
        sentences = kit.wordings[locale].sentences
        assert sentences["rule.pox.spread.blocked"].endswith(f" ({words} 12)")
        assert "(" not in sentences["rule.pox.log.differs"]
        assert re.search(rf" \({words} \d+, \d+\)$", sentences["rule.pox.deaths.always"])


def test_numbers_are_beside_the_first_line(pox: Path) -> None:
    """Left of the column, in the order of the book, on the line of the text."""
    _, layout = open_view(pox, ScreenView("rules"))
    booklet = layout.game.kit.parts_of(Booklet)["rules"]
    inner = (one for block in booklet.blocks for one in (block, *getattr(block, "draw", ())))
    numbers = [one.number for one in inner if one.number]
    assert numbers == [*range(1, len(numbers) + 1)]
    found: dict[int, str] = {}
    for page in (seen.page for seen in layout.columns[0].pages.values()):
        words = place_words(page)
        for run in (one for one in words if one.shape.text.isdecimal()):
            lines = [
                one for one in words if 0 < one.left - run.right < 30 and abs(one.bottom - run.bottom) < 1
            ]
            if lines:
                found.setdefault(int(run.shape.text), min(lines, key=lambda one: one.left).shape.text)
    assert {*numbers} <= {*found}
    assert found[12].startswith("Nothing happens where a chip")
    told = next(block for block in booklet.blocks if block.number == 12)
    assert told.tells == ("spread.blocked",)
