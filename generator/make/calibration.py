"""Calibration of the user's printers, with a sheet that belongs to no game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from generator.backends.pdf import write_pdf
from generator.errors import OutputError, UnknownName, describe_unknown
from generator.layout.calibration import Calibration, lay_out_calibration
from generator.layout.document import make_press
from generator.layout.press import Press
from generator.make.jobs.jobs import find_paper
from generator.model.elements.template import Template
from generator.model.kit import Kit
from generator.model.printing import measuring, printing
from generator.model.printing.printing import Paper
from generator.model.values import dataclass, replace
from generator.output import Staging
from generator.read.cached import read_cached_papers
from generator.read.declared.names import Names
from generator.read.files.shelf import Shelf, find_settings_folder, list_locales
from generator.read.files.text_files import read_bytes, read_text
from generator.read.files.yaml import put_values
from generator.read.kits import shared
from generator.read.kits.fonts import read_fonts
from generator.read.templates.templates import TemplateBook, read_templates
from generator.read.wordings.grammars import describe_unknown_language
from generator.read.wordings.wordings import read_shared_wording

_SHIFT = "petri make --shift 0.5mm,-0.3mm"
"""Example of what to type for a printer without a name."""
_MOST_BYTES = 1_000_000
_HEAD = "# Printers, measured by petri calibrate; docs/files.md explains the keys.\n"


@dataclass(frozen=True, slots=True)
class CalibrationSheet:
    """The sheet of a printer, as it is printed or was read."""

    paper: Paper
    backs: printing.Backs
    printer: printing.Printer
    """Facts about the printer; its id is empty if it has no name."""
    is_verified: bool = False
    """True if the sheet is printed with what is known."""

    @property
    def bars(self) -> tuple[float, float]:
        """Lengths of the bars in mm; 0 if the paper has no room for one."""
        return measuring.choose_bars(self.paper.width, self.paper.height)

    @property
    def options(self) -> str:
        """The options of this sheet, where they are not those of the printer."""
        options = [f"--printer {self.printer.id}", "--read", *["--verify"] * self.is_verified]
        if self.paper.id != (self.printer.paper or printing.DEFAULT_PAPER):
            options.append(f"--paper {self.paper.id}")
        if self.backs != (self.printer.duplex or "duplex-long"):
            options.append(f"--backs {self.backs}")
        return " ".join(options)


def choose_sheet(
    shelf: Shelf, printer: printing.Printer, *, paper: str, backs: printing.Backs | None, is_verified: bool
) -> CalibrationSheet:
    """Return the sheet as chosen, or as the printer has it; raises UnknownName for an unknown paper."""
    chosen = find_paper(shared.read_papers(shelf.papers), paper or printer.paper or printing.DEFAULT_PAPER)
    return CalibrationSheet(chosen, backs or printer.duplex or "duplex-long", printer, is_verified)


def make_calibration(shelf: Shelf, sheet: CalibrationSheet, *, locale: str, folder: Path) -> Path:
    """Write the sheet and return its path; raises UnknownName for an unknown language."""
    locales = list_locales(shelf.data)
    if locale not in locales:
        raise UnknownName(describe_unknown_language(locale, locales))
    press, templates = _make_press(shelf, locale), read_calibration(shelf)
    printer = sheet.printer
    calibration = Calibration("shift", _SHIFT)
    if printer.id:
        task = "verify" if sheet.is_verified else "read"
        command = f"petri calibrate {sheet.options}"
        calibration = Calibration(task, command, printer if sheet.is_verified else None)
    document = lay_out_calibration(
        press, templates, paper=sheet.paper, backs=sheet.backs, calibration=calibration
    )
    how = (sheet.backs if sheet.backs != "duplex-long" else "", printer.id, "verify" * sheet.is_verified)
    words = ("calibration", locale, sheet.paper.id, *filter(None, how))
    place = folder / f"{'-'.join(words)}.pdf"
    with Staging(home=folder) as staging:
        staging.write(place, write_pdf(document))
    return place


def measure(
    sheet: CalibrationSheet, readings: measuring.Readings, *, date: str, is_checked: bool = True
) -> tuple[printing.Printer, float]:
    """Return the printer with its corrections, and what remains in the corners in mm; raises OddReading.

    Without the check, readings may be far from each other.
    """
    known, size = sheet.printer, (sheet.paper.width, sheet.paper.height)
    flip: Literal["long", "short"] = "short" if sheet.backs == "duplex-short" else "long"
    backs, scale = printing.BackCorrection(), printing.PrintScale()
    if sheet.is_verified:
        backs, scale = known.backs, known.scale
    crosses = measuring.list_crosses(*size, flip)
    solved = measuring.solve(crosses, readings.pairs, applied=backs, is_checked=is_checked)
    measured = replace(
        known,
        paper=sheet.paper.id,
        flip=flip,
        margins=measuring.make_margins(readings.frames, known.margins),
        backs=solved.correction,
        scale=measuring.measure_scale(sheet.bars, readings.lengths, applied=scale, known=known.scale),
        measured=date,
    )
    return measured, solved.remains


def read_calibration(shelf: Shelf) -> Mapping[str, Template]:
    """Return the templates of both pages."""
    book, findings = read_templates(shelf.calibration, TemplateBook(Names(), shelf.data))
    findings.stop_if_any()
    return {id: placed.template for id, placed in book.known.items()}


def _make_press(shelf: Shelf, locale: str) -> Press:
    """Return the press of a kit without parts: the texts and the theme that all games share."""
    kit = Kit(
        id="calibration",
        folder=shelf.data,
        title="calibration.title",
        players="",
        parts=(),
        theme=shared.read_theme(shelf.themes / "base.yaml", folders=(shelf.themes,)),
        icons={},
        wordings={locale: read_shared_wording(shelf.wording, locale)},
    )
    return make_press(kit, locale=locale, fonts=read_fonts(shelf.fonts))


def find_file() -> Path:
    """Return the path of the file with all printers, which may not exist yet."""
    return find_settings_folder() / shared.PRINTER_FILE


def list_printers(shelf: Shelf) -> Mapping[str, printing.Printer]:
    """Return all printers by id; raises DataError with all problems of their file."""
    return shared.read_printers(find_file(), read_cached_papers(shelf))


def spell_printer(name: str) -> str:
    """Convert a typed name to the id of a printer: `Home-Office` to `home_office`."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def find_printer(shelf: Shelf, name: str) -> printing.Printer:
    """Return the printer with a name; raises UnknownName with the nearest one, or DataError."""
    known, id = list_printers(shelf), spell_printer(name)
    if id not in known:
        how = f"petri calibrate --printer {name}"
        raise UnknownName(f"{describe_unknown('printer', name, known)}; measure a new one with: {how}")
    return known[id]


def store_printer(shelf: Shelf, printer: printing.Printer) -> Path:
    """Write what was measured of a printer, and return the file; all else in it stays as it is.

    Raises DataError if there is a file with problems, and OutputError if it cannot be written.
    """
    path, papers = find_file(), read_cached_papers(shelf)
    known = shared.read_printers(path, papers)
    text = read_text(path)[1] if path.exists() else _HEAD
    written = put_values(text, {printer.id: printing.write_printer(printer)})
    if shared.parse_printers(written, papers, file=str(path)) != {**known, printer.id: printer}:
        raise OutputError(str(path), "the printer could not be added; rename the file, and try again")
    is_windows = path.exists() and b"\r\n" in read_bytes(path, _MOST_BYTES)
    with Staging() as staging:
        staging.write(path, (written.replace("\n", "\r\n") if is_windows else written).encode())
    return path
