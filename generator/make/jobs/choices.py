"""Choices for a run of `petri make`, with what was found for them."""

from collections.abc import Callable, Sequence

from generator.errors import UnknownName
from generator.make.jobs.typed import TypedChoices
from generator.model.destinations import Destination
from generator.model.kit import Kit
from generator.model.played import Takes
from generator.model.printing.inks import PressFile, parse_press
from generator.model.printing.printing import Printer
from generator.model.values import dataclass, replace


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
