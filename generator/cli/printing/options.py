"""Options of how things come onto paper: what was typed becomes a Printing."""

from collections.abc import Callable, Sequence
from typing import Annotated, TypeAlias, TypeVar, get_args

import typer

from generator.cli.options import list_option
from generator.errors import find_near
from generator.model.printing import OVERLAP, Backs, Printing, parse_marks, parse_size
from generator.model.selection import parse_entry
from generator.model.units import parse_length

BACKS: tuple[Backs, ...] = get_args(Backs)
ORIENTATIONS = {"portrait": False, "landscape": True}
MOST_BLEED = 20.0
MOST_GUTTER = 100.0
MOST_SHIFT = 10.0
MOST_MARGIN = 30.0
LEAST_OVERLAP = 8.0
"""What tells where a neighbour goes has no room on less."""
MOST_OVERLAP = 50.0
SMALLEST_SIZE = 20.0
LARGEST_SIZE = 3000.0

T = TypeVar("T")


def complete_backs(incomplete: str) -> list[str]:
    """All ways to print backs."""
    return [name for name in BACKS if name.startswith(incomplete)]


def complete_orientations(incomplete: str) -> list[str]:
    """Both."""
    return [name for name in ORIENTATIONS if name.startswith(incomplete)]


BacksOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--backs",
        metavar="HOW",
        help="Backs of cards: duplex-long, duplex-short, fold, separate or none. [default: as the game says]",
        show_default=False,
        autocompletion=complete_backs,
    ),
]
BleedOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--bleed",
        metavar="LENGTH",
        help="Print so much around every card, such as 3mm. [default: what costs no sheet]",
        show_default=False,
    ),
]
GutterOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--gutter",
        metavar="LENGTH",
        help="Space between cards, such as 5mm. [default: none, they share cuts]",
        show_default=False,
    ),
]
MarksOption: TypeAlias = Annotated[
    str,
    typer.Option(
        "--marks",
        metavar="SIDES",
        help="Crop marks: both, front or none; and how they look: both,length=5mm,colour=#888",
    ),
]
CardsOption: TypeAlias = Annotated[
    list[str],
    list_option(
        "--cards",
        metavar="CARD",
        help="Only these cards or tokens, by id or number: epidemic,city_cards:3-10",
    ),
]
TogetherOption: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--together", help="All cards and tokens of a game in one file: they share sheets, which saves paper."
    ),
]
PosterOption: TypeAlias = Annotated[
    bool | None,
    typer.Option(
        "--poster/--no-poster",
        help="Boards at full size over several sheets, or on one sheet. [default: as the game says]",
        show_default=False,
    ),
]
SizeOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--size",
        metavar="SIZE",
        help="Boards at this size, such as a3 or 420x297mm. [default: to fit the sheet]",
        show_default=False,
    ),
]
OverlapOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--overlap",
        metavar="LENGTH",
        help="So much do the sheets of a poster overlap, such as 15mm. [default: 12mm]",
        show_default=False,
    ),
]
MarginOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--margin",
        metavar="LENGTH",
        help="The edge of the paper that your printer leaves white, such as 5mm. [default: 6.35mm]",
        show_default=False,
    ),
]
OrientationOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--orientation",
        metavar="HOW",
        help="Paper for cards and boards: portrait or landscape. [default: what takes more]",
        show_default=False,
        autocompletion=complete_orientations,
    ),
]
ShiftOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--shift",
        metavar="RIGHT,DOWN",
        help="Move backs, for a printer that drifts, such as 0.5mm,-0.3mm",
        show_default=False,
    ),
]


def read_printing(
    *,
    backs: str | None = None,
    bleed: str | None = None,
    gutter: str | None = None,
    marks: str = "both",
    poster: bool | None = None,
    size: str | None = None,
    overlap: str | None = None,
    orientation: str | None = None,
    shift: str | None = None,
) -> Printing:
    """What was typed; None: not given. Raises typer.BadParameter, which says what would be right."""
    return Printing(
        backs=_read("--backs", backs, lambda text: _one_of(text, {name: name for name in BACKS})),
        bleed=_read("--bleed", bleed, lambda text: _length(text, 0.0, MOST_BLEED)),
        gutter=_read("--gutter", gutter, lambda text: _length(text, 0.0, MOST_GUTTER)),
        marks=_try("--marks", marks, parse_marks),
        turned=_read("--orientation", orientation, lambda text: _one_of(text, ORIENTATIONS)),
        poster=poster,
        size=_read("--size", size, _size),
        overlap=_read("--overlap", overlap, lambda text: _length(text, LEAST_OVERLAP, MOST_OVERLAP))
        or OVERLAP,
        shift=_read("--shift", shift, _shift) or (0.0, 0.0),
    )


def read_cards(entries: Sequence[str]) -> tuple[str, ...]:
    """Which cards; raises typer.BadParameter for what is neither a number nor a name."""
    return tuple(_try("--cards", entry, parse_entry) for entry in entries)


def read_margin(text: str | None) -> float | None:
    """In mm; None: not given. Raises typer.BadParameter for what no printer has."""
    return _read("--margin", text, lambda text: _length(text, 0.0, MOST_MARGIN))


def read_duplex(text: str | None) -> Backs:
    """A way to print on both sides; raises typer.BadParameter for any other."""
    ways: dict[str, Backs] = {"duplex-long": "duplex-long", "duplex-short": "duplex-short"}
    return _read("--backs", text, lambda text: _one_of(text, ways)) or "duplex-long"


def _read(option: str, text: str | None, parse: Callable[[str], T]) -> T | None:
    return None if text is None else _try(option, text, parse)


def _try(option: str, text: str, parse: Callable[[str], T]) -> T:
    try:
        return parse(text)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=option) from error


def _one_of(text: str, known: dict[str, T]) -> T:
    name = text.strip().lower().replace("_", "-")
    if name in known:
        return known[name]
    near = find_near(name, known)
    meant = f"; did you mean {near[0]}?" if near else "."
    raise ValueError(f"{text!r} is not known{meant} There are: {', '.join(known)}")


def _length(text: str, least: float, most: float) -> float:
    length = parse_length(text)
    if not least <= length <= most:
        raise ValueError(f"{text!r} is not from {least:g} to {most:g} mm")
    return length


def _size(text: str) -> tuple[float, float]:
    size = parse_size(text)
    if not all(SMALLEST_SIZE <= side <= LARGEST_SIZE for side in size):
        raise ValueError(f"{text!r}: sides are from {SMALLEST_SIZE:g} to {LARGEST_SIZE:g} mm")
    return size


def _shift(text: str) -> tuple[float, float]:
    parts = text.split(",")
    if len(parts) != 2:
        raise ValueError(f"{text!r} is no shift; write it like 0.5mm,-0.3mm: to the right, then down")
    right, down = (_length(part, -MOST_SHIFT, MOST_SHIFT) for part in parts)
    return right, down
