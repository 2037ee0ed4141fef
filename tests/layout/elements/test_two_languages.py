"""Two languages in boxes, pages, and charts that are designed for one."""

from dataclasses import replace
from functools import cache
from itertools import chain, permutations
from pathlib import Path

import pytest

from generator.errors import LayoutError
from generator.layout.boards.maps import split_name
from generator.layout.document import lay_out_part, make_press
from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.elements.words import choose_arrangement
from generator.layout.press import Press
from generator.layout.text.legibility import list_small_texts
from generator.layout.text.paragraphs import Setting
from generator.make.jobs.jobs import ReadGame, add_made_locales
from generator.model.kit import Part, PieceSet
from generator.model.language.kinds import MM_PER_POINT
from generator.model.printing.printing import Paper
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.scene.shapes import Document, GlyphRun, list_all, measure_bounds
from generator.scene.shapes import Path as Outline
from tests import shipped
from tests.geometry import place_all, place_words
from tests.samples import sample
from tests.small_decks import write_deck

PARTS = shipped.list_parts()
TWO_LANGUAGES = [("de+it", "a4"), ("en+es", "letter")]
SMALLEST = 4.2 * 0.9
"""Smallest size of any role in points, on a sheet at 90 %."""


@cache
def press(game: str, locale: str) -> Press:
    made = add_made_locales(ReadGame(shipped.kit(game), shipped.fonts()), [locale])
    return make_press(made.kit, locale=locale, fonts=shipped.fonts())


@pytest.mark.parametrize("locale", [*shipped.LOCALES["pox"], "de+es", "fr+it"])
def test_levels_of_a_board_are_above_the_strip_at_its_foot(locale: str) -> None:
    """The strip would hide the second line of their names, as it is drawn later."""
    made, page = press("pox", locale), document("pox", "board", locale, "a4").pages[0]
    strips = [one for one in place_all(page) if one.width > page.width * 0.9 and 5 < one.height < 12]
    names = " ".join(
        made.format(f"levels.{level}") for level in ("chicken_soup", "intensive_care", "miracle")
    )
    words = [one for one in place_words(page) if isinstance(one.shape, GlyphRun) and one.shape.text in names]
    low = [one.bottom for one in words if one.top > page.height * 0.85]
    assert low
    assert max(low) < max(one.top for one in strips) - 0.5


PAIRS = [f"{one}+{two}" for one, two in permutations(shipped.LOCALES["fight_the_virus"], 2)]
LEAST_HINT = 7.0
"""Smallest size of a hint, in points."""


@pytest.mark.parametrize("locale", sorted({"ar+pt-BR", *sample(PAIRS, 2, key="hints")}))
def test_hints_of_a_sheet_in_two_languages_are_legible(locale: str) -> None:
    """Each word that only hints have is in type of at least 7 points."""
    made = press("fight_the_virus", locale)
    hints = " ".join(made.format(f"{section}.hint") for section in ("analysis", "testing", "curve", "shapes"))
    words = {word for word in hints.split() if len(word) > 4 and word.isalpha()}
    (page,) = document("fight_the_virus", "sheet", locale, "a4").pages
    sizes = {
        one.shape.size * one.scale / MM_PER_POINT
        for one in place_words(page)
        if isinstance(one.shape, GlyphRun)
        and words & {*one.shape.text.split()}
        and "margin" not in one.groups
    }
    assert sizes
    assert min(sizes) >= LEAST_HINT - 0.01


def find_part(game: str, part_id: str) -> Part:
    return next(part for part in shipped.kit(game).parts if part.id == part_id)


@cache
def document(game: str, part: str, locale: str, paper: str) -> Document:
    return lay_out_part(press(game, locale), find_part(game, part), paper=shipped.paper(paper))


def say_all(made: Document) -> list[str]:
    """Return the text of each page."""
    return [
        " ".join(placed.shape.text for placed in place_words(page) if isinstance(placed.shape, GlyphRun))
        for page in made.pages
    ]


