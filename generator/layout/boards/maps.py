"""Drawings on a board at any scale: maps with links and labels beside their places, tokens, arrows.

Labels are on small plates, each beside its place and clear of everything else.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import product
from math import dist, inf, sqrt
from typing import Any, Literal, NamedTuple, TypeAlias

from generator.layout.elements.drawer import Room
from generator.layout.elements.grids import cell_outline, draw_cell
from generator.layout.elements.pieces import ReadyTemplate, draw_template
from generator.layout.press import AreaRequest, Press, get_board_piece
from generator.layout.shapes import outlines
from generator.layout.shapes.outlines import Block, box_outline
from generator.layout.text.paragraphs import TextBlock
from generator.model.elements.areas import GridArea, MapArea, Way, clip_outline
from generator.model.elements.squares import Place
from generator.model.elements.template import Template
from generator.model.geometry import Point, Rectangle
from generator.model.texts.wordings import below_each_other
from generator.model.values import dataclass
from generator.scene.shapes import (
    Group,
    Path,
    Region,
    Segment,
    Shape,
    Stroke,
    Symbol,
    Transform,
    Use,
    scaling,
    translation,
)

_PASSES = 20
"""Maximum number of times that all labels are moved."""
_ENOUGH = 16
"""Number of free positions per label that are compared with the other labels."""
_SHIFTED, _FAR, _OTHER_FORM = 1.2, 9.0, 8.0
"""Cost of a less preferred side, of a distance of one label height, and of a less preferred form."""
_ON_PLACE, _ON_LABEL, _ON_LINE = 600.0, 250.0, 60.0
"""Cost of touching a place or other kept ground, another label, or a line."""
_CLOSER_TO_OTHER = 40.0
"""Cost of a position that is closer to another place than to its own."""
_OUTSIDE = 5000.0
"""Cost of a position beyond the frame."""
_EACH, _EACH_OF_LINE = 20.0, 5.0
"""Additional cost per square millimetre, or millimetre of a line, that is covered."""
_CLEARANCE = 0.4
"""Distance between labels and everything else, in mm."""
_DETAIL_PADDING = (0.6, 0.4)
"""Space around a name on its plate, at the sides and above and below, in mm."""
_DETAIL_CAPITALS = 0.75
"""Height of capitals as a share of the font size, with some space."""
_INSET = 0.6
"""Distance of names from the frame, in mm."""

Segment2D: TypeAlias = tuple[Point, Point]
_LabelSide: TypeAlias = Literal["right", "left", "above", "below"]
DrawPlace: TypeAlias = Callable[[Place], tuple[Shape, ...]]
"""Draws a place with the top left corner of its box at the origin."""


@dataclass(frozen=True, slots=True)
class NamePlate:
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


_HALO = 0.13
"""Width of the line around the letters of names at each side, as a share of the font size."""


@dataclass(frozen=True, slots=True)
class NameLook:
    """The type of names, and the colours below them."""

    role: str = "map_label"
    plate: str = "paper"
    halo: str = ""

    @property
    def ground(self) -> str:
        """The colour on which names are read."""
        return self.halo or self.plate

    def draw(self, press: Press, name: NamePlate, box: Rectangle, corner: float = 0.0) -> list[Shape]:
        """Draw a name in its box: the plate, the halo, and the letters."""
        return [*self.draw_plate(press, box, corner), *self.draw_letters(press, name.at(box.middle))]

    def draw_plate(self, press: Press, box: Rectangle, corner: float) -> list[Shape]:
        """Draw the plate, if it is seen."""
        colour = press.palette.ground(self.plate)
        outline = outlines.rounded_rectangle(box.left, box.top, box.width, box.height, corner)
        return [outlines.filled(outline if corner else box_outline(box), colour)] if colour.alpha else []

    def draw_letters(self, press: Press, letters: Sequence[Shape]) -> list[Shape]:
        """Draw letters above their halo."""
        width = press.style(self.role).smallest * _HALO
        halo = outlines.trace(letters, press.palette.ground(self.halo), width) if self.halo else ()
        return [*halo, *letters]


def _find_look(area: MapArea | None) -> NameLook:
    return NameLook(area.label_role, area.plate, area.halo) if area else NameLook()


@dataclass(frozen=True, slots=True)
class LabelSpot:
    """The middle and the radius of something with a name, as it is drawn."""

    label: str
    """Wording key; empty: no name."""
    x: float
    y: float
    radius: float


class Label(NamedTuple):
    """A label to be placed: the middle and radius of what it names, and its own size, in mm."""

    x: float
    y: float
    radius: float
    forms: tuple[tuple[float, float], ...]
    """Possible widths and heights, best first: on one line, on two."""

    @property
    def ring(self) -> Rectangle:
        """The box around what it names."""
        return Rectangle(self.x, self.y, self.x, self.y).grown(self.radius)


class PlacedLabel(NamedTuple):
    """A position of a label, and what it costs regardless of other labels."""

    cost: float
    box: Rectangle
    form: int
    """Index of its form."""
    is_free: bool = False
    """True if it touches nothing."""


class _Spot(NamedTuple):
    """A position of a label relative to its place."""

    side: _LabelSide
    shift: float
    """Shift along that side, from -1 to 1: as far as the label still touches the ring around the place."""
    distance: float
    """Distance from the place, as a share of the label's height."""
    form: int
    cost: float


