"""Small files for print shops, with everything that a scene can hold."""

from dataclasses import replace
from functools import cache

from generator.backends.pdf import write_pdf
from generator.make.jobs.jobs import choose_press_options
from generator.model.printing.printing import RGB, FileOptions, Inks, PressFile, Standard
from generator.read.files.shelf import find_shelf
from generator.scene.shapes import Colour, Document, Group, Page, Path, Picture, Shape, Stroke, Symbol, Use
from tests.backends.scenes import BLACK, GREEN, ICON, RED, box, raster, text
from tests.backends.test_paints import FADING, LETTERS, PLATE, ROUND

INK = Colour(0.08, 0.11, 0.21)
CUT, FOLD = (
    Path(box(10, 10, 63, 50), None, Stroke(GREEN, 0.12)),
    Path((("M", 40, 5), ("L", 40, 70)), None, Stroke(GREEN, 0.25, (2.4, 1.6))),
)


def guide(name: str, path: Path, **options: bool) -> Group:
    """A group of a page, as layout makes it."""
    symbol = Symbol(name.replace(" ", "-"), (path,), (0, 0, 100, 80))
    return Group((Use(symbol),), name=name, **options)


GUIDES = (
    guide("crop marks", Path((("M", 2, 10), ("L", 8, 10)), None, Stroke(BLACK, 0.2))),
    guide("cut ground", replace(CUT, stroke=Stroke(Colour(1, 1, 1), 0.32))),
    guide("cut", CUT),
    guide("fold", FOLD),
)


def options(
    standard: Standard, limit: int = 300, *, dpi: float = 72, chosen: tuple[tuple[RGB, Inks], ...] = ()
) -> FileOptions:
    press = choose_press_options(find_shelf(), PressFile(standard, limit))
    return FileOptions(dpi=dpi, press=replace(press, chosen=chosen))


def page(*shapes: Shape) -> Document:
    """One page of art, in a layer of its own, with guides."""
    first = Page(
        100, 80, (Group(shapes, name="fronts"), *GUIDES), trim=(10, 10, 73, 60), bleed=(7, 7, 76, 63)
    )
    return Document((first,), "Sample <1> & more", "en", author="Ana", subject="Cards", keywords=("a", "b"))


def sampler() -> Document:
    """Words, symbols, gradients, opacity, and pictures."""
    return page(
        PLATE,
        Path(box(20, 20, 30, 9), ROUND),
        Path(box(20, 40, 30, 9), FADING),
        LETTERS,
        text("Small words", 12, 15, 3, colour=INK),
        text("LARGE", 12, 58, 9, colour=INK),
        Use(ICON),
        Picture(raster("RGB"), 55, 15, 10, 10),
        Picture(raster("L"), 55, 27, 10, 10),
        Picture(raster("RGBA"), 55, 40, 10, 10),
        Group((Path(box(30, 30, 8, 8), RED), ICON_TURNED), opacity=0.5),
    )


ICON_TURNED = Use(ICON, (0.7, 0.7, -0.7, 0.7, 40, 30))


@cache
def sample(standard: Standard) -> bytes:
    return write_pdf(sampler(), options(standard))