@pytest.mark.parametrize(
    ("game", "part", "locale", "paper"),
    [
        (*part, *way)
        for part in sample(PARTS, 3, key="two languages")
        for way in sample(TWO_LANGUAGES, 1, key="-".join(part))
    ],
)
def test_every_part_has_room_for_two_languages(game: str, part: str, locale: str, paper: str) -> None:
    """Every part of every game fits in two languages, in legible type."""
    made = document(game, part, locale, paper)
    for page in made.pages:
        for placed in place_all(page):
            if "art" in placed.groups and not isinstance(placed.shape, GlyphRun):
                continue
            assert placed.left >= 3.0 - 0.01
            assert placed.right <= page.width - 3.0 + 0.01
            assert placed.bottom <= page.height - 3.0 + 0.01
            if isinstance(placed.shape, GlyphRun) and not {"small sheet", "small pieces"} & {*placed.groups}:
                assert placed.shape.size * placed.scale >= SMALLEST * MM_PER_POINT - 0.01


def arranged(words: str, *, width: float, height: float, lines: int = 0) -> tuple[str, float, int]:
    """Return the text, leading, and number of lines of a text in a box."""
    setter = press("pox", "en+es")
    style = setter.style("card_body")
    found = choose_arrangement(setter, Setting(words, style, width, height, lines))
    assert found.style.smallest == pytest.approx(style.smallest * 0.8)
    return found.text, round(found.style.leading / style.leading, 2), found.most_lines


def test_a_wide_box_has_both_on_one_line_and_a_high_one_below_each_other() -> None:
    """The larger arrangement is used, however the texts were joined."""
    for words in ("One card / Una carta", "One card\nUna carta"):
        assert arranged(words, width=60, height=4.6, lines=1) == ("One card / Una carta", 1.0, 1)
        assert arranged(words, width=18, height=12, lines=1) == ("One card\nUna carta", 1.0, 2)


def test_where_neither_fits_one_language_follows_the_other() -> None:
    """Closer lines come before type below 7 pt, and running text before closer lines of smaller type."""
    words = "Take a card now.\nToma una carta."
    running = "Take a card now. / Toma una carta."
    assert arranged(words, width=14, height=12) == (words, 1.0, 0)
    assert arranged(words, width=14, height=8.5)[1] == 0.92
    assert arranged(words, width=14, height=7) == (running, 0.92, 0)


def test_one_language_and_names_that_are_the_same_in_both_are_left_alone() -> None:
    """A single language, and names that are the same in both, keep the smallest size of their role."""
    both, one = press("pox", "en+es"), press("pox", "es")
    style = both.style("card_body")
    for setter, words in ((both, "Mary Flanagan"), (one, "Uno / dos")):
        setting = Setting(words, style, width=5, max_height=2, most_lines=1)
        assert choose_arrangement(setter, setting) == setting


@pytest.mark.parametrize(("game", "part"), [("pox", "cards"), ("pandemic", "role_cards")])
def test_reference_cards_are_printed_in_each_language(game: str, part: str) -> None:
    """A reference card is printed four times in each language, never with both."""
    words = say_all(document(game, part, "en+es", "a4"))
    titles = {"pox": ("A Turn", "Un turno"), "pandemic": ("YOUR TURN", "TU TURNO")}[game]
    assert [sum(page.count(title) for page in words) for title in titles] == [4, 4]
    assert not any(" / ".join(titles) in page for page in words)
    alone = document(game, part, "en", "a4")
    assert sum(page.count(titles[0]) for page in say_all(alone)) == 4


def test_a_chart_that_fills_its_page_has_a_page_in_each_language() -> None:
    """A chart that fills its page is printed in the first language, then in the second."""
    first, second = say_all(document("pox", "flow", "en+es", "a4"))
    assert "Draw a card" in first
    assert "Draw a card" not in second
    assert first.split()[-1] == "1"
    assert second.split()[-1] == "2"
    assert len(document("pox", "flow", "en", "a4").pages) == 1


