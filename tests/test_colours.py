"""The measure of colours itself: published pairs, and palettes whose figures are known."""

import pytest

from tests.colours import Triple, contrast, distance, smallest_distance


@pytest.mark.parametrize(
    ("first", "second", "known"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_distances_are_those_of_the_published_pairs(first: Triple, second: Triple, known: float) -> None:
    """Pairs of Sharma, Wu and Dalal, chosen by them to find wrong implementations."""
    assert distance(first, second) == pytest.approx(known, abs=1e-4)
    assert distance(second, first) == pytest.approx(known, abs=1e-4)


def test_a_palette_for_all_eyes_is_told_from_one_that_is_not() -> None:
    """Okabe and Ito's colours are about 11 apart; red, green and brown of one lightness nearly meet."""
    okabe_ito = ["#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"]
    assert smallest_distance(okabe_ito) == pytest.approx(10.9, abs=0.2)
    assert smallest_distance(["#c00000", "#5c5c00"]) < 10


def test_contrast_is_that_of_wcag() -> None:
    """Black on white is 21, a colour on itself 1."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#336699", "#336699") == pytest.approx(1)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
