"""Decks of cards and tokens as things to be cut out, each drawn when its sheet is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.layout.elements.room import Room
from generator.layout.elements.templates import ReadyTemplate
from generator.layout.press.press import Press
from generator.layout.shapes.curves import rectangle
from generator.layout.shapes.outlines import Face, cut_outline, fold_lines, list_faces
from generator.layout.shapes.things import Draw, Thing
from generator.layout.text.findings import Findings
from generator.model.pieces import Deck, Form, Piece, PieceSet
from generator.model.rectangles import Rectangle
from generator.scene.shapes import Group, Path, Shape, Stroke, Symbol, Use
from generator.scene.transforms import half_turn, translation

_FOLD_DASH = (1.2, 0.9)
_FOLD_WIDTH = 0.15
_CLEAR = 0.5
_UNDER = 0.1
"""How far the clip of a net's face goes beyond its bleed, and under the face beside it."""


def lay_out_pieces(press: Press, piece_set: PieceSet, *, bleed: float | None = None) -> tuple[Thing, ...]:
    """The things of all decks, every one as often as it is printed, in the order of the files.

    Nothing is drawn beyond `bleed` mm from the trim, nor beyond the form's own bleed. Sides that
    need words of their own are drawn each time, so that thousands of cards take no memory.
    """
    things: list[Thing] = []
    for deck in piece_set.decks:
        printers = [_DeckPrinter(press, piece_set, deck, bleed)]
        for_each = printers
        if press.wording.languages > 1 and any(piece.by_language for piece in deck.pieces):
            for_each = [_DeckPrinter(one, piece_set, deck, bleed) for one in press.by_language()]
        for piece in deck.pieces:
            for printer in for_each if piece.by_language else printers:
                things += [printer.print(piece)] * piece.count
    return tuple(things)


class _DrawnSide:
    """Draws one side of a piece."""

    __slots__ = ("_piece", "_side")

    def __init__(self, side: "_Side", piece: Piece) -> None:
        self._side = side
        self._piece = piece

    def __call__(self) -> tuple[Shape, ...]:
        return self._side.draw(self._piece)


class _DeckPrinter:
    """Makes the things of one deck."""

    def __init__(self, press: Press, piece_set: PieceSet, deck: Deck, bleed: float | None) -> None:
        form = deck.form
        if bleed is not None and bleed < form.bleed:
            form = replace(form, bleed=bleed)
        self._form = form
        self._name = f"{press.kit.slug} ({press.wording.locale}) {piece_set.id}"
        is_cut_out = form.outline in ("round", "hexagon", "rectangle") and not form.is_cropped
        self._sides: dict[tuple[str, bool], _Side] = {}
        for is_back in (False, True):
            used: dict[str, list[Piece]] = {}
            for piece in deck.pieces:
                used.setdefault(piece.back if is_back else piece.front, []).append(piece)
            for name, pieces in used.items():
                if name:
                    room = Room(form.width, form.height, form.bleed, form if is_cut_out else None)
                    fields = [seen for piece in pieces for seen in piece.list_fields(form)]
                    ready = ReadyTemplate(press, piece_set.templates[name], room, fields)
                    self._sides[name, is_back] = _Side(self._name, ready, press.findings)
        self._folds = Path(fold_lines(form), stroke=Stroke(press.palette["faint"], _FOLD_WIDTH, _FOLD_DASH))
        self._clip: Path | None = None
        if is_cut_out:
            self._clip = Path(cut_outline(form, beyond=form.bleed))

    def print(self, piece: Piece) -> Thing:
        front = self._side(piece, piece.front, is_back=False)
        back = self._side(piece, piece.back, is_back=True) if piece.back else None
        if self._folds.segments:
            shapes = front()
            net = self._shared(
                piece.id, self._fold(self._draw_faces(piece, shapes, back() if back else shapes))
            )
            return Thing(piece.id, self._form, lambda: net)
        return Thing(piece.id, self._form, front, back)

    def _draw_faces(
        self, piece: Piece, front: Sequence[Shape], back: Sequence[Shape]
    ) -> list[tuple[Face, Sequence[Shape]]]:
        """What is drawn on each face of a net; those of a cube have numbers."""
        faces = list_faces(self._form)
        if self._form.outline != "cube":
            return [(face, back if face.is_back else front) for face in faces]
        side = self._sides[piece.front, False]
        seen = piece.list_fields(self._form)
        return [(face, side.draw(replace(piece, fields=seen[face.number - 1]))) for face in faces]

    def _side(self, piece: Piece, name: str, *, is_back: bool) -> Draw:
        side = self._sides[name, is_back]
        if piece.count == 1 and self._clip is None:
            return _DrawnSide(side, piece)
        shapes = side.draw(piece)
        if self._clip is not None:
            shapes = (Group(shapes, clip=self._clip),)
        if piece.count > 1:
            shapes = self._shared(f"{piece.id}-{'back' if is_back else 'front'}", shapes)
        return lambda: shapes

    def _shared(self, name: str, shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
        """As a symbol, unless they are one already."""
        if all(isinstance(shape, Use) for shape in shapes):
            return shapes
        return (Use(Symbol(name, shapes, _around(self._form))),)

    def _fold(self, drawings: Sequence[tuple[Face, Sequence[Shape]]]) -> tuple[Shape, ...]:
        """A net: every face in its place, the lines to be folded drawn over them."""
        form = self._form
        faces = [face for face, _ in drawings]
        placed: list[Shape] = []
        for face, shapes in drawings:
            drawn = Group(tuple(shapes), clip=_face_clip(face, faces, form))
            turn = half_turn(face.x + form.width, face.y + form.height)
            transform = turn if face.turned else translation(face.x, face.y)
            placed.append(Group((drawn,), transform=transform))
        return (*placed, self._folds)


@dataclass(frozen=True, slots=True)
class _Side:
    """A template on one side of a deck's pieces."""

    deck: str
    ready: ReadyTemplate
    findings: Findings

    def draw(self, piece: Piece) -> tuple[Shape, ...]:
        self.findings.about = f"{self.deck} {piece.id}"
        try:
            return self.ready.draw(piece.fields)
        finally:
            self.findings.about = ""


def _around(form: Form) -> Rectangle:
    """All that may be drawn on a thing of a form."""
    outline = [
        number for segment in cut_outline(form) for number in segment[1:] if not isinstance(number, str)
    ]
    right, bottom = max(outline[0::2]), max(outline[1::2])
    return Rectangle(0.0, 0.0, right, bottom).grown(form.bleed)


def _face_clip(face: Face, faces: Sequence[Face], form: Form) -> Path:
    """The face, and its bleed where no other face begins.

    Art ends at the bleed by itself, so the clip stays clear of it: two smooth edges in one place
    show a seam. Under the next face a little of the colour goes on, for the same reason.
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
