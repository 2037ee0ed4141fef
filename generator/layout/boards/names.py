"""Names of places, on one line or two, on plates that keep clear of each other."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from generator.layout.boards.labels import Label, place_labels
from generator.layout.press.press import Press
from generator.layout.shapes.curves import box_outline, filled
from generator.layout.text.typesetter import TextBlock
from generator.model.geometry import Point, Rectangle
from generator.model.texts.wordings import below_each_other
from generator.model.values import dataclass
from generator.scene.shapes import Shape

Line: TypeAlias = tuple[Point, Point]

_NAME_PADDING = (0.6, 0.4)
_NAME_CAPITALS = 0.75
_INSET = 0.6


@dataclass(frozen=True, slots=True)
class Name:
    """A name on one line or two, and the size of the plate under it, in mm."""

    lines: tuple[TextBlock, ...]
    size: tuple[float, float]
    step: float
    """Distance between the lines."""

    def at(self, middle: Point) -> list[Shape]:
        """Return the shapes of the name, centred on a point."""
        x, y = middle
        y -= self.step * (len(self.lines) - 1) / 2
        return [shape for index, line in enumerate(self.lines) for shape in line.at(x, y + index * self.step)]


@dataclass(frozen=True, slots=True)
class Spot:
    """The middle and the radius of something with a name, as it is drawn."""

    label: str
    """Wording key; empty: no name."""
    x: float
    y: float
    radius: float


def set_name(
    press: Press, role: str, key: str, size: float, *, padding: tuple[float, float], capitals: float
) -> list[Name]:
    """Set a name on one line and, if it can be divided, on two.

    `padding` of the plate is in mm, `capitals` is their height as a share of the font size.
    """
    words = press.format(key)
    step = size * press.style(role).leading
    names = []
    for lines in ([words], *part_name(words)):
        blocks = [
            press.line(line, role, anchor="middle", upright="middle", size=size, thing=key) for line in lines
        ]
        width = max(block.width for block in blocks) + 2 * padding[0]
        height = size * capitals + step * (len(blocks) - 1) + 2 * padding[1]
        names.append(Name(tuple(blocks), (width, height), step))
    return names


def part_name(words: str) -> list[list[str]]:
    """Divide a name into two even lines, at a space or after a hyphen; empty for a single word.

    Names in two languages are divided between them.
    """
    below = below_each_other(words)
    if "\n" in below:
        return [below.split("\n")]
    ends = [index for index, character in enumerate(words[:-1]) if character in " -"]
    if not ends:
        return []
    middle = min(ends, key=lambda index: abs(index - len(words) / 2))
    return [[words[: middle + 1].rstrip(" "), words[middle + 1 :]]]


def draw_names(
    press: Press,
    role: str,
    spots: Iterable[Spot],
    lines: Sequence[Line],
    frame: Rectangle,
    taken: Sequence[Rectangle] = (),
) -> list[Shape]:
    """Draw the names of spots in a frame; those without free space are left out."""
    size = press.style(role).smallest
    shown = [spot for spot in spots if spot.label and frame.distance(spot.x, spot.y) == 0]
    names = [
        set_name(press, role, spot.label, size, padding=_NAME_PADDING, capitals=_NAME_CAPITALS)
        for spot in shown
    ]
    sizes = (tuple(name.size for name in forms) for forms in names)
    labels = [Label(spot.x, spot.y, spot.radius, each) for spot, each in zip(shown, sizes, strict=True)]
    placed = place_labels(labels, lines=lines, frame=frame.grown(-_INSET), taken=taken)
    shapes: list[Shape] = []
    used: list[Rectangle] = [*taken]
    for forms, own, label in zip(names, labels, placed, strict=True):
        box = label.box
        others = [*used, *(other.ring for other in labels if other is not own)]
        if box.beyond(frame) <= 0 and not any(box.overlap(other) > 0 for other in others):
            used.append(box)
            shapes.append(filled(box_outline(box), press.palette["paper"]))
            shapes += forms[label.form].at(box.middle)
    return shapes
