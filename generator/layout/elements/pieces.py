"""Decks of cards and tokens as components to be cut out, each drawn when its sheet is."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from generator.layout.elements.drawer import Room
from generator.layout.elements.templates import ReadyTemplate
from generator.layout.press.press import Press
from generator.layout.shapes import outlines
from generator.layout.shapes.curves import rectangle
from generator.layout.shapes.outlines import Component, Draw, Face
from generator.model.pieces import Deck, Form, Piece, PieceSet
from generator.scene.shapes import Group, Path, Shape, Stroke, Symbol, Use
from generator.scene.transforms import half_turn, translation

_FOLD_DASH = (1.2, 0.9)
_FOLD_WIDTH = 0.15
_CLEAR = 0.5
_UNDER = 0.1
"""Overlap of a net's face beyond its bleed, and below an adjacent face, in mm."""


def lay_out_pieces(press: Press, piece_set: PieceSet, *, bleed: float | None = None) -> tuple[Component, ...]:
    """Return the components of all decks, with all copies, in the order of the files.

    Art extends to `bleed` mm from the trim; None: to the form's own bleed. Sides with texts of their own are
    drawn on demand, so that thousands of cards need no memory.
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
        if bleed is not None:
            form = replace(form, bleed=bleed)
        self._form = form
        self._name = press.name(piece_set.id)
        self._wording = press.wording
        self._findings, self._locate = press.findings, deck.locate
        is_cut_out = form.outline in ("round", "hexagon", "rectangle") and not form.is_cropped
        self._clip = Path(outlines.cut_outline(form, beyond=form.bleed)) if is_cut_out else None
        room = Room(form.width, form.height, form.bleed, form if is_cut_out else None)
        used: dict[tuple[str, bool], list[Piece]] = {}
        for piece in (piece.in_language(self._wording) for piece in deck.pieces):
            used.setdefault((piece.front, False), []).append(piece)
            used.setdefault((piece.back, True), []).append(piece)
        self._sides: dict[tuple[str, bool], ReadyTemplate] = {}
        for side, pieces in used.items():
            if side[0]:
                fields = [seen for piece in pieces for seen in piece.list_fields(form)]
                self._sides[side] = ReadyTemplate(press, piece_set.templates[side[0]], room, fields)
        self._folds = Path(
            outlines.fold_lines(form), stroke=Stroke(press.palette["faint"], _FOLD_WIDTH, _FOLD_DASH)
        )

    def make(self, piece: Piece) -> Component:
        piece = piece.in_language(self._wording)
        front = self._side(piece, piece.front, is_back=False)
        back = self._side(piece, piece.back, is_back=True) if piece.back else None
        if not self._folds.segments:
            return Component(piece.id, self._form, front, back)
        net = self._share(piece.id, self._draw_net(piece, front(), back() if back else front()))
        return Component(piece.id, self._form, lambda: net)

    def _side(self, piece: Piece, name: str, *, is_back: bool) -> Draw:
        ready = self._sides[name, is_back]
        if piece.count == 1 and self._clip is None:
            return partial(self._draw, ready, piece)
        shapes = self._draw(ready, piece)
        if self._clip is not None:
            shapes = (Group(shapes, clip=self._clip),)
        if piece.count > 1:
            shapes = self._share(f"{piece.id}-{'back' if is_back else 'front'}", shapes)
        return lambda: shapes

    def _draw(self, ready: ReadyTemplate, piece: Piece) -> tuple[Shape, ...]:
        findings = self._findings
        findings.about, findings.locate = f"{self._name} {piece.id}", partial(self._locate, piece.id)
        try:
            return ready.draw(piece.fields)
        finally:
            findings.about, findings.locate = "", str

    def _share(self, name: str, shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
        """Return the shapes as a symbol, unless they are symbols already."""
        if all(isinstance(shape, Use) for shape in shapes):
            return shapes
        return (Use(Symbol(name, shapes, outlines.footprint(self._form).grown(self._form.bleed))),)

    def _draw_net(self, piece: Piece, front: Sequence[Shape], back: Sequence[Shape]) -> tuple[Shape, ...]:
        """Draw all faces of a net, and the fold lines above them; the faces of a cube have numbers."""
        form = self._form
        faces = outlines.list_faces(form)
        seen = piece.list_fields(form)
        placed: list[Shape] = []
        for face in faces:
            shapes = back if face.is_back else front
            if face.number:
                numbered = replace(piece, fields=seen[face.number - 1])
                shapes = self._draw(self._sides[piece.front, False], numbered)
            drawn = Group(tuple(shapes), clip=_face_clip(face, faces, form))
            turn = half_turn(face.x + form.width, face.y + form.height)
            placed.append(Group((drawn,), transform=turn if face.turned else translation(face.x, face.y)))
        return (*placed, self._folds)


def _face_clip(face: Face, faces: Sequence[Face], form: Form) -> Path:
    """Return the clip of a face: with its bleed where no other face begins.

    Art ends at the bleed itself, so the clip is further away: two smooth edges at the same place show a seam.
    For the same reason, art extends a little below the next face.
    """
    width, height, bleed = form.width, form.height, form.bleed + _CLEAR
    others = {(round(other.x, 3), round(other.y, 3)) for other in faces}

    def is_free(dx: float, dy: float) -> bool:
        return (round(face.x + dx, 3), round(face.y + dy, 3)) not in others

    left, right = (bleed if is_free(side * width, 0) else _UNDER for side in (-1, 1))
    top, bottom = (bleed if is_free(0, side * height) else _UNDER for side in (-1, 1))
    if face.turned:
        left, top, right, bottom = right, bottom, left, top
    return Path(rectangle(-left, -top, width + left + right, height + top + bottom))
