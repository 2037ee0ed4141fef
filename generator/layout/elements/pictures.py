"""Drawers of pictures: files fitted into their box, cropped, tinted, and bled; QR codes or barcodes."""

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from itertools import chain, pairwise, product
from math import sqrt
from operator import sub
from typing import cast

from generator.errors import Wrong
from generator.layout.elements.drawer import SAME_PLACE, Drawer, Fields, Room
from generator.layout.press import Press
from generator.layout.shapes.outlines import (
    box_outline,
    cut_outline,
    line,
    make_colour,
    rectangle,
    shape_outline,
)
from generator.layout.shapes.palette import make_symbol
from generator.layout.text.legibility import INTENDED
from generator.model.elements.template import BarcodeElement, PictureElement, QrElement
from generator.model.geometry import Rectangle
from generator.model.kit import Form
from generator.model.language.expressions import Pattern, list_roots
from generator.model.language.kinds import MM_PER_INCH, parse_focus
from generator.model.style import Drawing, Photograph
from generator.model.texts.rich_text import escape_rich
from generator.model.values import replace
from generator.scene.pictures import WHOLE_PICTURE, EdgeColours, PartOfPicture, PictureView, VectorFile
from generator.scene.shapes import (
    LIGHT,
    WHITE,
    Colour,
    Group,
    Path,
    Picture,
    Shape,
    Stroke,
    Symbol,
    Use,
    move_segments,
)

LEAST_PICTURE_DPI = 150
"""Resolution below which pixels are visible at the distance of a hand of cards."""
_PLAIN = (1, 1)
"""Size in pixels of a picture of one colour, or of none, which cannot look soft."""
_LINE = 0.2
"""Width of the lines of a drawing that saves ink, in mm."""
_OVER = 0.05
"""Overlap, in mm, of a picture and its continuation: two smooth edges at the same place show a seam."""
_USUAL_DPI = (300, 600, 1200)
_LEAST_BLEED, _MOST_BLEED, _EVEN = 1.4, 5.1, 0.35
"""Bleeds of pictures in mm, and the largest difference between sides: sizes of services are rounded."""
_LAP = 0.3
"""Width in mm of a plain rim below the edge of its card."""
_STRETCH = 100.0
"""Factor by which the edge of a picture is stretched into the bleed."""
_QUIET, _BESIDE = 4, "." * 10
"""Light border in modules: around a QR code, as in ISO/IEC 18004, and at both ends of a barcode."""
_SMALLEST = {"qr": 0.33, "barcode": 0.25}
"""Minimum width of a module in mm: four dots of a printer with 300 dots per inch, and three."""
_BITS_OF_DIGIT = 10 / 3
_LONGEST_BARCODE = 100
"""Maximum number of characters of a barcode; a longer one would be wider than any card."""


def draw_placeholder(press: Press, name: str, box: Rectangle) -> Sequence[Shape]:
    """Return a crossed box with the name of a picture or an icon that is missing."""
    left, top, right, bottom = box
    cross = (*line(left, top, right, bottom), *line(left, bottom, right, top))
    ground, thin = press.palette["panel"], Stroke(press.palette["line"], 0.3)
    drawn = (Path(box_outline(box), ground), Path(cross, stroke=thin), *_set_name(press, name, box))
    # The picture would not be in the way of texts.
    return (Group(drawn, name=INTENDED),)


def _set_name(press: Press, name: str, box: Rectangle) -> Sequence[Shape]:
    """Set as much of a name as fits in a box on one line; nothing if no letter does."""
    smallest = press.style("label").smallest
    for length in range(len(name), 0, -1):
        shown = escape_rich(name if length == len(name) else f"{name[:length]}…")
        if press.line(shown, "label", size=smallest).width <= box.width:
            return press.centred(shown, "label", box.middle, max_width=box.width)
    return ()