def draw_names(
    press: Press,
    area: MapArea | None,
    spots: Iterable[LabelSpot],
    lines: Sequence[Segment2D],
    frame: Rectangle,
    taken: Sequence[Rectangle] = (),
) -> list[Shape]:
    """Draw the names of spots in a frame, as on the map; those without free space are left out."""
    look = _find_look(area)
    size = press.style(look.role).smallest
    shown = [spot for spot in spots if spot.label and frame.distance(spot.x, spot.y) == 0]
    plates = [
        set_name(press, look, spot.label, size, padding=_DETAIL_PADDING, capitals=_DETAIL_CAPITALS)
        for spot in shown
    ]
    labels = [make_label(spot, forms) for spot, forms in zip(shown, plates, strict=True)]
    placed = place_labels(labels, lines=lines, frame=frame.grown(-_INSET), taken=taken)
    shapes: list[Shape] = []
    used: list[Rectangle] = [*taken]
    for forms, own, (_, box, form, _) in zip(plates, labels, placed, strict=True):
        others = [*used, *(other.ring for other in labels if other is not own)]
        if box.beyond(frame) <= 0 and not any(box.overlap(other) > 0 for other in others):
            used.append(box)
            shapes += look.draw(press, forms[form], box)
    return shapes


def set_name(
    press: Press, look: NameLook, key: str, size: float, *, padding: tuple[float, float], capitals: float
) -> list[NamePlate]:
    """Set a name on one line and, if it can be divided, on two.

    `padding` of the plate is in mm, `capitals` is their height as a share of the font size.
    """
    name, style = press.format(key), press.style(look.role)
    step, colour = size * style.leading, press.palette.choose_readable(style.colour, look.ground)
    options: dict[str, Any] = {"size": size, "colour": colour, "thing": key}
    plates = []
    for lines in filter(None, ([name], split_name(name))):
        blocks = [press.line(line, look.role, anchor="middle", upright="middle", **options) for line in lines]
        width = max(block.width for block in blocks) + 2 * padding[0]
        height = size * capitals + step * (len(blocks) - 1) + 2 * padding[1]
        plates.append(NamePlate(tuple(blocks), (width, height), step))
    return plates


def make_label(spot: LabelSpot, forms: Sequence[NamePlate]) -> Label:
    """Return the label to be placed for a name that is set in several forms."""
    return Label(spot.x, spot.y, spot.radius, tuple(plate.size for plate in forms))


