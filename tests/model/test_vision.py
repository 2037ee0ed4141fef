"""Differences of colours, for all eyes: published pairs, palettes whose figures are known, and contrast."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.model.vision import (
    Lab,
    Rgb,
    Vision,
    list_similar,
    measure_contrast,
    measure_difference,
    measure_lab,
    measure_least_difference,
    measure_luminance,
    see,
)
from tests.colours import contrast, rgb, smallest_distance

# Sharma, Wu, and Dalal (2005), table 1, which was made to find wrong programs.
PUBLISHED: list[tuple[Lab, Lab, float]] = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, 3.1571, -77.2803), (50.0, 0.0, -82.7485), 2.8615),
    ((50.0, 2.8361, -74.0200), (50.0, 0.0, -82.7485), 3.4412),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, -1.1848, -84.8006), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, -0.9009, -85.5211), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0010), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0012), 7.2195),
    ((50.0, -0.001, 2.49), (50.0, 0.0009, -2.49), 4.8045),
    ((50.0, -0.001, 2.49), (50.0, 0.0010, -2.49), 4.8045),
    ((50.0, -0.001, 2.49), (50.0, 0.0011, -2.49), 4.7461),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
    ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.9030),
    ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
    ((50.0, 2.5, 0.0), (50.0, 3.1736, 0.5854), 1.0000),
    ((50.0, 2.5, 0.0), (50.0, 3.2972, 0.0), 1.0000),
    ((50.0, 2.5, 0.0), (50.0, 1.8634, 0.5757), 1.0000),
    ((50.0, 2.5, 0.0), (50.0, 3.2592, 0.3350), 1.0000),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((61.2901, 3.7196, -5.3901), (61.4292, 2.2480, -4.9620), 1.8731),
    ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((36.4612, 47.8580, 18.3852), (36.2715, 50.5065, 21.2231), 1.4146),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((90.9257, -0.5406, -0.9208), (88.6381, -0.8985, -0.7239), 1.5381),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]
COLOURS = st.tuples(*[st.floats(0, 1)] * 3)


@pytest.mark.parametrize(("first", "second", "known"), PUBLISHED)
def test_differences_are_those_of_the_published_pairs(first: Lab, second: Lab, known: float) -> None:
    """To the last digit that is printed, in both directions."""
    assert measure_difference(first, second) == pytest.approx(known, abs=5e-5)
    assert measure_difference(second, first) == pytest.approx(known, abs=5e-5)


def test_a_palette_for_all_eyes_is_told_from_one_that_is_not() -> None:
    """Okabe and Ito's colours are about 11 apart; red and green of one lightness nearly meet."""
    okabe_ito = ["#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"]
    assert smallest_distance(okabe_ito) == pytest.approx(10.9, abs=0.2)
    assert smallest_distance(["#c00000", "#5c5c00"]) < 10
    assert list(list_similar([*map(rgb, okabe_ito)])) == []
    ((first, second, difference, vision),) = list_similar([*map(rgb, ("#ffffff", "#c00000", "#5c5c00"))])
    assert (first, second, vision) == (1, 2, "protan")
    assert difference < 10


def test_red_and_green_meet_for_those_without_the_cones_only() -> None:
    """They differ by more than 50 for others, and blue and yellow for all but tritans."""
    red, green = rgb("#c0392b"), rgb("#4d8c3a")
    assert measure_difference(measure_lab(red), measure_lab(green)) > 50
    assert measure_least_difference(red, green) == (pytest.approx(4.5, abs=0.1), "deutan")
    assert measure_least_difference(rgb("#000000"), rgb("#ffffff"))[0] == pytest.approx(100)


@given(COLOURS)
def test_every_vision_keeps_greys_and_stays_in_range(colour: Rgb) -> None:
    """Greys have no colour to lose; grey prints keep the luminance."""
    grey = (colour[0],) * 3
    for vision in get_args(Vision):
        assert see(grey, vision) == pytest.approx(grey, abs=1e-5)
        assert all(0 <= part <= 1 for part in see(colour, vision))
    seen = see(colour, "grey")
    assert seen[0] == seen[1] == seen[2]
    assert measure_luminance(seen) == pytest.approx(measure_luminance(colour), abs=1e-6)


def test_the_simulation_is_that_of_machado() -> None:
    """Pure red for protans and pure green for deutans, by the matrices of the paper in linear light."""
    assert see((1.0, 0.0, 0.0), "protan") == pytest.approx((0.4272, 0.3731, 0.0), abs=1e-3)
    assert see((0.0, 1.0, 0.0), "deutan") == pytest.approx((0.9361, 0.8392, 0.2292), abs=1e-3)


def test_contrast_is_that_of_wcag() -> None:
    """Black on white is 21, a colour on itself 1."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#336699", "#336699") == pytest.approx(1)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert measure_contrast((1, 1, 1), (0, 0, 0)) == measure_contrast((0, 0, 0), (1, 1, 1))