def test_a_label_is_parted_between_its_languages_where_it_is_too_long_for_a_line() -> None:
    """A label that is too long for a line is broken between its languages, without the slash."""
    setter = press("pandemic", "en+es")
    for width, lines in ((60.0, ["One card / Una carta"]), (28.0, ["One card", "Una carta"])):
        block = setter.text("One card / Una carta", "body", width=width)
        assert [run.text for run in list_all(GlyphRun, block.shapes)] == lines
    assert split_name("Milan / Milán") == ["Milan", "Milán"]
    assert split_name("St. Petersburg\n{/|San Petersburgo}") == ["St. Petersburg", "{/|San Petersburgo}"]


def test_a_sheet_is_drawn_smaller_where_the_paper_is_too_short() -> None:
    """Two languages are full size on Letter and A4, 90 % or more on shorter paper; one is never smaller."""
    part, letter = find_part("fight_the_virus", "sheet"), shipped.paper("letter")

    def scales(locale: str, paper: Paper) -> set[float]:
        (page,) = lay_out_part(press("fight_the_virus", locale), part, paper=paper).pages
        return {round(placed.scale, 2) for placed in place_words(page) if "smaller" in placed.groups}

    short, too_short = replace(letter, height=260.0), replace(letter, height=245.0)
    assert not scales("en+es", letter)
    assert not scales("en+es", shipped.paper("a4"))
    assert 0.9 <= min(scales("en+es", short)) < 1
    for locale, paper in (("en", short), ("en+es", too_short)):
        with pytest.raises(LayoutError, match="the sheet is taller than the page"):
            scales(locale, paper)


def test_credits_are_in_the_first_language() -> None:
    """Credits are one line of small type in the first language."""
    words = " ".join(say_all(document("pox", "board", "en+es", "a4")))
    assert "A game by Mary Flanagan" in words
    assert "Un juego de" not in words


def test_a_title_of_two_languages_has_each_name_of_the_game_once() -> None:
    """The name of the game is not repeated if the part has it; otherwise each language has its own colon."""
    assert [document("fight_the_virus", part, "ja+en", "a4").title for part in ("aid", "dice_to_fold")] == [
        "ウイルスに立ち向かえ：早わかり / Fight the Virus: At a Glance",
        "ウイルスに立ち向かえ：組み立てダイス / Fight the Virus: Dice to Fold",
    ]
    assert document("pox", "cards", "de+it", "a4").title == "POX: Save the People: Karten / Carte"


@pytest.mark.parametrize("locale", sample(["de+it", "ar+en"], 1, key="items"))
def test_items_of_a_box_have_a_dot_in_both_languages(locale: str) -> None:
    """Items in the second language are not set as lists with bullets."""
    words = " ".join(say_all(document("fight_the_virus", "rules", locale, "a4")))
    assert "•" not in words


CARD = """\
templates:
  face:
    - panel: {box: [3 mm, "{40 - 10 * (languages - 1)} mm", 54 mm, 9 mm], fill: "#1f6aa5"}
"""


@pytest.mark.parametrize(
    ("column", "locale", "top"), [("", "en", 40), ("", "en+de", 30), (", languages: 3", "en+de", 20)]
)
def test_a_template_knows_in_how_many_languages_it_is_printed(
    tmp_path: Path, column: str, locale: str, top: int
) -> None:
    """Two languages may have more room; a column with this name is a column."""
    cards = f"cards: [{{id: goblin, name: Goblin{column}}}]\n"
    game = write_deck(tmp_path, CARD, cards=cards)
    (game / "wording/de.yaml").write_text("language: Deutsch\nwords: {kit: {title: Spiel}}\n", "utf-8")
    kit = read_kit(game, shelf=find_shelf())
    made = add_made_locales(ReadGame(kit, shipped.fonts()), [locale])
    (deck,) = (part for part in made.kit.parts if isinstance(part, PieceSet))
    (card,) = lay_out_pieces(make_press(made.kit, locale=locale, fonts=shipped.fonts()), deck)
    (panel,) = list_all(Outline, card.front)
    assert measure_bounds((panel,)).top == top


