"""The places of a map, from a table or the board's own file -> Place."""

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from generator.model.board import MapArea
from generator.model.fields import Field, Pattern
from generator.model.kinds import ID
from generator.model.places import Place
from generator.model.rectangles import Point, Rectangle
from generator.model.values import dataclass
from generator.read.declared.findings import Findings
from generator.read.files.phrases import suggest
from generator.read.files.yaml_reader import Data, DataPath
from generator.read.pieces.rows import freeze

_NUMBER = re.compile(r"-?\d{1,6}(\.\d{1,9})?")
_ROUNDED = 0.1
"""Places may overlap by less, since tables have rounded positions."""
_OWN_COLUMNS = ("id", "lat", "lon", "x", "y", "links", "marks", "nudge")


@dataclass(frozen=True)
class Row:
    """A place as it is written, and where."""

    findings: Findings
    path: DataPath
    fields: dict[str, Data]

    @property
    def id(self) -> str:
        return self.text("id")

    def text(self, column: str) -> str:
        value = self.fields.get(column)
        return value.strip() if isinstance(value, str) else ""

    def list(self, column: str) -> tuple[str, ...]:
        """Return the items of a list, or of a text with `;` between them."""
        given = self.fields.get(column) or ""
        items = given.split(";") if isinstance(given, str) else [str(item) for item in given]
        return tuple(item.strip() for item in items if item.strip())

    @property
    def in_degrees(self) -> bool:
        return "x" not in self.fields

    def fill(self, pattern: str) -> str:
        """Return a text with columns of the place filled in; empty if one is missing."""
        try:
            return Pattern(pattern).fill({name: self.text(name) for name in self.fields})
        except KeyError:
            return ""

    def freeze(self) -> Mapping[str, Field]:
        """Return the columns that belong to its template alone."""
        return {
            name: freeze(self.findings, (*self.path, name), value)
            for name, value in self.fields.items()
            if name not in _OWN_COLUMNS
        }

    def add(self, column: str, message: str, hint: str = "") -> None:
        """Add a problem with a column."""
        path = (*self.path, column) if column in self.fields else self.path
        self.findings.add(path, message, hint)


def list_rows(
    findings: Findings, base: DataPath, data: Sequence[Data], *, known: Collection[str] = ()
) -> list[Row]:
    """Return the rows with valid, unique ids; if ids are known, only those are valid."""
    rows: dict[str, Row] = {}
    for index, given in enumerate(data):
        path = (*base, index)
        if not isinstance(given, dict):
            findings.add(path, "must be keys with values", "write `- {id: ..., ...}`")
            continue
        row = Row(findings, path, given)
        if known and row.id not in known:
            row.add(
                "id", f"there is no cell `{row.id}`" if row.id else "`id` is missing", suggest(row.id, known)
            )
        elif not known and not re.fullmatch(ID, row.id):
            message = f"`{row.id}` is not an id" if row.id else "`id` is missing"
            row.add("id", message, "lower-case letters, digits, and `_`, such as `san_francisco`")
        elif row.id in rows:
            line, _ = findings.source.spot_of(rows[row.id].path)
            row.add("id", f"duplicate place `{row.id}`", f"the first is in line {line}")
        else:
            rows[row.id] = row
    if not data:
        findings.add(base, "has no places")
    return list(rows.values())


def read_places(rows: Sequence[Row], area: MapArea) -> list[Place]:
    """Return the places of a map; those with invalid positions are left out."""
    places: list[Place] = []
    size = area.place_size
    for row in rows:
        at = _locate(row, area)
        if at is None:
            continue
        box = Rectangle(*at, *at).grown(size / 2)
        if box.beyond(area.box) > 0:
            row.add("id", "is outside the map", "change the projection, or move it: `nudge`")
        for other in places:
            apart = math.dist(at, (other.x, other.y))
            if apart < size - _ROUNDED:
                message = f"overlaps `{other.id}`: {apart:.1f} mm apart, but places are {size:g} mm wide"
                row.add("id", message, "move one of them with a column `nudge`: `2 -1`, mm right and down")
        kind, label, marks = row.text(area.kind), row.fill(area.label), row.list("marks")
        places.append(Place(row.id, *at, kind, marks, label, row.freeze(), box.corners, row.list("links")))
    return places


def _locate(row: Row, area: MapArea) -> Point | None:
    """Return the centre of a place on the board; None after adding its problems."""
    x, y = (_read_number(row, name) for name in (("lon", "lat") if row.in_degrees else ("x", "y")))
    nudge = _read_nudge(row)
    if nudge is None or x is None or y is None:
        return None
    box = area.box
    if not row.in_degrees:
        return box.left + x + nudge[0], box.top + y + nudge[1]
    if abs(x) > 360 or abs(y) > 90:
        row.add("lon" if abs(x) > 360 else "lat", "is not a valid degree")
        return None
    ((across, down),) = area.projection.draw([(x, y)], box)
    return across + nudge[0], down + nudge[1]


def _read_number(row: Row, name: str) -> float | None:
    text = row.text(name)
    if _NUMBER.fullmatch(text):
        return float(text)
    if name not in row.fields:
        message, hint = f"`{name}` is missing", "columns `lat` and `lon` in degrees, or `x` and `y` in mm"
    else:
        message = f"`{text}` is not a number" if text else "is empty"
        hint = "mm, without a unit: `12.5`" if name in "xy" else "degrees: `48.86` or `-4.4`"
    row.add(name, message, hint)
    return None


def _read_nudge(row: Row) -> Point | None:
    parts = row.text("nudge").split() or ["0", "0"]
    if len(parts) != 2 or not all(_NUMBER.fullmatch(part) for part in parts):
        row.add("nudge", f"`{row.text('nudge')}` is not a shift", "mm to the right and down: `2 -1.5`")
        return None
    return float(parts[0]), float(parts[1])


def check_links(rows: Iterable[Row]) -> None:
    """Check that each link is named at both of its ends, once."""
    known = {row.id: row for row in rows}
    for row in known.values():
        seen: set[str] = set()
        for other in row.list("links"):
            if other not in known:
                row.add("links", f"links to an unknown place `{other}`", suggest(other, known))
            elif other == row.id:
                row.add("links", "links to itself")
            elif other in seen:
                row.add("links", f"links to `{other}` twice")
            elif row.id not in known[other].list("links"):
                hint = f"add `{row.id}` to the links of `{other}`"
                row.add("links", f"links to `{other}`, which does not link back", hint)
            seen.add(other)
