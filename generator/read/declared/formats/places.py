"""Values of files that say where something is: points, extents, stops of a projection."""

import re
from typing import Annotated

from pydantic import Field, WithJsonSchema

from generator.read.declared.formats.scalars import LENGTH, Edge, Number, Wrong, parse_size, scalar

_EXTENT = r"[^x×]+[x×][^x×]+"


def _parse_extent(text: str) -> tuple[float, float]:
    if not re.fullmatch(_EXTENT, text):
        raise Wrong(f"`{text}` is no width and height", "write it like `420 mm x 297 mm`")
    width, height = (parse_size(part.strip()) for part in re.split("[x×]", text))
    return width, height


At = Annotated[list[Edge], Field(min_length=2, max_length=2)]
"""From the left and from the top edge of the board."""

Extent = Annotated[
    tuple[float, float],
    scalar(_parse_extent),
    WithJsonSchema({"type": "string", "pattern": f"^{LENGTH}[x×]{LENGTH}$", "description": "width x height"}),
]

Stop = Annotated[list[Number], Field(min_length=2, max_length=2)]

Stops = Annotated[list[Stop], Field(min_length=2)]
"""Degrees and parts of the map's width or height."""
