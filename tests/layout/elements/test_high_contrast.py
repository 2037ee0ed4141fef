"""High contrast: black texts and strong lines on white, and what only colours tell apart is reported."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from typer.testing import Result

from generator.layout.document import lay_out_part, make_press
from generator.layout.editions import HighContrast, list_same_marks, list_same_shapes
from generator.layout.press import Press
from generator.layout.shapes.palette import choose_palette, measure_on_paper
from generator.model.kit import PieceSet
from generator.model.style import MarkStyle
from generator.model.values import replace
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.scene.shapes import GlyphRun, Use, measure_least_scale, walk
from generator.scene.shapes import Path as Outline
from tests import shipped

HALF_POINT = 0.176
PARTS = [
    ("pandemic", "role_cards"),
    ("pox", "tokens"),
    ("virus_and_co", "rules"),
    ("fight_the_virus", "sheet"),
]


@cache
def press(game: str) -> Press:
    palette = choose_palette("low")
    return make_press(shipped.kit(game), locale="en", fonts=shipped.fonts(), palette=palette)


@pytest.mark.parametrize(("game", "part"), PARTS)
def test_texts_are_black_and_lines_are_not_thin(game: str, part: str) -> None:
    """Or light, upon something dark; their contrast is enough everywhere."""
    contrast = HighContrast()
    plain = lay_out_part(press(game), shipped.part(game, part), paper=shipped.paper("a4"))
    document = contrast.view(plain)
    assert [*contrast.check(document)] == []
    for page in document.pages:
        for shape, transform, _ in walk(page.shapes):
            if isinstance(shape, GlyphRun):
                assert shape.colour.rgb == (0, 0, 0) or measure_on_paper(shape.colour) < 3
            elif isinstance(shape, Outline) and shape.stroke and shape.stroke.width:
                assert shape.stroke.width * measure_least_scale(transform) > HALF_POINT - 0.002


def test_icons_that_are_outlines_are_black(tmp_path: Path) -> None:
    """Large ones, which low ink does not fill, whatever colour they have."""
    path = tmp_path / "deck.yaml"
    icon = "icon: {icon: star, colour: '#b8860b', box: [5 mm, 5 mm, 30 mm, 30 mm]}"
    path.write_text(f"size: poker\ncards: [{{id: a}}]\ntemplate:\n  - {icon}\n", encoding="utf-8")
    kit = read_kit(path, shelf=find_shelf())
    own = make_press(kit, locale="en", fonts=shipped.fonts(), palette=choose_palette("low"))
    document = lay_out_part(own, kit.parts[0], paper=shipped.paper("a4"))
    (page,) = HighContrast().view(document).pages
    drawn = [
        one.shape
        for one in walk(page.shapes)
        if any(
            isinstance(each.shape, Use) and each.shape.symbol.name.startswith("icon-") for each in one.around
        )
    ]
    strokes = [one.stroke for one in drawn if isinstance(one, Outline) and one.stroke]
    assert strokes
    assert all(stroke.colour.rgb == (0, 0, 0) for stroke in strokes)


@pytest.mark.parametrize("game", shipped.sampled_games("contrast"))
def test_no_piece_of_our_games_differs_in_colour_only(game: str) -> None:
    own = press(game)
    for part in own.kit.parts:
        assert not isinstance(part, PieceSet) or [*list_same_shapes(own, part)] == []
    assert [*list_same_marks(own.kit.theme)] == []


TOKENS = """\
tokens:
  - {{id: one, shape: round, size: 20 mm, count: 1, front: one}}
  - {{id: two, shape: round, size: 20 mm, count: 1, front: two}}
templates:
  one: [{{panel: {{box: [4 mm, 4 mm, 12 mm, 12 mm], fill: "{0}"}}}}{2}]
  two: [{{panel: {{box: [4 mm, 4 mm, 12 mm, 12 mm], fill: "{1}"}}}}]
"""
SIGN = ', {words: {text: "x", box: [4 mm, 4 mm, 12 mm, 12 mm]}}'


@pytest.mark.parametrize(
    ("first", "second", "sign", "is_told"),
    [
        ("#c0392b", "#2b62b4", "", True),
        ("#c0392b", "#2b62b4", SIGN, False),
        ("#c0392b", "#c0392b", "", False),
        ("#000000", "#dddddd", "", False),
    ],
)
def test_pieces_that_differ_in_colour_only_are_reported(
    tmp_path: Path, first: str, second: str, sign: str, is_told: bool
) -> None:
    """Unless one of them has a sign, or one is dark and the other one light."""
    path = tmp_path / "tokens.yaml"
    path.write_text(TOKENS.format(first, second, sign), encoding="utf-8")
    kit = read_kit(path, shelf=find_shelf())
    own = make_press(kit, locale="en", fonts=shipped.fonts())
    part = kit.parts[0]
    assert isinstance(part, PieceSet)
    told = [*list_same_shapes(own, part)]
    assert told == (
        ["one, two differ only in their colours: add a sign or a pattern to each"] if is_told else []
    )


def test_marks_that_differ_in_colour_only_are_reported() -> None:
    theme = shipped.kit("pox").theme
    marks = {"good": MarkStyle(fill="red"), "bad": MarkStyle(fill="blue"), "other": MarkStyle("red", "star")}
    assert [*list_same_marks(replace(theme, marks=marks))] == [
        "the marks good and bad differ only in their colours: give each an icon"
    ]


def test_the_command_says_what_is_not_clear(petri: Callable[..., Result]) -> None:
    """A text on a ground that is kept in low ink; the file has a name of its own."""
    deck = """\
theme: {low_ink: {colours: {gold: "#b8860b"}}, colours: {gold: "#b8860b"}}
size: poker
cards: [{id: a}]
template:
  - panel: {box: [0 mm, 0 mm, 63 mm, 88 mm], fill: gold}
  - words: {text: Gold, box: [5 mm, 5 mm, 50 mm, 9 mm], colour: paper}
"""
    Path("deck.yaml").write_text(deck, encoding="utf-8")
    done = petri("make", "deck.yaml", "--edition", "contrast", "--out", "out")
    assert "is hard to read on #b8860b: the contrast is 6.5, but should be at least 7" in done.stderr
    assert [path.name for path in Path("out").rglob("*.pdf")] == ["deck-en-a4-contrast.pdf"]
