"""Choices for a run, and the parts of file names that they add; the default choices add none."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from hashlib import sha256
from pathlib import Path

from generator.backends.formats import Options
from generator.model.board import Board
from generator.model.destinations import Destination
from generator.model.kit import Part
from generator.model.pieces import PieceSet
from generator.model.printing import OVERLAP, SIZES, CropMarks, Printing
from generator.model.sheet import Sheet

_LONGEST = 40
"""Maximum number of characters for names of players or cards; longer lists end with a hash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The choices for a run, apart from games and parts."""

    folder: Path = Path("output")
    """Output folder, which has a folder for each game."""
    names: tuple[str, ...] = ()
    """Names of players: each player gets a sheet with the name filled in."""
    copies: int = 1
    """Number of copies of each sheet, in the same file."""
    margin: float | None = None
    """Margin of all papers, in mm; None: from the data of each paper."""
    printing: Printing = field(default_factory=Printing)
    options: Options = field(default_factory=Options)
    destination: Destination | None = None
    """Destination of pictures of cards; None: pages to print."""


DEFAULTS = Choices()


def name_choices(part: Part, choices: Choices, selection: Iterable[str] = ()) -> tuple[str, ...]:
    """Return a word for each choice that differs from the standard print; empty for the standard print.

    No word ends like a page number (`-3`), so that different prints never share a file name.
    """
    words: list[str] = []
    printing = choices.printing
    if isinstance(part, PieceSet):
        words += [f"only-{_join(selection)}"] if selection else []
        words += _name_pieces(part, printing)
    if isinstance(part, Board):
        words += _name_board(part, printing)
    if isinstance(part, PieceSet | Board):
        words += _name_marks(printing.marks)
        words += [] if printing.turned is None else ["landscape" if printing.turned else "portrait"]
    if isinstance(part, Sheet):
        words += [f"{choices.copies}-copies"] if choices.copies > 1 else []
        words += [f"for-{_join(choices.names)}"] if choices.names and part.name_field else []
    return (*words, *_name_length("margin", choices.margin))


def _name_pieces(part: PieceSet, printing: Printing) -> Iterator[str]:
    if printing.backs not in (None, part.backs):
        yield "no-backs" if printing.backs == "none" else str(printing.backs)
    yield from _name_length("bleed", printing.bleed)
    yield from _name_length("gutter", printing.gutter)
    right, down = printing.shift
    if right:
        yield f"{abs(right):g}mm-{'right' if right > 0 else 'left'}"
    if down:
        yield f"{abs(down):g}mm-{'down' if down > 0 else 'up'}"


def _name_board(part: Board, printing: Printing) -> Iterator[str]:
    if printing.poster not in (None, part.poster):
        yield "poster" if printing.poster else "one-sheet"
    if printing.size is not None:
        known = {size: name for name, size in SIZES.items()}
        width, height = printing.size
        yield f"size-{known.get(printing.size, f'{width:g}x{height:g}mm')}"
    if printing.overlap != OVERLAP:
        yield from _name_length("overlap", printing.overlap)


def _name_marks(marks: CropMarks) -> Iterator[str]:
    usual = CropMarks()
    if marks == usual:
        return
    yield f"marks-{marks.sides}"
    for each in fields(marks):
        value = getattr(marks, each.name)
        if each.name != "sides" and value != getattr(usual, each.name):
            yield f"{each.name}-{value.lstrip('#') if isinstance(value, str) else f'{value:g}mm'}"


def _name_length(name: str, length: float | None) -> Iterator[str]:
    if length is not None:
        yield f"{name}-{length:g}mm"


def _join(names: Iterable[str]) -> str:
    """Return names as part of a file name: `3-10`, `epidemic` becomes `3to10+epidemic`."""
    spelt = [re.sub(r"(?<=\d)-(?=\d)", "to", name.lower()) for name in names]
    joined = "+".join(re.sub(r"[^\w.]+", "_", name).strip("_.") for name in spelt)
    if len(joined) <= _LONGEST:
        return joined
    return f"{joined[:_LONGEST]}~{sha256(joined.encode()).hexdigest()[:6]}"
