"""Maps: land and sea, links between places, the places, and a label beside each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from generator.errors import LayoutError
from generator.layout.drawing import filled, line, polygon, rounded_rectangle, stroked
from generator.layout.labels import Label, Rectangle, place_labels
from generator.layout.press import Press
from generator.layout.text.typesetter import TextBlock
from generator.model.board import Link, MapArea, Place, Point
from generator.scene.shapes import Group, Path, Shape

DrawPlace = Callable[[Place, float], tuple[Shape, ...]]
"""A place and its size -> shapes with the place's top left corner at the origin."""

_LABEL_PADDING = (1.0, 0.55)
_CORNER = 2.5


@dataclass(frozen=True, slots=True)
class Line:
    """A link, or one half of a link that leaves the map at an edge."""

    start: Point
    end: Point


def lay_out_map(
    press: Press, area: MapArea, *, draw_place: DrawPlace, taken: Sequence[Rectangle]
) -> tuple[Shape, ...]:
    """The map's layers from back to front; `taken` is ground that labels keep off.

    LayoutError when a label cannot be kept off another one.
    """
    lines = link_lines(area)
    frame = rounded_rectangle(area.left, area.top, area.width, area.height, _CORNER)
    ground: list[Shape] = [filled(frame, press.palette["sea"])]
    for outline in area.land:
        path = polygon(outline)
        ground.append(filled(path, press.palette["land"]))
        ground.append(stroked(path, press.palette["coast"], 0.25))
    ground.append(stroked(frame, press.palette["coast"], 0.4))
    roads = [
        *(stroked(line(*each.start, *each.end), press.palette["paper"], 1.5) for each in lines),
        *(stroked(line(*each.start, *each.end), press.palette["link"], 0.6) for each in lines),
    ]
    half = area.place_size / 2
    places = [
        Group(
            draw_place(place, area.place_size),
            title=place.id,
            transform=(1, 0, 0, 1, place.x - half, place.y - half),
        )
        for place in area.places
    ]
    clip = Path(frame)
    return (
        Group(tuple(ground), name=f"{area.id}-land", clip=clip),
        Group(tuple(roads), name=f"{area.id}-links", clip=clip),
        Group(tuple(places), name=f"{area.id}-places"),
        Group(tuple(_labels(press, area, lines, taken)), name=f"{area.id}-labels"),
    )


def link_lines(area: MapArea) -> tuple[Line, ...]:
    """A line a link; two for a link that goes around, each to the edge that it leaves by."""
    places = {place.id: place for place in area.places}
    lines = []
    for link in area.links:
        first, second = places[link.first], places[link.second]
        if link.around:
            lines += _around(area, link, first, second)
        else:
            lines.append(Line((first.x, first.y), (second.x, second.y)))
    return tuple(lines)


def _around(area: MapArea, link: Link, first: Place, second: Place) -> list[Line]:
    west, east = (first, second) if first.x < second.x else (second, first)
    out_west = (east.x - area.width, east.y)
    out_east = (west.x + area.width, west.y)
    return [
        Line((west.x, west.y), _at_edge((west.x, west.y), out_west, area.left)),
        Line((east.x, east.y), _at_edge((east.x, east.y), out_east, area.left + area.width)),
    ]


def _at_edge(start: Point, end: Point, x: float) -> Point:
    share = (x - start[0]) / (end[0] - start[0])
    return x, start[1] + (end[1] - start[1]) * share


def _labels(press: Press, area: MapArea, lines: Sequence[Line], taken: Sequence[Rectangle]) -> list[Shape]:
    named = [place for place in area.places if place.label]
    set_words = [
        press.line(press.say(place.label), area.label_role, anchor="middle", upright="middle", thing=place.id)
        for place in named
    ]
    boxes = place_labels(
        [_label(area, place, words) for place, words in zip(named, set_words, strict=True)],
        lines=[(each.start, each.end) for each in lines],
        frame=Rectangle(area.left + 1, area.top + 1, area.left + area.width - 1, area.top + area.height - 1),
        taken=taken,
    )
    _check_apart(press, area, named, boxes)
    shapes: list[Shape] = []
    for place, words, box in zip(named, set_words, boxes, strict=True):
        plate = rounded_rectangle(box.left, box.top, box.right - box.left, box.bottom - box.top, 0.9)
        x, y = box.middle
        shapes.append(
            Group(
                (filled(plate, press.palette["paper"]), *words.at(x, y)),
                name=f"{area.id}-{place.id}-label",
            )
        )
    return shapes


def _label(area: MapArea, place: Place, words: TextBlock) -> Label:
    across, down = _LABEL_PADDING
    return Label(
        x=place.x,
        y=place.y,
        radius=area.place_size / 2 + 0.5,
        width=words.width + 2 * across,
        height=words.size * 0.75 + 2 * down,
    )


def _check_apart(press: Press, area: MapArea, named: Sequence[Place], boxes: Sequence[Rectangle]) -> None:
    for index, first in enumerate(boxes):
        for other in range(index + 1, len(boxes)):
            if first.overlap(boxes[other]) > 0:
                raise LayoutError(
                    f"{press.kit.slug} ({press.wording.locale}) {area.id}",
                    f"the labels of {named[index].id} and {named[other].id} lie on each other",
                    over_mm=first.overlap(boxes[other]) ** 0.5,
                )
