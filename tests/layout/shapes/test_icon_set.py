"""Icons as symbols: one for each colour, scaled, with a text for screen readers."""

from dataclasses import replace

import pytest

from generator.errors import UnknownName
from generator.layout.shapes.outlines import make_colour
from generator.layout.shapes.palette import OWN_COLOURS, IconSet
from generator.model.geometry import Rectangle
from generator.model.style import Drawing, Icon, Photograph
from generator.model.texts.wordings import Wording
from generator.scene.shapes import Colour, Gradient, Group, Path, Picture, Stroke

BLACK, RED, BLUE = Colour(0, 0, 0), Colour(1, 0, 0), Colour(0, 0, 1)


def make_icon(name: str, width: float, height: float, *shapes: Path | Group, several: bool = False) -> Icon:
    """An icon of shapes."""
    return Icon(name, Drawing(width, height, shapes), several)


SHAPE = Path((("M", 0, 0), ("L", 20, 0), ("C", 20, 5, 20, 10, 10, 10), ("Z",)), fill=BLACK, even_odd=True)
WIDE = make_icon("wide", 20.0, 10.0, SHAPE)
WORDING = Wording("es", "Español", "ltr", {"icon.wide": "ancho"})


def test_one_symbol_for_each_colour() -> None:
    """The same icon in the same colour is the same symbol, with a unique name."""
    icons = IconSet({"wide": WIDE})
    red, blue = icons.symbol("wide", RED), icons.symbol("wide", BLUE)
    assert icons.symbol("wide", Colour(1, 0, 0)) is red
    assert red is not blue
    assert red.name != blue.name
    assert red.box == (0, 0, 20, 10)
    (outline,) = red.shapes
    assert outline == Path(
        (("M", 0, 0), ("L", 20, 0), ("C", 20, 5, 20, 10, 10, 10), ("Z",)), fill=RED, even_odd=True
    )


def test_icon_fills_its_box_and_keeps_its_form() -> None:
    """An icon is as large as fits, in the middle of its box."""
    icons = IconSet({"wide": WIDE})
    assert icons.place("wide", RED, Rectangle(1, 2, 11, 12)).transform == (0.5, 0, 0, 0.5, 1, 4.5)
    assert icons.place("wide", RED, Rectangle(1, 2, 11, 4)).transform == (0.2, 0, 0, 0.2, 4, 2)


@pytest.mark.parametrize(
    ("shape", "height"),
    [
        (Path((("M", 0, 0), ("L", 10, 0), ("L", 10, 10), ("Z",)), fill=BLACK), 1.25),
        (Path((("M", 0, 4), ("L", 10, 4), ("L", 10, 7), ("Z",)), fill=BLACK), 1.45),
        (Path((("M", 0, 2), ("L", 2, 0), ("L", 10, 8), ("L", 8, 10), ("Z",)), fill=BLACK), 1.45),
        (Path((("M", 0, 5), ("L", 5, 0), ("L", 10, 5), ("L", 5, 10), ("Z",)), fill=BLACK), 1.25),
        (Path((("M", 0, 0), ("L", 10, 10)), stroke=Stroke(BLACK, 1)), 1.45),
    ],
)
def test_long_icons_and_icons_of_lines_are_larger_in_text(shape: Path, height: float) -> None:
    """They look as large as solid ones then, centred on the capitals, even if they lie slantwise."""
    icons = IconSet({"one": make_icon("one", 10.0, 10.0, shape)})
    use = icons.place_on_line("one", RED, x=3, y=20, cap_height=4)
    assert use.transform == pytest.approx((0.4 * height, 0, 0, 0.4 * height, 3, 20 - 2 - 2 * height))
    assert icons.width_on_line("one", 4) == pytest.approx(4 * height)


def test_icon_is_described_in_the_language() -> None:
    """The text for screen readers is the translated title or, without one, the name."""
    assert IconSet({"wide": WIDE}, WORDING).place("wide", RED, Rectangle(0, 0, 1, 1)).title == "ancho"
    assert IconSet({"die_6": make_icon("die_6", 1, 1)}, WORDING).describe("die_6") == "die 6"


def test_unknown_icon_is_reported() -> None:
    """The error has the name and the most similar one."""
    with pytest.raises(UnknownName, match=r"'wyde'.*'wide'"):
        IconSet({"wide": WIDE}).symbol("wyde", RED)


@pytest.mark.parametrize(
    ("colour", "has_rim"),
    [("#f4c542", True), ("#ffd447", True), ("#d43f33", False), ("#2a6cb5", False), ("#ffffff", False)],
)
def test_bright_icons_in_a_line_have_a_rim(colour: str, has_rim: bool) -> None:
    """Yellow has a rim to be visible on white paper; white, which is for dark backgrounds, has none."""
    use = IconSet({"wide": WIDE}).place_on_line("wide", make_colour(colour), x=0, y=0, cap_height=2)
    strokes = [shape.stroke for shape in use.symbol.shapes if isinstance(shape, Path)]
    assert any(strokes) == has_rim
    assert strokes[-1] is None, "the rim lies behind the icon"


