"""`petri calibrate`: the sheet that measures a printer, or the questions about what was measured."""

import re
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import TypeVar

import typer

from generator.cli.printing.options import CalibrationOptions
from generator.cli.terminal.echo import echo
from generator.errors import DataError, Problem, Wrong
from generator.make import calibration
from generator.model.language.kinds import ID
from generator.model.printing import measuring
from generator.model.printing.printing import Margins, Printer
from generator.read.files.shelf import Shelf, find_shelf

T = TypeVar("T")


def calibrate(options: CalibrationOptions) -> None:
    """Write the calibration sheet and print its path, or read it; raises GeneratorError."""
    shelf = find_shelf(is_cached=True)
    for name, given in {"--read": options.readings is not None, "--verify": options.is_verified}.items():
        if given and not options.printer:
            raise typer.BadParameter(f"{name} needs --printer NAME")
    printer = find_or_begin(shelf, options.printer, is_known=options.is_verified)
    sheet = calibration.choose_sheet(
        shelf, printer, paper=options.paper, backs=options.backs, is_verified=options.is_verified
    )
    if options.readings is None:
        echo(calibration.make_calibration(shelf, sheet, locale=options.locale, folder=options.folder))
        return
    try:
        typed = options.readings
        readings = measuring.parse_readings(typed, sheet.bars) if typed else ask_all(sheet)
        # Strange answers were confirmed.
        today = date.today().isoformat()
        measured, remains = calibration.measure(sheet, readings, date=today, is_checked=bool(typed))
    except Wrong as wrong:
        raise DataError([Problem("--read", 0, 0, "", wrong.message, wrong.hint)]) from None
    path = calibration.store_printer(shelf, measured)
    for line in _describe_corrections(measured, remains):
        echo(line)
    echo(f"{path}: written; check it with: petri calibrate --printer {printer.id} --verify")


def find_or_begin(shelf: Shelf, name: str, *, is_known: bool) -> Printer:
    """Return the printer with a name, or a new one; raises UnknownName, or BadParameter for no name."""
    if is_known:
        return calibration.find_printer(shelf, name)
    id = calibration.spell_printer(name)
    if name and not re.fullmatch(ID, id):
        hint = "a letter from a to z, then letters, digits, and `_`, such as home_office"
        raise typer.BadParameter(f"{name!r} is not a name for a printer: {hint}")
    return (calibration.list_printers(shelf) if name else {}).get(id, Printer(id=id))


def ask_all(sheet: calibration.CalibrationSheet) -> measuring.Readings:
    """Ask for everything that is measured, and again for a reading that does not fit the others."""
    how = f"{sheet.paper.name}, {sheet.backs}" + (", with the correction" if sheet.is_verified else "")
    echo(f"The sheet of {sheet.printer.id}: {how}. Enter alone takes what is in brackets.")
    echo("Where do the lines of the back cross each scale, in mm to the right, then down?")
    pairs = [_ask(f"{place} [0,0]", measuring.parse_pair, (0.0, 0.0)) for place in measuring.PLACES]
    _ask_again(sheet, pairs)
    bars: list[float | None] = []
    for name, bar in zip(("across", "along"), sheet.bars, strict=True):
        question = f"length of the bar {name}, {bar:g} mm [not measured]"
        bars.append(_ask(question, partial(measuring.parse_bar, nominal=bar), None) if bar else None)
    echo("Which is the outermost frame that is complete, or how wide is the white edge in mm?")
    frames: list[float | None] = []
    for edge, margin in (sheet.printer.margins or Margins()).list_edges().items():
        shown = "not measured" if margin is None else f"{margin:g}"
        frames.append(_ask(f"{edge} [{shown}]", measuring.parse_frame, margin))
    return measuring.Readings(tuple(pairs), tuple(bars), tuple(frames))


def _ask_again(sheet: calibration.CalibrationSheet, pairs: list[measuring.Pair]) -> None:
    """Ask again for a reading that does not fit the others, until it does or is confirmed."""
    while True:
        try:
            calibration.measure(sheet, measuring.Readings(tuple(pairs)), date="")
            return
        except measuring.OddReading as odd:
            if odd.place < 0:
                raise
            echo(f"{odd.message}; {odd.hint}. Read it again:", err=True)
            given = pairs[odd.place]
            shown = ",".join(f"{value:g}" for value in given)
            pairs[odd.place] = _ask(f"{measuring.PLACES[odd.place]} [{shown}]", measuring.parse_pair, given)
            if pairs[odd.place] == given:
                return


def _ask(question: str, parse: Callable[[str], T], default: T) -> T:
    """Ask until the answer can be read; an empty one is the default. Raises DataError if input ends."""
    while True:
        try:
            answer = input(f"{question}: ").strip()
            return parse(answer) if answer else default
        except EOFError:
            ended = Problem("standard input", 0, 0, "", "ends before all questions are answered")
            raise DataError([ended]) from None
        except Wrong as wrong:
            echo(str(wrong), err=True)


def _describe_corrections(printer: Printer, remains: float) -> list[str]:
    """Return lines about the corrections, and the errors that remain."""
    backs, scale = printer.backs, printer.scale
    ways = [
        f"{abs(backs.right):g} mm to the {'right' if backs.right > 0 else 'left'}" * bool(backs.right),
        f"{abs(backs.down):g} mm {'down' if backs.down > 0 else 'up'}" * bool(backs.down),
        f"turned by {backs.turn:g} degrees" * bool(backs.turn),
        f"at {backs.scale * 100:.5g} %" * (backs.scale != 1),
    ]
    lines = [
        f"backs: {', '.join(filter(None, ways)) or 'stay as they are'}",
        f"at the corners, {remains:.1f} mm remain" if remains >= 0.05 else "at the corners, nothing remains",
    ]
    if printer.scales:
        lines.append(f"scale: {scale.across * 100:.5g} % across, {scale.along * 100:.5g} % along")
    if printer.margin is not None:
        lines.append(f"margins: {printer.margin:g} mm, the largest of the four")
    return lines