class PictureDrawer(Drawer[PictureElement]):
    """Drawer of a picture; one with less than 150 dpi gets a warning."""

    patterned = ("file", "focus", "tint")

    def __init__(self, press: Press, element: PictureElement, room: Room, scope: object = None) -> None:
        # Those of the file are not those of the theme.
        self._new = {make_colour(old): Pattern(new) for old, new in element.recolour.items()}
        super().__init__(press, element, room, scope)
        self.own_names |= list_roots(*self._new.values(), *map(Pattern, element.without))

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        name, focus, tint = self.fill(fields)
        if not name:
            return ()
        name = self.element.name_drawn(name, fields)
        picture = self.press.kit.pictures.get(name)
        if picture is None:
            is_marked = self.element.missing == "placeholder"
            return draw_placeholder(self.press, name, self.edges) if is_marked else ()
        if self.is_ground:
            return draw_rim(self.room, self.press.palette.rim("primary"))
        named = {old: new.fill(fields) for old, new in self._new.items()}
        changes = {old: self.press.palette[new] for old, new in named.items() if new}
        if self.element.frame:
            return self._draw_frame(name, picture, tint, changes)
        self._check_bleed(picture)
        complete, shown = boxes = self._place(picture, parse_focus(focus))
        shape = self._draw(name, boxes, tint, changes)
        has_pages = isinstance(shape, Picture) and isinstance(shape.file, VectorFile)
        rim = self._draw_rim(shape, shown) if self.element.bleed else ()
        if rim and isinstance(shape, Picture):
            shape = replace(shape, is_on_rim=True)
        if max(map(abs, map(sub, complete, shown))) > SAME_PLACE / 100:
            shape = Group((shape,), clip=Path(box_outline(shown)))
        shape = self._flip(shape, shown)
        is_continued = self.element.bleed and not has_pages
        return self._continue(name, shape, shown) if is_continued else (*rim, shape)

    def _draw_frame(
        self, name: str, picture: Drawing | Photograph, tint: str, changes: Mapping[Colour, Colour]
    ) -> Sequence[Shape]:
        """Return the nine parts of a frame, whose corners keep their shape; its sides are stretched."""
        edges = self.edges
        part = self.element.frame_part * min(picture.width, picture.height)
        sides = []
        for start, length, size in (
            (edges.left, edges.width, picture.width),
            (edges.top, edges.height, picture.height),
        ):
            near = min(self.element.frame, length / 2)
            places = (start, start + near, start + length - near, start + length)
            sides.append([*zip(pairwise((0.0, part, size - part, size)), pairwise(places), strict=True)])
        shapes = []
        for ((left, right), (x, x_end)), ((top, bottom), (y, y_end)) in product(*sides):
            if x_end - x < SAME_PLACE or y_end - y < SAME_PLACE:
                continue
            across, down = (x_end - x) / (right - left), (y_end - y) / (bottom - top)
            first = x - left * across, y - top * down
            complete = Rectangle(*first, first[0] + picture.width * across, first[1] + picture.height * down)
            shown = Rectangle(x, y, x_end, y_end)
            seen = shown.grown(_OVER).limited(edges)
            shape = self._draw(name, (complete, shown), tint, changes)
            shapes.append(Group((shape,), clip=Path(box_outline(seen))))
        return shapes

    def _flip(self, shape: Shape, box: Rectangle) -> Shape:
        """Return a shape as the element flips it around the middle of a box."""
        if not self.element.flip:
            return shape
        x, y = box.middle
        a, d = (-1.0, 1.0) if self.element.flip == "horizontal" else (1.0, -1.0)
        return Group((shape,), transform=(a, 0.0, 0.0, d, x - a * x, y - d * y))

    @cached_property
    def _is_side(self) -> bool:
        """True for a complete picture as large as its room."""
        trim = Rectangle(0.0, 0.0, self.room.width, self.room.height)
        return max(map(abs, map(sub, self.edges, trim))) < SAME_PLACE and not any(self.element.crop)

    @cached_property
    def _art_bleed(self) -> float:
        """Width of the bleed in the file: that of the element, or of the deck for a complete side."""
        by_default = self.room.art_bleed if self._is_side else None
        return (by_default if self.element.art_bleed is None else self.element.art_bleed) or 0.0

    @cached_property
    def _target(self) -> Rectangle:
        """The box for the complete picture: with its own bleed, beyond the box of the element."""
        return self.edges.grown(self._art_bleed)

    @cached_property
    def _visible(self) -> Rectangle:
        """The box in which the picture is seen: its own bleed only where the piece is cut."""
        room, bounds = self.room, self.room.bounds
        trim = Rectangle(0.0, 0.0, room.width, room.height)
        reach = *map(max, self._target[:2], bounds[:2]), *map(min, self._target[2:], bounds[2:])
        sides = zip(self.edges, reach, trim, strict=True)
        return Rectangle(*(far if abs(near - cut) < SAME_PLACE else near for near, far, cut in sides))

    def _check_bleed(self, picture: Drawing | Photograph) -> None:
        """Warn of a picture for a complete side whose size shows that its bleed is not as declared."""
        room, warn = self.room, self.press.findings.warn
        if not self._is_side or room.bleed is None or self.element.art_bleed is not None:
            return
        found = get_art_bleed(picture, room.width, room.height)
        sides, unit = (picture.width, picture.height), "mm" if picture.unit else "pixels"
        shown = " x ".join(f"{side * (picture.unit or 1):.4g}" for side in sides)
        if found and room.art_bleed is None:
            warn(
                f"a picture of {shown} {unit} is as large as the piece with {found:.3g} mm of bleed, which "
                f"is printed inside of the cut: write `art_bleed: {found:.3g} mm` in the deck or the picture "
                "(0 mm: it has none)"
            )
        elif found == 0 and room.art_bleed:
            warn(
                f"a picture of {shown} {unit} is as large as the piece without bleed, but the deck has "
                f"`art_bleed: {room.art_bleed:.3g} mm`: write `art_bleed: 0 mm` in the picture"
            )

    def _place(
        self, picture: Drawing | Photograph, focus: tuple[float, float]
    ) -> tuple[Rectangle, Rectangle]:
        """Return the box of the complete picture, and that of the part that is seen."""
        edges, (left, top, right, bottom) = self._target, self.element.crop
        wide, high = picture.width * (1 - left - right), picture.height * (1 - top - bottom)
        across, down = edges.width / wide, edges.height / high
        if self.element.fit != "stretch":
            across = down = min(across, down) if self.element.fit == "contain" else max(across, down)
        x = edges.left + _choose_start(edges.width, wide * across, focus[0])
        y = edges.top + _choose_start(edges.height, high * down, focus[1])
        shown = Rectangle(x, y, x + wide * across, y + high * down)
        x, y = x - left * picture.width * across, y - top * picture.height * down
        complete = Rectangle(x, y, x + picture.width * across, y + picture.height * down)
        shown = edges if self.element.fit == "cover" else shown
        if self._art_bleed:
            shown = shown.limited(self._visible)
        return complete, shown

    def _draw(
        self, name: str, boxes: tuple[Rectangle, Rectangle], tint: str, changes: Mapping[Colour, Colour]
    ) -> Shape:
        (box, shown), picture = boxes, self.press.kit.pictures[name]
        colour = self.press.palette[tint] if tint else None
        across, down = box.width / picture.width, box.height / picture.height
        if isinstance(picture, Drawing):
            id = "-".join(filter(None, ("picture", name, tint, *map(str, changes.items()))))
            thin = round(_LINE / max(across, down), 3) if self.press.palette.saves_ink else 0.0
            id += f"-{thin}" if thin else ""
            make = partial(make_symbol, name, picture, colour, changes, thin)
            symbol = self.press.wordless_symbol(id, make)
            return Use(symbol, (across, 0.0, 0.0, down, box.left, box.top))
        warn = partial(self.press.findings.warn, written=name if self.element.file == name else "")
        if changes:
            warn(f"`recolour` changes nothing in `{name}`, which has pixels, not shapes")
        dpi = 25.4 / max(across, down)
        if reason := picture.file.reason:
            warn(f"the picture `{name}` is drawn as pixels because {reason}")
        elif picture.file.pixels not in (None, _PLAIN) and dpi < LEAST_PICTURE_DPI:
            what = f"has {dpi:.0f} dots per inch where {LEAST_PICTURE_DPI} are needed: it will look soft"
            mistake = "coarse picture", name
            warn(f"the picture `{name}` {what}", mistake=mistake, is_in_preflight=True)
        left, right = ((x - box.left) / box.width for x in (shown.left, shown.right))
        top, bottom = ((y - box.top) / box.height for y in (shown.top, shown.bottom))
        part = tuple(min(max(round(edge, 6), 0.0), 1.0) for edge in (left, top, right, bottom))
        looks = (LIGHT,) if self.press.palette.saves_ink else ()
        view = PictureView(cast(PartOfPicture, part), colour.hex if colour else "", looks)
        return Picture(picture.file, box.left, box.top, box.width, box.height, view=view)

    def _continue(self, name: str, shape: Shape, shown: Rectangle) -> tuple[Shape, ...]:
        """Return the picture, after its mirrored or stretched copies in the bleed at each trimmed edge."""
        bounds, factor = self.room.bounds, _STRETCH if self.element.bleed == "extend" else 1.0
        trim = self._trim
        symbol = Symbol(f"picture-{name}-bleed", (shape,), shown)
        sides: list[list[tuple[float, float, float, float]]] = []
        for axis in (0, 1):
            start, end = shown[axis], shown[axis + 2]
            copies = [(1.0, 0.0, start, end)]
            if abs(start - trim[axis]) < SAME_PLACE and bounds[axis] < start:
                copies.append((-factor, start * (1 + factor), bounds[axis], start + _OVER))
            if abs(end - trim[axis + 2]) < SAME_PLACE and bounds[axis + 2] > end:
                copies.append((-factor, end * (1 + factor), end - _OVER, bounds[axis + 2]))
            sides.append(copies)
        drawn: list[Shape] = []
        # Sides come before corners, which are stretched in both directions and would need too many pixels.
        parts = sorted(product(*sides), key=lambda both: (both[0][0] < 0) + (both[1][0] < 0))
        for (a, e, left, right), (d, f, top, bottom) in parts:
            copy = Use(symbol, (a, 0.0, 0.0, d, e, f))
            drawn.append(Group((copy,), clip=Path(rectangle(left, top, right - left, bottom - top))))
        return (*drawn[1:], drawn[0])

    @cached_property
    def _trim(self) -> Rectangle:
        """The edges from which a picture is continued."""
        return Rectangle(0.0, 0.0, self.room.width, self.room.height).grown(self._art_bleed)

    def _draw_rim(self, page: Shape, shown: Rectangle) -> Sequence[Shape]:
        """Return what continues a page in the bleed; mirrored copies would each draw the complete page again.

        A card with few colours along its edges goes on in these colours, any other card as pixels.
        """
        if not (isinstance(page, Picture) and isinstance(page.file, VectorFile)):
            return ()
        edges = zip(shown, self._trim, self.room.bounds, strict=True)
        around = Rectangle(*(edge if abs(near - cut) < SAME_PLACE else near for near, cut, edge in edges))
        if max(abs(far - near) for far, near in zip(around, shown, strict=True)) <= SAME_PLACE / 100:
            return ()
        has_own_colours = not (page.view.tint or page.view.looks)
        sides = page.file.find_edge_colours(page.view.part) if has_own_colours else ()
        inner = shown.grown(-min(_LAP, shown.width / 2, shown.height / 2))
        if len({run.colour for side in sides for run in side}) == 1:
            frame = *box_outline(around), *box_outline(inner)
            return (Path(frame, make_colour(sides[0][0].colour), even_odd=True),)
        if sides and not self.element.flip:
            return _draw_edges(sides, shown, around, inner)
        return (self._mirror(page, page.file, shown, around),)

    def _mirror(self, page: Picture, file: VectorFile, shown: Rectangle, around: Rectangle) -> Shape:
        """Return the pixels of a rim."""
        across, down = shown.width, shown.height
        left, top = (shown.left - around.left) / across, (shown.top - around.top) / down
        right, bottom = (around.right - shown.right) / across, (around.bottom - shown.bottom) / down
        if self.element.flip == "horizontal":
            left, right = right, left
        elif self.element.flip == "vertical":
            top, bottom = bottom, top
        margins = cast(PartOfPicture, tuple(max(0.0, round(one, 6)) for one in (left, top, right, bottom)))
        rim = file.make_rim(page.view.part, margins, is_stretched=self.element.bleed == "extend")
        view = page.view._replace(part=WHOLE_PICTURE)
        shape = Picture(rim, around.left, around.top, around.width, around.height, view=view)
        return self._flip(shape, shown)


