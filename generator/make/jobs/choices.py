"""Choices for a run, and the parts of file names that they add; the default choices add none.

A run of `petri make`: its jobs, formats, and options.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from generator.backends.formats import Format, Options
from generator.errors import UnknownName
from generator.make.jobs.jobs import ALL, Job, spell_part
from generator.model.destinations import Destination
from generator.model.kit import Board, Booklet, Kit, Part, Sheet
from generator.model.pieces import PieceSet
from generator.model.played import Takes
from generator.model.printing.inks import LIMIT, PressFile, parse_press
from generator.model.printing.printing import SIZES, BackCorrection, CropMarks, Ink, Printer, Printing
from generator.model.storage import Thickness
from generator.model.values import dataclass, field, fields, replace
from generator.model.vision import Vision

_LONGEST = 40
"""Maximum number of characters for names of players or cards; longer lists end with a hash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The choices for a run, with all names as they were typed."""

    games: tuple[str, ...] = ()
    """Names of games; empty: the game in the current folder, or all games."""
    parts: tuple[str, ...] = (ALL,)
    locales: tuple[str, ...] = (ALL,)
    papers: tuple[str, ...] = (ALL,)
    selection: tuple[str, ...] = ()
    """Selected cards and tokens; empty: all."""
    formats: tuple[str, ...] = ()
    """Output formats; empty: PDF, or the first format of the destination."""
    together: bool = False
    """True if cards and tokens of a game share sheets."""
    folder: Path = Path("output")
    """Output folder, which has a folder for each game."""
    settings: tuple[str, ...] = ()
    """New values of constants: `colour=no`."""
    names: tuple[str, ...] = ()
    """Names of players: each player gets a sheet with the name filled in."""
    copies: int = 1
    """Number of copies of each sheet, in the same file."""
    margin: float | None = None
    """Margin of all papers, in mm; None: from the data of each paper."""
    printing: Printing = field(default_factory=Printing)
    options: Options = field(default_factory=Options)
    cut: tuple[str, ...] = ()
    """Formats of files with the lines that a machine cuts; empty: no such files."""
    boxes: bool = False
    """True to make tuck boxes for decks, in place of all chosen parts."""
    dividers: bool = False
    """True to make dividers for decks, in place of all chosen parts."""
    by: str = ""
    """Field of the cards with a divider for each of its values; empty: set by each deck."""
    thickness: Thickness | None = None
    """Thickness of cards in boxes; None: set by each deck."""
    sleeved: bool = False
    """True if the cards in boxes and between dividers are in sleeves."""
    press: PressFile | None = None
    """PDF files for a print shop; None: as the destination wants them, or files to print at home."""
    ink: Ink = "full"
    """low: grounds are white, with lines around them."""
    seen_as: Vision | None = None
    """Colours as they are seen by somebody, or by a printer without colours; None: as they are."""
    destination: Destination | None = None
    """Destination of pictures of cards; None: pages to print."""
    pictures_at: str | None = None
    """Web address of the folder with the pictures, for a game table; None: they are on this computer."""
    anyway: bool = False
    """True to write files for a service in spite of errors of the preflight."""
    printer: Printer | None = None
    """The printer for which pages are corrected, where no option says otherwise."""
    find_takes: Callable[[Kit], Sequence[Takes]] | None = None
    """Returns what places of a game take, for fields to fill in on the screen; None: there are no fields."""

    @property
    def correcting_printer(self) -> Printer | None:
        """The printer that corrects pages; on sheets for a cutting machine, marks must stay in place."""
        return None if self.printing.cutter else self.printer


DEFAULTS = Choices()


def choose_formats(choices: Choices, find_takes: Callable[[Kit], Sequence[Takes]]) -> Choices:
    """Return the choices with what the names of some formats mean besides pages.

    `form` is PDF with fields, `pdf-x4` and `pdf-x1a:240` are PDF in inks, `cut-svg` and `cut-dxf` are lines
    to cut beside the pages. `find_takes` is as in Choices. Raises UnknownName.
    """
    formats: dict[str, None] = {}
    cut: list[str] = []
    press: list[PressFile] = []
    for name in choices.formats:
        kind, _, variant = name.lower().partition("-")
        if kind == "cut":
            cut.append(variant)
            continue
        is_pdf = kind == "form" or (kind == "pdf" and variant)
        if kind == "pdf" and variant:
            press.append(_read_press(name, variant))
        formats["pdf" if is_pdf else name] = None
    if len({*press}) > 1 or (press and "pdf" in map(str.lower, choices.formats)):
        raise UnknownName("a run makes one kind of PDF files; choose one of pdf, pdf-x4, and pdf-x1a")
    is_form = any(name.lower() == "form" for name in choices.formats)
    return replace(
        choices,
        formats=tuple(formats),
        cut=tuple(cut),
        press=press[0] if press else None,
        find_takes=find_takes if is_form else None,
    )


def _read_press(name: str, variant: str) -> PressFile:
    standard, colon, limit = variant.partition(":")
    try:
        return parse_press(f"{standard},ink={limit}" if colon else standard)
    except ValueError as error:
        raise UnknownName(f"unknown format {name!r}: {error}") from error


def _name_shift(shift: tuple[float, float]) -> str:
    names = zip(shift, ("right", "down"), ("left", "up"), strict=True)
    words = [f"{abs(by):g}mm-{more if by > 0 else less}" for by, more, less in names if by]
    return "-".join(words) or "no-shift"


def _name_size(size: tuple[float, float]) -> str:
    known = {size: name for name, size in SIZES.items()}
    return f"size-{known.get(size) or '{:g}x{:g}mm'.format(*size)}"


def _name_marks(marks: CropMarks) -> str:
    usual = CropMarks()
    words = [f"marks-{marks.sides if marks.guides == usual.guides else marks.guides}"]
    for each in fields(marks):
        value = getattr(marks, each.name)
        if each.name not in ("sides", "guides") and value != getattr(usual, each.name):
            words.append(f"{each.name}-{value.lstrip('#') if isinstance(value, str) else f'{value:g}mm'}")
    return "-".join(words)


PIECES: Mapping[str, Callable[[Any], str]] = {
    "backs": lambda backs: "no-backs" if backs == "none" else str(backs),
    "bleed": "bleed-{:g}mm".format,
    "gutter": "gutter-{:g}mm".format,
    "grid": lambda grid: "grid-{}x{}".format(*grid),
    "groups": lambda groups: "groups-{}x{}".format(*groups),
    "gap": "gap-{:g}mm".format,
    "start": "from-place-{}-on".format,
    "shift": _name_shift,
    "copies_as_files": lambda _: "copies-as-files",
}
BOARD_OPTIONS: Mapping[str, Callable[[Any], str]] = {
    "poster": lambda poster: "poster" if poster else "one-sheet",
    "size": _name_size,
    "overlap": "overlap-{:g}mm".format,
    "bleed": "bleed-{:g}mm".format,
}
BOTH: Mapping[str, Callable[[Any], str]] = {
    "marks": _name_marks,
    "turned": lambda turned: "landscape" if turned else "portrait",
    "resize": lambda _: "resized",
}
BOOKLETS: Mapping[str, Callable[[Any], str]] = {"fold_booklets": lambda folds: "folded"}
"""How options are named that apply to cards and tokens, to boards, to both, and to booklets.

