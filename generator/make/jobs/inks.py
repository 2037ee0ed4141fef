"""Inks of files for print shops, by the press file of a run."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from generator.make.jobs.choices import Choices
from generator.model.language.scalars import parse_colour
from generator.model.printing.inks import Inks, PressFile, PressOptions, Separator
from generator.model.style import Theme
from generator.model.values import replace
from generator.read.files.shelf import Shelf
from generator.scene.shapes import Colour

FindInks: TypeAlias = Callable[[Colour, float], Sequence[float]]
"""Returns the share of each ink, from 0 to 1, of words in a colour and a type size in mm; with a size of 0,
that of anything else in this colour.
"""
_COATED, _LESS = "FOGRA39L_coated.icc", "FOGRA39L_240.icc"
"""Profiles of coated paper (FOGRA39): one with as much ink as looks best, and one with at most 240 %."""
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
    separation = _COATED if file.limit > _BETWEEN else _LESS
    return PressOptions(file=file, intent=shelf.presses / _COATED, separation=shelf.presses / separation)


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
        rgb = colour.red, colour.green, colour.blue
        return separator.find_for_words(rgb, size) if size else separator.find(rgb)

    return find