def _draw_edges(sides: EdgeColours, shown: Rectangle, around: Rectangle, inner: Rectangle) -> Sequence[Shape]:
    """Return the bleed around a card with colours along its sides, as one path for each colour."""
    drawn: dict[str, list[Rectangle]] = {}
    for axis, runs in enumerate(sides):
        is_upright = axis % 2 == 0
        # Corners are part of the upper and the lower bleed.
        first, last = (inner.top, inner.bottom) if is_upright else (around.left, around.right)
        near, far = sorted((around[axis], inner[axis]))
        start, length = (shown.top, shown.height) if is_upright else (shown.left, shown.width)
        ends = [*(start + run.end * length for run in runs[:-1]), last]
        for begin, end, run in zip((first, *ends), ends, runs, strict=False):
            strip = (near, begin, far, end) if is_upright else (begin, near, end, far)
            if abs(around[axis] - shown[axis]) > SAME_PLACE:
                drawn.setdefault(run.colour, []).append(Rectangle(*strip))
    return [
        Path(tuple(chain.from_iterable(map(box_outline, strips))), make_colour(colour))
        for colour, strips in drawn.items()
    ]


def get_art_bleed(picture: Drawing | Photograph, width: float, height: float) -> float | None:
    """Return the bleed of a picture that is for a piece of a size in mm; None if its size does not show it.

    Pictures for cards have a size in mm, or 300 dots per inch or a multiple, and the same bleed on all sides.
    """
    for unit in [picture.unit] if picture.unit else [MM_PER_INCH / dpi for dpi in _USUAL_DPI]:
        sides = ((picture.width, width), (picture.height, height))
        across, down = ((count * unit - side) / 2 for count, side in sides)
        if abs(across - down) >= _EVEN:
            continue
        if max(abs(across), abs(down)) < _EVEN:
            return 0.0
        if min(across, down) >= _LEAST_BLEED and max(across, down) <= _MOST_BLEED:
            return round((across + down) / 2, 2)
    return None