The bleed is in two of them, so that it has its place in the names of both.
"""


def name_choices(part: Part, choices: Choices, selection: Iterable[str] = ()) -> tuple[str, ...]:
    """Return a word for each choice that differs from the standard print; empty for the standard print.

    No word ends like a page number (`-3`), so that different prints never share a file name.
    """
    words: list[str] = []
    if isinstance(part, PieceSet):
        words += [f"only-{_join(selection)}"] if selection else []
        words += _name_all({**PIECES, **BOTH}, choices.printing, backs=part.backs)
        cutter = choices.printing.cutter
        words += [cutter.id] if cutter else []
        words += ["test"] if choices.printing.is_test else []
    if isinstance(part, Board):
        words += _name_all({**BOARD_OPTIONS, **BOTH}, choices.printing, poster=part.poster)
    if isinstance(part, Booklet):
        words += _name_all(BOOKLETS, choices.printing)
    if isinstance(part, Sheet):
        words += [f"{choices.copies}-copies"] if choices.copies > 1 else []
        words += [f"for-{_join(choices.names)}"] if choices.names and part.name_field else []
    if choices.settings and not isinstance(part, Booklet):
        words.append(f"with-{_join(choices.settings)}")
    words += ["form"] if choices.find_takes else []
    words += _name_all({"header": lambda header: f"header-{_join([header])}"}, choices.printing)
    words += [] if choices.margin is None else [f"margin-{choices.margin:g}mm"]
    words += [f"printer-{choices.printer.id}"] if choices.printer and has_effect(choices, part) else []
    return (*words, *_name_dpi(choices), *name_press(choices.press), *_name_colours(choices))


def name_folder(choices: Choices, locale: str) -> str:
    """Return the folder of pictures for the destination: `mpc-en-only-epidemic`.

    All parts of a run share it, so that it has a word for each choice that differs, also for one that applies
    to some of them.
    """
    goes_to = choices.destination
    assert goes_to is not None
    words = [f"only-{_join(choices.selection)}"] if choices.selection else []
    if ALL not in map(str.lower, choices.parts):
        words.append(f"part-{_join(sorted(set(map(spell_part, choices.parts))))}")
    words += [word for word in ("boxes", "dividers") if getattr(choices, word)]
    words += _name_all({**PIECES, **BOARD_OPTIONS, **BOTH}, choices.printing)
    words += [f"with-{_join(choices.settings)}"] if choices.settings else []
    words += _name_dpi(choices)
    words += (*name_press(choices.press), *_name_colours(choices))
    formats = tuple(dict.fromkeys(name.lower() for name in choices.formats))
    words += ["+".join(formats)] if formats not in ((), goes_to.formats[:1]) else []
    return "-".join((goes_to.id, locale, *words))


def name_site(game: str, locales: Iterable[str], paper: str, words: Iterable[str], choices: Choices) -> str:
    """Return the file name of a web page without extension: `pandemic-en-de-a4`.

    `words` are those of its parts; others are for the parts that it has.
    """
    given = [word for word in ("boxes", "dividers", "together") if getattr(choices, word)]
    if ALL not in map(str.lower, choices.parts):
        given.append(f"part-{_join(sorted(set(map(spell_part, choices.parts))))}")
    return "-".join((game, *locales, paper, *given, *dict.fromkeys(words)))


def _name_dpi(choices: Choices) -> list[str]:
    dpi = choices.options.dpi
    return [f"{dpi:g}dpi"] if dpi != DEFAULTS.options.dpi else []


def _name_colours(choices: Choices) -> list[str]:
    words = [choices.ink] if choices.ink != DEFAULTS.ink else []
    return words + ([choices.seen_as] if choices.seen_as else [])


def name_press(file: PressFile | None) -> tuple[str, ...]:
    """Return the words for a press file: `x1a`, `240-percent`."""
    if file is None:
        return ()
    return file.standard, *([f"{file.limit}-percent"] if file.limit != LIMIT else [])


def has_effect(choices: Choices, part: Part) -> bool:
    """Return True if the printer changes the pages of a part."""
    printer, printing = choices.printer, choices.printing
    if printer is None or choices.destination or printing.cutter:
        return False
    if printer.scales or printer.margin is not None:
        return True
    own = printing.backs or (part.backs if isinstance(part, PieceSet) else "none")
    if own in ("none", "fold") or not has_backs(part):
        return False
    moved = replace(printer.backs, right=0.0, down=0.0) if printing.shift else printer.backs
    return moved != BackCorrection() or (not printing.backs and printer.find_backs(own) != own)


def has_backs(part: Part) -> bool:
    """Return True if a part has cards or tokens with a back on the other side of the paper."""
    decks = part.decks if isinstance(part, PieceSet) else ()
    return any(piece.back for deck in decks if not deck.form.is_net for piece in deck.pieces)


def _name_all(names: Mapping[str, Callable[[Any], str]], printing: Printing, **own: object) -> Iterator[str]:
    """Yield a word for each choice that differs from the default, and from what the part has."""
    for name, write in names.items():
        value = getattr(printing, name)
        if value != getattr(DEFAULTS.printing, name) and value != own.get(name):
            yield write(value)


def _join(names: Iterable[str]) -> str:
    """Return names as part of a file name: `3-10`, `epidemic` becomes `3to10+epidemic`."""
    spelt = [re.sub(r"(?<=\d)-(?=\d)", "to", name.lower()) for name in names]
    joined = "+".join(re.sub(r"[^\w.]+", "_", name).strip("_.") for name in spelt)
    if len(joined) <= _LONGEST:
        return joined
    return f"{joined[:_LONGEST]}~{sha256(joined.encode()).hexdigest()[:6]}"


@dataclass(frozen=True, slots=True)
class Run:
    """The jobs of one run of `petri make`, with formats and options."""

    jobs: tuple[Job, ...]
    formats: tuple[Format, ...]
    choices: Choices = DEFAULTS
    plan_again: "Callable[[], Run] | None" = None
    """Plans the run again, in another process."""
    cut_formats: tuple[Format, ...] = ()
    """Formats of cut files."""

    @property
    def is_joined(self) -> bool:
        """True if all parts of a game are one file in a format: a web page."""
        return any(form.is_joined for form in self.formats)
