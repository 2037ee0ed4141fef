"""Documents as plain lines for golden files, which show changes line by line."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from generator.backends.formats import Format
from generator.scene import shapes as scene
from generator.scene.shapes import list_all


def write_text(document: scene.Document) -> str:
    """Return one line per shape, with lengths in mm and two decimals; symbols come before the pages, once."""
    writer = TextWriter()
    writer.add(document)
    return writer.finish().decode()


class TextWriter:
    """Writer of one document, which receives some of the pages at a time."""

    def __init__(self) -> None:
        self._head: list[str] = []
        self._pages: list[str] = []
        self._symbols: dict[scene.Symbol, str] = {}
        self._taken: Counter[str] = Counter()
        self._count = 0

    def add(self, document: scene.Document) -> None:
        self._head = _head(document)
        for page in document.pages:
            self._count += 1
            self._name_symbols(page.shapes)
            size = f"{_number(page.width)} x {_number(page.height)} mm"
            boxes = (("trim", page.trim), ("bleed", page.bleed))
            edges = [f"{name} {_numbers(*box)}" for name, box in boxes if box]
            self._pages.append(_join(f"page {self._count}", _quote(page.label), size, *edges))
            self._pages.extend(_lines(page.shapes, self._symbols, "  "))

    def finish(self) -> bytes:
        lines = [*self._head]
        for symbol, name in self._symbols.items():
            lines.append(f"symbol {name} box {_numbers(*symbol.box)}")
            lines.extend(_lines(symbol.shapes, self._symbols, "  "))
        return "\n".join((*lines, *self._pages, "")).encode()

    def _name_symbols(self, shapes: Sequence[scene.Shape]) -> None:
        """Name the symbols in the order of use, inner ones first; duplicate names are numbered."""
        for use in list_all(scene.Use, shapes, symbols=False):
            symbol = use.symbol
            if symbol not in self._symbols:
                self._name_symbols(symbol.shapes)
                self._taken[symbol.name] += 1
                count = self._taken[symbol.name]
                self._symbols[symbol] = symbol.name if count == 1 else f"{symbol.name}~{count}"


def _head(document: scene.Document) -> list[str]:
    lines = [f"document {document.title!r} in {document.language}"]
    values = document.author, document.subject, ", ".join(document.keywords), document.duplex
    named = zip(("author", "subject", "keywords", "duplex"), values, strict=True)
    lines += [f"  {label} {value!r}" for label, value in named if value]
    for bookmark in document.bookmarks:
        lines.append(f"  {'  ' * bookmark.level}bookmark {bookmark.title!r} page {bookmark.page + 1}")
    return lines


def _lines(shapes: Sequence[scene.Shape], symbols: Mapping[scene.Symbol, str], indent: str) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, scene.Group) and not shape.shapes and shape.region:
            # It shows where people write, and nothing else.
            continue
        if isinstance(shape, scene.Group) and shape.is_only_tagged:
            yield from _lines(shape.shapes, symbols, indent)
            continue
        yield indent + _join(*_describe(shape, symbols))
        if isinstance(shape, scene.Group):
            yield from _lines(shape.shapes, symbols, f"{indent}  ")


def _describe(shape: scene.Shape, symbols: Mapping[scene.Symbol, str]) -> tuple[str, ...]:
    if isinstance(shape, scene.Group):
        clip = f"clip {_outline(shape.clip)}" if shape.clip else ""
        faint = f"opacity={_number(shape.opacity)}" if shape.opacity < 1 else ""
        placed = _placed(shape.transform)
        return "group", shape.name, _quote(shape.title), placed, clip, faint
    if isinstance(shape, scene.GlyphRun):
        place = f"x={_number(shape.x)} y={_number(shape.y)} size={_number(shape.size)}"
        spacing = f"spacing={_number(shape.spacing)}" if shape.spacing else ""
        tracking = f"tracking={_number(shape.tracking)}" if shape.tracking else ""
        return "glyphs", place, shape.font.name, _paint(shape.colour), spacing, tracking, repr(shape.text)
    if isinstance(shape, scene.Path):
        fill = f"fill={_paint(shape.fill)}" if shape.fill else ""
        rule = "even-odd" if shape.even_odd else ""
        return "path", _outline(shape), fill, rule, _stroke(shape.stroke) if shape.stroke else ""
    if isinstance(shape, scene.Use):
        return "use", symbols[shape.symbol], _placed(shape.transform), _quote(shape.title)
    place = f"x={_number(shape.x)} y={_number(shape.y)} {_number(shape.width)} x {_number(shape.height)}"
    view = (
        f"part {_numbers(*shape.view.part)} {shape.view.tint}".strip()
        if shape.view != scene.ALL_OF_IT
        else ""
    )
    return "picture", place, f"md5={shape.file.digest()[:8]}", view, _quote(shape.title)


def _stroke(stroke: scene.Stroke) -> str:
    dash = f"dash={_numbers(*stroke.dash)}" if stroke.dash else ""
    phase = f"phase={_number(stroke.phase)}" if stroke.phase else ""
    cap = f"{stroke.cap}-cap" if stroke.cap != "butt" else ""
    join = f"{stroke.join}-join" if stroke.join != "miter" else ""
    return _join(f"stroke={_paint(stroke.colour)} width={_number(stroke.width)}", dash, phase, cap, join)


def _paint(paint: scene.Paint) -> str:
    if isinstance(paint, scene.Colour):
        return paint.hex + (f"/{_number(paint.alpha)}" if paint.alpha < 1 else "")
    points = _numbers(*paint.start, *paint.end, paint.radius)
    stops = [f"{_number(offset)} {_paint(colour)}" for offset, colour in paint.stops]
    return f"gradient({', '.join((_join(points, _placed(paint.transform)), *stops))})"


def _outline(path: scene.Path) -> str:
    return " ".join(" ".join((kind, *map(_number, points))) for kind, *points in path.segments)


def _placed(transform: scene.Transform) -> str:
    if transform == scene.IDENTITY:
        return ""
    place = _numbers(*transform[4:])
    if transform[:4] == scene.IDENTITY[:4]:
        return f"at {place}"
    return f"matrix {' '.join(_number(value, 4) for value in transform[:4])} {place}"


def _join(*words: str) -> str:
    return " ".join(filter(None, words))


def _quote(text: str) -> str:
    return repr(text) if text else ""


def _numbers(*values: float) -> str:
    return " ".join(map(_number, values))


def _number(value: float, decimals: int = 2) -> str:
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


FORMAT = Format(
    name="txt",
    extension="txt",
    per_page=False,
    write=lambda document, page, options: write_text(document).encode(),
    begin=lambda options: TextWriter(),
)
