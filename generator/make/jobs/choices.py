"""Choices for a run of `petri make`, with the destination, the printer, and the inks found for them."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from generator.errors import UnknownName
from generator.make.jobs.typed import TypedChoices
from generator.model.destinations import Destination
from generator.model.kit import Kit
from generator.model.language.scalars import parse_colour
from generator.model.played import Takes
from generator.model.printing.inks import Inks, PressFile, PressOptions, Separator, parse_press
from generator.model.printing.printing import Printer
from generator.model.style import Theme
from generator.model.values import dataclass, replace
from generator.read.files.shelf import Shelf
from generator.scene.shapes import Colour


@dataclass(frozen=True, kw_only=True)
class Choices(TypedChoices):
    """The choices for a run, with what was found for some of their names."""

    destination: Destination | None = None
    """Destination of pictures of cards; None: pages to print."""
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
    """Return the choices with the names of formats replaced by what they mean.

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
    if press and [*formats] == ["pdf"]:
        # PDF is the default here, also for a destination.
        formats = {}
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


def send_to(choices: Choices, destination: Destination) -> Choices:
    """Return the choices for a destination: pictures of cards, or sheets that a machine cuts.

    Raises UnknownName for formats that a machine does not take.
    """
    cutter, formats = destination.cutter, destination.formats
    if cutter is None:
        return replace(choices, destination=destination)
    cutter = replace(cutter, id=destination.id.replace("_", "-"))
    if wrong := ", ".join(name for name in choices.formats if name.lower() not in formats):
        raise UnknownName(f"--for {cutter.id} has no format {wrong}, but {', '.join(formats)}")
    return replace(
        choices,
        formats=choices.formats or formats[:1],
        cut=choices.cut or cutter.files,
        printing=replace(choices.printing, cutter=cutter),
    )


FindInks: TypeAlias = Callable[[Colour, float], Sequence[float]]
"""Returns the share of each ink, from 0 to 1, of words in a colour and a type size in mm; with a size of 0,
that of anything else in this colour.
"""
_LESS = "FOGRA39L_240.icc"
"""The profile of coated paper with at most 240 % of ink; that of the shelf has as much as looks best."""
_BETWEEN = 270


def add_press(choices: Choices, shelf: Shelf) -> Choices:
    """Return choices with the options of the press file that is chosen, or that the destination wants."""
    wanted = choices.destination.press if choices.destination else None
    file = choices.press or wanted
    if file is None:
        return choices
    return replace(choices, options=replace(choices.options, press=choose_press_options(shelf, file)))


def choose_press_options(shelf: Shelf, file: PressFile) -> PressOptions:
    """Return the options of a press file; each limit of the ink has the profile that is nearer to it."""
    separation = shelf.press_profile if file.limit > _BETWEEN else shelf.presses / _LESS
    return PressOptions(file=file, intent=shelf.press_profile, separation=separation)


def choose_inks(press: PressOptions, theme: Theme) -> PressOptions:
    """Return the options with the inks that a theme chooses for its colours."""
    chosen = ((parse_colour(colour)[:3], inks) for colour, inks in theme.list_inks())
    return replace(press, chosen=tuple(chosen))


def make_theme_separator(shelf: Shelf, file: PressFile, theme: Theme) -> Separator:
    """Return what finds the inks of the colours of a theme, as a press file has them."""
    # LittleCMS takes long to import.
    from generator.backends.pdf.inks import make_separator

    return make_separator(choose_inks(choose_press_options(shelf, file), theme))


def make_ink_finder(choices: Choices, theme: Theme) -> FindInks | None:
    """Return what finds the inks of a colour in words of a size, or in anything else; None for no press."""
    if choices.options.press is None:
        return None
    from generator.backends.pdf.inks import make_separator

    separator = make_separator(choose_inks(choices.options.press, theme))

    def find(colour: Colour, size: float) -> Inks:
        return separator.find_for_words(colour.rgb, size) if size else separator.find(colour.rgb)

    return find
