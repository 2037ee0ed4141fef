"""Maps: land and sea, links between places, the places, and a label beside each."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from generator.layout.boards.labels import Label, place_labels
from generator.layout.press.press import Press
from generator.layout.shapes.curves import filled, line, polygon, rectangle, rounded_rectangle, stroked
from generator.layout.shapes.palette import mix
from generator.layout.text.typesetter import TextBlock
from generator.model.bilingual import below_each_other, in_one_line
from generator.model.board import MapArea, Place, Way
from generator.model.projection import clip_outline
from generator.model.rectangles import Point, Rectangle
from generator.scene.shapes import Group, Path, Segment, Shape, Stroke, Symbol, Use
from generator.scene.transforms import translation

DrawPlace: TypeAlias = Callable[[Place], tuple[Shape, ...]]
"""A place -> shapes with the top left corner of its box at the origin."""

_LABEL_PADDING = (0.3, 0.22)
"""Between a label's words and the edge of its plate, as parts of the size of the type."""
_CAPITALS = 0.72
"""Height of capitals, as a part of the size of the type."""
_CORNER = 2.5
_SHALLOWS = ((4.4, 0.22), (2.0, 0.5))
"""Widths of the lighter water along the coast, from the outer to the inner, and how light it is."""
_LINK, _CASING = 0.085, 0.21
"""Widths of links, as parts of the size of a place."""
_ARROW = 0.6
"""Of the size of the type beside it."""
_EXIT_TYPE = 0.85
_EXIT_INSET = 0.8
_EXIT_STEPS = 16
"""How many half heights a plate at the edge may move up or down."""
_SIZES = (1.0, 0.92, 0.85, 0.78, 0.72)
"""Of the type of a label, largest first: smaller where it does not fit otherwise."""
_LEADER = 0.45
"""A label farther than this from its place, in heights of its own, is joined to it by a thin line."""


Line: TypeAlias = tuple[Point, Point]
"""A link, or one half of a link that leaves the map at an edge."""


@dataclass(frozen=True, slots=True)
class Exit:
    """Where a link leaves the map: a small plate with the name of the place it leads to."""

    way: Way
    edge: Point
    """Where the link meets the plate."""
    box: Rectangle
    words: TextBlock


@dataclass(frozen=True, slots=True)
class Name:
    """A name set in one of its forms; its lines stand around the middle of its plate."""

    lines: tuple[TextBlock, ...]
    width: float
    height: float
    step: float
    """From line to line."""


def lay_out_map(
    press: Press,
    area: MapArea,
    *,
    name: str,
    draw_place: DrawPlace,
    taken: Sequence[Rectangle],
    framed: bool = True,
) -> tuple[Shape, ...]:
    """The map's layers from back to front; `taken` is ground that labels keep off.

    `name` is the board's: maps of two boards may have one id. Labels that cannot
    be kept off other labels or places are reported.
    """
    ways = area.ways
    exits = _find_exits(press, area, ways)
    lines = [(way.start, way.end) for way in ways if way.exit is None]
    lines += [(each.way.start, each.edge) for each in exits]
    link, casing = area.place_size * _LINK, area.place_size * _CASING
    half = area.place_size / 2
    places = [
        Group(
            draw_place(place),
            title=place.id,
            transform=translation(place.x - half, place.y - half),
        )
        for place in area.places
    ]
    clip = Path(frame_of(area, framed))
    return (
        # The land ends at the map's box by itself, and need only be cut where its corners are round.
        Group((Use(land_symbol(press, area, name)),), name=f"{area.id}-land", clip=clip if framed else None),
        Group(tuple(draw_links(press, lines, width=link, casing=casing)), name=f"{area.id}-links", clip=clip),
        Group(
            (stroked(frame_of(area, framed), press.palette["coast"], 0.5),) if framed else (),
            name=f"{area.id}-frame",
        ),
        Group(tuple(_draw_exit(press, each) for each in exits), name=f"{area.id}-exits"),
        Group(tuple(places), name=f"{area.id}-places"),
        Group(
            tuple(_labels(press, area, lines, [*taken, *(each.box for each in exits)])),
            name=f"{area.id}-labels",
        ),
    )


def frame_of(area: MapArea, framed: bool) -> tuple[Segment, ...]:
    """The map's outline: with round corners where it lies free on the board."""
    return rounded_rectangle(*area.at, *area.size, _CORNER if framed else 0.0)


def land_symbol(press: Press, area: MapArea, name: str) -> Symbol:
    """Sea and land, once for the board of that name and all that shows a part of it."""
    name = f"{name}-{area.id}-ground"
    return press.wordless_symbol(name, lambda: _draw_land(press, area, name))


