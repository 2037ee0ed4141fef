"""Write the tables of docs/files.md anew: each key of a kind of file, as its dataclass declares it.

A table stands between `<!-- table: PanelElement -->` and `<!-- end -->`. `make schemas` runs this;
a test holds the page equal to what it writes.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from generator.model.kinds import Anything, Kind, OneOf
from generator.read.declared.shapes import (
    Choice,
    Declared,
    Keys,
    ListOf,
    MappingOf,
    Shape,
    find_shape,
    list_declared,
)
from generator.read.schema import FILES

PAGE = Path(__file__).parent / "files.md"
_TABLE = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def write_tables(page: str) -> str:
    """The page with all of its tables as they should be; KeyError for one that nothing declares."""
    things = {thing for declared in FILES.values() for thing in _list_inner(find_shape(declared), set())}
    known = {thing.__name__: thing for thing in things}
    return _TABLE.sub(lambda found: f"{found[1]}{make_table(known[found[2]])}{found[3]}", page)


def make_table(thing: type) -> str:
    """A row for each key: how it is written, its default, what it is for."""
    rows = ["| key | value | default | |", "|--|--|--|--|"]
    for one in list_declared(thing):
        cells = (f"`{one.key}`", _say_shape(one.shape), _say_default(one), one.doc)
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(rows) + "\n"


def _say_shape(shape: Shape) -> str:
    match shape:
        case Kind():
            return shape.said
        case Choice():
            return ", ".join(f"`{value}`" for value in shape.values)
        case ListOf():
            least, most = shape.length.least, shape.length.most
            return f"{least if least == most else 'list of'} {_say_items(shape.item)}"
        case MappingOf():
            key = shape.key.said if shape.key else "text"
            return f"{key} → {_say_shape(shape.value)}"
        case Keys():
            return "box" if shape.listed else "keys"
        case OneOf():
            return shape.what
        case Anything():
            return shape.said


def _say_items(shape: Shape) -> str:
    said = _say_shape(shape)
    is_counted = said in ("keys", "rich text") or re.match(r"`|list|\d", said)
    return said if is_counted else f"{said}s"


def _say_default(one: Declared) -> str:
    if one.is_required:
        return "required"
    if one.default in ("", (), None, False) or not isinstance(one.default, str | int | float):
        return ""
    if not isinstance(one.default, float):
        return f"`{str(one.default).lower() if one.default is True else one.default}`"
    is_length = isinstance(one.shape, Kind) and one.shape.said == "length"
    return f"`{one.default:g} mm`" if is_length else f"`{one.default:g}`"


def _list_things(thing: type, seen: set[type]) -> Iterator[type]:
    """A declared dataclass, and all that its values are made of."""
    if thing in seen:
        return
    seen.add(thing)
    yield thing
    for one in list_declared(thing):
        yield from _list_inner(one.shape, seen)


def _list_inner(shape: Shape, seen: set[type]) -> Iterator[type]:
    match shape:
        case ListOf():
            yield from _list_inner(shape.item, seen)
        case MappingOf():
            yield from _list_inner(shape.value, seen)
        case Keys():
            yield from _list_things(shape.type, seen)
        case OneOf():
            for kind in shape.kinds.values():
                yield from _list_things(kind, seen)
        case Anything():
            for hint in shape.either:
                yield from _list_inner(find_shape(hint), seen)


if __name__ == "__main__":
    PAGE.write_text(write_tables(PAGE.read_text("utf-8")), encoding="utf-8")
