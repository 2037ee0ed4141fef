"""Numbers of a game with names: values of expressions over its parts, which its texts print."""

from collections.abc import Iterable, Mapping
from typing import Any

from generator.errors import Wrong, suggest
from generator.model.elements.areas import PlacedArea, Track
from generator.model.elements.blocks import AnyBlock, ShapesBlock, SquareShapes
from generator.model.elements.template import GridBlock
from generator.model.kit import Board, Part, PieceSet, Sheet
from generator.model.language.field_values import RowTable, format_field_value, number_or_none
from generator.read.declared.names import VERSION_KEY
from generator.read.declared.reader import Reader

_PLAYERS = "players"
"""Name of the fewest and the most players: `players.least`."""


def list_counted(kit: Reader) -> frozenset[str]:
    """Return the first names in the expressions of all numbers, such as ids of parts."""
    numbers: Mapping[str, Any] = kit.get(("numbers",)) or {}
    return frozenset(name.split(".")[0] for each in numbers.values() for name in each.names)


def compute_numbers(kit: Reader, parts: Iterable[Part], players: str) -> Mapping[str, int]:
    """Return the numbers of a kit.yaml by name, after adding its problems; each may use those before it."""
    numbers: Mapping[str, Any] = kit.get(("numbers",)) or {}
    if not numbers:
        return {}
    least, _, most = players.rstrip("+").partition("-")
    known: dict[str, Any] = {_PLAYERS: {"least": int(least), "most": int(most or least)}}
    known |= {part.id: _list_rows(part) for part in parts}
    found: dict[str, int] = {}
    for name, expression in numbers.items():
        try:
            found[name] = known[name] = _compute(name, expression, known, numbers)
        except Wrong as wrong:
            kit.findings.add_at(("numbers", name), wrong.position, wrong.message, wrong.hint)
    return found


def _compute(name: str, expression: Any, known: Mapping[str, Any], numbers: Mapping[str, Any]) -> int:
    if name == VERSION_KEY:
        raise Wrong("`{version}` is the key `version` of kit.yaml", "give the number another name")
    if name in known:
        raise Wrong(f"`{name}` is a part of the game", "give the number another name")
    for used in (each.split(".")[0] for each in expression.names):
        if used not in known:
            hint = "numbers use earlier ones only: move it up" if used in numbers else suggest(used, known)
            raise Wrong(f"there is no part and no number `{used}`", hint, position=expression.text.find(used))
    value = expression.evaluate(known)
    number = number_or_none(value)
    if number is None or number != int(number):
        shown = "a list or a row" if isinstance(value, tuple | Mapping) else f"`{format_field_value(value)}`"
        raise Wrong(f"is {shown}, not a whole number", "count something: `len(board.people)`", position=0)
    return int(number)


def _list_rows(part: Part) -> Any:
    """Return what expressions see of a part: pieces by id, or areas or sections with their places."""
    if isinstance(part, PieceSet):
        pieces = [*part.pieces]
        empty = dict.fromkeys((name for piece in pieces for name in piece.fields), "")
        return RowTable({one.id: {**empty, **one.fields, "count": one.count} for one in pieces})
    if isinstance(part, Board):
        return {area.id: _list_places(area) for area in part.areas}
    if isinstance(part, Sheet):
        return {id: _list_places(section.content) for id, section in part.sections.items()}
    return {}


def _list_places(area: PlacedArea | AnyBlock) -> RowTable:
    """Return the places of a grid, a map, or a track by their ids."""
    if isinstance(area, Track):
        return RowTable(
            {each.id: {**_to_row(each), "cost": each.cost, "bonus": each.bonus} for each in area.fields}
        )
    if isinstance(area, ShapesBlock):
        numbered = enumerate(area.shapes, start=1)
        return RowTable({str(number): _describe_shapes(number, each) for number, each in numbered})
    places = area.grid if isinstance(area, GridBlock) else getattr(area, "places", ())
    rows = ({**(one.fields or {}), "kind": one.kind, **_to_row(one)} for one in places)
    return RowTable({str(row["id"]): row for row in rows})


def _describe_shapes(number: int, shapes: SquareShapes) -> Mapping[str, Any]:
    """Return the number of shapes to choose from, the squares of the largest one, and the frame."""
    width, height = shapes.frame
    squares = max(len(shape) for shape in shapes.shapes)
    return {
        "id": str(number),
        "shapes": len(shapes.shapes),
        "squares": squares,
        "width": width,
        "height": height,
    }


def _to_row(place: Any) -> dict[str, Any]:
    return {"id": place.id, "label": place.label, "marks": place.marks}
