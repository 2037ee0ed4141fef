"""Files of tokens -> PieceSet: chips, tiles, standees and cubes, a deck of each form."""

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from pathlib import Path

from generator.model.fields import FACE
from generator.model.pieces import Deck, Form, Piece, PieceSet
from generator.read.checking import Findings
from generator.read.decks import Around, PieceSetReader, find_extent
from generator.read.formats.decks import TokenFormat, TokensFormat
from generator.read.piece_rows import PieceRows
from generator.read.yaml_reader import Data, read_yaml

TOKEN_BLEED = 1.5
TOKEN_SAFE = 1.0
_CUT = ("shape", "size", "corner")


def read_tokens(path: Path, *, around: Around) -> PieceSet:
    """The tokens of a file; raises DataError with all that is wrong with them and their templates."""
    source = read_yaml(path)
    findings = Findings(source)
    format = findings.fit(TokensFormat, source.data)
    if format is None:
        findings.stop()
    reader = PieceSetReader(path, findings, format, around)
    rows = reader.read_rows("tokens", own=_CUT)
    forms = [_read_form(rows, number, format, around) for number in range(len(rows.pieces))]
    _number_faces(rows, forms)
    reader.check(rows, forms)
    pieces: dict[Form, list[Piece]] = {}
    for piece, form in zip(rows.pieces, forms, strict=True):
        pieces.setdefault(form, []).append(piece)
    decks = [
        Deck(f"{format.id}_{number}", format.title, form, tuple(of_form))
        for number, (form, of_form) in enumerate(pieces.items(), start=1)
    ]
    return reader.finish(tuple(decks))


def _number_faces(rows: PieceRows, forms: Sequence[Form]) -> None:
    """Templates of cubes may ask for the number of the face; it is not for the tokens to say."""
    for number, (piece, form) in enumerate(zip(rows.pieces, forms, strict=True)):
        if form.outline != "cube":
            continue
        if FACE in piece.fields:
            path = rows.path_of(number, FACE)
            rows.findings.add(
                path, "stands for the number of a cube's face", "give it another name", at="key"
            )
        rows.pieces[number] = replace(piece, fields={**piece.fields, FACE: "1"})


def _read_form(rows: PieceRows, number: int, set_format: TokensFormat, around: Around) -> Form:
    findings, path = rows.findings, rows.path_of(number)
    data = findings.source.data
    row: Data = None
    if isinstance(data, dict):
        data = data.get("tokens")
    if isinstance(data, list):
        row = data[rows.rows[number]]
    given = (
        {key: value for key, value in row.items() if key in _CUT and value != ""}
        if isinstance(row, dict)
        else {}
    )
    format = findings.fit(TokenFormat, given, path)
    if format is None:
        return Form(20.0, 20.0)
    width, height, corner = find_extent(findings, (*path, "size"), format.size, around.sizes)
    is_one = not isinstance(format.size, str) and width == height
    if format.shape in ("square", "cube") and width != height:
        findings.add((*path, "size"), f"is {width:g} x {height:g} mm", f"a {format.shape} is as wide as high")
    if format.shape == "standee" and is_one:
        findings.add((*path, "size"), "is one length", "write width and height: `20 mm x 35 mm`")
    if format.shape == "hexagon" and is_one:
        # A hexagon of one length is regular, and stands on a point: the length is from side to side.
        height = width * 2 / sqrt(3)
    outline = format.shape if format.shape != "square" else "rectangle"
    return Form(
        width,
        height,
        outline=outline,
        corner=format.corner or (corner if format.shape == "rectangle" else 0.0),
        bleed=TOKEN_BLEED if set_format.bleed is None else set_format.bleed,
        safe=TOKEN_SAFE if set_format.safe is None else set_format.safe,
    )