def _choose_start(room: float, size: float, focus: float) -> float:
    """Return where a picture starts: its focus is in the middle of the room, as far as it fills the room."""
    if size <= room:
        return (room - size) * focus
    return min(max(room / 2 - focus * size, room - size), 0.0)


_RIM_INSET, _CELL_INSET = 1.0, 0.7
"""Distance of a rim from the cut, which a slightly crooked cut does not cross, and from a cell's edge."""
_CELL_LINE = 2.0
"""Width of the rim of a cell, which separates it from its neighbours, as a multiple of that of a piece."""
_SMALLEST_WITH_RIM, _RIM_CORNER = 5.0, 2.0


def draw_rim(room: Room, stroke: Stroke | None, *, is_edge: bool = False) -> Sequence[Shape]:
    """Return a line parallel to the cut of a piece, in place of a ground that would need much ink.

    Rooms that are too small have none. If it is an edge, what is outside of it is white.
    """
    if not stroke or min(room.width, room.height) < _SMALLEST_WITH_RIM:
        return ()
    if room.bleed is None:
        width, height = room.width, room.height
        across, down = (1 - 2 * _CELL_INSET / side for side in (width, height))
        place = (across, 0.0, 0.0, down, width / 2 * (1 - across), height / 2 * (1 - down))
        outline = move_segments(place, room.outline or rectangle(0, 0, width, height))
        return (Path(outline, stroke=replace(stroke, width=stroke.width * _CELL_LINE)),)
    form = room.form or Form(room.width, room.height, corner=_RIM_CORNER)
    if form.outline == "path":
        return ()
    outline = cut_outline(form, beyond=-_RIM_INSET)
    outside = Path((*box_outline(room.bounds.grown(_OVER)), *outline), WHITE, even_odd=True)
    return (*((outside,) if is_edge else ()), Path(outline, stroke=stroke))


