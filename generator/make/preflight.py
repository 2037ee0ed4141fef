"""The preflight of pages: for a service that prints cards, in the inks of a press, or without any file.

Limits of a service are in `data/services.yaml`; those of all services are here, each with its source. Several
inks never align exactly, so that fine details in them are warnings.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import floor, hypot
from pathlib import Path as FilePath
from typing import get_args

from generator.errors import Notice, PrintWarning, join_some
from generator.layout.elements.pictures import LEAST_PICTURE_DPI
from generator.layout.imposition.pieces import CardFace, Chunk, SheetSide
from generator.layout.shapes.outlines import cut_outline, distance_to_cut
from generator.layout.text.legibility import (
    HARDLY_VISIBLE,
    ContrastChecker,
    SmallText,
    describe_small_texts,
    list_small_texts,
)
from generator.make.jobs.files import LaidOut, lay_out
from generator.make.jobs.findings import Inspected, PrintIssue
from generator.make.jobs.jobs import DEFAULTS, Choices, FindInks, Job, make_ink_finder, make_press_separator
from generator.model.destinations import Product
from generator.model.geometry import Point, Rectangle
from generator.model.kit import Form, Outline, PieceSet
from generator.model.language.kinds import MM_PER_INCH, MM_PER_POINT
from generator.model.printing.printing import HAIRLINE, THINNEST_LINE, Inks
from generator.model.style import LEAST_TYPE, Legible
from generator.model.values import dataclass, replace
from generator.scene.shapes import (
    WHITE,
    Colour,
    Document,
    GlyphRun,
    Group,
    Page,
    Path,
    Picture,
    Shape,
    measure_least_scale,
    move_point,
    outline_run,
    walk,
)
from generator.scene.svg_outline import cut_up, measure_outline, split_outline
from generator.scene.visible import (
    DrawnLeaf,
    Measures,
    Painter,
    SeenAt,
    is_white,
    list_leaves,
    measure_lightness,
)

_SIDES = ("top", "right", "bottom", "left")
_AROUND = 16
"""Number of points at which the cut of a round card is examined."""
THIN_REVERSED_LINE = 0.5 * MM_PER_POINT
"""Thinnest line that is lighter than its ground, in mm: the inks around it close it (0.5 pt; usual rule)."""
SMALL_TYPE = 5.0
"""Smallest type in points (usual rule of print shops for one ink)."""
SMALL_REVERSED_TYPE = 6.0
"""Smallest type that is lighter than its ground, in points (usual rule of print shops)."""
SMALL_COLOURED_TYPE = 9.0
"""Type in points below which more than two inks show fringes, as they never meet exactly (usual rule)."""
MOST_INKS, LEAST_INK = 2, 0.05
"""Most inks of type that is smaller, and the share, from 0 to 1, from which a fringe is seen (ours)."""
FINE_DPI = 300.0
"""Pixels per inch that services ask for (MakePlayingCards, The Game Crafter, DriveThruCards)."""
DRIFT = 2.0
"""Distance from the cut in mm within which a drift of the blade shows, which is 1 mm (MakePlayingCards)."""
MOST_WHITE = 0.02
"""Largest share of an edge that may be white although the art reaches the cut there: its corners."""
_WHITE = 0.97
"""Red, green, and blue of the darkest colour that looks like white paper, from 0 to 1."""
_ROUNDING = 0.005
"""Differences in mm that are due to rounding: services count pixels."""
_LONGEST = 30
"""Most characters of a text that are quoted."""
_LIGHT, _LIGHTER = 0.5, 0.2
"""Least lightness of a colour that is lighter than its ground, and least difference between them."""
_NEAR_SIZE = 0.02
"""Differences of type sizes in points that are due to rounding."""
_SMALLEST = 0.5
"""Pictures of which less is visible inside of the cut, in mm, are parts of a bleed."""
_NEAR = 0.001
"""Differences of line widths in mm that are due to rounding."""
_STEP = 0.5
"""Distance between the examined places along an edge, in mm."""
_INSIDE = 0.05
"""Distance from an edge of the examined places, in mm: art ends a little before the edge of a picture."""
_STEPS_OUT = 40
"""Number of places between the cut and the edge of a picture at which the art may end."""
_MOST_LOOKS = 30
"""Number of places along a side at which the end of the art is sought."""
_DEPTH = 0.05
"""Distance between the examined places across an edge, in mm."""
_ALONG = 24
"""Number of places along a side at which a frame is sought."""
_VISIBLE = 0.04
"""Smallest difference between two colours that is seen, in any channel, from 0 to 1."""
_MOST_APART = 1
"""Most steps by which points of one frame differ."""
_SHARE = 0.8
"""Share of the points of a side at which a frame is found."""


class Inspector:
    """Looks at all pictures and pages of a job, also at their inks if the files are for a press."""

    def __init__(self, job: Job, choices: Choices) -> None:
        self._job, self._find_inks = job, make_ink_finder(choices, job.game.kit.theme)
        destination = choices.destination
        self._products: Mapping[str, Product] = destination.products if destination else {}
        self._service, self._most_ink = (destination.name, destination.ink) if destination else ("", 0)
        self._measures = Measures()

    def inspect(self, chunk: Chunk) -> Iterator[Inspected]:
        """Yield what is found on each page; nothing for copies, and for pages without a product."""
        product = self._products.get(chunk.faces[0].product) if chunk.faces else None
        for page in chunk.document.pages:
            if product and page.trim:
                issues = tuple(self._list_issues(page, Rectangle(*page.trim), product))
                yield _describe(self._job, page, chunk.faces, issues)
                self._measures.forget_some()

    def _list_issues(self, page: Page, trim: Rectangle, product: Product) -> Iterator[PrintIssue]:
        cut = find_cut(page, trim, product)
        leaves = list_leaves(page.shapes, cut.page, self._measures)
        painter = Painter(leaves, self._measures)
        inner = cut.box.grown(-DRIFT - 1.0)
        rim = Painter([leaf for leaf in leaves if leaf.box.beyond(inner) > 0], self._measures)
        yield from check_words(leaves, painter, cut, self._service, self._find_inks)
        yield from check_bleed(rim, trim, cut)
        yield from check_frame(rim, cut)
        yield from check_lines(leaves, painter)
        yield from check_pictures(leaves, cut)
        if self._find_inks and self._most_ink:
            yield from check_inks(leaves, self._find_inks, self._most_ink)


def _describe(job: Job, page: Page, faces: tuple[CardFace, ...], issues: tuple[PrintIssue, ...]) -> Inspected:
    face = faces[0]
    decks = job.part.decks if isinstance(job.part, PieceSet) else ()
    places = (deck.locate(face.id) for deck in decks if any(piece.id == face.id for piece in deck.pieces))
    size = page.pixels or (round(page.width, 2), round(page.height, 2))
    return Inspected(
        where=f"{job.game.kit.slug} ({job.locale})",
        part=face.part,
        card=face.id,
        place=next(places, None),
        is_back=face.side == "back",
        cards=len(faces),
        copies=sum(one.count for one in faces),
        product=face.product,
        size=(min(size), max(size)),
        file=face.file,
        issues=issues,
    )


@dataclass(frozen=True, slots=True)
class _CutSide:
    """A side of a cut, or of the picture around it, as points clockwise."""

    name: str
    """`top`, `right`, `bottom`, or `left`; empty for all sides of other shapes than rectangles."""
    points: tuple[Point, ...]

    @property
    def parts(self) -> list[tuple[Point, Point]]:
        """The straight parts of the side."""
        return [*pairwise(self.points)]


@dataclass(frozen=True, slots=True)
class _ServiceCut:
    """The shape that is cut out of a page, and how much of the page is around it."""

    box: Rectangle
    """The box around the cut, on the page."""
    page: Rectangle
    outline: Outline
    safe: float
    """Margin inside the cut that words avoid."""

    def measure(self, x: float, y: float) -> float:
        """Return how far inside of the cut a point is; negative outside."""
        if self.outline == "rectangle":
            left, top, right, bottom = self.box
            return min(x - left, y - top, right - x, bottom - y)
        return distance_to_cut(self._form, x - self.box.left, y - self.box.top)

    def list_sides(self, by: float) -> list[_CutSide]:
        """Return the sides of the cut, moved outwards."""
        left, top, right, bottom = self.box.grown(by)
        if self.outline == "rectangle":
            corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
            return [_CutSide(name, ends) for name, ends in zip(_SIDES, pairwise(corners), strict=True)]
        parts = [*cut_up(cut_outline(self._form, beyond=by))]
        x, y = self.box.left, self.box.top
        points = [(one[0] + x, one[1] + y) for part in parts[:1] for one in part]
        points += [(end[0] + x, end[1] + y) for _, end in parts[1:]]
        return [_CutSide("", tuple(points))]

    @property
    def bleed(self) -> float:
        """Width of the page around the cut, at its narrowest side."""
        edges = zip(self.box, self.page, strict=True)
        return min(abs(edge - end) for edge, end in edges)

    @property
    def _form(self) -> Form:
        return Form(self.box.width, self.box.height, self.outline)


def find_cut(page: Page, trim: Rectangle, product: Product) -> _ServiceCut:
    """Return where a service cuts a page: in its middle; the card, cut at `trim`, may differ a little."""
    whole = Rectangle(0.0, 0.0, page.width, page.height)
    width, height = sorted(product.trim or (trim.width, trim.height))
    if page.width > page.height:
        width, height = height, width
    return _ServiceCut(Rectangle.centred(*whole.middle, width, height), whole, product.outline, product.safe)


def list_normals(side: _CutSide, depth: float) -> list[tuple[Point, Point]]:
    """Return lines that run from some points of a side straight into the card."""
    lengths = [hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in side.parts]
    # Not at the corners of a rectangle, which may be round.
    shares = (0.15, 0.3, 0.5, 0.7, 0.85) if side.name else tuple(index / _AROUND for index in range(_AROUND))
    lines = []
    for share in shares:
        place = share * sum(lengths)
        for ((x1, y1), (x2, y2)), length in zip(side.parts, lengths, strict=True):
            if place <= length:
                across, down = (x2 - x1) / length, (y2 - y1) / length
                x, y = x1 + across * place, y1 + down * place
                lines.append(((x, y), (x - down * depth, y + across * depth)))
                break
            place -= length
    return lines


def check_words(
    leaves: Sequence[DrawnLeaf],
    painter: Painter,
    cut: _ServiceCut,
    service: str,
    find_inks: FindInks | None = None,
) -> Iterator[PrintIssue]:
    """Yield an issue for each text that is too near to the cut, or too small."""
    for leaf in leaves:
        if isinstance(leaf.shape, GlyphRun) and leaf.shape.text.strip():
            yield from _check_place(leaf, leaf.shape, cut, service)
            yield from _check_size(leaf, leaf.shape, painter, find_inks)


def _check_place(leaf: DrawnLeaf, run: GlyphRun, cut: _ServiceCut, service: str) -> Iterator[PrintIssue]:
    # Nearly all words are far away from the cut.
    if cut.outline == "rectangle" and leaf.box.beyond(cut.box.grown(-cut.safe)) <= 0:
        return
    distance = min((cut.measure(*point) for point in _list_corners(leaf, run)), default=cut.safe)
    if distance >= cut.safe - _ROUNDING:
        return
    text = f"`{_shorten(run.text)}`"
    what = f"the text {text} is {distance:.1f} mm from the cut; {service} asks for {cut.safe:.4g} mm"
    if distance < 0:
        what = f"the text {text} extends {-distance:.1f} mm beyond the cut"
    yield PrintIssue("place", what, cut.safe - distance, is_error=True)


def _list_corners(leaf: DrawnLeaf, run: GlyphRun) -> Iterator[Point]:
    """Yield the corners of the boxes around the visible ink of all glyphs, on the page."""
    for outline in split_outline(outline_run(run)):
        if box := measure_outline(outline):
            corners = [move_point(leaf.transform, *corner) for corner in Rectangle(*box).corners]
            if Rectangle.around(corners).overlap(leaf.box) > 0:
                yield from corners


def _check_size(
    leaf: DrawnLeaf, run: GlyphRun, painter: Painter, find_inks: FindInks | None
) -> Iterator[PrintIssue]:
    length = run.size * leaf.scale
    size = length / MM_PER_POINT
    text = f"the text `{_shorten(run.text)}` of {size:.1f} pt"
    if size < SMALL_TYPE - _NEAR_SIZE:
        yield PrintIssue("size", f"{text} is smaller than {SMALL_TYPE:g} pt", SMALL_TYPE - size)
    elif size < SMALL_REVERSED_TYPE - _NEAR_SIZE and is_reversed(
        run.colour, leaf.box.middle, painter, below=leaf
    ):
        what = f"{text} is lighter than its ground, and smaller than {SMALL_REVERSED_TYPE:g} pt"
        yield PrintIssue("reversed size", what, SMALL_REVERSED_TYPE - size)
    if find_inks and size < SMALL_COLOURED_TYPE - _NEAR_SIZE:
        inks = sum(share >= LEAST_INK for share in find_inks(run.colour, length))
        if inks > MOST_INKS:
            what = f"{text} has {inks} inks; more than {MOST_INKS} need {SMALL_COLOURED_TYPE:g} pt"
            yield PrintIssue("coloured size", what, SMALL_COLOURED_TYPE - size)


def is_reversed(colour: Colour, place: Point, painter: Painter, *, below: DrawnLeaf) -> bool:
    """Return True if a colour is lighter than what is below a shape at a place."""
    light = measure_lightness(colour)
    if light < _LIGHT:
        return False
    x, y = place
    (ground,) = painter.look((x - 0.01, y), (x + 0.01, y), 1, below=below)
    return light - measure_lightness(ground) > _LIGHTER


def _shorten(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def check_bleed(painter: Painter, trim: Rectangle, cut: _ServiceCut) -> Iterator[PrintIssue]:
    """Yield an issue if the picture is white at an edge where the card, cut at `trim`, has colour.

    Shapes that are white themselves, and white parts of patterns, may be there.
    """
    inner = _ServiceCut(trim, cut.page, cut.outline, cut.safe).list_sides(-_INSIDE)
    # The bleed of a rectangle may be wider on some sides; corners of other shapes may be beyond the picture.
    beyond = max(cut.page[2:]) if cut.outline == "rectangle" else cut.bleed
    outer = [_move_inside(side, cut.page.grown(-_INSIDE)) for side in cut.list_sides(beyond)]
    missing = [
        near.name for near, far in zip(inner, outer, strict=True) if _is_white_beyond(painter, near, far)
    ]
    if missing:
        where = f" ({', '.join(missing)})" if all(missing) else ""
        what = f"the bleed is white{where}: the art must reach {cut.bleed:.4g} mm beyond the cut"
        yield PrintIssue("bleed", what, len(missing), is_error=True)


def _move_inside(side: _CutSide, box: Rectangle) -> _CutSide:
    left, top, right, bottom = box
    return _CutSide(
        side.name, tuple((min(max(x, left), right), min(max(y, top), bottom)) for x, y in side.points)
    )


def _is_white_beyond(painter: Painter, near: _CutSide, far: _CutSide) -> bool:
    """Return True if the art ends between two sides, along a line that is parallel to them."""
    counts = [max(2, round(hypot(x2 - x1, y2 - y1) / _STEP)) for (x1, y1), (x2, y2) in near.parts]
    seen = zip(_look_along(painter, near, counts), _look_along(painter, far, counts), strict=True)
    places = [*zip(_list_points(near, counts), _list_points(far, counts), seen, strict=True)]
    odd = [ends for *ends, (here, there) in places if is_white(there, _WHITE) and not is_white(here, _WHITE)]
    looked_at = odd[:: max(1, len(odd) // _MOST_LOOKS)]
    ends = Counter(_find_end(painter, start, end) for start, end in looked_at)
    best = max((ends[at - 1] + ends[at] + ends[at + 1] for at in ends if at is not None), default=0)
    is_straight = best * 2 > len(looked_at)
    return is_straight and best * len(odd) > MOST_WHITE * len(places) * len(looked_at)


def _find_end(painter: Painter, start: Point, end: Point) -> int | None:
    """Return at which step outwards the colour ends; None if there is colour again."""
    seen = [is_white(one, _WHITE) for one in painter.look(start, end, _STEPS_OUT)]
    first = seen.index(True) if True in seen else len(seen)
    return first if all(seen[first:]) else None


def _look_along(painter: Painter, side: _CutSide, counts: list[int]) -> list[SeenAt]:
    parts = zip(side.parts, counts, strict=True)
    return [seen for (start, end), count in parts for seen in painter.look(start, end, count)]


def _list_points(side: _CutSide, counts: list[int]) -> Iterator[Point]:
    for ((x1, y1), (x2, y2)), count in zip(side.parts, counts, strict=True):
        for index in range(count):
            share = (index + 0.5) / count
            yield x1 + (x2 - x1) * share, y1 + (y2 - y1) * share


def check_frame(painter: Painter, cut: _ServiceCut) -> Iterator[PrintIssue]:
    """Yield an issue for the line or the edge of a colour along a side that is nearest to the cut."""
    depths = [depth for side in cut.list_sides(0.0) for depth in _find_frame(painter, cut, side)]
    if depths:
        least = min(depths)
        what = f"a frame is {least:.1f} mm from the cut; nearer than {DRIFT:g} mm, a drift of the blade shows"
        yield PrintIssue("frame", what, DRIFT - least)


def _find_frame(painter: Painter, cut: _ServiceCut, side: _CutSide) -> Iterator[float]:
    """Yield the distance from the cut of the first line that is parallel to a side."""
    changes = [_find_edges(painter, *line) for line in list_normals(side, DRIFT)]
    for step in range(1, round(DRIFT / _DEPTH)):
        same = sum(any(abs(other - step) <= _MOST_APART for other in edges) for edges in changes)
        if same >= _SHARE * len(changes) and _is_edge(painter, cut, side, step):
            yield step * _DEPTH
            return


def _find_edges(painter: Painter, start: Point, end: Point) -> list[int]:
    seen = painter.look(start, end, round(DRIFT / _DEPTH))
    return [step for step in range(1, len(seen)) if _differ(seen[step - 1], seen[step])]


def _is_edge(painter: Painter, cut: _ServiceCut, side: _CutSide, step: int) -> bool:
    """Return True if both sides of a line along a side of the card have one colour each, unlike a pattern."""
    colours: list[SeenAt] = []
    for depth in (step - 0.5, step + 0.5):
        (line,) = (one for one in cut.list_sides(-depth * _DEPTH) if one.name == side.name)
        seen = [one for part in line.parts for one in painter.look(*part, _ALONG if side.name else 1)]
        middle = seen[len(seen) // 6 : -len(seen) // 6] if side.name else seen
        colour = middle[len(middle) // 3]
        if sum(not _differ(colour, one) for one in middle) < _SHARE * len(middle):
            return False
        colours.append(colour)
    return _differ(*colours)


def _differ(one: SeenAt, other: SeenAt) -> bool:
    if one is other:
        return False
    if not all(isinstance(each, Colour | None) for each in (one, other)):
        return one != other
    first, second = ((each if isinstance(each, Colour) else WHITE).rgb for each in (one, other))
    return any(abs(here - there) > _VISIBLE for here, there in zip(first, second, strict=True))


def check_lines(leaves: Sequence[DrawnLeaf], painter: Painter) -> Iterator[PrintIssue]:
    """Yield an issue for each line that is too thin to be printed."""
    for leaf in leaves:
        shape = leaf.shape
        if not isinstance(shape, Path) or shape.stroke is None or shape.stroke.colour == shape.fill:
            continue
        width, colour = shape.stroke.width * leaf.scale, shape.stroke.colour
        line = f"a line of {floor((width + _NEAR) * 100) / 100:.2f} mm"
        if width < THINNEST_LINE - _NEAR:
            yield PrintIssue("line", f"{line} is thinner than {THINNEST_LINE:.2f} mm", THINNEST_LINE - width)
            continue
        if not isinstance(colour, Colour) or width >= THIN_REVERSED_LINE - _NEAR:
            continue
        if is_reversed(colour, _find_point(leaf, shape), painter, below=leaf):
            what = f"{line} is lighter than its ground, and thinner than {THIN_REVERSED_LINE:.2f} mm"
            yield PrintIssue("reversed line", what, THIN_REVERSED_LINE - width)


def _find_point(leaf: DrawnLeaf, path: Path) -> Point:
    """Return a visible point of a line, if there is one."""
    points = (move_point(leaf.transform, *segment[-2:]) for segment in path.segments if segment[0] != "Z")
    return next((one for one in points if leaf.box.distance(*one) == 0), leaf.box.middle)


def check_pictures(leaves: Sequence[DrawnLeaf], cut: _ServiceCut) -> Iterator[PrintIssue]:
    """Yield an issue for each picture with too few pixels for its size on paper."""
    for leaf in leaves:
        shape = leaf.shape
        if not isinstance(shape, Picture) or not (pixels := shape.file.pixels):
            continue
        shown = leaf.box.limited(cut.box)
        if min(shown.width, shown.height) < _SMALLEST:
            continue
        a, b, c, d, _, _ = leaf.transform
        lengths = shape.width * hypot(a, b), shape.height * hypot(c, d)
        dpi = min(count / length * MM_PER_INCH for count, length in zip(pixels, lengths, strict=True))
        name = f"the picture `{shape.file.name}` has {dpi:.0f} pixels per inch"
        if dpi < LEAST_PICTURE_DPI:
            yield PrintIssue(
                "coarse picture", f"{name}; at least {LEAST_PICTURE_DPI} are needed", -dpi, is_error=True
            )
        elif round(dpi) < FINE_DPI:
            yield PrintIssue("picture", f"{name}; {FINE_DPI:g} are better", -dpi)


def check_inks(leaves: Sequence[DrawnLeaf], find_inks: FindInks, limit: int) -> Iterator[PrintIssue]:
    """Yield an issue for each colour that needs more ink than `limit` percent; pictures are not examined."""
    colours: dict[tuple[Colour, float], None] = {}
    for leaf in leaves:
        colours |= dict.fromkeys(_list_colours(leaf))
    for colour, size in colours:
        percent = 100 * sum(find_inks(colour, size))
        if round(percent) > limit:
            what = f"the colour {colour.hex} needs {percent:.0f} % of ink; the service takes {limit} %"
            yield PrintIssue("ink", what, percent, is_error=True)


def _list_colours(leaf: DrawnLeaf) -> Iterator[tuple[Colour, float]]:
    shape = leaf.shape
    if isinstance(shape, GlyphRun):
        yield shape.colour, shape.size * leaf.scale
    elif not isinstance(shape, Picture):
        yield from ((colour, 0.0) for paint in shape.paints for colour in paint.colours)


_MOST_NAMED = 4
"""Maximum number of colours in a warning."""


class FineInkWatch:
    """Collects the colours of small type and thin lines of a job, and warns of those with several inks."""

    def __init__(self, job: Job, choices: Choices) -> None:
        press = choices.options.press
        assert press, "only files for a press have inks"
        self._separator = make_press_separator(press, job.game.kit.theme)
        self._about = job.game.kit.name(job.part.id, job.locale)
        # A preflight reports each text itself.
        self._has_words = not (choices.destination and choices.destination.products)
        self._words: dict[Colour, float] = {}
        self._lines: dict[Colour, float] = {}
        """The smallest size in points, and the least width in mm."""

    def note(self, document: Document) -> None:
        """Collect the small type and thin lines of some pages."""
        for page in document.pages:
            for shape, transform, _ in walk(page.shapes):
                if isinstance(shape, GlyphRun) and self._has_words and shape.text.strip():
                    size = shape.size * measure_least_scale(transform) / MM_PER_POINT
                    if size < SMALL_COLOURED_TYPE - _NEAR:
                        self._words[shape.colour] = min(size, self._words.get(shape.colour, size))
                elif isinstance(shape, Path) and shape.stroke and isinstance(shape.stroke.colour, Colour):
                    width, colour = shape.stroke.width * measure_least_scale(transform), shape.stroke.colour
                    if width < HAIRLINE - _NEAR and colour != shape.fill:
                        self._lines[colour] = min(width, self._lines.get(colour, width))

    def list_warnings(self) -> Iterator[PrintWarning]:
        """Yield a warning about small type, and one about thin lines."""
        find = self._separator
        words = {
            colour: find.find_for_words(colour.rgb, size * MM_PER_POINT)
            for colour, size in self._words.items()
        }
        lines = {
            colour: find.find(find.find_line_colour(colour.rgb, width))
            for colour, width in self._lines.items()
        }
        hint = "black, or a colour whose inks the theme chooses (`press`), has no fringes"
        if listed := _list_mixed(words):
            yield self._warn(
                f"type below {SMALL_COLOURED_TYPE:g} pt has more than {MOST_INKS} inks: {listed}; {hint}"
            )
        if listed := _list_mixed(lines):
            yield self._warn(f"lines below {HAIRLINE:g} mm have more than {MOST_INKS} inks: {listed}; {hint}")

    def _warn(self, message: str) -> PrintWarning:
        warning = PrintWarning(message)
        warning.about = self._about
        return warning


def _list_mixed(inks_by_colour: dict[Colour, Inks]) -> str:
    """Return the colours with too many inks."""
    many = (
        colour.hex
        for colour, inks in inks_by_colour.items()
        if sum(share >= LEAST_INK for share in inks) > MOST_INKS
    )
    return join_some(sorted({*many}), most=_MOST_NAMED)


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """The result of one job: its number of pages, and everything that does not fit."""

    job: Job
    pages: int
    notices: tuple[Notice, ...]
    """Errors and warnings, also those of the game itself."""
    faces: tuple[Inspected, ...] = ()
    """Findings of the preflight on each picture for a service."""

    @property
    def is_wrong(self) -> bool:
        return any(notice.is_error for notice in self.notices) or any(
            issue.is_error for face in self.faces for issue in face.issues
        )


def check_jobs(
    jobs: Iterable[Job], choices: Choices = DEFAULTS, *, report: Callable[[Job], None]
) -> tuple[CheckFinding, ...]:
    """Lay out every job to check text, glyphs, and fit, and what the destination of the choices asks for.

    `report` is called with each job before it begins.
    """
    findings, seen = [], set[tuple[FilePath, str]]()
    for job, chunks in lay_out(jobs, choices, report=report):
        part = job.game.kit.path, job.part.id
        # Colours are the same in all languages.
        findings.append(_check_job(job, chunks, choices, is_new=part not in seen))
        seen.add(part)
    return tuple(findings)


_MOST_SEEN = 20
"""Number of pages of a part on which the contrast of texts is measured."""


def _check_job(job: Job, chunks: Iterable[LaidOut], choices: Choices, *, is_new: bool) -> CheckFinding:
    pages, small, legible = 0, list[SmallText](), job.game.kit.theme.legible or Legible()
    contrasts = ContrastChecker(legible.contrast) if legible.contrast and is_new else None
    inspector, seen = Inspector(job, choices), dict[tuple[int, ...], Sequence[Shape]]()
    faces: list[Inspected] = []
    notices: dict[Notice, None] = {}
    for chunk, errors in chunks:
        if chunk:
            pages += len(chunk.document.pages)
            faces += inspector.inspect(chunk)
            for page in chunk.document.pages:
                box = Rectangle(0.0, 0.0, page.width, page.height)
                has_sides = isinstance(job.part, PieceSet)
                shapes = [*_drop_known(page.shapes, seen)] if has_sides else page.shapes
                faint = contrasts.check(shapes, box) if contrasts and pages <= _MOST_SEEN else ()
                # These were found when a piece was drawn.
                said = HARDLY_VISIBLE if isinstance(job.part, PieceSet) else "\0"
                faint = (text for text in faint if said not in text)
                notices |= {Notice(text, about=job.part.id, is_error=False): None for text in faint}
                small += list_small_texts(page, legible.type / LEAST_TYPE)
        found = (notice for error in errors for notice in error.list_notices())
        # A warning is the same in all documents.
        notices |= {replace(each, where=str(job)) if each.is_error else each: None for each in found}
    notices |= {Notice(text, about=str(job), is_error=False): None for text in describe_small_texts(small)}
    known = (problem.describe(is_error=False) for problem in job.game.kit.warnings)
    return CheckFinding(job, pages, (*notices, *known), tuple(faces))


def _drop_known(shapes: Iterable[Shape], seen: dict[tuple[int, ...], Sequence[Shape]]) -> Iterator[Shape]:
    """Yield the shapes of a page, and of equal sides of pieces only the first of the part.

    `seen` keeps the shapes of sides, so that no others get their identity.
    """
    for shape in shapes:
        if not isinstance(shape, Group) or not any(_is_side(inner) for inner in shape.shapes):
            yield shape
            continue
        kept = []
        for inner in shape.shapes:
            key = tuple(map(id, inner.shapes)) if isinstance(inner, Group) else ()
            if not _is_side(inner) or key not in seen:
                kept.append(inner)
                seen[key] = inner.shapes if isinstance(inner, Group) else ()
        yield replace(shape, shapes=tuple(kept))


def _is_side(shape: Shape) -> bool:
    return isinstance(shape, Group) and shape.region is not None and shape.region.area in get_args(SheetSide)
