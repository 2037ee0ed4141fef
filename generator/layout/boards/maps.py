"""Maps: land and sea, links between places, the places, and a label beside each."""

from collections.abc import Iterator, Sequence

from generator.layout.boards.labels import LabelSpot, NamePlate, Segment2D, make_label, place_labels, set_name
from generator.layout.boards.places import place_drawer
from generator.layout.press import AreaRequest, Press
from generator.layout.shapes import curves
from generator.layout.shapes.palette import mix
from generator.layout.text.typesetter import TextBlock
from generator.model.elements.maps import MapArea, Way, clip_outline
from generator.model.elements.squares import Place
from generator.model.geometry import Point, Rectangle
from generator.model.values import dataclass
from generator.scene.shapes import Group, Path, Region, Segment, Shape, Stroke, Symbol, Use, translation

_PADDING = (0.3, 0.22)
_CAPITALS = 0.72
"""Padding of a plate and height of capitals, as shares of the font size."""
_FREE = 1.5
"""A map that is closer than this to every edge of the board has no frame."""
_TOUCHING = 0.01
"""Maximum distance of edges that touch each other, in mm."""
_CORNER = 2.5
"""Radius of the corners of a frame."""
_SHALLOWS = ((4.4, 0.22), (2.0, 0.5))
"""Widths of the lighter water along the coast, from the outer to the inner, and how light it is."""
_LINK, _CASING = 0.085, 0.21
"""Widths of links, as shares of the size of a place."""
_ARROW, _EXIT_TYPE = 0.6, 0.85
"""Sizes of an arrow and of the name at an exit, as shares of the font size."""
_EXIT_INSET, _EXIT_CLEARANCE = 0.8, 0.6
"""Distances of a plate at the edge from the edge, and from everything else."""
_EXIT_STEPS = 32
"""Number of half heights that a plate at the edge may be moved, alternately up and down."""
_SIZES = (1.0, 0.92, 0.85, 0.78, 0.72)
"""Relative font sizes of labels, smaller if a label does not fit otherwise."""
_LEADER = 0.45
"""Distance of a label from its place, in label heights, above which a thin line connects them."""


@dataclass(frozen=True, slots=True)
class _Exit:
    """A small plate at the edge of the map, with the name of the place that a link leads to."""

    way: Way
    edge: Point
    """Point where the link meets the plate."""
    box: Rectangle
    words: TextBlock
    is_west: bool


def lay_out_map(press: Press, area: MapArea, request: AreaRequest) -> tuple[Shape, ...]:
    """Draw the layers of a map from back to front, without a frame if it fills the box around it.

    Land and sea are drawn up to the bleed beyond the box around, where they reach its edge. Labels are not
    placed on what is taken. Reports labels that overlap other labels or places.
    """
    around = request.box
    has_frame = area.has_sea and around.grown(-_FREE).beyond(area.box) > 0
    draw_place = place_drawer(press, area)
    exits = _place_exits(press, area)
    lines = [(way.start, way.end) for way in area.ways if way.exit is None]
    lines += [(each.way.start, each.edge) for each in exits]
    link, casing = area.place_size * _LINK, area.place_size * _CASING
    half = area.place_size / 2
    places = [
        Group(
            draw_place(place),
            title=place.id,
            transform=translation(place.x - half, place.y - half),
            region=Region(area.id, place.id, (0.0, 0.0, area.place_size, area.place_size)),
        )
        for place in area.places
    ]
    frame = curves.rounded_rectangle(*area.at, *area.size, _CORNER if has_frame else 0.0)
    edge = curves.stroked(frame, press.palette["coast"], 0.5)
    window = area.box if has_frame else _reach(area.box, around, request.bleed)
    clip = Path(frame if has_frame else curves.box_outline(window))
    labels = _draw_labels(press, area, lines, [*request.taken, *(each.box for each in exits)])
    return (
        # The land ends at the map's box by itself; it is only clipped to round corners.
        Group(
            (Use(make_land_symbol(press, area, request.name, window)),),
            name=f"{area.id}-land",
            clip=clip if has_frame else None,
        ),
        Group(tuple(draw_links(press, lines, width=link, casing=casing)), name=f"{area.id}-links", clip=clip),
        Group((edge,) if has_frame else (), name=f"{area.id}-frame"),
        Group(tuple(_draw_exit(press, each) for each in exits), name=f"{area.id}-exits"),
        Group(tuple(places), name=f"{area.id}-places"),
        Group(tuple(labels), name=f"{area.id}-labels"),
    )


