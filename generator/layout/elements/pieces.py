"""Decks of cards and tokens as components to be cut out, each drawn when its sheet is."""

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from generator.errors import FontError
from generator.layout.elements.drawer import Fields, Room
from generator.layout.elements.templates import ReadyTemplate
from generator.layout.press.press import Press
from generator.layout.shapes import outlines
from generator.layout.shapes.curves import rectangle
from generator.layout.shapes.nets import Face
from generator.layout.shapes.outlines import Component, Draw
from generator.model.language.fields import FACE
from generator.model.pieces import Deck, Form, Piece, PieceSet
from generator.model.values import replace
from generator.scene.shapes import Group, Path, Shape, Stroke, Symbol, Use, half_turn, translation

_FOLD_DASH = (1.2, 0.9)
_FOLD_WIDTH = 0.15
_CLEAR = 0.5
_Side: TypeAlias = tuple[str, bool, str, tuple[float, float]]
"""Template, True for a back, the outline of the piece, and the size of the face."""
_UNDER = 0.1
"""Overlap of a net's face beyond its bleed, and below an adjacent face, in mm."""


def lay_out_pieces(press: Press, piece_set: PieceSet, *, bleed: float | None = None) -> tuple[Component, ...]:
    """Return the components of all decks, with all copies, in the order of the files.

    Nothing is drawn beyond `bleed` mm from the trim, nor beyond the form's own bleed. Sides with texts of
    their own are drawn on demand, so that thousands of cards need no memory.
    """
    components: list[Component] = []
    for deck in piece_set.decks:
        printers = [_DeckPrinter(press, piece_set, deck, bleed)]
        for_each = printers
        if press.wording.languages > 1 and any(piece.by_language for piece in deck.pieces):
            for_each = [_DeckPrinter(one, piece_set, deck, bleed) for one in press.by_language()]
        for piece in deck.pieces:
            for printer in for_each if piece.by_language else printers:
                components += [printer.make(piece)] * piece.count
    return tuple(components)


class _DeckPrinter:
    """Factory for the components of one deck."""

    def __init__(self, press: Press, piece_set: PieceSet, deck: Deck, bleed: float | None) -> None:
        form = deck.form
        if bleed is not None and bleed < form.bleed:
            form = replace(form, bleed=bleed)
        self._form = form
        self._name = press.name(piece_set.id)
        self._wording = press.wording
        self._findings, self._locate = press.findings, deck.locate
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
        self._clips = {
            side: Path(outlines.cut_outline(cut, beyond=form.bleed)) if self._is_cut_out else None
            for side, cut in cuts.items()
        }
        self._sides: dict[_Side, ReadyTemplate] = {}
        for side, seen in used.items():
            template, is_back, outline, size = side
            room = Room(*size, form.bleed, cuts[is_back, outline] if self._is_cut_out else None)
            self._sides[side] = ReadyTemplate(press, piece_set.templates[template], room, seen)
        self._folds = Path(
            outlines.fold_lines(form), stroke=Stroke(press.palette["faint"], _FOLD_WIDTH, _FOLD_DASH)
        )

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
            return partial(self._draw, ready, piece)
        shapes = self._draw(ready, piece)
        if clip is not None:
            shapes = (Group(shapes, clip=clip),)
        if piece.count > 1:
            shapes = self._share(f"{piece.id}-{'back' if is_back else 'front'}", shapes)
        return lambda: shapes

    def _draw(self, ready: ReadyTemplate, piece: Piece) -> tuple[Shape, ...]:
        findings = self._findings
        findings.about, findings.locate = f"{self._name} {piece.id}", partial(self._locate, piece.id)
        try:
            return ready.draw(piece.fields)
        except FontError as error:
            raise FontError(f"{error}, needed by {findings.about} in {findings.locate()}") from None
        finally:
            findings.about, findings.locate = "", str

    def _share(self, name: str, shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
        """Return the shapes as a symbol, unless they are symbols already."""
        if all(isinstance(shape, Use) for shape in shapes):
            return shapes
        return (Use(Symbol(name, shapes, outlines.footprint(self._form).grown(self._form.bleed))),)

    def _draw_net(self, piece: Piece) -> tuple[Shape, ...]:
        """Draw all faces of a net, and the fold lines above them."""
        form = self._form
        faces, sizes = outlines.list_faces(form), dict(form.faces)
        placed: list[Shape] = []
        for face in faces:
            is_back = face.is_back and bool(piece.back)
            name = piece.back if is_back else piece.front
            if face.name:
                seen = replace(piece, fields={**piece.fields, FACE: face.name})
                shapes = self._draw(self._sides[name, False, piece.outline, sizes[face.name]], seen)
            else:
                shapes = self._side(piece, name, is_back=is_back)()
            drawn = Group(shapes, clip=_face_clip(face, faces, form.bleed))
            left, top, right, bottom = face.box
            turn = half_turn(right, bottom) if face.turned else translation(left, top)
            placed.append(Group((drawn,), transform=turn))
        return (*placed, self._folds)


def _face_clip(face: Face, faces: Sequence[Face], bleed: float) -> Path:
    """Return the clip of a face: with its bleed where no other face begins.

    Art ends at the bleed itself, so the clip is further away: two smooth edges at the same place show a seam.
    For the same reason, art extends a little below the next face.
    """
    left, top, right, bottom = face.box
    (x, y), width, height = face.box.middle, face.box.width, face.box.height
    beside = ((left - _UNDER, y), (x, top - _UNDER), (right + _UNDER, y), (x, bottom + _UNDER))
    reach = [
        _UNDER if any(other.box.distance(*point) == 0 for other in faces) else bleed + _CLEAR
        for point in beside
    ]
    if face.turned:
        reach = reach[2:] + reach[:2]
    return Path(rectangle(-reach[0], -reach[1], width + reach[0] + reach[2], height + reach[1] + reach[3]))
