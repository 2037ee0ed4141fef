"""Files of tokens -> PieceSet: chips, tiles, standees and cubes, a deck of each form."""

from collections.abc import Sequence
from dataclasses import fields, replace
from math import sqrt
from pathlib import Path

from generator.model.fields import FACE
from generator.model.pieces import Deck, Form, Piece, PieceSet
from generator.read.declared.reader import Reader
from generator.read.files.yaml_reader import Data, DataPath
from generator.read.pieces.card_sizes import check_corner, find_extent
from generator.read.pieces.heads import Cut, TokensHead
from generator.read.pieces.rows import PieceRows
from generator.read.pieces.sets import Around, PieceSetReader

TOKEN_BLEED = 1.5
TOKEN_SAFE = 1.0
_CUT = tuple(one.name for one in fields(Cut))
_CORNERED = ("square", "rectangle")


def read_tokens(path: Path, *, around: Around) -> PieceSet:
    """The tokens of a file; raises DataError with all that is wrong with them and their templates."""
    reader = PieceSetReader(path, TokensHead, around)
    rows = reader.read_rows("tokens", own=_CUT)
    forms = _FormReader(reader, rows).read()
    _number_faces(rows, forms)
    reader.check(rows, forms)
    pieces: dict[Form, list[Piece]] = {}
    for piece, form in zip(rows.pieces, forms, strict=True):
        if form is not None:
            pieces.setdefault(form, []).append(piece)
    decks = [
        Deck(f"{reader.head.id}_{number}", reader.head.title, form, tuple(of_form))
        for number, (form, of_form) in enumerate(pieces.items(), start=1)
    ]
    return reader.finish(tuple(decks))


def _number_faces(rows: PieceRows, forms: Sequence[Form | None]) -> None:
    """Templates of cubes may ask for the number of the face; it is not for the tokens to say."""
    for number, (piece, form) in enumerate(zip(rows.pieces, forms, strict=True)):
        if form is None or form.outline != "cube":
            continue
        if FACE in piece.fields:
            path = rows.path_of(number, FACE)
            rows.findings.add(
                path, "stands for the number of a cube's face", "give it another name", at="key"
            )
        rows.pieces[number] = replace(piece, fields={**piece.fields, FACE: "1"})


class _FormReader:
    """The forms of tokens; what a token does not say of its cut, the head of the file says."""

    def __init__(self, reader: PieceSetReader[TokensHead], rows: PieceRows) -> None:
        self._reader = reader
        self._rows = rows
        self._inherited = _find_cut(reader.findings.source.data)

    def read(self) -> list[Form | None]:
        """That of every token; None where it is wrong, and nothing can be said of what stands on it."""
        own = [self._find_own(number) for number in range(len(self._rows.pieces))]
        alike = "size" in self._inherited and not all(own)
        inherited = self._read_form((), {}) if alike else None
        return [
            self._read_form(self._rows.path_of(number), given) if given or not alike else inherited
            for number, given in enumerate(own)
        ]

    def _find_own(self, number: int) -> dict[str, Data]:
        data = self._rows.findings.source.data
        if isinstance(data, dict):
            data = data.get("tokens")
        row = data[self._rows.rows[number]] if isinstance(data, list) else None
        return _find_cut(row)

    def _read_form(self, path: DataPath, own: dict[str, Data]) -> Form | None:
        """`path` is that of a token; empty for what all of them have in common."""
        findings = self._rows.findings if path else self._reader.findings
        before = len(findings.problems)
        cut = Reader(findings).read(Cut, {**self._inherited, **own}, path)
        if cut is None:
            return None
        if cut.size is None:
            findings.add(path, "`size` is missing", "add `size: ...`", at="key")
            return None
        place = (*path, "size") if "size" in own or not path else path
        width, height, named_corner = find_extent(findings, place, cut.size, self._reader.around.sizes)
        is_one = not isinstance(cut.size, str) and width == height
        shape = cut.shape
        if shape in ("square", "cube") and width != height:
            findings.add(place, f"is {width:g} x {height:g} mm", f"a {shape} is as wide as high")
        if shape == "standee" and is_one:
            findings.add(place, "is one length", "write width and height: `20 mm x 35 mm`")
        if shape == "hexagon" and is_one:
            # A hexagon of one length is regular, and stands on a point: the length is from side to side.
            height = width * 2 / sqrt(3)
        corner = cut.corner
        if shape not in _CORNERED:
            if "corner" in own:
                said = f"a {shape} has no corners to be rounded"
                findings.add((*path, "corner"), said, "take it out; squares and rectangles have them")
            corner = 0.0
        elif shape == "rectangle":
            corner = corner or named_corner
        check_corner(findings, (*path, "corner") if "corner" in own else place, corner, width, height)
        if len(findings.problems) > before:
            return None
        head = self._reader.head
        return Form(
            width,
            height,
            outline="rectangle" if shape == "square" else shape,
            corner=corner,
            bleed=TOKEN_BLEED if head.bleed is None else head.bleed,
            safe=TOKEN_SAFE if head.safe is None else head.safe,
        )


def _find_cut(data: Data) -> dict[str, Data]:
    """What a head or a token says of how it is cut; an empty cell of a table says nothing."""
    return {key: data[key] for key in _CUT if data.get(key, "") != ""} if isinstance(data, dict) else {}
