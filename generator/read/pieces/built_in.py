"""Fields that pieces have without a column if templates use them: `{number}`, `{copy}`, `cards[id].cost`."""

from collections.abc import Iterable

from generator.model.blocks import list_fields
from generator.model.fields import Field
from generator.model.values import replace
from generator.read.pieces.rows import PieceRows
from generator.read.templates.templates import TemplateBook

NUMBERS = frozenset({"number", "total", "count", "copy"})
"""Number of a piece, number of all pieces, and number of its copies; `copy`: which of them it is."""


class Table(dict[str, Field]):
    """Rows of a table by their ids; hashed by identity, because it may be large and never changes."""

    __hash__ = object.__hash__  # type: ignore[assignment]


def add_built_in(rows: PieceRows, book: TemplateBook, table: str, others: Iterable[str]) -> None:
    """Add the fields that templates and `others` use and no column has; `table` is the name of the list."""
    columns = frozenset[str]().union(*(piece.fields for piece in rows.pieces))
    templates = {name for piece in rows.pieces for name in (piece.front, piece.back)}
    shown = tuple(book.known[id].template.elements for id in templates if id in book.known)
    used = ({*list_fields(shown), *others} & {*NUMBERS, table}) - columns
    if not used:
        return
    known = {piece.id: {**dict.fromkeys(columns, ""), **piece.fields} for piece in rows.pieces}
    shared: dict[str, Field] = {table: Table(known), "total": str(len(rows.pieces))}
    pieces, indices = [], []
    for number, (piece, index) in enumerate(zip(rows.pieces, rows.rows, strict=True), start=1):
        given = {**shared, "number": str(number), "count": str(piece.count)}
        copies = range(1, piece.count + 1 if "copy" in used else 2)
        for copy in copies:
            built_in: dict[str, Field] = {**given, "copy": str(copy)}
            fields = {**{name: built_in[name] for name in used}, **piece.fields}
            pieces.append(replace(piece, fields=fields, count=piece.count // len(copies)))
            indices.append(index)
    rows.pieces[:], rows.rows[:] = pieces, indices