def _reach(box: Rectangle, around: Rectangle, bleed: float) -> Rectangle:
    """Return a box with the bleed on each side that touches the edge of the box around it."""
    edges = zip(box, around, around.grown(bleed), strict=True)
    return Rectangle(*(far if abs(edge - other) < _TOUCHING else edge for edge, other, far in edges))


def make_land_symbol(press: Press, area: MapArea, name: str, window: Rectangle) -> Symbol:
    """Return sea and land in a window; a board shares the symbol with everything that shows a part of it."""
    bleed = "" if window == area.box else f"-{window.width:g}"
    name = f"{name}-{area.id}{bleed}-ground"

    def draw() -> Symbol:
        land = Group(draw_land(press, area, window), clip=Path(curves.box_outline(window)))
        return Symbol(name, (land,), window)

    return press.wordless_symbol(name, draw)


def draw_land(press: Press, area: MapArea, window: Rectangle, *, scale: float = 1.0) -> tuple[Shape, ...]:
    """Draw sea and land of a part of the map, in its coordinates; coasts extend a little beyond it.

    Outlines are clipped to the part, so that a card does not contain the world. `scale` is that of the
    drawing on paper, where the coast is a line that can be printed.
    """
    sea, land = press.palette.ground("sea"), press.palette.ground("land")
    ground: list[Shape] = [curves.filled(curves.box_outline(window), sea)] if area.has_sea else []
    around = window.grown(max(width for width, _ in _SHALLOWS))
    near = [outline for outline, box in area.coasts if box.overlap(around)]
    pieces = [piece for outline in near if (piece := clip_outline(outline, around))]
    outlines: tuple[Segment, ...] = tuple(segment for piece in pieces for segment in curves.polygon(piece))
    if outlines:
        for width, share in _SHALLOWS:
            ground.append(curves.stroked(outlines, mix(sea, press.palette["paper"], share), width))
        coast = curves.scale_stroke(Stroke(press.palette["coast"], 0.3, cap="round", join="round"), scale)
        ground.append(Path(outlines, fill=land, stroke=coast, even_odd=True))
    return tuple(ground)


def draw_links(press: Press, lines: Sequence[Segment2D], *, width: float, casing: float) -> list[Shape]:
    """Draw lines with a light casing that separates them from the ground and from each other."""
    paths = [curves.line(*start, *end) for start, end in lines]
    return [
        *(curves.stroked(path, press.palette["paper"], casing) for path in paths),
        *(curves.stroked(path, press.palette["link"], width) for path in paths),
    ]


def _place_exits(press: Press, area: MapArea) -> list[_Exit]:
    style = press.style(area.label_role)
    size = max(style.size * _EXIT_TYPE, style.smallest)
    exits: list[_Exit] = []
    for way in sorted((way for way in area.ways if way.exit is not None), key=lambda way: way.end):
        label = press.format(way.other.label) or way.other.id
        words = press.line(label, area.label_role, upright="middle", size=size)
        width = words.width + 2 * _PADDING[0] * words.size + 1.5 * words.size * _ARROW
        height = words.size * (_CAPITALS + 2 * _PADDING[1])
        x, y = way.end
        is_west = x == area.box.left
        left = x + _EXIT_INSET if is_west else x - _EXIT_INSET - width
        box = _move_exit(Rectangle(left, y - height / 2, left + width, y + height / 2), area, exits)
        exits.append(_Exit(way, _meet(box, way.start, is_west=is_west), box, words, is_west))
    return exits


