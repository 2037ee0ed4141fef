"""The rules for inks, with a printing condition that is easy to calculate."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from generator.errors import Wrong
from generator.model.printing.printing import (
    HAIRLINE,
    RGB,
    SMALL,
    Inks,
    PressFile,
    Separator,
    make_grey,
    parse_press,
)
from generator.model.vision import measure_lab

NAVY, RED, SLATE, YELLOW = (0.08, 0.11, 0.21), (0.82, 0.22, 0.17), (0.29, 0.33, 0.44), (0.9, 0.8, 0.1)


class Plain:
    """Inks are the opposites of red, green, and blue, and half as much black; solid black is at L* = 16."""

    def convert(self, colours: Sequence[RGB]) -> list[Inks]:
        return [Inks(*(1 - one for one in colour), (1 - max(colour)) / 2) for colour in colours]

    def measure_black(self) -> list[float]:
        return [100 - 84 * step / 50 for step in range(51)]


SEPARATOR = Separator(Plain())


def test_white_is_no_ink() -> None:
    """Nor is it black, whatever the profile makes of it."""
    assert SEPARATOR.find((1.0, 1.0, 1.0)) == (0, 0, 0, 0)


@pytest.mark.parametrize("grey", [0.25, 0.35, 0.5, 0.8, 0.95])
def test_greys_are_black_alone_and_as_light(grey: float) -> None:
    """The tint is that of the ramp, also for a grey that differs a little between its channels."""
    inks = SEPARATOR.find((grey, grey + 2 / 255, grey))
    assert inks[:3] == (0, 0, 0)
    assert 100 - 84 * inks.black == pytest.approx(measure_lab((grey, grey + 2 / 255, grey))[0], abs=0.1)
    assert SEPARATOR.find((grey, grey + 4 / 255, grey))[:3] != (0, 0, 0)


def test_dark_greys_are_solid() -> None:
    """Black ink is hardly darker than L* = 22, which is solid; grey pictures keep their dark tones."""
    assert SEPARATOR.find((0.2, 0.2, 0.2)).black == 1
    assert SEPARATOR.find((0.22, 0.22, 0.22)).black < 1
    tones = [SEPARATOR.find_tone(lightness) for lightness in range(0, 101, 5)]
    assert tones[0] == 1
    assert tones[-1] == 0
    assert all(first > second for first, second in pairwise(tones))


def test_small_dark_words_are_black_alone() -> None:
    """Solid, without dots; large, light, and colourful words keep their inks."""
    for colour in (NAVY, SLATE):
        assert SEPARATOR.find_for_words(colour, SMALL - 0.1) == (0, 0, 0, 1)
        assert SEPARATOR.find_for_words(colour, SMALL) == SEPARATOR.find(colour)
    for colour in (RED, YELLOW, (1.0, 1.0, 1.0)):
        assert SEPARATOR.find_for_words(colour, 2) == SEPARATOR.find(colour)


def test_thin_lines_of_little_colour_are_tints_of_black() -> None:
    """As light as they were; wide and colourful lines keep their inks."""
    for colour in (NAVY, SLATE, (0.8, 0.78, 0.75)):
        grey = SEPARATOR.find_line_colour(colour, HAIRLINE - 0.01)
        assert grey == (make_grey(measure_lab(colour)[0]),) * 3
        assert SEPARATOR.find(grey)[:3] == (0, 0, 0)
        assert SEPARATOR.find_line_colour(colour, HAIRLINE) == colour
    assert SEPARATOR.find_line_colour(RED, 0.1) == RED


@pytest.mark.parametrize("limit", [300, 240, 200])
def test_the_limit_takes_colour_and_leaves_black(limit: int) -> None:
    """The sum is at most the limit, and the three colours keep their proportions."""
    separator = Separator(Plain(), limit=limit)
    colours = [(red / 8, green / 8, blue / 8) for red in range(9) for green in range(9) for blue in range(9)]
    for colour, before, inks in zip(
        colours, Plain().convert(colours), separator.find_all(colours), strict=True
    ):
        assert inks.total <= limit / 100 + 1e-9
        if max(colour) - min(colour) > 0.02:
            assert inks.black == before.black
            assert inks.cyan * before.magenta == pytest.approx(inks.magenta * before.cyan)
            assert inks == before or inks.total == pytest.approx(limit / 100)
        assert inks == separator.find(colour)


def test_a_theme_chooses_inks() -> None:
    """Wherever the colour is drawn, up to the limit; small words keep them if they are black alone."""
    rich, plain = Inks(0.6, 0.4, 0.4, 1.0), Inks(0, 0, 0, 0.9)
    separator = Separator(Plain(), limit=220, chosen={NAVY: rich, SLATE: plain})
    assert separator.find(NAVY) == rich.limited(2.2)
    assert separator.find(NAVY).total == pytest.approx(2.2)
    assert separator.find((NAVY[0], NAVY[1] + 0.0001, NAVY[2])) == rich.limited(2.2)
    assert separator.find_for_words(NAVY, 3) == (0, 0, 0, 1)
    assert separator.find_for_words(NAVY, 9).used == 4
    assert separator.find_for_words(SLATE, 3) == plain
    black = Separator(Plain(), chosen={(0.0, 0.0, 0.0): rich})
    assert black.find((0.0, 0.0, 0.0)) == rich
    assert black.find_for_words((0.0, 0.0, 0.0), 3) == (0, 0, 0, 1)


def test_greys_are_found_by_their_lightness() -> None:
    """The grey of a lightness has that lightness, and no colour."""
    for lightness in range(0, 101, 4):
        assert measure_lab((make_grey(lightness),) * 3) == pytest.approx((lightness, 0, 0), abs=0.02)


@pytest.mark.parametrize(
    ("text", "file"),
    [
        ("x4", PressFile("x4")),
        ("X1A", PressFile("x1a", 300)),
        ("x1a,ink=240", PressFile("x1a", 240)),
        (" x4 , ink = 280 % ", PressFile("x4", 280)),
    ],
)
def test_press_files(text: str, file: PressFile) -> None:
    """A standard, and perhaps the most ink."""
    assert parse_press(text) == file
    assert parse_press(str(file)) == file


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "`` is not a standard for press files"),
        ("x3", "`x3` is not a standard for press files"),
        ("ink=240", "`ink=240` is not a standard for press files"),
        ("x4,240", "`240` is not the limit of the ink"),
        ("x4,ink=lots", "`ink=lots` is not the limit of the ink"),
        ("x4,ink=240,ink=240", "`ink=240` is not the limit of the ink"),
        ("x4,ink=90", "`ink=90` is out of range (use 200 to 340 percent)"),
    ],
)
def test_no_press_files(text: str, told: str) -> None:
    """Problem, and how to mend it."""
    with pytest.raises(Wrong) as caught:
        parse_press(text)
    assert told in f"{caught.value.message} ({caught.value.hint})"
