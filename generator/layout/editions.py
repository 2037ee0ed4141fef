"""Editions for people who see little or nothing: large print, high contrast, labels in Braille.

Large print has booklets in type of 16 pt, and a book with the texts of all cards, by their numbers. High
contrast has pages in black on white, and finds what only colours tell apart on them. Labels are for the
sleeves of cards: dots of the right size, also mirrored to emboss them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations
from typing import NamedTuple, TypeAlias

from generator.layout.booklets import lay_out_booklet_pages
from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.elements.words import choose_title, shorten_title
from generator.layout.press import Press
from generator.layout.shapes.outlines import Component, circle, rounded_rectangle
from generator.layout.shapes.palette import Palette, darken, measure_on_paper
from generator.layout.text.legibility import ContrastChecker
from generator.model.elements.blocks import (
    AnyBlock,
    Cell,
    Flow,
    Heading,
    Paragraph,
    Table,
    TableColumn,
    TableRow,
)
from generator.model.elements.pages import BookletLook
from generator.model.geometry import Rectangle
from generator.model.kit import Booklet, CardBook, Form, LabelSet, Piece, PieceSet, number_cards
from generator.model.printing.printing import Paper
from generator.model.style import Theme, TypeStyle
from generator.model.texts.rich_text import escape_rich
from generator.model.values import replace
from generator.model.vision import LEAST_CONTRAST, measure_contrast
from generator.scene.digest import Digester
from generator.scene.reading import list_card_texts
from generator.scene.shapes import (
    BLACK,
    WHITE,
    Colour,
    Document,
    GlyphRun,
    Group,
    Page,
    Paint,
    Path,
    Picture,
    Shape,
    Stroke,
    Symbol,
    Use,
    measure_least_scale,
    measure_run,
    move_point,
    walk,
)
from generator.scene.visible import Measures, Painter, list_leaves

_POINT = 25.4 / 72
_BODY, _LEAST = 16.0 * _POINT, 14.0 * _POINT
"""Sizes of running text, and of the smallest one, in mm."""
_ROLES = ("title", "heading", "subheading", "lead", "body", "small", "key", "caption", "label", "fine_print")
"""Roles of running text, none of which is smaller than `body` here."""
_FIGURE = 1.25
"""Scale of figures: larger ones would leave half pages empty."""
_MARGIN, _GAP = 13.0, 8.0
"""Margin and gap of columns in booklets."""
_NUMBER, _DISC, _FROM_CUT, _LINE, _STEP = 18.0 * _POINT, 10.0, 1.5, 0.5, 3.0
"""Type size of the number of a card, its disc, the distance of this from the cut, its line, and the distance
of its possible places, in mm.
"""
_ROWS, _LOOKS = 6, 10
"""Numbers of lines across the disc on which drawings are looked for, and of places on each."""
_ALIKE = 0.03
"""Share of a disc of which parts of drawings do not matter."""
_DIGIT = 4.0
"""Width of a third digit, which makes the disc longer."""
_NO_BREAK = "\u00a0"
_ENDS = ".!?:。！？：؟"
_PALEST = 1.25
"""Contrast with white paper of colours that are meant for dark grounds."""
_MOST_LOOKED_AT, _MOST_DRAWN, _LEAST_COVERED = 100, 12, 0.5
"""Numbers of cards whose texts, and whose drawings, choose the place of a number; area of texts, in mm², that
it may cover.
"""
_LARGEST_DETAIL, _WIDEST = 1 / 3, 0.9
"""Area and width of the largest part of a drawing that is no ground, as shares of those of the card."""


def lay_out_large_pages(press: Press, booklet: Booklet, paper: Paper, title: str) -> list[Page]:
    """Lay out a booklet in one column on smaller paper, and enlarge its pages.

    Its text is as small as large print may be where it does not fit otherwise.
    """
    lay_out = partial(_lay_out_at, press, booklet, paper, title)
    return press.findings.attempt(partial(lay_out, _BODY)) or lay_out(_LEAST)


def _lay_out_at(press: Press, booklet: Booklet, paper: Paper, title: str, body: float) -> list[Page]:
    """Lay out a booklet whose text has a size in mm."""
    factor = body / press.kit.theme.type["body"].size
    small = replace(
        paper, width=paper.width / factor, height=paper.height / factor, margin=paper.margin / factor
    )
    width = paper.oriented(booklet.orientation).width
    column = (width - 2 * _MARGIN - _GAP * (booklet.columns - 1)) / booklet.columns
    theme = _enlarge(press.kit.theme, factor)
    large = press.with_theme(theme, _LegiblePalette, most=column, scale=_FIGURE / factor)
    room = paper.oriented(booklet.orientation).width - 2 * _MARGIN * factor
    is_book = isinstance(booklet, CardBook)
    blocks = tuple(_list_card_blocks(press) if is_book else _unfold(press, booklet, room))
    # What is small elsewhere is a paragraph here.
    head: tuple[AnyBlock, ...] = (Paragraph(booklet.subtitle, "lead"),) if booklet.subtitle else ()
    foot: tuple[AnyBlock, ...] = (Paragraph(booklet.credit, "credit"),) if booklet.credit else ()
    text = (*head, *blocks, *foot)
    # No number of pages makes the type smaller.
    one_column = replace(booklet, blocks=text, columns=1, most_pages=0, fit=False, multiple=1)
    shown = replace(one_column, subtitle="", credit="", look=BookletLook())
    return lay_out_booklet_pages(large, shown, small, title, sheet=paper, reduced=paper)


class _LegiblePalette(Palette):
    """Colours with dark texts, but for those that are white."""

    def legible(self, name: str) -> Colour:
        colour = self[name]
        return darken(colour) if _PALEST < measure_on_paper(colour) < LEAST_CONTRAST else colour


def _enlarge(theme: Theme, factor: float) -> Theme:
    """Return a theme whose running text is as large as `body` at least, and upright."""
    body, least = theme.type["body"].size, _LEAST / factor

    def enlarge(style: TypeStyle) -> TypeStyle:
        upright = replace(style, italic=False, uppercase=False, tracking=0.0)
        return replace(upright, size=max(style.size, body), smallest=max(style.smallest, least))

    changed: Mapping[str, TypeStyle] = {role: enlarge(theme.type[role]) for role in _ROLES}
    return replace(theme, type={**theme.type, **changed})


def _unfold(press: Press, booklet: Booklet, room: float) -> Iterator[AnyBlock]:
    """Yield the blocks of a booklet, with flow charts as numbered steps, which need no boxes.

    Tables in larger type than the text have that of the text here, so that more words fit in their columns;
    if those of their heads do not fit in `room`, columns become rows.
    """
    arrow = "→" if press.wording.direction == "ltr" else "←"
    for block in booklet.blocks:
        if isinstance(block, Table):
            table = replace(block, scale=min(block.scale, 1.0))
            yield _turn(table) if _may_turn(table) and _needs_more(press, table, room) else table
            continue
        if not isinstance(block, Flow):
            yield block
            continue
        numbers = {step.id: number for number, step in enumerate(block.steps, start=1)}
        for step in block.steps:
            leads = "".join(
                f"{_NO_BREAK}{arrow}{_NO_BREAK}**{numbers[way.to]}**" for way in step.ways if not way.label
            )
            text = " ".join(press.format(step.text).split())
            yield Heading(f"{numbers[step.id]} · {text}{leads}", level=2)
            for way in step.ways:
                if way.label:
                    yield Paragraph(f"**{press.format(way.label)}** {arrow} **{numbers[way.to]}**")


_BESIDE_HEAD = 6.0
"""Room beside the longest word of a head, in mm."""
_HEAD_SHARE = 2.0
"""Width of the column of heads of a table whose columns became rows, relative to the others."""


def _may_turn(table: Table) -> bool:
    """Return True for a table with fewer rows than columns, of texts that have the same meaning in rows."""
    columns, rows = table.columns, table.rows
    are_plain = all(row.cells and not row.each and not row.icon for row in rows)
    return are_plain and len(rows) < len(columns) and all(one.head and not one.grid for one in columns)


def _needs_more(press: Press, table: Table, room: float) -> bool:
    """Return True if the longest words of the heads have no room side by side in the smallest type."""
    style = replace(press.style("key", bold=True), size=_LEAST)
    words = (press.format(column.head) for column in table.columns)
    return sum(press.typesetter.measure(word, style, width=1.0)[0] + _BESIDE_HEAD for word in words) > room


def _turn(table: Table) -> Table:
    """Return a table with a row for each column, and a column for each row."""
    first, *others = table.columns
    rows = [row.cells for row in table.rows]
    heads = tuple(TableColumn(row[0].text, align="center") for row in rows)
    turned = tuple(
        TableRow((Cell(text=column.head), *(row[index] for row in rows)))
        for index, column in enumerate(others, start=1)
    )
    columns = replace(first, width=_HEAD_SHARE, align="start"), *heads
    return replace(table, columns=columns, draw=turned, empty=0, row_heads=True)


def _list_card_blocks(press: Press) -> Iterator[AnyBlock]:
    """Yield the number, the title, and the texts of each card, deck by deck, and those of its back if it has
    one of its own.
    """
    numbers = number_cards(press.kit.parts)
    for part in press.kit.parts:
        if isinstance(part, PieceSet) and part.has_cards:
            yield Heading(escape_rich(shorten_title(press.format(part.title), press.format(press.kit.title))))
            backs = _list_backs(press, part)
            for id, front in _list_fronts(press, part):
                yield from _list_entry(numbers[part.id, id], front, backs.get(id), press.format("page.back"))


def list_titles(press: Press, part: PieceSet) -> Iterator[tuple[str, str]]:
    """Yield the id and the title of each different card."""
    yield from ((id, title) for id, (title, _) in _list_fronts(press, part))


_Texts: TypeAlias = tuple[str, tuple[str, ...]]
"""The title of a side of a card, and its other texts."""


def _list_fronts(press: Press, part: PieceSet) -> Iterator[tuple[str, _Texts]]:
    pieces = {piece.id: piece.in_language(press.wording) for piece in part.pieces}
    for id, component in {component.id: component for component in lay_out_pieces(press, part)}.items():
        # In the file, a title is not in capitals.
        title = choose_title(press, part.templates[pieces[id].front], pieces[id].fields)
        yield id, list_card_texts(component.front, title)


def _list_backs(press: Press, part: PieceSet) -> Mapping[str, _Texts]:
    """Return the texts of backs that one card has alone, and that say more than what it belongs to."""
    pieces = {piece.id: piece.in_language(press.wording) for piece in part.pieces if piece.back}
    own = Counter(piece.back for piece in pieces.values())
    alone = {id: piece for id, piece in pieces.items() if own[piece.back] == 1}
    if not alone:
        return {}
    components = {one.id: one for one in lay_out_pieces(press, part) if one.id in alone}
    backs = {
        id: list_card_texts(one.back, choose_title(press, part.templates[alone[id].back], alone[id].fields))
        for id, one in components.items()
    }
    return {id: (title, texts) for id, (title, texts) in backs.items() if texts}


def _list_entry(number: int, front: _Texts, back: _Texts | None, word: str) -> Iterator[AnyBlock]:
    """Yield the number and the title of a card, its texts in one paragraph, and those of its back."""
    title, texts = front
    yield Heading(f"{number} · {escape_rich(title)}" if title else str(number), level=2)
    if words := _join_texts(texts):
        yield Paragraph(escape_rich(words))
    if back:
        title, texts = back
        yield Paragraph(f"**{word}:** {escape_rich(_join_texts([title, *texts] if title else texts))}")


def _join_texts(texts: Iterable[str]) -> str:
    return " ".join(text if text[-1] in _ENDS else f"{text} ·" for text in texts).removesuffix(" ·")


def number_components(press: Press, part: PieceSet, components: Sequence[Component]) -> tuple[Component, ...]:
    """Return cards with their numbers on the front, where least of their texts and drawings is covered.

    All cards of a shape have it at the same place, or all of a template if it would cover something of some;
    a card that has a text there, too, has it at another place. Pieces that are folded have none.
    """
    numbers = number_cards(press.kit.parts)
    flat = {id(one): one for one in components if not one.form.is_net}
    longest = max((len(str(numbers[part.id, one.id])) for one in flat.values()), default=0)
    size = _DISC + _DIGIT * max(longest - 2, 0), _DISC
    fronts = {piece.id: piece.front for piece in part.pieces}
    by_form: dict[Form, list[Component]] = {}
    for one in flat.values():
        by_form.setdefault(one.form.cell, []).append(one)
    places: dict[int, Rectangle] = {}
    for form, cards in by_form.items():
        place, hidden = _choose_place(form, cards, size)
        is_apart = hidden.text > 0 or hidden.art > _ALIKE / 2
        by_front: dict[str, list[Component]] = {}
        for one in cards:
            by_front.setdefault(fronts[one.id] if is_apart else "", []).append(one)
        for own in by_front.values():
            chosen = _choose_place(form, own, size)[0] if is_apart else place
            for one in own:
                is_free = _measure_covered(one, chosen) < _LEAST_COVERED
                places[id(one)] = chosen if is_free else _choose_place(form, [one], size)[0]
    numbered = {
        key: _number(press, one, str(numbers[part.id, one.id]), places[key]) for key, one in flat.items()
    }
    return tuple(numbered.get(id(one), one) for one in components)


class _Hidden(NamedTuple):
    """The area of texts that a number hides, in mm², and the share of its disc on parts of drawings."""

    text: float
    art: float


def _choose_place(
    form: Form, cards: Sequence[Component], size: tuple[float, float]
) -> tuple[Rectangle, _Hidden]:
    """Return the box of the disc that hides the least text of cards, and of these places the one that hides
    the least art, if possible at the lower right.
    """
    lefts, tops = (_divide(*sides) for sides in zip((form.width, form.height), size, strict=True))
    ends = (lefts[0], lefts[-1]), (tops[0], tops[-1])
    # Corners come before other places along the edge.
    near = [(x in ends[0], y in ends[1], x, y) for y in tops for x in lefts]
    places = [(x, y) for at_side, at_end, x, y in near if at_side and at_end]
    places += [(x, y) for at_side, at_end, x, y in near if at_side != at_end]
    discs = [Rectangle(x, y, x + size[0], y + size[1]) for x, y in places]
    shown = cards[:_MOST_LOOKED_AT]
    texts = [box for card in shown for box in _list_boxes(card.front)]
    covered = {disc: round(sum(box.overlap(disc) for box in texts), 1) for disc in discs}
    least = min(covered.values())
    free = [disc for disc in discs if covered[disc] == least]
    details = [_find_details(card.front, form) for card in shown[:_MOST_DRAWN]] if len(free) > 1 else []
    art = {disc: _measure_art(details, disc) for disc in free}
    best = min(free, key=lambda disc: round(art[disc] / _ALIKE))
    return best, _Hidden(least, art[best])


def _find_details(shapes: Iterable[Shape], form: Form) -> Painter:
    """Return what shows the parts of drawings: all that is neither large nor as wide as the card."""
    measures, most = Measures(), form.width * form.height * _LARGEST_DETAIL
    leaves = list_leaves(shapes, Rectangle(0.0, 0.0, form.width, form.height), measures)
    boxes = ((leaf, leaf.box) for leaf in leaves)
    return Painter(
        [leaf for leaf, box in boxes if box.width * box.height <= most and box.width < form.width * _WIDEST],
        measures,
    )


def _measure_art(details: Sequence[Painter], disc: Rectangle) -> float:
    """Return the share of a disc in which there are parts of drawings, on the average of cards."""
    rows = [disc.top + (row + 0.5) * disc.height / _ROWS for row in range(_ROWS)]
    looks = [
        seen is not None
        for painter in details
        for y in rows
        for seen in painter.look((disc.left, y), (disc.right, y), _LOOKS)
    ]
    return sum(looks) / len(looks) if looks else 0.0


def _divide(side: float, size: float) -> list[float]:
    """Return the places of a disc along a side, the last one first."""
    room = side - size - 2 * _FROM_CUT
    count = max(int(room / _STEP), 1)
    return [_FROM_CUT + room * (1 - step / count) for step in range(count + 1)]


def _list_boxes(shapes: Iterable[Shape]) -> Iterator[Rectangle]:
    """Yield the boxes of texts, and of icons with a meaning."""
    for placed in walk(shapes):
        shape = placed.shape
        if isinstance(shape, GlyphRun) and shape.text.strip():
            size = shape.size
            box = Rectangle(shape.x, shape.y - 0.8 * size, shape.x + measure_run(shape), shape.y + 0.2 * size)
        elif isinstance(shape, Use) and shape.title:
            box = Rectangle(*shape.symbol.box)
        else:
            continue
        yield Rectangle.around(move_point(placed.transform, *corner) for corner in box.corners)


def _measure_covered(card: Component, disc: Rectangle) -> float:
    """Return the area of texts of a card that a disc covers."""
    return sum(box.overlap(disc) for box in _list_boxes(card.front))


def _number(press: Press, card: Component, number: str, box: Rectangle) -> Component:
    def draw() -> tuple[Shape, ...]:
        outline = rounded_rectangle(box.left, box.top, box.width, box.height, box.height / 2)
        disc = Path(outline, WHITE, Stroke(press.palette["ink"], _LINE))
        words = press.centred(f"**{number}**", "body", box.middle, size=_NUMBER, colour="ink")
        return (*card.front, Group((disc, *words), name="number"))

    return replace(card, draw_front=draw)


_LEAST_LINE = 0.5 * 25.4 / 72
"""Minimum width of a line, half a point, in mm."""
_DARK, _CLEAR, _APART = 3.0, 7.0, 3.0
"""Contrasts: with white paper, of a colour that becomes black; of a text; of areas that are told apart."""
_ICON = "icon-"


class HighContrast:
    """Makes pages black on white; symbols that pages share are changed once for each size."""

    def __init__(self) -> None:
        self._checker = ContrastChecker(_CLEAR)
        self._change_symbol = cache(self._make_symbol)

    def view(self, document: Document) -> Document:
        """Return pages with black texts, icons, and lines, none of which is thin."""
        pages = (replace(page, shapes=tuple(self._change(page.shapes, 1.0))) for page in document.pages)
        return replace(document, pages=tuple(pages))

    def check(self, document: Document) -> Iterator[str]:
        """Yield a message for each text whose contrast is not enough."""
        for page in document.pages:
            yield from self._checker.check(page.shapes, Rectangle(0.0, 0.0, page.width, page.height))

    def _change(self, shapes: Iterable[Shape], scale: float, *, is_icon: bool = False) -> Iterator[Shape]:
        for shape in shapes:
            match shape:
                case GlyphRun():
                    yield shape._replace(colour=_blacken(shape.colour))
                case Group():
                    inner = scale * measure_least_scale(shape.transform)
                    yield replace(shape, shapes=tuple(self._change(shape.shapes, inner, is_icon=is_icon)))
                case Use():
                    inner = round(scale * measure_least_scale(shape.transform), 3)
                    yield replace(shape, symbol=self._change_symbol(shape.symbol, inner))
                case Picture():
                    yield shape
                case Path():
                    fill = shape.fill.mapped(_blacken) if shape.fill and is_icon else shape.fill
                    least = _DARK if is_icon else _CLEAR
                    stroke = shape.stroke and _strengthen(shape.stroke, scale, least)
                    yield replace(shape, fill=fill, stroke=stroke)

    def _make_symbol(self, symbol: Symbol, scale: float) -> Symbol:
        is_icon = symbol.name.startswith(_ICON) and len({*_list_fills(symbol.shapes)}) == 1
        return replace(symbol, shapes=tuple(self._change(symbol.shapes, scale, is_icon=is_icon)))


def _blacken(colour: Colour) -> Colour:
    return replace(BLACK, alpha=colour.alpha) if measure_on_paper(colour) >= _DARK else colour


def _strengthen(stroke: Stroke, scale: float, least: float) -> Stroke:
    """Return a line that is not thin; one that is lighter, such as those behind texts, keeps its colour."""
    width = max(stroke.width, _LEAST_LINE / scale) if stroke.width and scale else stroke.width
    colours = stroke.colour.colours
    is_dark = all(measure_on_paper(colour) >= least for colour in colours)
    return replace(stroke, colour=stroke.colour.mapped(_blacken) if is_dark else stroke.colour, width=width)


def _list_fills(shapes: Iterable[Shape]) -> Iterator[Paint]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _list_fills(shape.shapes)
        elif isinstance(shape, Use):
            yield from _list_fills(shape.symbol.shapes)
        elif isinstance(shape, Path) and shape.fill:
            yield shape.fill


def list_same_shapes(press: Press, part: PieceSet) -> Iterator[str]:
    """Yield a message for pieces that differ only in colours of about the same lightness."""
    digester = Digester()
    found: dict[tuple[object, ...], list[tuple[str, list[Colour]]]] = {}
    drawn = {one.id: one for one in lay_out_pieces(press, part)}
    for id, one in drawn.items():
        colours: list[Colour] = []
        outline = digester.digest(_drop_colours(one.front, colours))
        found.setdefault((outline, one.form), []).append((id, colours))
    for same in found.values():
        for ids in _group(same):
            yield f"{', '.join(ids)} differ only in their colours: add a sign or a pattern to each"


def _group(pieces: Sequence[tuple[str, list[Colour]]]) -> list[list[str]]:
    """Return the ids of pieces that nobody tells apart without colours; each piece is in one group."""
    groups: list[list[tuple[str, list[Colour]]]] = []
    for piece in pieces:
        near = next((group for group in groups if _are_near(group[0][1], piece[1])), None)
        if near is None:
            groups.append([piece])
        else:
            near.append(piece)
    return [[id for id, _ in group] for group in groups if len(group) > 1]


def _are_near(first: Sequence[Colour], second: Sequence[Colour]) -> bool:
    """Return True for colours that differ, but never in lightness."""
    pairs = [*zip(first, second, strict=True)]
    differ = any(one != other for one, other in pairs)
    return differ and all(measure_contrast(one.rgb, other.rgb) < _APART for one, other in pairs)


def _drop_colours(shapes: Iterable[Shape], colours: list[Colour]) -> tuple[Shape, ...]:
    """Return shapes in black, and add their colours to a list."""

    def drop(colour: Colour) -> Colour:
        colours.append(colour)
        return BLACK

    def change(shape: Shape) -> Shape:
        match shape:
            case GlyphRun():
                return shape._replace(colour=drop(shape.colour))
            case Group():
                return replace(shape, shapes=tuple(map(change, shape.shapes)))
            case Use():
                symbol = replace(shape.symbol, shapes=tuple(map(change, shape.symbol.shapes)))
                return replace(shape, symbol=symbol)
            case Path():
                stroke = shape.stroke and replace(shape.stroke, colour=shape.stroke.colour.mapped(drop))
                return replace(shape, fill=shape.fill and shape.fill.mapped(drop), stroke=stroke)
        return shape

    return tuple(map(change, shapes))


def list_same_marks(theme: Theme) -> Iterator[str]:
    """Yield a message for marks of squares that have the same icon and border, and other colours."""
    for (first, one), (second, other) in combinations(theme.marks.items(), 2):
        signs = [(mark.icon, mark.place, mark.heavy) for mark in (one, other)]
        if signs[0] == signs[1] and one.fill != other.fill and one.fill and other.fill:
            yield f"the marks {first} and {second} differ only in their colours: give each an icon"


LABEL_FORM = Form(63.0, 24.0, bleed=0.0, safe=2.0)
"""Width of a label, that of a card, in mm."""
LABEL_CELLS, LABEL_LINES = 9, 2
"""Cells of a line, and lines of a label."""
_DOT, _BETWEEN, _CELL, _LABEL_LINE = 1.44, 2.34, 6.2, 10.0
"""Diameter of a dot, and distances of dots, cells, and lines in mm: Specification 800 of the NLS."""
_LEFT, _TOP = 5.0, 3.6
"""Middle of the first dot."""
_WORDS = 22.6
"""Base line of the ink print."""
_BLANK = 0x2800
_PLACES = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))
"""Columns and rows of the dots 1 to 6, whose bits are in this order."""


def lay_out_labels(press: Press, labels: LabelSet) -> tuple[Component, ...]:
    """Return the labels, with dots on both sides; each is read as the text of its card."""
    return tuple(
        Component(piece.id, deck.form, partial(_draw_front, press, piece), partial(_draw_back, press, piece))
        for deck in labels.decks
        for piece in deck.pieces
    )


def list_dots(cells: str) -> Iterator[tuple[float, float]]:
    """Yield the middle of each dot of lines of cells, in mm from the top left corner of a label."""
    for row, line in enumerate(cells.split("\n")):
        for column, cell in enumerate(line):
            for bit, (across, down) in enumerate(_PLACES):
                if (ord(cell) - _BLANK) >> bit & 1:
                    x = _LEFT + column * _CELL + across * _BETWEEN
                    yield x, _TOP + row * _LABEL_LINE + down * _BETWEEN


def _draw_front(press: Press, piece: Piece) -> tuple[Shape, ...]:
    """Draw dots with the text in ink below them, for helpers who see."""
    text = str(piece.fields["text"])
    room = LABEL_FORM.width - 2 * LABEL_FORM.safe
    width = press.typesetter.measure(text, press.style("small"))[0]
    size = press.style("small").size * min(1.0, room / width if width else 1.0)
    words = press.line(text, "small", x=LABEL_FORM.safe, y=_WORDS, size=size, colour="ink")
    dots = _draw_dots(press, str(piece.fields["cells"]))
    return (Group((*dots, *words.shapes), title=text),)


def _draw_back(press: Press, piece: Piece) -> tuple[Shape, ...]:
    """Draw the dots as they are seen from behind, where a stylus embosses them."""
    mirrored = (-1.0, 0.0, 0.0, 1.0, LABEL_FORM.width, 0.0)
    dots = tuple(_draw_dots(press, str(piece.fields["cells"])))
    return (Group(dots, transform=mirrored, title=str(piece.fields["text"])),)


def _draw_dots(press: Press, cells: str) -> Iterator[Path]:
    for x, y in list_dots(cells):
        yield Path(tuple(circle(x, y, _DOT / 2)), fill=press.palette["ink"])


def break_cells(cells: str) -> tuple[str, bool]:
    """Return cells in the lines of a label, and False if some had to be left out.

    Lines end between words, or else within a word, after a hyphen.
    """
    blank, hyphen = chr(_BLANK), chr(_BLANK + 0x24)
    lines, rest = [""], [word for word in cells.split(blank) if word]
    while rest:
        word = rest.pop(0)
        line = f"{lines[-1]}{blank}{word}" if lines[-1] else word
        if len(line) <= LABEL_CELLS:
            lines[-1] = line
        elif len(lines) < LABEL_LINES and len(word) <= LABEL_CELLS and not _needs_room(rest, word):
            lines.append(word)
        elif len(lines) < LABEL_LINES:
            room = LABEL_CELLS - 1
            lines = [line[:room] + hyphen if line[room - 1] != blank else line[: room - 1], ""]
            rest.insert(0, line[room:])
        else:
            lines[-1] = line[:LABEL_CELLS]
            return "\n".join(lines), False
    return "\n".join(lines), True


def _needs_room(rest: list[str], word: str) -> bool:
    """Return True if what follows a word does not fit beside it in the last line."""
    return len(chr(_BLANK).join((word, *rest))) > LABEL_CELLS
