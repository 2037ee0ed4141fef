"""Documents as plain lines for golden files, which show changes line by line."""

from collections.abc import Iterator, Sequence
from hashlib import md5

from generator.backends.formats import Format, Options
from generator.scene.shapes import (
    IDENTITY,
    Document,
    GlyphRun,
    Group,
    Page,
    Path,
    Picture,
    Segment,
    Shape,
    Stroke,
    Symbol,
    Transform,
    Use,
)
from generator.scene.walk import find_all


def write_text(document: Document) -> str:
    """Return one line per shape, with lengths in mm and two decimals; symbols come before the pages, once."""
    writer = TextWriter()
    writer.add(document)
    return writer.finish().decode("utf-8")


class TextWriter:
    """Writer of one document, which receives some of the pages at a time."""

    def __init__(self) -> None:
        self._head: list[str] = []
        self._pages: list[str] = []
        self._symbols: dict[Symbol, str] = {}
        self._taken: dict[str, int] = {}
        self._count = 0

    def add(self, document: Document) -> None:
        self._head = _head(document)
        for page in document.pages:
            self._name_symbols(page.shapes)
            self._pages.append(_page(page, self._count))
            self._pages.extend(_lines(page.shapes, self._symbols, 1))
            self._count += 1

    def finish(self) -> bytes:
        lines = [*self._head]
        for symbol, name in self._symbols.items():
            lines.append(f"symbol {name} box {_numbers(symbol.box)}")
            lines.extend(_lines(symbol.shapes, self._symbols, 1))
        return ("\n".join((*lines, *self._pages)) + "\n").encode("utf-8")

    def _name_symbols(self, shapes: Sequence[Shape]) -> None:
        """Name the symbols in the order of use, inner ones first; duplicate names are numbered."""
        for use in find_all(Use, shapes, symbols=False):
            symbol = use.symbol
            if symbol not in self._symbols:
                self._name_symbols(symbol.shapes)
                count = self._taken[symbol.name] = self._taken.get(symbol.name, 0) + 1
                self._symbols[symbol] = symbol.name if count == 1 else f"{symbol.name}~{count}"


def _head(document: Document) -> list[str]:
    lines = [f"document {document.title!r} in {document.language}"]
    for label, value in (
        ("author", document.author),
        ("subject", document.subject),
        ("keywords", ", ".join(document.keywords)),
        ("duplex", document.duplex),
    ):
        if value:
            lines.append(f"  {label} {value!r}")
    for bookmark in document.bookmarks:
        lines.append(f"  {'  ' * bookmark.level}bookmark {bookmark.title!r} page {bookmark.page + 1}")
    return lines


def _page(page: Page, index: int) -> str:
    label = f" {page.label!r}" if page.label else ""
    trim = f" trim {_numbers(page.trim)}" if page.trim else ""
    bleed = f" bleed {_numbers(page.bleed)}" if page.bleed else ""
    return f"page {index + 1}{label} {_number(page.width)} x {_number(page.height)} mm{trim}{bleed}"


def _lines(shapes: Sequence[Shape], symbols: dict[Symbol, str], depth: int) -> Iterator[str]:
    indent = "  " * depth
    for shape in shapes:
        if isinstance(shape, Group):
            yield indent + _group(shape)
            yield from _lines(shape.shapes, symbols, depth + 1)
        elif isinstance(shape, GlyphRun):
            yield indent + _glyphs(shape)
        elif isinstance(shape, Path):
            yield indent + _path(shape)
        elif isinstance(shape, Use):
            yield f"{indent}use {symbols[shape.symbol]}{_placed(shape.transform)}{_titled(shape.title)}"
        else:
            yield indent + _picture(shape)


def _group(group: Group) -> str:
    name = f" {group.name}" if group.name else ""
    clip = f" clip {_outline(group.clip.segments)}" if group.clip else ""
    return f"group{name}{_titled(group.title)}{_placed(group.transform)}{clip}"


def _glyphs(run: GlyphRun) -> str:
    spacing = f" spacing={_number(run.spacing)}" if run.spacing else ""
    tracking = f" tracking={_number(run.tracking)}" if run.tracking else ""
    place = f"x={_number(run.x)} y={_number(run.y)} size={_number(run.size)}"
    return f"glyphs {place} {run.font.name} {run.colour.hex}{spacing}{tracking} {run.text!r}"


def _path(path: Path) -> str:
    fill = f" fill={path.fill.hex}" if path.fill else ""
    rule = " even-odd" if path.even_odd else ""
    stroke = f" {_stroke(path.stroke)}" if path.stroke else ""
    return f"path {_outline(path.segments)}{fill}{rule}{stroke}"


def _stroke(stroke: Stroke) -> str:
    dash = f" dash={_numbers(stroke.dash)}" if stroke.dash else ""
    cap = f" {stroke.cap}-cap" if stroke.cap != "butt" else ""
    join = f" {stroke.join}-join" if stroke.join != "miter" else ""
    return f"stroke={stroke.colour.hex} width={_number(stroke.width)}{dash}{cap}{join}"


def _picture(picture: Picture) -> str:
    box = (
        f"x={_number(picture.x)} y={_number(picture.y)} {_number(picture.width)} x {_number(picture.height)}"
    )
    digest = md5(picture.data, usedforsecurity=False).hexdigest()[:8]
    return f"picture {box} md5={digest}{_titled(picture.title)}"


def _outline(segments: Sequence[Segment]) -> str:
    return " ".join(" ".join((kind, *map(_number, points))) for kind, *points in segments)


def _placed(transform: Transform) -> str:
    if transform == IDENTITY:
        return ""
    a, b, c, d, e, f = transform
    if (a, b, c, d) == IDENTITY[:4]:
        return f" at {_number(e)} {_number(f)}"
    return f" matrix {' '.join(_number(value, 4) for value in (a, b, c, d))} {_number(e)} {_number(f)}"


def _titled(title: str) -> str:
    return f" {title!r}" if title else ""


def _numbers(values: Sequence[float]) -> str:
    return " ".join(map(_number, values))


def _number(value: float, decimals: int = 2) -> str:
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _write(document: Document, page: int | None, options: Options) -> bytes:
    return write_text(document).encode("utf-8")


FORMAT = Format(name="txt", extension="txt", per_page=False, write=_write, begin=TextWriter)
