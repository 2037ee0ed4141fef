"""Cards and tokens as components to be cut out, drawn with templates that are prepared once for a deck."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain, combinations
from operator import is_
from typing import TypeAlias

from generator.errors import FontError, LayoutError
from generator.layout.elements.drawer import Drawer, Fields, Room, draw_all
from generator.layout.elements.drawers import make_drawers
from generator.layout.elements.hiding import (
    HiddenText,
    HiddenTextFinder,
    warn_if_hidden,
    warn_of_hidden_text,
)
from generator.layout.elements.words import Scope, WordsDrawer
from generator.layout.press import Press, PressedPiece
from generator.layout.shapes import outlines
from generator.layout.shapes.outlines import Component, Draw, PieceFace, rectangle
from generator.layout.text.legibility import ContrastChecker, find_overlapping_texts, quote_start
from generator.model.elements.blocks import list_fields, walk_blocks
from generator.model.elements.boxes import SeenElement, list_variants
from generator.model.elements.template import (
    Element,
    Ground,
    GroupElement,
    IconElement,
    LinedElement,
    PartElement,
    PictureElement,
    RepeatElement,
    StackElement,
    Template,
    TurnedElement,
    WordsElement,
)
from generator.model.geometry import Rectangle
from generator.model.kit import Deck, Form, Piece, PieceSet
from generator.model.language.expressions import FACE, Field
from generator.model.values import dataclass, field, replace
from generator.scene.shapes import Group, Path, Shape, Symbol, Use, half_turn, translation


def lay_out_pieces(press: Press, piece_set: PieceSet, *, bleed: float | None = None) -> tuple[Component, ...]:
    """Return the components of all decks, with all copies, in the order of the files.

    Nothing is drawn beyond `bleed` mm from the trim, nor beyond the form's own bleed. Sides with texts of
    their own are drawn on demand, and only some are kept, so that thousands of cards need no memory.
    """
    components: list[Component] = []
    for deck in piece_set.decks:
        printers = [_DeckPrinter(press, piece_set, deck, bleed)]
        for_each = printers
        if press.wording.languages > 1 and any(piece.by_language for piece in deck.pieces):
            for_each = [_DeckPrinter(single, piece_set, deck, bleed) for single in press.by_language()]
        for piece in deck.pieces:
            for printer in for_each if piece.by_language else printers:
                components += [printer.make(piece)] * piece.count
    return tuple(components)


_Side: TypeAlias = tuple[str, bool, str, tuple[float, float]]
"""Template, True for a back, the outline of the piece, and the size of the face."""


class _DeckPrinter:
    def __init__(self, press: Press, piece_set: PieceSet, deck: Deck, bleed: float | None) -> None:
        form = deck.form
        if bleed is not None and bleed < form.bleed:
            form = replace(form, bleed=bleed)
        self._form, self._name, self._wording = form, press.name(piece_set.id), press.wording
        self._findings, self._locate, self._most_kept = press.findings, deck.locate, press.most_kept
        self._is_cut_out = not form.is_net and not form.is_cropped
        used: dict[_Side, list[Fields]] = {}
        cuts: dict[tuple[bool, str], Form] = {}
        self._sizes = [size for _, size in form.faces]
        for piece in (piece.in_language(self._wording) for piece in deck.pieces):
            if (True, piece.outline) not in cuts:
                for is_back in (False, True):
                    cuts[is_back, piece.outline] = replace(piece.cut(form), is_back=is_back)
            for fields, size in zip(piece.list_fields(form), self._sizes, strict=True):
                for name, is_back in ((piece.front, False), (piece.back, True)):
                    if name:
                        used.setdefault((name, is_back, piece.outline, size), []).append(fields)
        for piece in (piece.in_language(self._wording) for piece in deck.left_out):
            for fields, size in zip(piece.list_fields(form), self._sizes, strict=True):
                for name, is_back in ((piece.front, False), (piece.back, True)):
                    used.get((name, is_back, piece.outline, size), []).append(fields)
        self._clips = {
            side: Path(outlines.cut_outline(cut, beyond=form.bleed)) if self._is_cut_out else None
            for side, cut in cuts.items()
        }
        # With less ink, grounds are white.
        self._contrasts = None if press.palette.saves_ink else ContrastChecker()
        self._hidden_texts = HiddenTextFinder()
        self._sides: dict[_Side, ReadyTemplate] = {}
        self._drawn: dict[tuple[int, str, Field | None], tuple[Shape, ...]] = {}
        self._legible: dict[int, tuple[Shape, ...]] = {}
        """The last side of each template whose texts can be read."""
        for side, seen in used.items():
            template, is_back, outline, size = side
            cut = cuts[is_back, outline] if self._is_cut_out else None
            corner = form.corner if form.outline == "rectangle" else 0.0
            room = Room(*size, form.bleed, cut, art_bleed=form.art_bleed, corner=corner, safe=form.safe)
            self._sides[side] = ReadyTemplate(press, piece_set.templates[template], room, seen)

    def make(self, piece: Piece) -> Component:
        piece = piece.in_language(self._wording)
        if self._form.is_net:
            net = self._share(piece.id, self._draw_net(piece))
            return Component(piece.id, self._form, lambda: net)
        back = self._side(piece, piece.back, is_back=True) if piece.back else None
        return Component(piece.id, piece.cut(self._form), self._side(piece, piece.front, is_back=False), back)

    def _side(self, piece: Piece, name: str, *, is_back: bool) -> Draw:
        ready = self._sides[name, is_back, piece.outline, self._sizes[0]]
        clip = self._clips[is_back, piece.outline]
        if piece.count == 1 and clip is None:
            return partial(self._draw_kept, ready, piece)
        shapes = self._draw(ready, piece)
        if clip is not None:
            shapes = (Group(shapes, clip=clip),)
        if piece.count > 1:
            shapes = self._share(f"{piece.id}-{'back' if is_back else 'front'}", shapes)
        return lambda: shapes

    def _draw_kept(self, ready: "ReadyTemplate", piece: Piece) -> tuple[Shape, ...]:
        """Draw a side, which is kept if there is nothing to report again."""
        # Copies that show their number have the same id.
        key, findings = (id(ready), piece.id, piece.fields.get("copy")), self._findings
        if key in self._drawn:
            return self._drawn[key]
        before = findings.count, findings.warnings
        shapes = self._draw(ready, piece)
        if len(self._drawn) < self._most_kept and before == (findings.count, findings.warnings):
            self._drawn[key] = shapes
        return shapes

    def _draw(self, ready: "ReadyTemplate", piece: Piece) -> tuple[Shape, ...]:
        about, locate = f"{self._name} {piece.id}", partial(self._locate, piece.id)
        current = PressedPiece(piece.id, about, locate, piece.fields)
        self._findings.piece = current
        known = self._findings.count
        try:
            shapes = ready.draw(piece.fields)
            if shapes is not self._legible.get(id(ready)):
                before = self._findings.warnings
                if known == self._findings.count and (hidden := self._hidden_texts.find(shapes, ready.box)):
                    ready.warn_of_hidden_text(piece.fields, hidden)
                for warning in self._contrasts.check(shapes, ready.box) if self._contrasts else ():
                    self._findings.warn(warning)
                if not ready.keeps_texts_apart:
                    self._check_overlaps(shapes, ready)
                if before == self._findings.warnings:
                    self._legible[id(ready)] = shapes
            return shapes
        except FontError as error:
            current.name(error)
            raise
        finally:
            self._findings.piece = None

    def _check_overlaps(self, shapes: Sequence[Shape], ready: "ReadyTemplate") -> None:
        """Warn once for all pieces if letters of a text are on those of another one."""
        if found := find_overlapping_texts(shapes):
            upper, lower = map(quote_start, found)
            told = f"{upper} is printed over {lower}; move one of them, or write `without: [overlap]`"
            self._findings.warn(told, mistake=("overlap", id(ready)))

    def _share(self, name: str, shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
        """Return the shapes as a symbol, unless they are symbols already."""
        if all(isinstance(shape, Use) for shape in shapes):
            return shapes
        return (Use(Symbol(name, shapes, outlines.footprint(self._form).grown(self._form.bleed))),)

    def _draw_net(self, piece: Piece) -> tuple[Shape, ...]:
        form = self._form
        faces, sizes = outlines.list_piece_faces(form), dict(form.faces)
        placed: list[Shape] = []
        for face in faces:
            is_back = face.is_back and bool(piece.back)
            name = piece.back if is_back else piece.front
            if face.name:
                seen = replace(piece, fields={**piece.fields, FACE: face.name})
                shapes = self._draw(self._sides[name, False, piece.outline, sizes[face.name]], seen)
            else:
                shapes = self._side(piece, name, is_back=is_back)()
            drawn = Group(shapes, clip=_make_face_clip(face, faces, form.bleed))
            left, top, right, bottom = face.box
            turn = half_turn(right, bottom) if face.turned else translation(left, top)
            placed.append(Group((drawn,), transform=turn))
        return tuple(placed)


_BEYOND_BLEED, _UNDER = 0.5, 0.1
"""Distance of the clip of a face from its bleed, and overlap below an adjacent face, in mm."""


def _make_face_clip(face: PieceFace, faces: Sequence[PieceFace], bleed: float) -> Path:
    """Return the clip of a face: with its bleed where no other face begins.

    Art ends at the bleed itself, so the clip is further away: two smooth edges at the same place show a seam.
    For the same reason, art extends a little below the next face.
    """
    left, top, right, bottom = face.box
    (x, y), width, height = face.box.middle, face.box.width, face.box.height
    beside = ((left - _UNDER, y), (x, top - _UNDER), (right + _UNDER, y), (x, bottom + _UNDER))
    reach = [
        _UNDER if any(other.box.distance(*point) == 0 for other in faces) else bleed + _BEYOND_BLEED
        for point in beside
    ]
    if face.turned:
        reach = reach[2:] + reach[:2]
    return Path(rectangle(-reach[0], -reach[1], width + reach[0] + reach[2], height + reach[1] + reach[3]))


class ReadyTemplate:
    """A template in one room, prepared for the pieces whose fields are `pieces`.

    Elements that look the same on several pieces are drawn once, as a symbol for each set of values of their
    fields. Adjacent elements are drawn together as long as this needs few symbols. Other elements, usually
    texts, are drawn for each piece.
    """

    def __init__(self, press: Press, template: Template, room: Room, pieces: Sequence[Fields]) -> None:
        self._id, self._press, self._findings = template.id, press, press.findings
        self.box = room.bounds
        """The box of the room with its bleed."""
        self._layers = tuple(_list_layers(press, template, room, pieces))
        self._last: tuple[list[tuple[Shape, ...]], tuple[Shape, ...]] = [], ()
        """The last drawing of the layers, with everything in it."""

    @cached_property
    def keeps_texts_apart(self) -> bool:
        """True if texts cannot be on each other: their boxes are apart."""
        drawers = [drawer for layer in self._layers for drawer in layer.drawers]
        texts = [drawer for drawer in drawers if not _is_decoration(drawer.element)]
        if not all(isinstance(drawer, WordsDrawer) and drawer.stays_in_box for drawer in texts):
            return False
        return not any(one.edges.overlap(other.edges) for one, other in combinations(texts, 2))

    def warn_of_hidden_text(self, fields: Fields, found: HiddenText) -> None:
        """Warn once for all pieces of a text that a later element hides."""
        drawers = [drawer for layer in self._layers for drawer in layer.drawers]
        warn_of_hidden_text(self._press, drawers, fields, found, mistake=("hidden", id(self)))

    def draw(self, fields: Fields) -> tuple[Shape, ...]:
        """Return the shapes of one piece: the same object as for the piece before, if it looks the same."""
        drawn: list[tuple[Shape, ...]] = []
        for number, layer in enumerate(self._layers, start=1):
            if not layer.is_shared:
                drawn.append(self._draw_again(layer, fields))
                continue
            if (key := _make_key(layer.names, fields)) not in layer.uses:
                shapes = draw_all(layer.drawers, fields)
                layer.uses[key] = (Use(Symbol(f"{self._id}-{number}", shapes, self.box)),) if shapes else ()
            drawn.append(layer.uses[key])
        if not (self._last[1] and all(map(is_, drawn, self._last[0]))):
            self._last = drawn, tuple(chain.from_iterable(drawn))
        return self._last[1]

    def _draw_again(self, layer: "_Layer", fields: Fields) -> tuple[Shape, ...]:
        """Return what a layer has drawn for the piece before if it looks the same, unless it was reported."""
        findings, key = self._findings, _make_key(layer.needs, fields)
        if layer.last and layer.last[0] == key:
            return layer.last[1]
        before = findings.count, findings.warnings
        drawn = draw_all(layer.drawers, fields)
        is_kept = not findings.trace and before == (findings.count, findings.warnings)
        layer.last = (key, drawn) if is_kept else None
        return drawn


_SHARED = 4
"""Minimum average number of uses of a symbol."""


@dataclass
class _Layer:
    """Adjacent elements, and the fields that they depend on."""

    drawers: list[Drawer[Element]]
    names: frozenset[str]
    sets: int
    """Number of different sets of values of these fields."""
    is_shared: bool
    uses: dict[Hashable, tuple[Use, ...]] = field(default_factory=dict)
    """Symbols by the values of the fields; empty if nothing is drawn."""
    last: tuple[Hashable, tuple[Shape, ...]] | None = None
    """The last drawing, with the values of the fields that it needs."""

    @cached_property
    def needs(self) -> frozenset[str]:
        """The fields on which the drawing depends, without the id of each piece for computed decoration."""
        return frozenset().union(*map(_list_needed, self.drawers))


_DECORATION = (
    *(Ground, IconElement, LinedElement, PictureElement),
    *(GroupElement, PartElement, RepeatElement, TurnedElement),
)
"""Elements without texts of their own, whose fields are all in their values."""


def _is_decoration(element: Element) -> bool:
    return all(isinstance(inner, _DECORATION) for inner in walk_blocks((element,)))


def _list_needed(drawer: Drawer[Element]) -> frozenset[str]:
    # If the print saves ink, grounds below an element count, too.
    is_own = _is_decoration(drawer.element) and not drawer.press.palette.saves_ink
    return list_fields(drawer.element) if is_own else drawer.names


def _list_layers(press: Press, template: Template, room: Room, pieces: Sequence[Fields]) -> Iterator[_Layer]:
    layer: _Layer | None = None
    for drawer in make_drawers(press, template.elements, room, Scope(pieces=pieces)):
        sets = _count_sets(drawer.names, pieces)
        is_shared = len(pieces) <= 1 or sets * _SHARED <= len(pieces) or sets <= 1
        if layer is not None and layer.is_shared == is_shared:
            names = layer.names | drawer.names
            sets = _count_sets(names, pieces) if names != layer.names else layer.sets
            if not is_shared or sets * _SHARED <= len(pieces) or sets <= 1:
                layer.drawers.append(drawer)
                layer.names, layer.sets = names, sets
                continue
        if layer is not None:
            yield layer
        layer = _Layer([drawer], drawer.names, sets, is_shared)
    if layer is not None:
        yield layer


def _count_sets(names: frozenset[str], pieces: Sequence[Fields]) -> int:
    return len({_make_key(names, fields) for fields in pieces}) if names else 1


def _make_key(names: frozenset[str], fields: Fields) -> Hashable:
    if not names:
        return ()
    values = tuple(map(fields.get, names))
    try:
        hash(values)
    except TypeError:
        return _freeze(values)
    return values


def _freeze(value: Field | tuple[Field | None, ...] | None) -> Hashable:
    """Return a value that can be a key, unlike named texts."""
    if isinstance(value, Mapping):
        return tuple((name, _freeze(inner)) for name, inner in sorted(value.items()))
    return tuple(map(_freeze, value)) if isinstance(value, tuple) else value


def draw_template(
    press: Press,
    template: Template,
    fields: Fields,
    width: float,
    height: float,
    art_bleed: float | None = None,
) -> tuple[Shape, ...]:
    """Draw a template once, in a box without bleed; `art_bleed` is that of pictures for complete sides."""
    drawers = make_drawers(press, template.elements, Room(width, height, art_bleed=art_bleed))
    shapes = draw_all(drawers, fields)
    warn_if_hidden(press, drawers, fields, shapes)
    return shapes


_TOLERATED = 0.011
"""Smaller distances, in mm, are rounding errors."""
_TEXTS = (WordsElement, StackElement)
"""Elements that nothing may cut off."""


def report_beyond(press: Press, part: PieceSet, deck: Deck, form: Form) -> None:
    """Report elements that extend beyond pieces of another size than their file has, which readers checked.

    Raises LayoutError for an element without any room.
    """
    room = Rectangle(0.0, 0.0, form.width, form.height)
    size = f"{form.width:.4g} x {form.height:.4g} mm"
    for name in dict.fromkeys(name for piece in deck.pieces for name in (piece.front, piece.back) if name):
        pieces = [piece.fields for piece in deck.pieces if name in (piece.front, piece.back)]
        beyond: dict[str, float] = {}
        for what, box, around in _list_boxes(part.templates[name].elements, pieces, room):
            if min(box.width, box.height) <= 0:
                problem = f"{what} is {box.width:.1f} x {box.height:.1f} mm on a piece of {size}"
                raise LayoutError(press.name(f"{deck.id} {name}"), problem, over_mm=0.0)
            if (over := box.beyond(around)) > _TOLERATED:
                beyond[what] = max(over, beyond.get(what, 0.0))
        for what, over in beyond.items():
            press.report(f"{deck.id} {name}", f"{what} extends beyond a piece of {size}", over_mm=over)


def _list_boxes(
    elements: Iterable[Element], pieces: Sequence[Fields], room: Rectangle, *, is_clipped: bool = False
) -> Iterator[tuple[str, Rectangle, Rectangle]]:
    """Yield the name of each element, its box, and the box in which it must be."""
    for element in elements:
        for variant, rows in list_variants(element, pieces):
            inner, cuts = room, is_clipped
            if box := getattr(variant, "box", None):
                edges = box.within(room.width, room.height)
                name = f"{type(variant).__name__.removesuffix('Element').lower()} {variant.id}".strip()
                may_be_cut = is_clipped and not isinstance(variant, _TEXTS)
                may_be_cut = may_be_cut or (isinstance(variant, SeenElement) and variant.bleeds)
                yield name, edges, edges if may_be_cut else room
                size = edges.width, edges.height
                if isinstance(variant, RepeatElement):
                    size = variant.find_cell(*size)
                inner, cuts = Rectangle(0.0, 0.0, *size), isinstance(variant, SeenElement) and variant.cuts
            if isinstance(variant, GroupElement | RepeatElement | TurnedElement | PartElement):
                seen = pieces if rows is None else rows
                yield from _list_boxes(variant.draw, seen, inner, is_clipped=cuts)