class CodeDrawer(Drawer[QrElement | BarcodeElement]):
    """Drawer of a code as one outline of all dark modules."""

    patterned = ("text", "colour", "ground")

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        text, colour, ground = self.fill(fields)
        element, palette, box = self.element, self.press.palette, self.edges
        name = "qr" if isinstance(element, QrElement) else "barcode"
        if name == "qr" and self._is_hopeless(text):
            return ()
        try:
            bars = _encode(text, element)
        except Wrong as wrong:
            self.report(name, str(wrong))
            return ()
        count, least = len(bars.partition("/")[0]), _SMALLEST[name]
        if name == "qr":
            (x, y), half = box.middle, min(box.width, box.height) / 2
            box = Rectangle(x - half, y - half, x + half, y + half)
        if (edge := box.width / count) < least:
            needed = least * count
            what = f"modules of {edge:.2f} mm are too small for phones; make the code {needed:.0f} mm wide"
            self.report(name, what, over_mm=needed - box.width)
        dark = shape_outline(bars, box)
        return (Path(box_outline(box), fill=palette[ground]), Path(dark, fill=palette[colour]))

    def _is_hopeless(self, text: str) -> bool:
        """Report a text that is far too long for its box, which would take long to encode."""
        side = min(self.edges.width, self.edges.height)
        # Digits take least: a module, dark or light, holds a bit.
        needed = _SMALLEST["qr"] * sqrt(len(text) * _BITS_OF_DIGIT)
        if needed > 2 * side:
            what = f"{len(text)} characters are too many for a code of {side:.0f} mm"
            self.report("qr", f"{what}; it needs more than {needed:.0f} mm", over_mm=needed - side)
        return needed > 2 * side