def _move_exit(box: Rectangle, area: MapArea, exits: Sequence[_Exit]) -> Rectangle:
    """Move a plate along its edge to the closest position where it covers nothing."""
    radius = area.place_size / 2 + _EXIT_CLEARANCE
    kept = [Rectangle(place.x, place.y, place.x, place.y).grown(radius) for place in area.places]
    kept += (other.box for other in exits)
    links = [way for way in area.ways if way.exit is None]
    steps = range(_EXIT_STEPS + 1)
    boxes = [box.moved(0, (step + 1) // 2 * (1 if step % 2 else -1) * box.height / 2) for step in steps]

    def cost(step: int) -> float:
        room = boxes[step].grown(_EXIT_CLEARANCE)
        covered = sum(100 for other in kept if room.overlap(other) > 0)
        covered += sum(20 for link in links if room.cut(link.start, link.end) > 0)
        return step * 0.5 + 1000 * room.beyond(area.box) + covered

    return boxes[min(steps, key=cost)]


def _meet(box: Rectangle, start: Point, *, is_west: bool) -> Point:
    """Return where a link meets a plate: at its inner end or, from above or below, on its side."""
    x, (_, y) = start[0], box.middle
    inner = box.right if is_west else box.left
    if (x > inner) == is_west:
        return inner, y
    return min(max(x, box.left + 1), box.right - 1), box.top if start[1] < y else box.bottom


def _draw_exit(press: Press, each: _Exit) -> Group:
    box, words = each.box, each.words
    _, y = box.middle
    size, across = words.size * _ARROW, _PADDING[0] * words.size
    tip = box.left + across if each.is_west else box.right - across
    back = tip + size if each.is_west else tip - size
    arrow = curves.polygon(((tip, y), (back, y - size * 0.62), (back, y + size * 0.62)))
    plate = curves.rounded_rectangle(box.left, box.top, box.width, box.height, 0.9)
    ground = (curves.filled(plate, press.palette["paper"]), curves.filled(arrow, press.palette["link"]))
    left = back + size * 0.5 if each.is_west else box.left + across
    return Group((*ground, *words.at(left, y)), name=f"{each.way.place.id}-{each.way.other.id}-exit")


def _draw_labels(
    press: Press, area: MapArea, lines: Sequence[Segment2D], taken: Sequence[Rectangle]
) -> list[Shape]:
    """Draw labels at the size of their role, or smaller if they find no free position."""
    role, style = area.label_role, press.style(area.label_role)
    radius, frame, (across, down) = area.place_size / 2 + 0.4, area.box.grown(-1.0), _PADDING
    named = [place for place in area.places if place.label]
    spots = [LabelSpot(place.label, place.x, place.y, radius) for place in named]
    shares = [0] * len(named)
    while True:
        sizes = [max(style.size * _SIZES[share], style.smallest) for share in shares]
        plates = [
            set_name(press, role, spot.label, size, padding=(across * size, down * size), capitals=_CAPITALS)
            for spot, size in zip(spots, sizes, strict=True)
        ]
        labels = [make_label(spot, forms) for spot, forms in zip(spots, plates, strict=True)]
        placed = place_labels(labels, lines=lines, frame=frame, taken=taken)
        crowded = [
            index
            for index, label in enumerate(placed)
            if not label.is_free and shares[index] + 1 < len(_SIZES) and sizes[index] > style.smallest
        ]
        if not crowded:
            break
        for index in crowded:
            shares[index] += 1
    for problem, over in _list_overlaps(area, named, [label.box for label in placed], taken):
        press.report(area.id, problem, over_mm=over)
    return [
        _draw_label(press, area, place, forms[label.form], label.box)
        for place, forms, label in zip(named, plates, placed, strict=True)
    ]


def _draw_label(press: Press, area: MapArea, place: Place, name: NamePlate, box: Rectangle) -> Group:
    plate = curves.rounded_rectangle(box.left, box.top, box.width, box.height, min(box.height * 0.3, 1.4))
    shapes: list[Shape] = []
    away = box.distance(place.x, place.y)
    if away > area.place_size / 2 + _LEADER * box.height:
        near = (min(max(place.x, box.left), box.right), min(max(place.y, box.top), box.bottom))
        share = area.place_size / 2 / away
        ring = (place.x + (near[0] - place.x) * share, place.y + (near[1] - place.y) * share)
        leader = curves.line(*ring, *near)
        shapes += [
            curves.stroked(leader, press.palette["paper"], 0.9),
            curves.stroked(leader, press.palette["ink"], 0.25),
        ]
    shapes += (curves.filled(plate, press.palette["paper"]), *name.at(box.middle))
    return Group(tuple(shapes), name=f"{area.id}-{place.id}-label")


def _list_overlaps(
    area: MapArea, named: Sequence[Place], boxes: Sequence[Rectangle], taken: Sequence[Rectangle]
) -> Iterator[tuple[str, float]]:
    half = area.place_size / 2
    for index, box in enumerate(boxes):
        name = named[index].id
        for other in range(index + 1, len(boxes)):
            if overlap := box.overlap(boxes[other]):
                yield f"the labels of {name} and {named[other].id} overlap", overlap**0.5
        for place in area.places:
            over = half - box.distance(place.x, place.y)
            if place.id != name and over > 0:
                yield f"the label of {name} overlaps {place.id}", over
        for kept in taken:
            if overlap := box.overlap(kept):
                yield f"the label of {name} overlaps another part of the board", overlap**0.5
