"""Icons as symbols: one for each colour, placed by scale, said in words."""

import pytest

from generator.errors import UnknownName
from generator.layout.shapes.icons import IconSet
from generator.layout.shapes.palette import parse_colour
from generator.model.picture import Icon
from generator.model.wording import Wording
from generator.scene.shapes import Colour, Path

RED, BLUE = Colour(1, 0, 0), Colour(0, 0, 1)
WIDE = Icon(
    "wide",
    20.0,
    10.0,
    (("M", 0, 0), ("L", 20, 0), ("C", 20, 5, 20, 10, 10, 10), ("Z",)),
    even_odd=True,
    title="icons.wide",
)
WORDING = Wording("es", "Español", "ltr", {"icons.wide": "ancho"})


def test_one_symbol_for_each_colour() -> None:
    """The same icon in the same colour is the same symbol, with a name of its own."""
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
    """As large as the box allows and in the middle of it, whatever the box's form."""
    icons = IconSet({"wide": WIDE})
    assert icons.place("wide", RED, x=1, y=2, width=10, height=10).transform == (0.5, 0, 0, 0.5, 1, 4.5)
    assert icons.place("wide", RED, x=1, y=2, width=10, height=2).transform == (0.2, 0, 0, 0.2, 4, 2)


def test_icon_is_described_in_the_language() -> None:
    """A screen reader says the wording of the title, or the name where there is none."""
    assert IconSet({"wide": WIDE}, WORDING).place("wide", RED, x=0, y=0, width=1, height=1).title == "ancho"
    assert IconSet({"die_6": Icon("die_6", 1, 1, ())}, WORDING).describe("die_6") == "die 6"


def test_unknown_icon_is_reported() -> None:
    """The error has the name and the nearest there is."""
    with pytest.raises(UnknownName, match=r"'wyde'.*'wide'"):
        IconSet({"wide": WIDE}).symbol("wyde", RED)


@pytest.mark.parametrize(
    ("colour", "has_rim"),
    [("#f4c542", True), ("#ffd447", True), ("#d43f33", False), ("#2a6cb5", False), ("#ffffff", False)],
)
def test_bright_icons_in_a_line_have_a_rim(colour: str, has_rim: bool) -> None:
    """Yellow on white paper would hardly be seen; white stands on dark ground and is left alone."""
    use = IconSet({"wide": WIDE}).place_on_line("wide", parse_colour(colour), x=0, y=0, cap_height=2)
    strokes = [shape.stroke for shape in use.symbol.shapes if isinstance(shape, Path)]
    assert any(strokes) == has_rim
    assert strokes[-1] is None, "the rim lies behind the icon"


def test_a_rim_is_the_same_symbol_at_every_place() -> None:
    """And its box has room for the line."""
    icons, yellow = IconSet({"wide": WIDE}), parse_colour("#f4c542")
    uses = [icons.place_on_line("wide", yellow, x=x, y=1.7, cap_height=2.37) for x in (0.0, 3.1, 77.7)]
    assert len({id(use.symbol) for use in uses}) == 1
    assert uses[0].symbol.box[0] < 0


def test_what_is_cut_out_of_a_bright_icon_is_dark() -> None:
    """A number in a yellow disc is read against the yellow, not lost in it."""
    square = (("M", 0, 0), ("L", 10, 0), ("L", 10, 10), ("L", 0, 10), ("Z",))
    hole = (("M", 4, 4), ("L", 4, 6), ("L", 6, 6), ("L", 6, 4), ("Z",))
    icons = IconSet({"ring": Icon("ring", 10, 10, (*square, *hole), even_odd=True)})
    yellow = parse_colour("#f4c542")
    *behind, front = icons.place_on_line("ring", yellow, x=0, y=0, cap_height=2).symbol.shapes
    assert isinstance(front, Path)
    assert front.fill == yellow
    for part, outline in zip(behind, (square, hole), strict=True):
        assert isinstance(part, Path)
        assert part.segments == outline
        assert part.fill is not None
        assert part.fill.green < 0.5