def _draw_land(press: Press, area: MapArea, name: str) -> Symbol:
    box = area.box
    clip = Path(rounded_rectangle(box.left, box.top, box.width, box.height, 0))
    land = Group(draw_land(press, area, box), clip=clip)
    return Symbol(name, (land,), (box.left, box.top, box.right, box.bottom))


def draw_land(press: Press, area: MapArea, window: Rectangle) -> tuple[Shape, ...]:
    """Sea and land of a piece of the map, in the map's own mm; coasts reach a little beyond it.

    Only what lies in the piece is drawn: a card does not carry the world.
    """
    sea, land = press.palette["sea"], press.palette["land"]
    ground: list[Shape] = [filled(rectangle(window.left, window.top, window.width, window.height), sea)]
    around = window.grown(max(width for width, _ in _SHALLOWS))
    pieces = [piece for outline in area.land if (piece := clip_outline(outline, around))]
    outlines: tuple[Segment, ...] = tuple(segment for piece in pieces for segment in polygon(piece))
    if outlines:
        for width, share in _SHALLOWS:
            light = Stroke(mix(sea, press.palette["paper"], share), width, cap="round", join="round")
            ground.append(Path(outlines, stroke=light))
        coast = Stroke(press.palette["coast"], 0.3, cap="round", join="round")
        ground.append(Path(outlines, fill=land, stroke=coast, even_odd=True))
    return tuple(ground)


def draw_links(press: Press, lines: Sequence[Line], *, width: float, casing: float) -> list[Shape]:
    """Lines with a light casing, so that they stand off from the ground and from each other."""
    paths = [line(*start, *end) for start, end in lines]
    return [
        *(stroked(path, press.palette["paper"], casing) for path in paths),
        *(stroked(path, press.palette["link"], width) for path in paths),
    ]


def _find_exits(press: Press, area: MapArea, ways: Sequence[Way]) -> list[Exit]:
    """Plates at the edges for all links that go around, each as near to its link as it is free."""
    half = area.place_size / 2
    spots = [Rectangle(place.x, place.y, place.x, place.y).grown(half + 0.6) for place in area.places]
    style = press.style(area.label_role)
    inner = [way for way in ways if way.exit is None]
    exits: list[Exit] = []
    for way in sorted((way for way in ways if way.exit is not None), key=lambda way: way.end):
        words = press.line(
            press.say(way.other.label) if way.other.label else way.other.id,
            area.label_role,
            upright="middle",
            size=max(style.size * _EXIT_TYPE, style.smallest),
        )
        arrow = words.size * _ARROW
        width = words.width + 2 * _LABEL_PADDING[0] * words.size + 1.5 * arrow
        height = words.size * (_CAPITALS + 2 * _LABEL_PADDING[1])
        x, middle = way.end
        west = x == area.box.left
        left = x + _EXIT_INSET if west else x - _EXIT_INSET - width
        best, least = None, float("inf")
        for step in range(2 * _EXIT_STEPS + 1):
            y = middle + (step + 1) // 2 * (1 if step % 2 else -1) * height / 2
            box = Rectangle(left, y - height / 2, left + width, y + height / 2)
            room = box.grown(0.6)
            cost = step * 0.5 + 1000 * room.beyond(area.box)
            cost += sum(100 for spot in spots if room.overlap(spot) > 0)
            cost += sum(100 for other in exits if room.overlap(other.box) > 0)
            cost += sum(20 for other in inner if room.cut(other.start, other.end) > 0)
            if cost < least:
                best, least = box, cost
        assert best is not None
        exits.append(Exit(way, _meet(best, way.start, west=west), best, words))
    return exits


def _meet(box: Rectangle, start: Point, *, west: bool) -> Point:
    """Where a link meets the plate at the edge: at its inner end or, from above or below, on its side."""
    x, (_, y) = start[0], box.middle
    inner = box.right if west else box.left
    if (x > inner) == west:
        return inner, y
    return min(max(x, box.left + 1), box.right - 1), box.top if start[1] < y else box.bottom


def _draw_exit(press: Press, each: Exit) -> Group:
    box = each.box
    west = each.way.exit is not None and each.way.exit[0] < each.way.place.x
    across = _LABEL_PADDING[0] * each.words.size
    _, y = box.middle
    plate = rounded_rectangle(box.left, box.top, box.right - box.left, box.bottom - box.top, 0.9)
    size = each.words.size * _ARROW
    tip = box.left + across if west else box.right - across
    back = tip + size if west else tip - size
    arrow = polygon(((tip, y), (back, y - size * 0.62), (back, y + size * 0.62)))
    left = back + size * 0.5 if west else box.left + across
    return Group(
        (
            filled(plate, press.palette["paper"]),
            filled(arrow, press.palette["link"]),
            *each.words.at(left, y),
        ),
        name=f"{each.way.place.id}-{each.way.other.id}-exit",
    )