def test_a_rim_is_the_same_symbol_at_every_place() -> None:
    """A bright icon is one symbol, whose box includes the rim."""
    icons, yellow = IconSet({"wide": WIDE}), make_colour("#f4c542")
    uses = [icons.place_on_line("wide", yellow, x=x, y=1.7, cap_height=2.37) for x in (0.0, 3.1, 77.7)]
    assert len({id(use.symbol) for use in uses}) == 1
    assert uses[0].symbol.box[0] < 0


def test_what_is_cut_out_of_a_bright_icon_is_dark() -> None:
    """A hole in a yellow disc is dark, so that a number in it is legible."""
    square = (("M", 0, 0), ("L", 10, 0), ("L", 10, 10), ("L", 0, 10), ("Z",))
    hole = (("M", 4, 4), ("L", 4, 6), ("L", 6, 6), ("L", 6, 4), ("Z",))
    icons = IconSet({"ring": make_icon("ring", 10, 10, Path((*square, *hole), fill=BLACK, even_odd=True))})
    yellow = make_colour("#f4c542")
    *behind, front = icons.place_on_line("ring", yellow, x=0, y=0, cap_height=2).symbol.shapes
    assert isinstance(front, Path)
    assert front.fill == yellow
    for part, outline in zip(behind, (square, hole), strict=True):
        assert isinstance(part, Path)
        assert part.segments == outline
        assert part.fill is not None
        assert part.fill.green < 0.5


COIN = make_icon(
    "coin",
    10.0,
    10.0,
    Group((replace(SHAPE, fill=Colour(1, 0.8, 0)),), opacity=0.5),
    Path(SHAPE.segments, stroke=Stroke(BLACK, 2)),
    replace(SHAPE, fill=Colour(1, 1, 1, 0.5)),
    several=True,
)


def test_an_icon_of_several_colours_keeps_them_unless_one_is_given() -> None:
    """Its darkest colour becomes the given one; what is lighter stays lighter, and white stays white."""
    icons = IconSet({"coin": COIN, "wide": WIDE})
    assert icons.choose("wide", RED) == RED
    assert icons.choose("coin", RED) == OWN_COLOURS
    assert icons.choose("coin", RED, is_given=True) == RED
    assert icons.symbol("coin", OWN_COLOURS).shapes == COIN.picture.shapes
    group, line, white = icons.symbol("coin", RED).shapes
    assert isinstance(group, Group)
    assert isinstance(line, Path)
    assert isinstance(white, Path)
    (inside,) = group.shapes
    assert line.stroke == Stroke(RED, 2)
    assert white.fill == Colour(1, 1, 1, 0.5)
    assert isinstance(inside, Path)
    assert isinstance(inside.fill, Colour)
    assert inside.fill.red == 1
    assert inside.fill.green == inside.fill.blue == pytest.approx(0.299 + 0.8 * 0.587)
    assert group.opacity == 0.5


def test_colours_of_gradients_are_changed() -> None:
    """Each stop is: from the given colour to white."""
    fill = Gradient(((0.0, BLACK), (1.0, Colour(1, 1, 1))), (0, 0), (1, 0))
    icons = IconSet({"sky": make_icon("sky", 1, 1, replace(SHAPE, fill=fill), several=True)})
    (shape,) = icons.symbol("sky", BLUE).shapes
    assert isinstance(shape, Path)
    assert shape.fill == replace(fill, stops=((0.0, BLUE), (1.0, Colour(1, 1, 1))))


def test_an_icon_may_be_a_photograph() -> None:
    """It is drawn as it is, whatever colour is given."""
    icons = IconSet({"dog": Icon("dog", Photograph(4.0, 2.0, b"png"), True)})
    assert icons.symbol("dog", RED).shapes == (Picture(b"png", 0, 0, 4, 2),)


def test_lines_of_bright_icons_have_a_rim() -> None:
    """Behind each line is a wider and darker one."""
    icons = IconSet({"line": make_icon("line", 10, 10, Path(SHAPE.segments, stroke=Stroke(BLACK, 2)))})
    behind, front = icons.place_on_line("line", Colour(1, 0.85, 0), x=0, y=0, cap_height=2).symbol.shapes
    assert isinstance(behind, Path)
    assert isinstance(front, Path)
    assert behind.stroke is not None
    assert behind.stroke.width > 2
    assert front.stroke == Stroke(Colour(1, 0.85, 0), 2)