def split_name(name: str) -> list[str]:
    """Divide a name into two even lines, at a space or after a hyphen; empty for a single word.

    Names in two languages are divided between them.
    """
    below = below_each_other(name)
    if "\n" in below:
        return below.split("\n")
    ends = [index for index, character in enumerate(name[:-1]) if character in " -"]
    if not ends:
        return []
    middle = min(ends, key=lambda index: abs(index - len(name) / 2))
    return [name[: middle + 1].rstrip(" "), name[middle + 1 :]]


def place_labels(
    labels: Sequence[Label], *, lines: Sequence[Segment2D], frame: Rectangle, taken: Sequence[Rectangle] = ()
) -> tuple[PlacedLabel, ...]:
    """Return a box for each label, always the same for the same map.

    Each starts at its own best position; those that clash move to the best position with regard to the
    others, until none clashes or nothing improves. `taken` is kept free; boxes stay in the frame if possible.
    """
    choices = []
    for label in labels:
        rings = tuple(other.ring for other in labels if other is not label)
        choices.append(_list_choices(label, (*lines,), frame, rings, (*taken,)))
    chosen = [own[0] for own in choices]
    near = _list_near(choices)

    def clash(index: int, box: Rectangle) -> float:
        return _cover(box.grown(_CLEARANCE), (chosen[other].box for other in near[index]), _ON_LABEL)

    def improve(index: int) -> bool:
        clashing = clash(index, chosen[index].box)
        if not clashing:
            return False
        best, least = chosen[index], chosen[index].cost + clashing
        for choice in choices[index]:
            if choice.cost >= least:
                break
            cost = choice.cost + clash(index, choice.box)
            if cost < least:
                best, least = choice, cost
        moved = best is not chosen[index]
        chosen[index] = best
        return moved

    for _ in range(_PASSES):
        moved = [improve(index) for index in range(len(labels))]
        if not any(moved):
            break
    return tuple(
        choice._replace(is_free=choice.cost < _ON_LINE and not clash(index, choice.box))
        for index, choice in enumerate(chosen)
    )


@lru_cache(256)
def _list_choices(
    label: Label,
    lines: tuple[Segment2D, ...],
    frame: Rectangle,
    rings: tuple[Rectangle, ...],
    taken: tuple[Rectangle, ...],
) -> Sequence[PlacedLabel]:
    """Return boxes around a place, cheapest first; more of them if all preferred ones touch something."""
    width, height = (max(form[side] for form in label.forms) for side in (0, 1))
    reach = _FARTHEST * height + label.radius + _CLEARANCE
    around = Rectangle(label.x - width, label.y - height, label.x + width, label.y + height).grown(reach)
    kept = [box for box in (*rings, *taken) if box.overlap(around)]
    near = [ring for ring in rings if ring.grown(label.radius).overlap(around)]
    crossing = [(Rectangle.around(line), line) for line in lines if around.cut(*line)]
    choices: list[PlacedLabel] = []

    def measure_cost(box: Rectangle) -> float:
        if box.beyond(frame):
            return _OUTSIDE
        box = box.grown(_CLEARANCE)
        total = 0.0
        left, top, right, bottom = box
        for (x1, y1, x2, y2), ends in crossing:
            if x1 < right and x2 > left and y1 < bottom and y2 > top and (length := box.cut(*ends)):
                total += _ON_LINE + _EACH_OF_LINE * length
        own = box.distance(label.x, label.y) - label.radius
        if any(box.distance(*ring.middle) - ring.width / 2 < own for ring in near):
            total += _CLOSER_TO_OTHER
        return _cover(box, kept, _ON_PLACE) + total

    def try_spots(spots: Sequence[_Spot], enough: float) -> bool:
        free = 0
        for spot in spots:
            if spot.form < len(label.forms):
                box = _place_beside(label, spot)
                choices.append(PlacedLabel(spot.cost + measure_cost(box), box, spot.form))
                free += choices[-1].cost == spot.cost
                if free == enough:
                    break
        return free > 0

    if not try_spots(_PREFERRED, _ENOUGH):
        try_spots(_FINE, inf)
    return sorted(choices, key=lambda choice: choice.cost)


