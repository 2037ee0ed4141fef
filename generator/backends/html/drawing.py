"""Pages as SVG in a web page, whose definitions many parts share."""

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import NamedTuple

from generator.backends.html.words import find_words
from generator.backends.svg_shapes import ShapeWriter, join, matrix
from generator.scene.fonts import Font
from generator.scene.shapes import IDENTITY, GlyphRun, Group, Path, Shape, Use

MARK = "\x01"
"""Begins a reference to a definition: shapes have no control characters."""
_BYTES = 8
"""Length of the hash of a definition: two of a million are equal in one of thirty million files."""

_LONG = 1000
"""Characters of an outline that is defined, and not written where it is drawn."""


class Face(NamedTuple):
    """One side of a piece where a page has it."""

    side: str
    piece: str
    """Id of the piece."""
    drawing: str
    """Reference to its definition."""
    box: tuple[float, float, float, float]
    words: str


class PageWriter(ShapeWriter):
    """Writer of pages for a web page.

    The name of a definition is a hash of what it draws, so that pages that were made apart share what they
    have in common. Pages have no names and words of their own: those are written beside them.
    """

    link = "href"

    def __init__(self, dpi: float, *, sides: Iterable[str] = ()) -> None:
        super().__init__(dpi)
        self.found: dict[str, str] = {}
        """Elements for `<defs>` by their references, each after those that it uses."""
        self.faces: list[Face] = []
        """The pieces of all pages, if there are `sides`."""
        self.fonts: dict[Font, None] = {}
        """The fonts of all texts."""
        self._sides = frozenset(sides)
        self._words: dict[str, str] = {}

    def define(self, name: str, write: Callable[[str], str]) -> str:
        content = write("")
        id = MARK + blake2b(content.encode(), digest_size=_BYTES).hexdigest()
        if id not in self.found:
            self.found[id] = write(id)
        return id

    def write(self, shapes: Iterable[Shape]) -> str:
        """Return the elements of shapes."""
        body: list[str] = []
        for shape in shapes:
            self.draw(shape, body)
        return "".join(body)

    def define_shapes(self, shapes: Iterable[Shape]) -> str:
        """Define shapes that are shown at several places, and return the reference to them."""
        shapes = tuple(shapes)
        if len(shapes) == 1 and isinstance(shapes[0], Use) and shapes[0].transform == IDENTITY:
            return self._find_symbol(shapes[0].symbol)
        body = [self.write(shapes)]
        return self.define("", lambda id: join("g", {"id": id}, body))

    def cut_out(self, drawing: str, outline: Path) -> str:
        """Return the elements that show a definition on paper that is cut along a filled outline."""
        inside: list[str] = []
        self.draw(outline, inside)
        clip = f"url(#{self.add_clip(outline)})"
        return join("g", {"clip-path": clip}, [*inside, self._use(drawing, "")])

    def define_figure(self, figure: Group | Use) -> str:
        """Define a figure or an icon of a page, which its text shows, too, and return the reference to it."""
        body: list[str] = []
        if isinstance(figure, Use):
            self.draw(figure, body)
        else:
            super()._draw_group(figure, body, is_top=False)
        return self.define("", lambda id: join("g", {"id": id}, body))

    def _draw_group(self, group: Group, into: list[str], *, is_top: bool) -> None:
        region = group.region
        if region is None or region.area not in self._sides:
            if group.tag == "figure":
                into.append(self._use(self.define_figure(group), ""))
            else:
                super()._draw_group(group, into, is_top=is_top)
            return
        sides, self._sides = self._sides, frozenset()
        drawing = self.define_shapes(group.shapes)
        self._sides = sides
        if drawing not in self._words:
            self._words[drawing] = find_words(group.shapes)
        self.faces.append(Face(region.area, region.place, drawing, region.box, self._words[drawing]))
        clip = f"url(#{self.add_clip(group.clip)})" if group.clip else ""
        given = {"clip-path": clip, "transform": matrix(group.transform)}
        into.append(join("g", given, [self._use(drawing, "")]))

    def _write_path(self, outline: str, given: dict[str, str]) -> str:
        """Write a path; long ones, such as coasts, are often the same in several drawings and colours."""
        if len(outline) < _LONG:
            return super()._write_path(outline, given)
        id = self.define("", lambda id: join("path", {"d": outline, "id": id}))
        return join("use", {self.link: f"#{id}", **given})

    def _describe_group(self, group: Group, *, is_top: bool) -> dict[str, str]:
        return {}

    def _describe_run(self, run: GlyphRun) -> dict[str, str]:
        self.fonts[run.font] = None
        return {}

    def _write_title(self, title: str) -> list[str]:
        return []

    def _use(self, id: str, transform: str, title: str = "") -> str:
        return super()._use(id, transform)
