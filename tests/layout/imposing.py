"""Cards and boards for tests of imposition, and a press with only texts and fonts."""

from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path as FilePath

from generator.layout.document import make_press
from generator.layout.press import Press
from generator.layout.shapes.outlines import (
    Block,
    Component,
    circle,
    cut_outline,
    filled,
    line,
    polygon,
    rectangle,
    stroked,
)
from generator.model.geometry import Rectangle
from generator.model.kit import Form, Kit
from generator.model.printing.printing import Paper
from generator.model.texts.wordings import Wording
from generator.read.files.shelf import find_shelf
from generator.read.kits.fonts import read_fonts
from generator.read.kits.shared import read_theme
from generator.read.wordings.wordings import read_wording_file
from generator.scene.shapes import Colour, Shape
from tests.geometry import Placed

A4 = Paper("A4", 210.0, 297.0, 6.35, "a4")
A5 = Paper("A5", 148.0, 210.0, 6.35, "a5")
LETTER = Paper("Letter", 215.9, 279.4, 6.35, "letter")

POKER = Form(63.0, 88.0, corner=3.0)
BRIDGE = Form(57.0, 88.0)
TAROT = Form(70.0, 120.0)
MINI = Form(44.0, 68.0)
CHIP = Form(16.0, 16.0, outline="round", bleed=2.0)
TILE = Form(15.0, 15.0, bleed=1.5)
HEXAGON = Form(20.0, 23.0, outline="hexagon", bleed=2.0)
PAWN = Form(20.0, 35.0, outline="standee", bleed=0.0)
CUBE = Form(10.0, 10.0, outline="cube", bleed=0.0)

COLOURS = tuple(Colour(*rgb) for rgb in ((0.8, 0.3, 0.3), (0.3, 0.7, 0.4), (0.3, 0.4, 0.8), (0.9, 0.75, 0.2)))
DARK = Colour(0.15, 0.2, 0.3)
WHITE = Colour(1.0, 1.0, 1.0)


@cache
def bare_press(locale: str = "en") -> Press:
    """Return the press of a kit without parts and icons, with the shared texts and theme."""
    shelf = find_shelf()
    file = read_wording_file(shelf.wording / f"{locale}.yaml")
    wording = Wording(locale, file.language, file.direction, {**file.sentences, "title": "Scratch"})
    kit = Kit(
        id="scratch",
        folder=FilePath(),
        title="title",
        players="1+",
        parts=(),
        theme=read_theme(shelf.themes / "base.yaml", folders=(shelf.themes,)),
        icons={},
        wordings={locale: wording},
    )
    return make_press(kit, locale=locale, fonts=read_fonts(shelf.fonts))


def overlap(first: Rectangle, second: Rectangle) -> float:
    """Return the depth of the overlap of two boxes; negative: their distance."""
    across = min(first[2], second[2]) - max(first[0], second[0])
    down = min(first[3], second[3]) - max(first[1], second[1])
    return min(across, down)


def is_apart(boxes: Iterable[Rectangle]) -> bool:
    """Return whether no two boxes overlap by more than a hundredth of a millimetre."""
    rows = sorted(boxes, key=lambda box: box[1])
    for index, first in enumerate(rows):
        for second in rows[index + 1 :]:
            if second[1] >= first[3]:
                break
            if overlap(first, second) > 0.01:
                return False
    return True


def out_of(inner: Rectangle, outer: Rectangle) -> float:
    """Return how far a box extends beyond another."""
    return max(outer[0] - inner[0], outer[1] - inner[1], inner[2] - outer[2], inner[3] - outer[3])


def around(placed: Iterable[Placed]) -> Rectangle:
    """Return the box around all shapes."""
    boxes = [(one.left, one.top, one.right, one.bottom) for one in placed]
    left, top = (min(box[side] for box in boxes) for side in (0, 1))
    right, bottom = (max(box[side] for box in boxes) for side in (2, 3))
    return Rectangle(left, top, right, bottom)


def make_back(form: Form) -> tuple[Shape, ...]:
    """Return a dark back with a white arrow that points up and a white dot on its left."""
    width, height = form.width, form.height
    arrow = polygon([(width / 2, height * 0.2), (width * 0.7, height * 0.6), (width * 0.3, height * 0.6)])
    return (
        filled(cut_outline(form, beyond=form.bleed), DARK),
        filled(arrow, WHITE),
        filled(circle(width * 0.25, height / 2, min(width, height) * 0.05), WHITE),
    )


def make_things(form: Form, count: int, *, backs: bool = True) -> list[Component]:
    """Return pieces of different colours with one back; nets have none."""
    flat = form.outline in ("rectangle", "round", "hexagon")
    back = make_back(form) if backs and flat else None
    draw_back = partial(tuple, back) if back else None
    things = []
    for index in range(count):
        corner = polygon([(2, form.height / 2), (form.width / 2, 2), (form.width / 2, form.height / 2)])
        ground = filled(cut_outline(form, beyond=form.bleed), COLOURS[index % 4])
        front = (ground, filled(corner, WHITE))
        things.append(Component(f"thing_{index}", form, partial(tuple, front), draw_back))
    return things


def make_board(width: float, height: float) -> Block:
    """Return discs in rows and columns with their names on a blue ground, and a diagonal line."""
    shapes: list[Shape] = [filled(rectangle(0, 0, width, height), Colour(0.55, 0.75, 0.85))]
    for column in range(int(width // 30)):
        for row in range(int(height // 30)):
            x, y = column * 30 + 15, row * 30 + 15
            shapes.append(filled(circle(x, y, 9), COLOURS[(column + row) % 4]))
            words = bare_press().line(
                f"{column}.{row}",
                "label",
                x=x,
                y=y,
                anchor="middle",
                upright="middle",
                size=6,
                colour="paper",
            )
            shapes += words.shapes
    shapes.append(stroked(line(0, 0, width, height), DARK, 1.2))
    return Block(tuple(shapes), width, height)