def _place_beside(label: Label, spot: _Spot) -> Rectangle:
    width, height = label.forms[spot.form]
    ring = label.radius + spot.distance * height
    sign = 1 if spot.side in ("right", "below") else -1
    is_beside = spot.side in _BESIDE
    along, across = (height, width) if is_beside else (width, height)
    shift = spot.shift * (along / 2 + ring * 0.75)
    away = sign * (sqrt(max(ring * ring - max(abs(shift) - along / 2, 0.0) ** 2, 0.0)) + across / 2)
    dx, dy = (away, shift) if is_beside else (shift, away)
    x, y = label.x + dx, label.y + dy
    return Rectangle.centred(x, y, width, height)


def _cover(box: Rectangle, kept: Iterable[Rectangle], cost: float) -> float:
    total, (left, top, right, bottom) = 0.0, box
    for other in kept:
        # Nearly all others are far away.
        x1, y1, x2, y2 = other
        if x1 < right and x2 > left and y1 < bottom and y2 > top:
            total += cost + _EACH * box.overlap(other)
    return total


def _list_near(choices: Sequence[Sequence[PlacedLabel]]) -> list[list[int]]:
    """Return, for each label, the others that one of its boxes could meet."""
    reaches = [Rectangle.around(corner for choice in own for corner in choice.box.corners) for own in choices]
    return [
        [other for other, reach in enumerate(reaches) if other != index and own.grown(1.0).overlap(reach)]
        for index, own in enumerate(reaches)
    ]


def _make_spot(side: _LabelSide, shift: float, distance: float, form: int, rank: int) -> _Spot:
    return _Spot(side, shift, distance, form, rank * _SHIFTED + distance * _FAR + form * _OTHER_FORM)