def _labels(press: Press, area: MapArea, lines: Sequence[Line], taken: Sequence[Rectangle]) -> list[Shape]:
    """Labels at the size of their role; those that find no free place, as much smaller as they must be."""
    named = [place for place in area.places if place.label]
    frame = area.box.grown(-1.0)
    style = press.style(area.label_role)
    shares = [0] * len(named)
    while True:
        sizes = [max(style.size * _SIZES[share], style.smallest) for share in shares]
        names = [_set_name(press, area, place, size) for place, size in zip(named, sizes, strict=True)]
        labels = [_label(area, place, forms) for place, forms in zip(named, names, strict=True)]
        placed = place_labels(labels, lines=lines, frame=frame, taken=taken)
        caught = [
            index
            for index, label in enumerate(placed)
            if not label.is_free and shares[index] + 1 < len(_SIZES) and sizes[index] > style.smallest
        ]
        if not caught:
            break
        for index in caught:
            shares[index] += 1
    for what, over in _list_troubles(area, named, [label.box for label in placed], taken):
        press.report(area.id, what, over_mm=over)
    return [
        _draw_label(press, area, place, forms[label.form], label.box)
        for place, forms, label in zip(named, names, placed, strict=True)
    ]


def _set_name(press: Press, area: MapArea, place: Place, size: float) -> list[Name]:
    """A name on one line and, where it has words to part, on two."""
    words = press.say(place.label)
    across, down = _LABEL_PADDING[0] * size, _LABEL_PADDING[1] * size
    forms = []
    for lines in ([in_one_line(words)], *part_name(words)):
        blocks = [
            press.line(line, area.label_role, anchor="middle", upright="middle", size=size, thing=place.id)
            for line in lines
        ]
        step = size * press.style(area.label_role).leading
        width = max(block.width for block in blocks) + 2 * across
        height = size * _CAPITALS + step * (len(blocks) - 1) + 2 * down
        forms.append(Name(tuple(blocks), width, height, step))
    return forms


def part_name(words: str) -> list[list[str]]:
    """A name on two even lines, parted at a blank or after a hyphen; nothing for a single word.

    Names in two languages are parted between them.
    """
    below = below_each_other(words)
    if "\n" in below:
        return [below.split("\n")]
    ends = [index for index, character in enumerate(words[:-1]) if character in " -"]
    if not ends:
        return []
    middle = min(ends, key=lambda index: abs(index - len(words) / 2))
    return [[words[: middle + 1].rstrip(" "), words[middle + 1 :]]]


def _draw_label(press: Press, area: MapArea, place: Place, name: Name, box: Rectangle) -> Group:
    plate = rounded_rectangle(box.left, box.top, box.width, box.height, min(box.height * 0.3, 1.4))
    shapes: list[Shape] = []
    away = box.distance(place.x, place.y)
    if away > area.place_size / 2 + _LEADER * box.height:
        near = (min(max(place.x, box.left), box.right), min(max(place.y, box.top), box.bottom))
        share = area.place_size / 2 / away
        ring = (place.x + (near[0] - place.x) * share, place.y + (near[1] - place.y) * share)
        leader = line(*ring, *near)
        shapes += [stroked(leader, press.palette["paper"], 0.9), stroked(leader, press.palette["ink"], 0.25)]
    shapes.append(filled(plate, press.palette["paper"]))
    x, y = box.middle
    y -= name.step * (len(name.lines) - 1) / 2
    for words in name.lines:
        shapes += words.at(x, y)
        y += name.step
    return Group(tuple(shapes), name=f"{area.id}-{place.id}-label")


def _label(area: MapArea, place: Place, forms: Sequence[Name]) -> Label:
    sizes = tuple((form.width, form.height) for form in forms)
    return Label(place.x, place.y, area.place_size / 2 + 0.4, sizes)


def _list_troubles(
    area: MapArea, named: Sequence[Place], boxes: Sequence[Rectangle], taken: Sequence[Rectangle]
) -> Iterator[tuple[str, float]]:
    """Yield a description of each label that overlaps something, and the overlap in mm."""
    half = area.place_size / 2
    for index, box in enumerate(boxes):
        name = named[index].id
        for other in range(index + 1, len(boxes)):
            if area_of := box.overlap(boxes[other]):
                yield f"the labels of {name} and {named[other].id} overlap", area_of**0.5
        for place in area.places:
            over = half - box.distance(place.x, place.y)
            if place.id != name and over > 0:
                yield f"the label of {name} overlaps {place.id}", over
        for kept in taken:
            if area_of := box.overlap(kept):
                yield f"the label of {name} overlaps another part of the board", area_of**0.5