def encode_qr(text: str, *, level: str = "m", border: int = _QUIET) -> tuple[str, ...]:
    """Return the rows of a QR code with `X` for each dark module; raises Wrong if it cannot hold the text."""
    from segno import DataOverflowError, make_qr

    try:
        code = make_qr(text, error=level, boost_error=False)
    except DataOverflowError:
        raise Wrong(f"a QR code cannot hold {len(text)} characters") from None
    return tuple("".join(".X"[bool(bit)] for bit in row) for row in code.matrix_iter(border=border))


def _encode(text: str, element: QrElement | BarcodeElement) -> str:
    """Return the modules of a code as a drawing; raises Wrong if it cannot hold the text."""
    # Libraries are imported when they are needed: few kits have codes.
    if isinstance(element, QrElement):
        return "/".join(encode_qr(text, level=element.level))
    if len(text) > _LONGEST_BARCODE:
        raise Wrong(f"a barcode cannot hold {len(text)} characters, but {_LONGEST_BARCODE} at most")
    from barcode import get_barcode_class

    options = {"add_checksum": False} if element.kind == "code39" else {}
    try:
        code = get_barcode_class(element.kind)(text, **options)
        bars: str = code.build()[0]
    except Exception as error:
        raise Wrong(f"`{text}` cannot be a barcode of the kind {element.kind}: {error}") from None
    if element.kind not in ("code128", "code39") and not code.get_fullcode().startswith(text):
        raise Wrong(f"the last digit of `{text}` must be {code.get_fullcode()[-1]}: it checks the others")
    return _BESIDE + bars.replace("0", ".").replace("1", "X") + _BESIDE
