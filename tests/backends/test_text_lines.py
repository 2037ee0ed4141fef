"""The scene as plain lines: everything that changes the picture changes a line."""

from generator.backends.text import write_text
from generator.scene.shapes import Bookmark, Document, Group, Page, Path, Picture, Stroke, Symbol, Use
from tests.backends.scenes import BLACK, BOLD, GREEN, RED, box, document, raster, sampler, text, turned

EVERYTHING = """\
document 'Game' in es
  author 'Ana'
  keywords 'one, two'
  duplex 'long'
  bookmark 'Rules' page 1
    bookmark 'Turn' page 1
symbol spike box 0 0 2 2
  path M 0 0 L 2 0 L 2 2 L 0 2 Z fill=#a8d18f
symbol virus box -1 0 9 9
  use spike at 3 0
symbol spike~2 box 0 0 1 1
  path M 0 0 L 1 0 L 1 1 L 0 1 Z fill=#bf1a1a
page 1 'front' 210 x 297 mm trim 5 5 205 292 bleed 2 2 208 295
  group virus 'the virus' at 10 20 clip M 0 0 L 9 0 L 9 9 L 0 9 Z
    use virus
    glyphs x=6 y=12.35 size=3.2 NotoSans-Bold #bf1a1a "Spread 'north'"
  glyphs x=6 y=20 size=4 NotoSans-Regular #000000 spacing=0.5 tracking=0.1 'a b'
  use spike~2 matrix 0 2 -2 0 4 0 'a spike'
  path M 0 0 L 1 0 L 1 1 L 0 1 Z even-odd stroke=#000000 width=0.25 dash=1 0.5 round-cap bevel-join
  picture x=1 y=2 3 x 4 md5=2c04ce05 'a map'
page 2 88 x 63 mm
"""


def everything() -> Document:
    spike = Symbol("spike", (Path(box(0, 0, 2, 2), GREEN),), (0, 0, 2, 2))
    other = Symbol("spike", (Path(box(0, 0, 1, 1), RED),), (0, 0, 1, 1))
    virus = Symbol("virus", (Use(spike, (1, 0, 0, 1, 3, 0)),), (-1, 0, 9, 9))
    words = text("Spread 'north'", 6.0001, 12.345001, 3.2, face=BOLD, colour=RED)
    shapes = (
        Group((Use(virus), words), "virus", "the virus", (1, 0, 0, 1, 10, 20), Path(box(0, 0, 9, 9))),
        text("a b", 6, 20, spacing=0.5, tracking=0.1),
        Use(other, turned(90, 2, 4, -0.0), "a spike"),
        Path(box(0, 0, 1, 1), None, Stroke(BLACK, 0.25, (1, 0.5), "round", "bevel"), even_odd=True),
        Picture(raster("L", 5), 1, 2, 3, 4, "a map"),
    )
    return Document(
        (Page(210, 297, shapes, "front", (5, 5, 205, 292), (2, 2, 208, 295)), Page(88, 63, ())),
        "Game",
        "es",
        author="Ana",
        keywords=("one", "two"),
        bookmarks=(Bookmark("Rules", 0), Bookmark("Turn", 0, 1)),
        duplex="long",
    )


def test_every_kind_of_shape_has_its_line() -> None:
    """Numbers with two decimals, symbols once and before they are used, names told apart."""
    assert write_text(everything()) == EVERYTHING


def test_what_is_not_seen_in_millimetres_changes_nothing() -> None:
    """A thousandth of a millimetre is no change that anybody would review."""
    assert write_text(document(text("a", 5.0001, 10))) == write_text(document(text("a", 5.0004, 10)))
    assert write_text(document(text("a", 5.01, 10))) != write_text(document(text("a", 5.02, 10)))


def test_another_picture_is_another_line() -> None:
    """Of the same size in the same place."""
    one, two = (document(Picture(raster(mode), 0, 0, 5, 5)) for mode in ("L", "RGB"))
    assert write_text(one) != write_text(two)


def test_the_sampler_can_be_written() -> None:
    """With a line for each of its shapes, and its symbol once."""
    lines = write_text(sampler()).splitlines()
    assert sum(line.startswith("symbol ") for line in lines) == 2
    assert sum(line.startswith("page ") for line in lines) == 2
    assert lines == write_text(sampler()).splitlines()
