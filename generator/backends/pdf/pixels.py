"""TODO."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import TypeAlias

from generator.backends.pdf.content import Content, Space, WordContent, make_finder
from generator.backends.pdf.writer import PdfWriter
from generator.backends.rendering import render
from generator.model.geometry import Rectangle
from generator.model.printing.inks import RGB, Inks, Options, Separator
from generator.scene.bounds import find_bounds, has_clear_shape, is_clear_shape
from generator.scene.rasters import Raster, save_bands
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
    invert,
)

_Wrap: TypeAlias = Callable[[tuple[Shape, ...]], tuple[Shape, ...]]
"""Function from the shapes of a group to the page as it is when these have been drawn."""


_FINENESS = 2
"""Pixels that are averaged, along each side."""


def flatten_page(page: Page, *, dpi: float) -> Page:
    """Return the page without transparency; `dpi` is the resolution of its pictures.

    Shapes before and after transparent ones stay as they are. A transparent shape becomes a picture that
    also has what is below it; a filled outline stays sharp, because the picture is clipped by it.
    """
    flattener = _Flattener(page, dpi)
    return replace(page, shapes=flattener.flatten(page.shapes, IDENTITY, lambda shapes: shapes))


class _Flattener:
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
        group = shape if isinstance(shape, Group) else _make_group(shape)
        done = tuple(before)

        def wrap_inside(inside: tuple[Shape, ...]) -> tuple[Shape, ...]:
            return wrap((*done, replace(group, shapes=inside)))

        return replace(
            group, shapes=self.flatten(group.shapes, compose_transforms(by, group.transform), wrap_inside)
        )

    def _picture(self, drawn: tuple[Shape, ...], shapes: tuple[Shape, ...], by: Transform) -> Iterator[Shape]:
        """Yield a picture of the page, as drawn so far, where some shapes are."""
        page, pixels = self._page, self._dpi / 25.4
        width, height = (max(1, round(side * pixels)) for side in (page.width, page.height))
        across, down = page.width / width, page.height / height
        left, top, right, bottom = find_bounds((Group(shapes, transform=by),))
        part = (
            max(0, math.floor(left / across)),
            max(0, math.floor(top / down)),
            min(width, math.ceil(right / across)),
            min(height, math.ceil(bottom / down)),
        )
        size = part[2] - part[0], part[3] - part[1]
        if min(size) < 1:
            return
        writer = PdfWriter(Options(dpi=self._dpi))
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
    joined: list[Shape] = []
    around = Rectangle(0.0, 0.0, 0.0, 0.0)
    for shape in shapes:
        box = Rectangle(*find_bounds((shape,)))
        if joined and not around.overlap(box):
            yield tuple(joined)
            joined = []
        around = Rectangle.around([*around.corners, *box.corners]) if joined else box
        joined.append(shape)
    yield tuple(joined)


def _make_group(use: Use) -> Group:
    return Group(use.symbol.shapes, use.symbol.name, use.title, use.transform)


_DPI = 36.0


_COVER_FINENESS = 4


def measure_inks(document: Document, page_index: int, separator: Separator) -> Inks:
    """Return how much of a page each ink covers, from 0 to 1: (0.15, 0.13, 0.09, 0.05) is 42 % in all.

    Colours are mixed where they meet, so that the sum differs by some percent of it from that of the file.
    """
    page = document.pages[page_index]
    width, height = (max(1, round(side * _DPI / 25.4)) for side in (page.width, page.height))
    writer = _WordWriter(separator)
    writer.add(replace(document, pages=(page,), bookmarks=()))
    counts: Counter[RGB] = Counter()
    for band in render(writer.finish(), width, height, _COVER_FINENESS, "RGB"):
        for count, (red, green, blue) in band.convert("RGB").getcolors(band.width * band.height):
            counts[red / 255, green / 255, blue / 255] += count
    found = zip(separator.find_all([*counts]), counts.values(), strict=True)
    amounts = [[share * count for share in inks] for inks, count in found]
    return Inks(*(sum(ink) / counts.total() for ink in zip(*amounts, strict=True)))


class _WordWriter(PdfWriter):
    """Writer of a page in RGB whose small words have the colours in which a press prints them."""

    def __init__(self, separator: Separator) -> None:
        super().__init__(Options(dpi=_DPI))
        self._find_colour = make_finder(separator)

    def _begin_content(self, space: Space, *, is_symbol: bool = False, scale: float = 1.0) -> Content:
        return WordContent(self, space, self._find_colour, is_symbol=is_symbol, scale=scale)
