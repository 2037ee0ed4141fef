"""Declarations of the keys in files of decks or tokens."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from generator.model.elements.boxes import Conditions
from generator.model.elements.template import TEMPLATE, Elements
from generator.model.kit import TextKeys
from generator.model.language import kinds
from generator.model.language.kinds import (
    Anything,
    Doc,
    Edge,
    FileName,
    Id,
    Kind,
    Length,
    PageFlip,
    PdfBacks,
    Size,
    Switch,
    parse_pages,
    parse_pdf_backs,
    share_unit,
)
from generator.model.printing.printing import Backs, Imposition
from generator.model.storage import BoxKeys, DividerKeys
from generator.model.values import dataclass, field
from generator.read.templates.elements import PartKeys

MOST_PIECES = 100_000
"""Maximum number of pieces of one deck, each counted as often as it is printed."""

_CLOSEST = 0.5
"""Overlap of cards in PDF files, in mm, that comes from rounding."""
_TIMES = re.compile(r"[x×](?=\s*[-+.\d])")
"""The sign between two lengths; an `x` within a word may belong to an unknown unit."""

_parse_name = kinds.matching(kinds.ID, "the name of a size", "such as `poker`, or `63 mm x 88 mm`")


def _parse_extent(text: str) -> str | tuple[float, float]:
    if not text[:1].isdigit():
        return _parse_name(text)
    sides = _TIMES.split(text)
    if len(sides) > 2:
        raise kinds.Wrong(f"`{text}` is not a size", "write width and height: `63 mm x 88 mm`")
    lengths = [kinds.parse_limited_length(side.strip()) for side in share_unit(sides)]
    return lengths[0], lengths[-1]


def _parse_pieces(value: Any) -> int:
    if not isinstance(value, str):
        raise kinds.Wrong("must be a number", "write `expect: 48`, or a number for each id: `{red_chip: 40}`")
    if not re.fullmatch("[0-9]{1,9}", value) or not 0 < int(value) <= MOST_PIECES:
        hint = f"write a number from 1 to {MOST_PIECES}, such as `48`"
        raise kinds.Wrong(f"`{value}` is not a number of pieces", hint)
    return int(value)


def _parse_expected(value: Any) -> int | dict[str, int]:
    if isinstance(value, dict):
        return {id: _parse_pieces(count) for id, count in value.items()}
    return _parse_pieces(value)


def _parse_texts(value: Any) -> tuple[str, ...]:
    """Return the texts of one text or a list; raises Wrong."""
    given = value if isinstance(value, list) else [value]
    if not given or not all(isinstance(one, str) and one for one in given):
        raise kinds.Wrong("must be a text or a list of texts", "write it like `[suit, -rank]`")
    return tuple(given)


_OutlineExtent = Annotated[
    str | tuple[float, float],
    Kind(
        "name of a size, or width x height",
        _parse_extent,
        {"type": "string", "pattern": f"^({kinds.ID}|{kinds.LENGTH_TEXT}([x×]{kinds.LENGTH_TEXT})?)$"},
    ),
]
Expected = Annotated[
    int | dict[str, int],
    Kind(
        "number, or id → number",
        _parse_expected,
        {"anyOf": [{"type": "integer"}, {"type": "object", "additionalProperties": {"type": "integer"}}]},
        takes_data=True,
    ),
]
_ONE_OR_MORE = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
Texts = Annotated[
    tuple[str, ...], Kind("text, or list of texts", _parse_texts, _ONE_OR_MORE, takes_data=True)
]
_AnyText = Annotated[str, Kind("text", str, {"type": ["string", "number", "boolean"]})]
"""A text, which may be empty."""


@dataclass(frozen=True)
class CellParts:
    """The names of the parts of an item in a cell, and the sign between them."""

    sign: str
    names: tuple[str, ...]


def _parse_cell_names(text: str) -> CellParts:
    sign = next((one for one in "|;/:," if one in text), "|")
    names = tuple(name.strip() for name in text.split(sign))
    if not all(re.fullmatch(kinds.ID, name) for name in names) or len({*names}) < len(names):
        hint = "write names and the sign between them: `kind | a | b`"
        raise kinds.Wrong(f"`{text}` does not name the parts of an item", hint)
    return CellParts(sign, names)


CellNames = Annotated[CellParts, Kind("names of parts", _parse_cell_names)]


def _parse_gap(text: str) -> tuple[float, float]:
    sides = [
        kinds.parse_limited_length(side.strip(), may_be_0=True) for side in share_unit(_TIMES.split(text))
    ]
    if len(sides) > 2:
        raise kinds.Wrong(f"`{text}` is not a gap", "write one length, or two: `2 mm x 3 mm`")
    return sides[0], sides[-1]


_PageNumbers = Annotated[
    tuple[int, ...],
    Kind("page numbers", parse_pages, {"anyOf": [{"type": "integer"}, {"type": "string"}]}, takes_data=False),
]
_PdfBacks = Annotated[
    PdfBacks,
    Kind("`even`, `separate`, `none`, or page numbers", parse_pdf_backs, {"type": ["string", "integer"]}),
]
_Gap = Annotated[
    tuple[float, float],
    Kind("length, or width x height", _parse_gap, {"type": ["string", "number"]}),
]


@dataclass(frozen=True, kw_only=True)
class PieceTable:
    """Pieces from a table, a folder of pictures, a PDF file, or all combinations of some values."""

    old_keys: ClassVar[Mapping[str, str]] = {"bleed": "art_bleed"}

    file: Annotated[FileName, Doc("Table: CSV, XLSX, XLS, ODS, JSON, or YAML.")] = ""
    sheet: Annotated[
        kinds.Text,
        Doc("Sheet of a workbook, by default the first; key of the list, or of CSV, in a JSON or YAML file."),
    ] = ""
    header: Annotated[
        kinds.Text, Doc("Row with the titles of the columns: its number, or a title that it has: `Qty`.")
    ] = ""
    format: Annotated[
        Literal["shown", "raw"],
        Doc("`raw`: print the values of a workbook, `0.25`, not what its cells show, `25%`."),
    ] = "shown"
    hidden: Annotated[
        Literal["print", "skip"], Doc("`skip`: leave out rows that are hidden or filtered out.")
    ] = "print"
    pictures: Annotated[
        Texts,
        Doc("Pictures, one for each piece: a folder, names with `*`, such as `front/*.png`; or a PDF file."),
    ] = ()
    art_bleed: Annotated[
        Edge | None, Doc("Bleed in the pictures, which is printed beyond the cut: `3 mm`; `0 mm`: none.")
    ] = None
    pdf: Annotated[FileName, Doc("PDF file with cards on its pages, which stay as sharp as they are.")] = ""
    grid: Annotated[kinds.Repeat, Doc("Columns and rows of cards on a page of the PDF file.")] = (1, 1)
    card: Annotated[
        kinds.PositiveLength | None,
        Doc("Width and height of a card there; by default, the page is shared evenly."),
    ] = None
    at: Annotated[
        kinds.PointPosition | None,
        Doc("Left and top edge of the first card there; by default, cards are in the middle of the page."),
    ] = None
    gap: Annotated[_Gap, Doc("Gap between the cards there: `2 mm`, `2 mm x 3 mm`.")] = (0.0, 0.0)
    columns: Annotated[
        tuple[Edge, ...],
        Doc("Left edge of each column of cards there, where gaps differ: `[15 mm, 41 mm, 80 mm]`."),
    ] = ()
    rows: Annotated[tuple[Edge, ...], Doc("Top edge of each row of cards there.")] = ()
    pages: Annotated[_PageNumbers, Doc("Pages with cards: `2-9`, `1,3-5`; by default all.")] = ()
    backs: Annotated[
        _PdfBacks,
        Doc("Pages with backs: `even`: each second page; `separate`: the second half; or numbers: `10-17`."),
    ] = "none"
    flip: Annotated[
        PageFlip,
        Doc("Order that is reversed on pages of backs: of columns, or of rows, whose cards are upside down."),
    ] = "columns"
    empty: Annotated[Literal["skip", "print"], Doc("`print`: cells without a card are blank cards.")] = "skip"
    every: Annotated[
        Mapping[Id, Annotated[Any, Anything(noun="list")]],
        Doc("Fields with lists of values, or ranges (`1..6`): there is a piece for each combination."),
    ] = field(default_factory=dict)
    id: Annotated[kinds.Text, Doc("Column with the ids; by default `id`, or else `name` or `title`.")] = ""
    count: Annotated[
        kinds.Text, Doc("Column with the numbers of copies, or one number for all; by default `count`.")
    ] = ""
    rename: Annotated[
        Mapping[str, kinds.Text], Doc('New names of columns: `{Card Text: text, Icons: "icons[]"}`.')
    ] = field(default_factory=dict)
    replace: Annotated[Mapping[str, _AnyText], Doc("Texts to replace in all cells.")] = field(
        default_factory=dict
    )
    cells: Annotated[
        Mapping[str, CellNames],
        Doc("Columns of which each item is a row, and its fields: `{contents: kind | a | b}`."),
    ] = field(default_factory=dict)
    where: Annotated[Conditions, Doc("Only rows for which all conditions hold.")] = ()
    sort: Annotated[Texts, Doc("Columns to sort by; `-cost` for descending order.")] = ()
    shuffle: Annotated[
        kinds.Text,
        Doc("A number or text: the pieces are in a random order, always the same for the same one."),
    ] = ""

    def find_problems(self) -> Iterator[kinds.Wrong]:
        given = [key for key in ("file", "pictures", "pdf", "every") if getattr(self, key)]
        if len(given) != 1:
            message = f"has {' and '.join(given)}" if given else "names no cards"
            yield kinds.Wrong(message, "write one of `file`, `pictures`, `pdf`, and `every`")
        usual = {"sheet": "", "header": "", "format": "shown", "hidden": "print"}
        for key in (key for key in usual if getattr(self, key) != usual[key] and not self.file):
            yield kinds.Wrong("is only for files", "write `file: ...` with it", key=key)
        if self.art_bleed is not None and not (self.pictures or self.pdf):
            hint = "write `art_bleed` beside `size`"
            yield kinds.Wrong("is only for `pictures` and `pdf`", hint, key="art_bleed")
        places = {"card": None, "at": None, "gap": (0.0, 0.0), "pages": (), "backs": "none", "grid": (1, 1)}
        places |= {"flip": "columns", "empty": "skip", "columns": (), "rows": ()}
        for key in (key for key in places if getattr(self, key) != places[key] and not self.pdf):
            yield kinds.Wrong("is only for `pdf`", "write `pdf: ...` with it", key=key)
        yield from self._find_wrong_edges(places)

    def _find_wrong_edges(self, usual: Mapping[str, Any]) -> Iterator[kinds.Wrong]:
        """Yield problems of the edges of columns and rows."""
        if not (self.columns or self.rows):
            return
        if missing := [key for key in ("columns", "rows", "card") if not getattr(self, key)]:
            hint = "write the edges of all columns and rows, and the size of a card"
            yield kinds.Wrong(f"`columns` and `rows` need `{missing[0]}`", hint)
            return
        for key in (key for key in ("grid", "at", "gap") if getattr(self, key) != usual[key]):
            yield kinds.Wrong("has no effect beside `columns` and `rows`", "leave it out", key=key)
        for key, side in zip(("columns", "rows"), self.card or (), strict=False):
            starts = getattr(self, key)
            if any(after - before < side - _CLOSEST for before, after in pairwise(starts)):
                hint = "write the edges from left to right, or from top to bottom"
                yield kinds.Wrong("has cards that overlap", hint, key=key)


_ROWS_DOC = "A list of {}, the name of a table (CSV, XLSX, ODS, JSON, YAML), or where they come from."


def _rows_of(keys: Any) -> Anything:
    listed = Annotated[tuple[keys, ...], Length(1)]
    return Anything(noun="list, or a table", either=(listed, PieceTable, FileName))


@dataclass(frozen=True)
class PieceKeys:
    """A piece of a deck: keys that are not known are fields for its templates."""

    is_open: ClassVar[bool] = True

    id: Annotated[kinds.PieceId, Doc("Id of the piece.")]
    count: Annotated[kinds.Positive, Doc("Number of copies.")] = 1
    front: Annotated[Id, Doc("Template of its front.")] = ""
    back: Annotated[Id, Doc("Template of its back.")] = ""
    by_language: Annotated[Switch, Doc("Print a piece with much text once in each of two languages.")] = False


_OutlineShape: TypeAlias = Literal["square", "round", "hexagon", "rectangle", "standee", "cube"]


@dataclass(frozen=True, kw_only=True)
class Tab:
    """A tab, which is a part of the piece: beside it, the piece is cut off."""

    side: Annotated[Literal["top", "right", "bottom", "left"], Doc("Edge of the piece.")] = "top"
    at: Annotated[Edge, Doc('Distance from the left or top end of that edge: `4 mm`, `"{at} mm"`.')]
    size: Annotated[kinds.PositiveLength, Doc("Length along the edge, and height: `28 mm x 11 mm`.")]


@dataclass(frozen=True, kw_only=True)
class TuckBox:
    """A box to fold, sized for a deck; its templates draw the face `{face}`."""

    deck: Annotated[FileName, Doc("File of the deck.")]
    thickness: Annotated[Size, Doc("Thickness of a card; with sleeves, about 0.55 mm.")] = 0.3


@dataclass(frozen=True, kw_only=True)
class CutOutline:
    """The cut of pieces: in the head of the file for all, or in the row of a single token."""

    shape: Annotated[
        _OutlineShape,
        Doc("Shape; a standee is folded, with a foot at each end; a cube is a net of six faces."),
    ] = "round"
    size: Annotated[
        _OutlineExtent | None,
        Doc(
            "`16 mm` (at least 2 mm), `20 mm x 35 mm`, or an id of `card_sizes.yaml`; a single length of a "
            "hexagon is measured between opposite sides."
        ),
    ] = None
    corner: Annotated[
        Edge | None, Doc("Radius of the corners of squares and rectangles; by default, that of a named size.")
    ] = None
    outline: Annotated[
        kinds.OutlinePattern,
        Doc("Line to cut along, instead of a shape: SVG path data in mm, or squares: `XX./.XX`; or a field."),
    ] = ""
    tab: Annotated[Any, Anything(noun="tab", either=(Tab,)), Doc("Tab of a divider.")] = None
    tuck_box: Annotated[TuckBox | None, Doc("Box to fold, instead of a shape and a size.")] = None

    def find_problems(self) -> Iterator[kinds.Wrong]:
        given = [name for name in ("outline", "tab", "tuck_box") if getattr(self, name)]
        if len(given) > 1:
            yield kinds.Wrong(f"has {' and '.join(given)}", "write one of them", key=given[1])


@dataclass(frozen=True)
class TokenKeys(CutOutline, PieceKeys):
    """A token: keys that are not known are fields for its templates."""


@dataclass(frozen=True)
class PieceSides:
    """Templates of both sides of the pieces of a file."""

    front: Annotated[Any, TEMPLATE, Doc("Template of the fronts.")]
    back: Annotated[Any, TEMPLATE, Doc("Template of the backs; without it, backs are blank.")] = None


@dataclass(frozen=True, kw_only=True)
class PieceSetHead(PartKeys, TextKeys):
    """Keys that decks and tokens have in common."""

    template: Annotated[
        Any,
        Anything(noun="list of elements, or `front` and `back`", either=(Elements, PieceSides)),
        Doc("Template of all fronts, or `{front: ..., back: ...}`; its texts are the English texts."),
    ] = None
    front: Annotated[Id, Doc("Default template of the fronts.")] = ""
    back: Annotated[Id, Doc("Default template of the backs; without it, backs are blank.")] = ""
    backs: Annotated[Backs | None, Doc("Default for `--backs`; `duplex-long` if there are backs.")] = None
    expect: Annotated[
        Expected | None, Doc("Expected number of pieces, in total or by id; any other number is an error.")
    ] = None
    fields: Annotated[
        Mapping[Id, Annotated[Any, Anything(noun="field")]], Doc("Default fields of all pieces.")
    ] = field(default_factory=dict)
    templates: Annotated[Mapping[Id, Annotated[Any, TEMPLATE]], Doc("Templates for this file.")] = field(
        default_factory=dict
    )
    order: Annotated[tuple[kinds.PieceId, ...], Doc("Ids in the order of printing; all others follow.")] = ()
    imposition: Annotated[Imposition, Doc("Places on the sheets, chosen by hand.")] = field(
        default_factory=Imposition
    )
    ignore: Annotated[
        tuple[kinds.Text, ...],
        Doc("Columns, elements, and texts of `replace` that have no effect on purpose: no warnings."),
    ] = ()
    bleed: Annotated[Edge | None, Doc("Bleed beyond the cut, if there is enough space.")] = None
    keep_bleed: Annotated[
        Switch, Doc("Print all of the bleed, even if fewer pieces fit on a sheet; `--bleed` overrides it.")
    ] = False
    art_bleed: Annotated[
        Edge | None,
        Doc("Bleed in the files of pictures for complete sides, which is printed beyond the cut: `3 mm`."),
    ] = None
    safe: Annotated[Edge | None, Doc("Minimum distance of text from the cut.")] = None


@dataclass(frozen=True, kw_only=True)
class DeckHead(PieceSetHead, CutOutline):
    """Cards of one size."""

    shape: Annotated[_OutlineShape, Doc("Shape of the cards.")] = "rectangle"
    size: Annotated[
        _OutlineExtent | None, Doc("Card size, such as `poker`, or width and height: `63 mm x 88 mm`.")
    ] = None
    cards: Annotated[Any, _rows_of(PieceKeys), Doc(_ROWS_DOC.format("cards"))]
    box: Annotated[BoxKeys | None, Doc("Its tuck box: `petri boxes`.")] = None
    divider: Annotated[DividerKeys | None, Doc("Its dividers: `petri boxes --dividers`.")] = None


@dataclass(frozen=True, kw_only=True)
class TokensHead(PieceSetHead, CutOutline):
    """Tokens of any form, printed on the same sheets."""

    tokens: Annotated[Any, _rows_of(TokenKeys), Doc(_ROWS_DOC.format("tokens"))]
