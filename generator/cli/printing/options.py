"""Options for placing parts on paper, which are parsed into a Printing."""

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
"""With less overlap, there is no room for the marks that name the neighbouring tile."""
MOST_OVERLAP = 50.0
SMALLEST_SIZE = 20.0
LARGEST_SIZE = 3000.0

T = TypeVar("T")


def complete_backs(incomplete: str) -> list[str]:
    """Complete the values of --backs."""
    return [name for name in BACKS if name.startswith(incomplete)]


def complete_orientations(incomplete: str) -> list[str]:
    """Complete the values of --orientation."""
    return [name for name in ORIENTATIONS if name.startswith(incomplete)]


BacksOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--backs",
        metavar="HOW",
        help="How to print backs: duplex-long, duplex-short, fold, separate, or none. "
        "[default: set by the game]",
        show_default=False,
        autocompletion=complete_backs,
    ),
]
BleedOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--bleed",
        metavar="LENGTH",
        help="Bleed around each card, such as 3mm. [default: as much as fits without extra sheets]",
        show_default=False,
    ),
]
GutterOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--gutter",
        metavar="LENGTH",
        help="Space between cards, such as 5mm. [default: none, cards share cuts]",
        show_default=False,
    ),
]
MarksOption: TypeAlias = Annotated[
    str,
    typer.Option(
        "--marks",
        metavar="SIDES",
        help="Sides with crop marks (both, front, or none), and their style: both,length=5mm,colour=#888",
    ),
]
CardsOption: TypeAlias = Annotated[
    list[str],
    list_option(
        "--cards",
        metavar="CARD",
        help="Cards or tokens to print, by id or number: epidemic,city_cards:3-10",
    ),
]
TogetherOption: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--together", help="Put all cards and tokens of a game into one file; shared sheets save paper."
    ),
]
PosterOption: TypeAlias = Annotated[
    bool | None,
    typer.Option(
        "--poster/--no-poster",
        help="Print boards at full size on several sheets, or on one sheet. [default: set by the game]",
        show_default=False,
    ),
]
SizeOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--size",
        metavar="SIZE",
        help="Size of boards, such as a3 or 420x297mm. [default: fits the sheet]",
        show_default=False,
    ),
]
OverlapOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--overlap",
        metavar="LENGTH",
        help="Overlap between poster tiles, such as 15mm. [default: 12mm]",
        show_default=False,
    ),
]
MarginOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--margin",
        metavar="LENGTH",
        help="Unprintable margin of your printer, such as 5mm. [default: 6.35mm]",
        show_default=False,
    ),
]
OrientationOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--orientation",
        metavar="HOW",
        help="Page orientation for cards and boards: portrait or landscape. "
        "[default: whichever fits more cards]",
        show_default=False,
        autocompletion=complete_orientations,
    ),
]
ShiftOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--shift",
        metavar="RIGHT,DOWN",
        help="Offset of the backs, to correct the drift of a printer, such as 0.5mm,-0.3mm",
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
    """Parse the options; None means not given. Raises typer.BadParameter, which says what would be right."""
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
    """Parse the entries of --cards; raises typer.BadParameter if one is neither a number nor a name."""
    return tuple(_try("--cards", entry, parse_entry) for entry in entries)


def read_margin(text: str | None) -> float | None:
    """Parse --margin to mm; None means not given. Raises typer.BadParameter if it is out of range."""
    return _read("--margin", text, lambda text: _length(text, 0.0, MOST_MARGIN))


def read_duplex(text: str | None) -> Backs:
    """Parse --backs for duplex printing; raises typer.BadParameter for any other value."""
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
    meant = f" (did you mean {near[0]}?)" if near else ""
    raise ValueError(f"unknown value {text!r}{meant}; available: {', '.join(known)}")


def _length(text: str, least: float, most: float) -> float:
    length = parse_length(text)
    if not least <= length <= most:
        raise ValueError(f"{text!r} is out of range: {least:g} to {most:g} mm")
    return length


def _size(text: str) -> tuple[float, float]:
    size = parse_size(text)
    if not all(SMALLEST_SIZE <= side <= LARGEST_SIZE for side in size):
        raise ValueError(
            f"{text!r} is out of range: each side must be {SMALLEST_SIZE:g} to {LARGEST_SIZE:g} mm"
        )
    return size


def _shift(text: str) -> tuple[float, float]:
    parts = text.split(",")
    if len(parts) != 2:
        raise ValueError(f"{text!r} is not a shift; write it like 0.5mm,-0.3mm: right, then down")
    right, down = (_length(part, -MOST_SHIFT, MOST_SHIFT) for part in parts)
    return right, down