LEGIBLE = [one for one in PARTS if one[1] not in ("rules", "cubes", "nets", "flow", "dice_to_fold")]
WITH_ARABIC = [(f"{one}+ar", f"ar+{one}") for one in ("en", "de", "es", "fr", "it", "ja")]
"""Its letters need the highest lines, and Letter is the lowest paper."""


@pytest.mark.parametrize(
    ("game", "part", "locale", "paper"),
    [
        (game, part, locale, "a4")
        for game, part in sample(LEGIBLE, 8, key="legible")
        for locale in sample(("de+it", "en+de", "es+it"), 1, key=f"legible {game} {part}")
    ]
    + [
        ("fight_the_virus", "sheet", locale, paper)
        for locale in sample((*chain(*WITH_ARABIC),), 3, key="Arabic")
        for paper in ("a4", "letter")
    ],
)
def test_two_languages_can_be_read(game: str, part: str, locale: str, paper: str) -> None:
    """No text on a card, board, or sheet is below the least size of one language."""
    made = document(game, part, locale, paper)
    assert [small for page in made.pages for small in list_small_texts(page)] == []


OF_SHEETS = """\
header:
  height: 20 mm
  template:
    - blank: {id: name, box: [100 mm, 2 mm, 60 mm, 10 mm]}
    - words: {text: "header {languages} {wide}", role: body, box: [9 mm, 2 mm, 60 mm, 10 mm]}
heading:
  height: 9 mm
  template: [words: {text: "heading {languages} {text}", role: body, box: [0 mm, 0 mm, 60 mm, 9 mm]}]
panel: {template: [words: {text: "panel {languages}", role: body, box: [0 mm, 20 mm, 60 mm, 9 mm]}]}
"""


@pytest.mark.parametrize(("locale", "count"), [("en", 1), ("en+es", 2)])
def test_templates_of_sheets_know_the_number_of_languages(tiny_game: Path, locale: str, count: int) -> None:
    """The header, headings, panels, and blocks of a sheet may differ in two languages."""
    sheet = tiny_game / "sheet.yaml"
    block = "    blocks:\n      - words: {when: languages > 1, text: only in two}\n"
    sheet.write_text(sheet.read_text("utf-8").replace("    blocks:\n", block) + OF_SHEETS, "utf-8")
    kit = read_kit(tiny_game, shelf=find_shelf())
    made = add_made_locales(ReadGame(kit, shipped.fonts()), [locale]).kit
    press = make_press(made, locale=locale, fonts=shipped.fonts())
    (page,) = lay_out_part(press, made.parts[0], paper=shipped.paper("a4")).pages
    words = [run.text for run in list_all(GlyphRun, page.shapes)]
    for name in (f"header {count} 210", f"heading {count}", f"panel {count}"):
        assert any(name in text for text in words)
    assert any("only in two" in text for text in words) == (count > 1)


@pytest.mark.parametrize("locale", ["ar+en", "fr+pt-BR"])
def test_hints_in_two_languages_are_large_enough(locale: str) -> None:
    """On the sheet of Fight the Virus on A4, all sentences above its credits are at least 7 pt."""
    (page,) = document("fight_the_virus", "sheet", locale, "a4").pages
    runs = [one for one in place_words(page) if isinstance(one.shape, GlyphRun) and one.bottom < 280.0]
    sizes = {
        one.shape.text: one.shape.size * one.scale / MM_PER_POINT
        for one in runs
        if len(one.shape.text.split()) > 2
    }
    assert len(sizes) > 20
    assert min(sizes.values()) > 6.95, min(sizes, key=sizes.__getitem__)
