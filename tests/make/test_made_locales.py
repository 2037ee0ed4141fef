"""Locales that are made when somebody asks for them: `qps`, and two at once."""

from dataclasses import replace
from functools import cache

import pytest

from generator.errors import UnknownName
from generator.layout.document import lay_out_part, make_press
from generator.layout.press import Press
from generator.make.jobs.jobs import ReadGame, add_made_locales, choose_jobs
from generator.model.printing.printing import Paper
from generator.model.texts.wordings import Wording
from generator.scene.shapes import Document, GlyphRun, Path
from tests import shipped
from tests.geometry import place_all, place_words
from tests.samples import sample

Papers = dict[str, Paper]


def locales(game: ReadGame, papers: Papers, *names: str) -> list[str]:
    jobs = choose_jobs([game], papers, locale_names=names, part_names=["sheet"], paper_names=["a4"])
    return [job.locale for job in jobs]


def test_made_locales_are_asked_for_by_name(game: ReadGame, papers: Papers) -> None:
    """They stand beside others, in the order of asking, whatever the capitals; files are named after them."""
    assert locales(game, papers, "QPS", "en", "en+pt_br") == ["QPS", "en", "en+pt-br"]
    (job,) = choose_jobs([game], papers, locale_names=["en+pt-BR"], part_names=["sheet"], paper_names=["a4"])
    assert job.stem == "sheet-en+pt-BR-a4"


def test_all_means_the_languages_of_the_kit(game: ReadGame, papers: Papers) -> None:
    """Nobody speaks the pseudo-language: `all` leaves it out, and the game itself stays as it is."""
    assert locales(game, papers, "all") == ["en", "pt-BR"]
    assert add_made_locales(game, ["en"]) is game


def test_all_and_one_that_is_made(game: ReadGame, papers: Papers) -> None:
    """What is named beside `all` comes after the languages of the kit."""
    assert locales(game, papers, "all", "qps") == ["en", "pt-BR", "qps"]
    assert set(add_made_locales(game, ["qps"]).kit.wordings) == {"en", "pt-BR", "qps"}
    assert set(game.kit.wordings) == {"en", "pt-BR"}


@pytest.mark.parametrize("name", ["en+klingon", "klingon+en", "en+en", "en+", "+en", "en+pt-BR+en"])
def test_two_languages_are_two_of_the_kit(game: ReadGame, papers: Papers, name: str) -> None:
    """Anything else is a locale that nobody has."""
    with pytest.raises(UnknownName, match="small-game: unknown language"):
        locales(game, papers, name)


@cache
def press(game: str, locale: str) -> Press:
    made = add_made_locales(ReadGame(shipped.kit(game), shipped.fonts()), [locale])
    return make_press(made.kit, locale=locale, fonts=shipped.fonts())


def document(game: str, part_id: str, locale: str) -> Document:
    part = next(part for part in shipped.kit(game).parts if part.id == part_id)
    return lay_out_part(press(game, locale), part, paper=shipped.paper("a4"))


@pytest.mark.parametrize(
    ("game", "part"),
    sample(shipped.list_parts(), 3, key="longer words"),
    ids=lambda name: name,
)
def test_every_box_has_room_for_longer_words(game: str, part: str) -> None:
    """The pseudo-language builds every part of every game: no box is made for English alone."""
    made = document(game, part, "qps")
    for page in made.pages:
        for placed in place_all(page):
            if {"art", "header"} & {*placed.groups} and isinstance(placed.shape, Path):
                # Art of heads and covers reaches the edges of the paper; their words do not.
                continue
            assert placed.left >= 3.0 - 0.01
            assert placed.right <= page.width - 3.0 + 0.01


def test_a_sheet_in_two_languages_says_everything_twice() -> None:
    """Titles and hints beside or below each other, the credit of each; nothing lies on anything."""
    (page,) = document("fight_the_virus", "sheet", "en+es").pages
    words = place_words(page)
    # Each language is a run of its own; the first of two ends with a space.
    said = " ".join(one.shape.text.rstrip() for one in words if isinstance(one.shape, GlyphRun))
    for title in ("Virus Analysis", "Análisis del virus", "Spread Curve", "Curva de contagios"):
        assert title in said
    assert "Cross out your next circled field." in said
    assert "Tacha tu siguiente casilla marcada." in said
    lines = sorted(words, key=lambda one: one.top)
    for index, first in enumerate(lines):
        for second in lines[index + 1 :]:
            if second.top >= first.bottom - 0.05:
                break
            assert second.left >= first.right - 0.05 or second.right <= first.left + 0.05


def test_rules_in_two_languages_may_take_twice_the_pages() -> None:
    """The page at a glance is made for one page, and has two in two languages."""
    assert len(document("fight_the_virus", "aid", "en").pages) == 1
    made = document("fight_the_virus", "aid", "en+es")
    assert len(made.pages) == 2
    assert made.language == "en"


def test_a_language_from_the_right_stands_first_or_second() -> None:
    """The first says how the sheet is read; the second keeps its own direction within its lines."""
    kit = shipped.kit("fight_the_virus")
    turned: Wording = replace(kit.wordings["es"], direction="rtl")
    game = ReadGame(replace(kit, wordings={"en": kit.wordings["en"], "es": turned}), shipped.fonts())
    for name, starts_right in (("en+es", False), ("es+en", True)):
        made = add_made_locales(game, [name])
        sheet = next(part for part in kit.parts if part.id == "sheet")
        pages = lay_out_part(
            make_press(made.kit, locale=name, fonts=made.fonts), sheet, paper=shipped.paper("a4")
        ).pages
        title = next(
            one
            for one in place_words(pages[0])
            if isinstance(one.shape, GlyphRun) and "Fight the Virus" in one.shape.text
        )
        assert (title.left > pages[0].width / 2) == starts_right
