"""Files of tokens -> PieceSet: chips, tiles, standees and cubes, with a deck of each form."""

from dataclasses import fields, replace
from math import sqrt
from pathlib import Path

from generator.model.fields import FACE
from generator.model.pieces import Form, PieceSet
from generator.read.declared.reader import Reader
from generator.read.files.yaml_reader import Data, DataPath
from generator.read.pieces.heads import Cut, TokensHead
from generator.read.pieces.rows import PieceRows
from generator.read.pieces.sets import Around, PieceSetReader, check_corner

TOKEN_BLEED = 1.5
TOKEN_SAFE = 1.0
_CUT = tuple(one.name for one in fields(Cut))


def read_tokens(path: Path, *, around: Around) -> PieceSet:
    """Read tokens; raises DataError with all problems of the file and its templates."""
    reader = PieceSetReader(path, TokensHead, around)
    rows = reader.read_rows("tokens", own=_CUT)
    inherited = _find_cut(reader.findings.source.data)
    own = [_find_cut(rows.data[row]) for row in rows.rows]
    shared = None
    has_shared = "size" in inherited and not all(own)
    if has_shared:
        shared = _read_form(reader, rows, (), {}, inherited)
    forms = [
        _read_form(reader, rows, rows.path_of(number), given, inherited)
        if given or not has_shared
        else shared
        for number, given in enumerate(own)
    ]
    for number, (piece, form) in enumerate(zip(rows.pieces, forms, strict=True)):
        if form is not None and form.outline == "cube":
            # Templates of cubes may use the number of the face.
            if FACE in piece.fields:
                hint = "use another name"
                message = "is reserved for the number of a cube's face"
                rows.findings.add(rows.path_of(number, FACE), message, hint, at="key")
            rows.pieces[number] = replace(piece, fields={**piece.fields, FACE: "1"})
    return reader.finish(rows, forms)


def _find_cut(data: Data) -> dict[str, Data]:
    """Return the keys of a head or token that describe its cut; an empty cell of a table is no key."""
    return {key: data[key] for key in _CUT if data.get(key, "") != ""} if isinstance(data, dict) else {}


def _read_form(
    reader: PieceSetReader[TokensHead],
    rows: PieceRows,
    path: DataPath,
    own: dict[str, Data],
    inherited: dict[str, Data],
) -> Form | None:
    """Return the form of a token, or of all tokens if the path is empty; None after adding its problems."""
    findings = rows.findings if path else reader.findings
    before = len(findings.problems)
    cut = Reader(findings).read(Cut, {**inherited, **own}, path)
    if cut is None:
        return None
    if cut.size is None:
        findings.add(path, "`size` is missing", "add `size: ...`", at="key")
        return None
    place = (*path, "size") if "size" in own or not path else path
    width, height, named_corner = reader.find_extent(findings, place, cut.size)
    is_one = not isinstance(cut.size, str) and width == height
    shape, corner = cut.shape, 0.0
    if shape in ("square", "cube") and width != height:
        findings.add(place, f"is {width:g} x {height:g} mm", f"a {shape} is as wide as high")
    if shape == "standee" and is_one:
        findings.add(place, "is one length", "write width and height: `20 mm x 35 mm`")
    if shape == "hexagon" and is_one:
        # A hexagon with one length is regular and has a corner at the top: the length is its width.
        height = width * 2 / sqrt(3)
    if shape in ("square", "rectangle"):
        corner = cut.corner or (named_corner if shape == "rectangle" else 0.0)
    elif "corner" in own:
        hint = "remove it: only squares and rectangles have round corners"
        findings.add((*path, "corner"), f"a {shape} has no corners to round", hint)
    check_corner(findings, (*path, "corner") if "corner" in own else place, corner, width, height)
    if len(findings.problems) > before:
        return None
    form = reader.make_form(width, height, corner, bleed=TOKEN_BLEED, safe=TOKEN_SAFE)
    return replace(form, outline="rectangle" if shape == "square" else shape)
