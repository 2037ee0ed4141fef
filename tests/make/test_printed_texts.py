"""Texts on pages: each is found where it is printed, with its keys."""

from pathlib import Path
from typing import Any

import pytest

from generator.layout.booklets import BookletSetting
from generator.layout.shapes.outlines import PlacedBlock
from generator.make.screens.printed_texts import PrintedText, find_overflow, find_printed_texts, list_filled
from generator.make.screens.workshop import ScreenColumn, ScreenView, TriedText, Workshop
from generator.model.kit import PieceSet
from generator.read.files.shelf import find_shelf
from tests.samples import sample
from tests.web.games import write_game


def lay_out(path: Path, part: str, locale: str, *tried: TriedText) -> ScreenColumn:
    """Return the pages of a part in a language."""
    workshop = Workshop(path, find_shelf())
    workshop.read()
    workshop.tried = tried
    layout = workshop.open(ScreenView(part, (locale,)))
    assert list(layout.lay_out())
    return layout.columns[0]


def draw_all(workshop: Workshop, view: ScreenView, *tried: TriedText) -> tuple[object, ...]:
    """Return everything that a screen shows of a view: pages, problems, and texts."""
    workshop.tried = tried
    layout = workshop.open(view)
    # A text that is far too long leaves no page.
    list(layout.lay_out())
    (column,) = layout.columns
    pages = [column.pages[index] for index in sorted(column.pages)]
    texts = [find_texts(column, index) for index in sorted(column.pages)]
    return [page.draw() for page in pages], sorted(column.errors), texts, column.noted


@pytest.mark.parametrize(
    ("part", "key"),
    sample(
        [
            ("aid", "aid.areas.title"),
            ("aid", "aid.turn.pass"),
            ("large_groups", "rules.credit"),
            ("sheet", "analysis.title"),
        ],
        2,
        key="typed texts",
    ),
)
def test_what_is_typed_is_shown_as_if_it_were_laid_out_anew(part: str, key: str) -> None:
    """Whatever was typed before: longer, so long that it does not fit, and as it was."""
    kept, view = Workshop(find_shelf().find_game("fight-the-virus"), find_shelf()), ScreenView(part, ("ar",))
    kept.read(is_new=False)
    assert kept.game
    text = kept.game.kit.wordings["ar"].sentences[key]
    draw_all(kept, view)
    for typed in (f"{text} {text}", f"{text} " * 40, text):
        fresh = Workshop(kept.path, kept.shelf)
        fresh.read(is_new=False)
        tried = TriedText("ar", key, typed)
        assert draw_all(kept, view, tried) == draw_all(fresh, view, tried)


def test_only_blocks_with_a_typed_text_are_laid_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key takes as long as a paragraph, not as a booklet."""
    laid_out: list[object] = []
    lay_out_block = BookletSetting._lay_out_block

    def note(self: BookletSetting, block: Any, place: int, scale: float) -> list[PlacedBlock]:
        laid_out.append(block)
        return lay_out_block(self, block, place, scale)

    monkeypatch.setattr(BookletSetting, "_lay_out_block", note)
    workshop = Workshop(find_shelf().find_game("fight-the-virus"), find_shelf())
    workshop.read(is_new=False)
    assert workshop.game
    view, text = ScreenView("aid", ("de",)), workshop.game.kit.wordings["de"].sentences["aid.turn.pass"]
    draw_all(workshop, view)
    assert len(laid_out) > 5
    laid_out.clear()
    draw_all(workshop, view, TriedText("de", "aid.turn.pass", text.replace("a", "o", 1)))
    assert len({id(block) for block in laid_out}) == 1


def find_texts(column: ScreenColumn, index: int = 0) -> tuple[PrintedText, ...]:
    """Return the texts of a page."""
    return find_printed_texts(column.pages[index].page, column.noted)


def test_each_card_has_its_text(tmp_path: Path) -> None:
    """In the box of its element, and at its place on the sheet."""
    found = find_texts(lay_out(write_game(tmp_path), "cards", "es"))
    flowers = [one for one in found if one.keys[0].startswith("flower.")]
    assert [one.keys for one in flowers[:2]] == [("flower.poppy_0",), ("flower.daisy_1",)]
    first, second = flowers[0].box, flowers[1].box
    assert second.left - first.left == pytest.approx(60, abs=8)
    assert second.top == pytest.approx(first.top, abs=0.5)
    assert 2 < first.height < 10
    assert flowers[0].points > 6


@pytest.mark.parametrize(("locale", "least"), [("de", 28), ("ar", 28), ("ja", 28)])
def test_nearly_all_words_of_a_shipped_sheet_are_found(locale: str, least: int) -> None:
    """In any script and direction; ids of squares are no texts of a language."""
    found = find_texts(lay_out(find_shelf().find_game("fight-the-virus"), "sheet", locale))
    keys = {key for one in found for key in one.keys}
    assert len(keys) >= least
    assert {"analysis.title", "analysis.hint", "sheet.subtitle", "overview.bonuses"} <= keys


def test_tried_text_is_printed_and_its_overflow_found(tmp_path: Path) -> None:
    """A wording file and a table have it; other files stay as they are."""
    game = write_game(tmp_path)
    (game / "cards.csv").write_text("id,about,about_es\npoppy_0,A red one.,Una roja.\n", "utf-8")
    long = "Amapola de la pradera " * 12
    tried = TriedText("es", "flower.poppy_0", long)
    cell = TriedText("es", "cards.csv:poppy_0.about", "Muy roja.", "cards", "poppy_0", "about")
    column = lay_out(game, "cards", "es", tried, cell)
    assert column.tried == (tried, cell)
    over = find_overflow(
        column.errors.values(), "flower.poppy_0", list_filled(column.noted, "flower.poppy_0")
    )
    assert over is not None
    assert over.over_mm > 1
    assert find_overflow(column.errors.values(), "kit.title", ["Prado"]) is None
    assert isinstance(column.job.part, PieceSet)
    piece = next(iter(column.job.part.decks[0].pieces))
    assert piece.texts["es"]["about"] == "Muy roja."
