"""Pages of a document as pixels: PNG, JPEG, and GIF files, measured ink, pictures without transparency.

PDF/X-1a asks for pages without transparency: transparent shapes become pictures of the page there.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import groupby
from typing import Any, TypeAlias

from generator.backends.formats import DEFAULT, Format
from generator.backends.pdf.content import make_fine_inks
from generator.backends.pdf.writer import FileKind, PdfWriter
from generator.errors import GeneratorError
from generator.model.printing.printing import RGB, FileOptions, Inks, Separator
from generator.scene.pdf.rendering import count_pixels, render
from generator.scene.rasters import Raster, open_pixels, save_bands, save_drawing, save_frames
from generator.scene.shapes import (
    IDENTITY,
    Document,
    Group,
    Page,
    Path,
    Picture,
    Shape,
    Transform,
    Use,
    compose_transforms,
    has_clear_shape,
    invert,
    is_clear_shape,
    measure_bounds,
)

MOST_PIXELS = 600_000_000
"""Maximum number of pixels of a picture: A4 with 2400 dpi."""
_LONGEST_SIDE = 65_500
"""Maximum width and height of a picture, which JPEG and GIF can express."""
_SHOWN = 1.5
"""Seconds for which an animation shows each page."""

_DPI = 8.0
"""Resolution at which an edge is looked at."""
_STOPS = 9
"""Colours of an edge."""


def flatten_page(page: Page, *, dpi: float) -> Page:
    """Return the page without transparency; `dpi` is the resolution of its pictures.

    Shapes before and after transparent ones stay as they are. A transparent shape becomes a picture that
    also has what is below it; a filled outline stays sharp, because the picture is clipped by it.
    """
    flattener = _Flattener(page, dpi)
    return replace(page, shapes=flattener.flatten(page.shapes, IDENTITY, lambda shapes: shapes))


_INK_DPI = 36.0


_AVERAGED = 4
"""Pixels that are averaged, along each side."""


def measure_inks(document: Document, page_index: int, separator: Separator) -> Inks:
    """Return how much of a page each ink covers, from 0 to 1: (0.15, 0.13, 0.09, 0.05) is 42 % in all.

    Colours are mixed where they meet, so that the sum differs by some percent of it from that of the file.
    """
    page = document.pages[page_index]
    writer = PdfWriter(_INK_DPI, FileKind(fine=make_fine_inks(separator)))
    writer.add(replace(document, pages=(page,), bookmarks=()))
    counts: Counter[RGB] = Counter()
    for band in render(writer.finish(), *count_pixels(page.width, page.height, _INK_DPI), _AVERAGED, "RGB"):
        for count, (red, green, blue) in band.convert("RGB").getcolors(band.width * band.height):
            counts[red / 255, green / 255, blue / 255] += count
    inks = zip(separator.find_all([*counts]), counts.values(), strict=True)
    amounts = [[share * count for share in shares] for shares, count in inks]
    return Inks(*(sum(ink) / counts.total() for ink in zip(*amounts, strict=True)))


_Wrap: TypeAlias = Callable[[tuple[Shape, ...]], tuple[Shape, ...]]
"""Function from the shapes of a group to the page as it is when these have been drawn."""

_FINENESS = 2
"""Pixels that are averaged, along each side."""


class _Flattener:
    """Draws a page several times, each time without what is above a transparent shape."""

    def __init__(self, page: Page, dpi: float) -> None:
        self._page, self._dpi = page, dpi

    def flatten(self, shapes: Sequence[Shape], by: Transform, wrap: _Wrap) -> tuple[Shape, ...]:
        """Return shapes that `wrap` puts on the page, without transparency; `by` maps them to the page."""
        before: list[Shape] = []
        flat: list[Shape] = []
        for is_clear, same in groupby(shapes, key=partial(is_clear_shape, by=by, dpi=self._dpi)):
            if is_clear:
                for near in _join_touching(same):
                    flat += self._picture(wrap((*before, *near)), near, by)
                    before += near
            else:
                for shape in same:
                    flat.append(self._open(shape, by, before, wrap))
                    before.append(shape)
        return tuple(flat)

    def _open(self, shape: Shape, by: Transform, before: Sequence[Shape], wrap: _Wrap) -> Shape:
        """Return a shape without transparent ones in it; a symbol that has some becomes a group."""
        if not isinstance(shape, Group | Use) or not has_clear_shape((shape,), by=by, dpi=self._dpi):
            return shape
        if isinstance(shape, Use):
            shape = Group(shape.symbol.shapes, shape.symbol.name, shape.title, shape.transform)
        group, done = shape, tuple(before)

        def wrap_inside(inside: tuple[Shape, ...]) -> tuple[Shape, ...]:
            return wrap((*done, replace(group, shapes=inside)))

        by = compose_transforms(by, group.transform)
        return replace(group, shapes=self.flatten(group.shapes, by, wrap_inside))

    def _picture(self, drawn: tuple[Shape, ...], shapes: tuple[Shape, ...], by: Transform) -> Iterator[Shape]:
        """Yield a picture of the page, as drawn so far, where some shapes are."""
        page = self._page
        width, height = count_pixels(page.width, page.height, self._dpi)
        across, down = page.width / width, page.height / height
        left, top, right, bottom = measure_bounds((Group(shapes, transform=by),))
        part = (
            max(0, math.floor(left / across)),
            max(0, math.floor(top / down)),
            min(width, math.ceil(right / across)),
            min(height, math.ceil(bottom / down)),
        )
        size = part[2] - part[0], part[3] - part[1]
        if min(size) < 1:
            return
        writer = PdfWriter(self._dpi)
        writer.add(Document((replace(page, shapes=drawn),), "", "en"))
        bands = render(writer.finish(), width, height, _FINENESS, "RGB", part)
        file = Raster("transparent shape", save_bands(size, bands, dpi=self._dpi, form="PNG", mode="RGB"))
        box = part[0] * across, part[1] * down, size[0] * across, size[1] * down
        shown = Group((Picture(file, *box),), transform=invert(by))
        match shapes:
            case (Path(fill=fill, stroke=None) as path,) if fill is not None:
                yield Group((shown,), clip=replace(path, fill=None))
            case _:
                yield shown


def _join_touching(shapes: Iterable[Shape]) -> Iterator[tuple[Shape, ...]]:
    """Yield consecutive shapes that are near each other together, such as the layers of a shadow."""
    joined: tuple[Shape, ...] = ()
    for shape in shapes:
        if joined and not measure_bounds(joined).overlap(measure_bounds((shape,))):
            yield joined
            joined = ()
        joined = (*joined, shape)
    yield joined


def write_png(
    document: Document, page_index: int | None, options: FileOptions = DEFAULT, *, form: str = "PNG"
) -> bytes:
    """Return the page as PNG or JPEG, rendered with at least `options.fine` dpi and averaged."""
    page = document.pages[page_index or 0]
    width, height = page.pixels or count_pixels(page.width, page.height, options.dpi)
    dpi = width * 25.4 / page.width if page.pixels else options.dpi
    if width * height > MOST_PIXELS or max(width, height) > _LONGEST_SIDE:
        message = f"a {form} of {page.width:g} x {page.height:g} mm with {dpi:g} dpi would have"
        raise GeneratorError(f"{message} {width} x {height} pixels, which is too many; choose a lower --dpi")
    mask, fineness = page.mask if form == "PNG" else None, math.ceil(options.fine / dpi)
    writer = PdfWriter(dpi)
    writer.add(replace(document, pages=(replace(page, shapes=mask.shapes) if mask else page,), bookmarks=()))
    mode = "RGBA" if page.is_clear and form == "PNG" else "RGB"
    bands = render(writer.finish(), width, height, fineness, "RGB" if mask else mode)
    if mask:
        edges = _draw_outline(mask.outline, (page.width, page.height), width, height, fineness)
        bands = map(_cut_out, bands, edges)
    if form == "PNG" and not writer.has_pictures:
        return save_drawing((width, height), bands, dpi=dpi, mode=mode)
    return save_bands((width, height), bands, dpi=dpi, form=form, mode=mode)


@lru_cache(4)
def _draw_outline(
    outline: Shape, size: tuple[float, float], width: int, height: int, fineness: int
) -> tuple[Any, ...]:
    """Return the opacity of a picture, in the bands in which it is drawn; cards of a deck share it."""
    writer = PdfWriter(DEFAULT.dpi)
    writer.add(Document((Page(*size, (outline,)),), title="", language="en"))
    bands = render(writer.finish(), width, height, fineness, "RGBA")
    return tuple(band.getchannel("A") for band in bands)


def _cut_out(band: Any, opacity: Any) -> Any:
    band.putalpha(opacity)
    return band


def _animate(document: Document, page: int | None, options: FileOptions) -> bytes:
    pages = range(len(document.pages))
    return save_frames([write_png(document, index, options) for index in pages], seconds=_SHOWN)


FORMAT = Format(name="png", extension="png", per_page=True, write=write_png, has_pixels=True)
JPEG = Format(
    name="jpeg", extension="jpg", per_page=True, write=partial(write_png, form="JPEG"), has_pixels=True
)
GIF = Format(name="gif", extension="gif", per_page=False, write=_animate, has_pixels=True)


def sample_edge(page: Page, *, is_right: bool = True) -> tuple[str, ...]:
    """Return the colours along the right or the left edge of a page, from top to bottom."""
    document = Document((page,), title="", language="en")
    pixels = open_pixels(write_png(document, 0, FileOptions(dpi=_DPI, fine=4 * _DPI))).convert("RGB")
    width, height = pixels.size
    x = width - 1 if is_right else 0
    rows = (round((index + 0.5) / _STOPS * height - 0.5) for index in range(_STOPS))
    return tuple("#{:02x}{:02x}{:02x}".format(*pixels.getpixel((x, row))) for row in rows)
