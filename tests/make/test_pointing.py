"""A point of a page leads to the files: the row, the sentence, the line of the template."""

import random
from pathlib import Path

import pytest

from generator.errors import SharedText
from generator.make.screens.workshop import Pointed, ScreenLayout, ScreenView, Workshop, find_at
from generator.model.geometry import Rectangle
from generator.model.texts.wordings import say_shared
from generator.read.files.shelf import find_shelf
from generator.read.wordings.wordings import read_shared_wording
from tests.geometry import place_words
from tests.web.games import change, write_game

ENGLISH = read_shared_wording(find_shelf().wording, "en")
TINY = Path(__file__).parents[1] / "tiny_game"


def open_view(path: Path, view: ScreenView) -> tuple[Workshop, ScreenLayout]:
    workshop = Workshop(path, find_shelf())
    assert workshop.read(), workshop.problems
    layout = workshop.open(view)
    for _ in layout.lay_out():
        pass
    return workshop, layout


def point(workshop: Workshop, layout: ScreenLayout, x: float, y: float, *, page: int = 0) -> Pointed:
    (column, *_) = layout.columns
    return find_at(layout, column, column.pages[page], x, y, shelf=workshop.shelf)


def shown(path: Path, pointed: Pointed) -> list[tuple[str, str]]:
    """The places without the folder, and what is there, in English."""
    return [(str(one).removeprefix(f"{path}/"), say(one.what)) for one in pointed.origins]


def say(name: SharedText | str | None) -> str:
    return say_shared(name, ENGLISH) if isinstance(name, SharedText) else name or ""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_game(tmp_path)


def test_click_on_a_card_finds_its_row(game: Path) -> None:
    """Wherever it is: 20 cards, each at a random point, on pages and one by one."""
    chance = random.Random(4)
    rows = (game / "cards.csv").read_text("utf-8").splitlines()
    found = []
    for shows in ("pages", "cards"):
        workshop, layout = open_view(game, ScreenView("cards", shows=shows))
        for page, seen in layout.columns[0].pages.items():
            for spot in seen.list_spots():
                box = Rectangle(*spot.box).grown(-1)
                x, y = chance.uniform(box.left, box.right), chance.uniform(box.top, box.bottom)
                pointed = point(workshop, layout, x, y, page=page)
                assert say(pointed.title) == f"{spot.place}, {spot.area}"
                (row,) = [one for one in pointed.origins if say(one.what) == f"row {spot.place}"]
                assert rows[row.line - 1].startswith(f"{spot.place},")
                found.append(spot.place)
    assert len(found) == 40


def test_click_finds_sentence_cell_and_template(game: Path) -> None:
    """The topmost element first, in the language of the column."""
    workshop, layout = open_view(game, ScreenView("cards", ("es",), shows="cards"))
    title = shown(game, point(workshop, layout, 30, 35))
    assert title == [
        ("wording/es.yaml:10:14", "text flower.poppy_0 (es)"),
        ("cards.csv:2:1", "row poppy_0"),
        ("templates.yaml:5:7", "element words title"),
        ("templates.yaml:3:7", "element ground"),
        ("templates.yaml:2:3", "template flower"),
    ]
    about = shown(game, point(workshop, layout, 12, 48))
    assert about[0] == ("cards.csv:2:9", "about of poppy_0")
    assert ("templates.yaml:6:7", "element words about") in about
    band = shown(game, point(workshop, layout, 30, 15))
    assert [what for _, what in band] == [
        "row poppy_0",
        "element panel band",
        "element ground",
        "template flower",
    ]


def test_inherited_elements_are_found_where_they_are_written(game: Path) -> None:
    """A template that changes another: what it keeps is in the other one, what it replaces is in itself."""
    more = (
        "  other: {extends: flower, replace: {band: {panel: {box: [5 mm, 5 mm, 50 mm, 20 mm], fill: ink}}}}\n"
    )
    with (game / "templates.yaml").open("a") as file:
        file.write(more)
    change(game / "cards.yaml", "front: flower", "front: other")
    workshop, layout = open_view(game, ScreenView("cards", shows="cards"))
    band = dict(map(reversed, shown(game, point(workshop, layout, 30, 15))))
    assert band["element panel band"].startswith("templates.yaml:7:")
    assert band["element ground"] == "templates.yaml:3:7"
    assert band["template other"] == "templates.yaml:7:3"


def test_texts_in_a_deck_itself_are_found_in_their_cells(tmp_path: Path) -> None:
    """A game of one file: the words of a card are in its row."""
    (tmp_path / "deck.yaml").write_text(
        'size: poker\ncards:\n  - {id: bee, name: "Bee", text: "It flies."}\n'
        'template:\n  - words: {text: "{name}", box: [5 mm, 5 mm, 50 mm, 9 mm]}\n'
        '  - words: {text: "Fixed words", box: [5 mm, 40 mm, 50 mm, 9 mm]}\n'
    )
    workshop, layout = open_view(tmp_path / "deck.yaml", ScreenView(shows="cards"))
    layout = workshop.open(ScreenView("deck", shows="cards"))
    for _ in layout.lay_out():
        pass
    name = shown(tmp_path, point(workshop, layout, 8, 8))
    assert name[0] == ("deck.yaml:3:21", "name of bee")
    assert ("deck.yaml:5:5", "element words") in name


def test_click_on_a_sheet_finds_section_and_sentence(game: Path) -> None:
    workshop, layout = open_view(game, ScreenView("sheet"))
    spots = {spot.area: spot.box for spot in layout.columns[0].pages[0].list_spots()}
    left, top, right, bottom = spots["score"]
    square = shown(game, point(workshop, layout, (left + right) / 2, (top + bottom) / 2))
    assert ("sheet.yaml:6:3", "section score") in square
    words = shown(game, point(workshop, layout, (left + right) / 2, top - 8))
    assert words[0] == ("wording/en.yaml:7:11", "text sheet.help (en)")
    assert words[1] == ("sheet.yaml:9:22", "use of sheet.help")


def test_click_on_a_booklet_finds_its_sentence_and_block() -> None:
    """Also beside the words."""
    workshop, layout = open_view(TINY, ScreenView("rules"))
    (page,) = [seen.page for seen in layout.columns[0].pages.values()]
    text = next(one for one in place_words(page) if one.shape.text.startswith("Cross"))
    for x, y in ((text.left + 1, text.top + 1), (text.left + 1, text.bottom + 3)):
        (sentence, _), (use, what), *_ = shown(TINY, point(workshop, layout, x, y))
        assert "wording/en.yaml:12:" in sentence
        assert ("rules.yaml:" in use, what) == (True, "use of rules.text")


def test_click_beside_everything_finds_the_file(game: Path) -> None:
    """A page is never without an answer, unless no card is there."""
    workshop, layout = open_view(game, ScreenView("sheet"))
    assert shown(game, point(workshop, layout, 1, 290))[-1] == ("sheet.yaml:1:1", "file of sheet")
    workshop, layout = open_view(game, ScreenView("cards"))
    assert shown(game, point(workshop, layout, 1, 1))[-1] == ("cards.yaml:1:1", "file of cards")


def test_files_that_are_broken_now_are_no_error(game: Path) -> None:
    """A point of an old picture is looked for in the files as they are."""
    workshop, layout = open_view(game, ScreenView("cards", shows="cards"))
    (game / "templates.yaml").write_text("templates: [")
    (game / "wording" / "en.yaml").write_text(":")
    assert [what for _, what in shown(game, point(workshop, layout, 30, 35))] == ["row poppy_0"]