_BESIDE: tuple[_LabelSide, ...] = ("right", "left")
_BELOW: tuple[_LabelSide, ...] = ("above", "below")
# Right and left first, as on most maps.
_RANKS = (
    *((_BESIDE, 0.0), (_BESIDE, 0.3), (_BESIDE, 0.6), (_BELOW, 0.0)),
    *((_BESIDE, 1.0), (_BELOW, 0.3), (_BELOW, 0.6)),
)
_PREFERRED = sorted(
    (
        _make_spot(side, shift * sign, distance, form, rank)
        for form in (0, 1)
        for distance in (0.0, 0.3, 0.65, 1.0, 1.5)
        for rank, (sides, shift) in enumerate(_RANKS)
        for sign in ((-1, 1) if shift else (1,))
        for side in sides
    ),
    key=lambda spot: spot.cost,
)
"""Preferred positions of labels, best first."""
_FINE = [
    _make_spot(side, step / 10, distance / 4, form, 7)
    for form, distance, side, step in product((0, 1), range(13), (*_BESIDE, *_BELOW), range(-10, 11))
]
"""Positions for labels that would touch something everywhere else."""
_FARTHEST = max(spot.distance for spot in _FINE)


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
_EXIT_STEPS, _EACH_EXIT_STEP = 32, 0.5
"""Number of half heights that a plate at the edge may be moved, alternately up and down, and cost of each."""
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
    ways = area.ways if area.links else ()
    exits = _place_exits(press, area) if area.links and area.labels else []
    named = {id(each.way): each.edge for each in exits}
    lines = [(way.start, named.get(id(way), way.end)) for way in ways]
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
    frame = outlines.rounded_rectangle(*area.at, *area.size, _CORNER if has_frame else 0.0)
    edge = outlines.stroked(frame, press.palette["coast"], 0.5)
    window = area.box if has_frame else _reach(area.box, around, request.bleed)
    clip = Path(frame if has_frame else outlines.box_outline(window))
    links = draw_links(press, area, lines, width=link, casing=casing)
    labels = _draw_labels(press, area, lines, [*request.taken, *(each.box for each in exits)])
    return (
        # The land ends at the map's box by itself; it is only clipped to round corners.
        Group(
            (Use(make_land_symbol(press, area, request.name, window)),),
            name=f"{area.id}-land",
            clip=clip if has_frame else None,
        ),
        Group(tuple(links), name=f"{area.id}-links", clip=clip),
        Group((edge,) if has_frame else (), name=f"{area.id}-frame"),
        Group(tuple(_draw_exit(press, _find_look(area), each) for each in exits), name=f"{area.id}-exits"),
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
        land = Group(draw_land(press, area, window), clip=Path(outlines.box_outline(window)))
        return Symbol(name, (land,), window)

    return press.wordless_symbol(name, draw)


def draw_land(press: Press, area: MapArea, window: Rectangle, *, scale: float = 1.0) -> tuple[Shape, ...]:
    """Draw sea and land of a part of the map, in its coordinates; coasts extend a little beyond it.

    Outlines are clipped to the part, so that a card does not contain the world. `scale` is that of the
    drawing on paper, where the coast is a line that can be printed.
    """
    sea, land, shallows = map(press.palette.ground, ("sea", "land", area.shallows))
    ground: list[Shape] = [outlines.filled(outlines.box_outline(window), sea)] if area.has_sea else []
    around = window.grown(max(width for width, _ in _SHALLOWS))
    near = [outline for outline, box in area.coasts if box.overlap(around)]
    pieces = [piece for outline in near if (piece := clip_outline(outline, around))]
    segments: tuple[Segment, ...] = tuple(segment for piece in pieces for segment in outlines.polygon(piece))
    if segments:
        for width, share in _SHALLOWS:
            ground.append(outlines.stroked(segments, sea.mixed(shallows, share), width))
        coast = outlines.scale_stroke(Stroke(press.palette["coast"], 0.3, cap="round", join="round"), scale)
        ground.append(Path(segments, fill=land, stroke=coast, even_odd=True))
    return tuple(ground)


def draw_links(
    press: Press, area: MapArea, lines: Sequence[Segment2D], *, width: float, casing: float
) -> list[Shape]:
    """Draw lines with a casing that separates them from the ground and from each other."""
    paths = [outlines.line(*start, *end) for start, end in lines]
    colour = press.palette[press.palette.upon("link", area.casing)]
    return [
        *(outlines.stroked(path, press.palette.ground(area.casing), casing) for path in paths),
        *(outlines.stroked(path, colour, width) for path in paths),
    ]


def _place_exits(press: Press, area: MapArea) -> list[_Exit]:
    style = press.style(area.label_role)
    size = max(style.size * _EXIT_TYPE, style.smallest)
    colour = press.palette.choose_readable(style.colour, _find_look(area).ground)
    exits: list[_Exit] = []
    for way in sorted((way for way in area.ways if way.exit is not None), key=lambda way: way.end):
        label = press.format(way.other.label) or way.other.id
        words = press.line(label, area.label_role, upright="middle", size=size, colour=colour)
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
    best, least = box, inf
    for step in range(_EXIT_STEPS + 1):
        if (cost := step * _EACH_EXIT_STEP) >= least:
            break
        moved = box.moved(0, (step + 1) // 2 * (1 if step % 2 else -1) * box.height / 2)
        room = moved.grown(_EXIT_CLEARANCE)
        cost += 1000 * room.beyond(area.box)
        cost += sum(100 for other in kept if room.overlap(other) > 0)
        cost += sum(20 for link in links if room.cut(link.start, link.end) > 0)
        if cost < least:
            best, least = moved, cost
    return best


def _meet(box: Rectangle, start: Point, *, is_west: bool) -> Point:
    """Return where a link meets a plate: at its inner end or, from above or below, on its side."""
    x, (_, y) = start[0], box.middle
    inner = box.right if is_west else box.left
    if (x > inner) == is_west:
        return inner, y
    return min(max(x, box.left + 1), box.right - 1), box.top if start[1] < y else box.bottom


def _draw_exit(press: Press, look: NameLook, each: _Exit) -> Group:
    box, words = each.box, each.words
    _, y = box.middle
    size, across = words.size * _ARROW, _PADDING[0] * words.size
    tip = box.left + across if each.is_west else box.right - across
    back = tip + size if each.is_west else tip - size
    arrow = outlines.polygon(((tip, y), (back, y - size * 0.62), (back, y + size * 0.62)))
    ground = (
        *look.draw_plate(press, box, 0.9),
        outlines.filled(arrow, press.palette[press.palette.upon("link", look.plate)]),
    )
    left = back + size * 0.5 if each.is_west else box.left + across
    letters = look.draw_letters(press, words.at(left, y))
    return Group((*ground, *letters), name=f"{each.way.place.id}-{each.way.other.id}-exit")


def _draw_labels(
    press: Press, area: MapArea, lines: Sequence[Segment2D], taken: Sequence[Rectangle]
) -> list[Shape]:
    """Draw labels at the size of their role, or smaller if they find no free position."""
    look, style = _find_look(area), press.style(area.label_role)
    radius, frame, (across, down) = area.place_size / 2 + 0.4, area.box.grown(-1.0), _PADDING
    named = [place for place in area.places if place.label and area.labels]
    spots = [LabelSpot(place.label, place.x, place.y, radius) for place in named]
    shares = [0] * len(named)
    while True:
        sizes = [max(style.size * _SIZES[share], style.smallest) for share in shares]
        plates = [
            set_name(press, look, spot.label, size, padding=(across * size, down * size), capitals=_CAPITALS)
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
    look = _find_look(area)
    shapes: list[Shape] = []
    away = box.distance(place.x, place.y)
    if away > area.place_size / 2 + _LEADER * box.height:
        near = (min(max(place.x, box.left), box.right), min(max(place.y, box.top), box.bottom))
        share = area.place_size / 2 / away
        ring = (place.x + (near[0] - place.x) * share, place.y + (near[1] - place.y) * share)
        leader = outlines.line(*ring, *near)
        shapes += [
            outlines.stroked(leader, press.palette.ground(look.ground), 0.9),
            outlines.stroked(leader, press.palette[press.palette.choose_readable("ink", look.ground)], 0.25),
        ]
    shapes += look.draw(press, name, box, min(box.height * 0.3, 1.4))
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


_ARROW_WIDTH, _ARROW_CASING, _ARROW_HEAD = 0.9, 2.0, 2.6
"""Widths of arrows and of the light line below them, and the length of their heads, in mm."""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a board drawn at a scale, with the top left corner at the origin."""

    box: Rectangle
    scale: float

    @property
    def frame(self) -> Rectangle:
        """The box as it is drawn."""
        return Rectangle(0, 0, self.box.width * self.scale, self.box.height * self.scale)

    @property
    def transform(self) -> Transform:
        """The transform for shapes in the coordinates of the board."""
        return scaling(self.scale, *self.at(0, 0))

    def at(self, x: float, y: float) -> Point:
        """Return where a point of the board is drawn."""
        return (x - self.box.left) * self.scale, (y - self.box.top) * self.scale

    def cut(self, shapes: Iterable[Shape], *, corner: float = 0.0, name: str = "") -> Block:
        """Return shapes that are cut off at the frame."""
        frame = self.frame
        clip = Path(outlines.rounded_rectangle(0, 0, frame.width, frame.height, corner))
        return Block((Group(tuple(shapes), name, clip=clip),), frame.width, frame.height)


def place_drawer(press: Press, area: GridArea | MapArea) -> DrawPlace:
    """Return a function that draws places of an area, by their template if there is one.

    What several places share is drawn once. Errors name the place.
    """
    draw = _choose_drawer(press, area)
    kind = "cell" if isinstance(area, GridArea) else "place"

    def draw_named(place: Place) -> tuple[Shape, ...]:
        with press.findings.naming(f"{kind} {place.id}"):
            return draw(place)

    return draw_named


def _choose_drawer(press: Press, area: GridArea | MapArea) -> DrawPlace:
    size = area.cell if isinstance(area, GridArea) else area.place_size
    is_cut = isinstance(area, GridArea) and area.cells != "square"
    if area.draw:
        fields = [place.all_fields() for place in area.places]
        room = Room(size, size)
        if isinstance(area, GridArea):
            # Triangles point up and down: they have no outline in common.
            is_hexagon = area.cells.startswith("hex")
            room = Room(*area.cell_size, outline=cell_outline(area.places[0]) if is_hexagon else ())
        ready = ReadyTemplate(press, Template(area.look or area.id, area.draw), room, fields)
        if not is_cut:
            return lambda place: ready.draw(place.all_fields())
        return lambda place: (Group(ready.draw(place.all_fields()), clip=Path(cell_outline(place))),)
    if isinstance(area, GridArea):
        return lambda place: draw_cell(press, place, size)
    colours = press.palette
    disc = outlines.circle(size / 2, size / 2, size / 2 - size * 0.04)

    def draw(place: Place) -> tuple[Shape, ...]:
        kind = place.kind or "primary"
        edge = colours[colours.upon("paper", kind)]
        return outlines.outlined(disc, colours.ground(kind), edge, size * 0.08)

    return draw


def draw_token(press: Press, id: str, middle: Point, *, scale: float, least: float) -> Group:
    """Draw a piece's front, cut out, with a thin light edge that separates it from what is below.

    It is drawn at a scale, but at least `least` mm wide or high.
    """
    piece_set, form, piece = get_board_piece(press, id)
    if piece.by_language:
        press = press.by_language()[0]
    fields = piece.in_language(press.wording).fields
    template, size = piece_set.templates[piece.front], (form.width, form.height)
    draw = partial(draw_template, press, template, fields, *size, art_bleed=form.art_bleed)
    shapes = press.once(("token", piece_set.id, id, press.zoom), draw)
    outline = outlines.cut_outline(form)
    scale = max(scale, least / max(form.width, form.height))
    edge = outlines.stroked(outline, press.palette["paper"], 0.3 / scale)
    shapes = outlines.strengthen(shapes, scale)
    x, y = middle[0] - form.width * scale / 2, middle[1] - form.height * scale / 2
    cut = Group(shapes, clip=Path(outline, even_odd=bool(form.path)))
    return Group((cut, edge), name=f"figure-{id}", transform=scaling(scale, x, y))


def draw_arrow(press: Press, start: Point, end: Point, *, gap: float, colour: str = "ink") -> list[Shape]:
    """Draw an arrow with a light edge that starts and ends `gap` mm from two points."""
    length = dist(start, end)
    across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length

    def along(part: float, aside: float = 0.0) -> Point:
        return start[0] + across * part - down * aside, start[1] + down * part + across * aside

    tip, neck = length - gap, length - gap - _ARROW_HEAD
    shaft = outlines.line(*along(min(gap, neck - 0.5)), *along(neck))
    head = outlines.polygon((along(tip), along(neck, _ARROW_HEAD * 0.6), along(neck, -_ARROW_HEAD * 0.6)))
    ink, paper = press.palette[colour], press.palette["paper"]
    return [
        outlines.stroked(shaft, paper, _ARROW_CASING),
        outlines.stroked(head, paper, _ARROW_CASING - _ARROW_WIDTH),
        outlines.stroked(shaft, ink, _ARROW_WIDTH),
        outlines.filled(head, ink),
    ]
