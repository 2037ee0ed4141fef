"""From what is read on the calibration sheet to the correction, for any printer."""

import re
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import Wrong
from generator.model.printing.measuring import (
    OddReading,
    apply,
    choose_bars,
    list_crosses,
    make_margins,
    measure_scale,
    parse_bar,
    parse_frame,
    parse_pair,
    parse_readings,
    solve,
)
from generator.model.printing.printing import BackCorrection, Margins, PrintScale

A4 = (210.0, 297.0)
BARS = (150.0, 250.0)
READ = "0.5,-0.3; 0.6,-0.1; 0.4,-0.4; 0.6,-0.3; 0.5,-0.2"


def quarter(value: float) -> float:
    """The value as it is read: to a quarter of a millimetre."""
    below, above = floor(value * 4) / 4, ceil(value * 4) / 4
    return below if value - below < above - value else above


def read(
    drift: BackCorrection, crosses: tuple[complex, ...], applied: BackCorrection
) -> list[tuple[float, float]]:
    """Return the numbers that a person reads on the sheet of a printer that moves backs like this."""
    landed = [apply(drift, apply(applied, cross)) for cross in crosses]
    away = [cross - there for cross, there in zip(crosses, landed, strict=True)]
    return [(quarter(one.real), quarter(one.imag)) for one in away]


drifts = st.builds(
    BackCorrection,
    st.floats(-3, 3),
    st.floats(-3, 3),
    st.floats(-0.6, 0.6),
    st.floats(0.994, 1.006),
)


@given(drift=drifts, flip=st.sampled_from(["long", "short"]), paper=st.sampled_from([A4, (148.0, 210.0)]))
def test_any_printer_is_corrected(drift: BackCorrection, flip: str, paper: tuple[float, float]) -> None:
    """Crosses meet within 0.21 mm after one sheet, and after a second one, though readings are rounded."""
    crosses = list_crosses(*paper, flip)
    known = BackCorrection()
    for _ in range(2):
        known = solve(crosses, read(drift, crosses, known), applied=known).correction
        for cross in crosses:
            assert abs(apply(drift, apply(known, cross)) - cross) < 0.21


def test_what_remains_is_reported() -> None:
    """Readings that no correction fits leave a distance in the corners; exact ones leave none."""
    crosses = list_crosses(*A4, "long")
    assert solve(crosses, [(0.5, -0.25)] * 5).remains == pytest.approx(0, abs=1e-9)
    solved = solve(crosses, [(0, 0), (0.25, 0), (0, 0), (0, 0), (0, 0)])
    assert 0.1 < solved.remains < 0.25


def test_crosses_are_mirrored_with_the_sheet() -> None:
    """Over the long edge, left and right are swapped; over the short edge, top and bottom."""
    assert list_crosses(*A4, "long")[1] == complex(83.0, -126.5)
    assert list_crosses(*A4, "short")[1] == complex(-83.0, 126.5)


@pytest.mark.parametrize(
    ("pairs", "place", "told"),
    [
        ("0.5,1; 0.5,1; 0.5,1; 0.5,-1; 0.5,1", 3, "bottom left, 0.5,-1, does not fit.*0.5,1 would fit"),
        ("0.5,1; -0.5,1; 0.5,1; 0.5,1; 0.5,1", 1, "top left, -0.5,1, does not fit.*0.5,1 would fit"),
        ("2,0; 2,0; 0,2; 2,0; 2,0", 2, "top right, 0,2, does not fit.*2,0 would fit"),
        ("0,0; 0,0; 0,0; 0,0; 3.5,1.2", 4, "bottom right, 3.5,1.2, does not fit.*0,0 would fit"),
        ("0,0; 4,0; -4,0; 0,4; 0,-4", -1, "do not fit together"),
    ],
)
def test_odd_readings_are_named(pairs: str, place: int, told: str) -> None:
    """The reading that is wrong, and the one that would fit: a sign, two numbers swapped, a slip."""
    crosses = list_crosses(*A4, "long")
    readings = parse_readings(pairs, BARS)
    with pytest.raises(OddReading) as caught:
        solve(crosses, readings.pairs)
    assert caught.value.place == place
    assert re.search(told, f"{caught.value.message}; {caught.value.hint}")
    if place >= 0:
        # Who insists gets the best fit, and is told how bad it is.
        assert solve(crosses, readings.pairs, is_checked=False).remains > 0.3


def test_signs_of_all_readings_may_be_wrong() -> None:
    """A turned sheet read with the wrong sign in one direction is no similarity, and is noticed."""
    crosses = list_crosses(*A4, "long")
    turned = [(right, -down) for right, down in read(BackCorrection(0, 0, 0.5), crosses, BackCorrection())]
    with pytest.raises(OddReading, match="wrong sign"):
        solve(crosses, turned)


def test_what_no_printer_needs() -> None:
    """A turn of several degrees is a sheet that was read wrongly."""
    crosses = list_crosses(*A4, "long")
    with pytest.raises(OddReading, match="which no printer needs"):
        solve(crosses, read(BackCorrection(0, 0, 3.0), crosses, BackCorrection()))


def test_bars_fit_the_paper() -> None:
    """150 mm across and 250 mm along where there is room, otherwise shorter ones."""
    assert choose_bars(*A4) == choose_bars(215.9, 279.4) == (150.0, 250.0)
    assert choose_bars(148.0, 210.0) == (100.0, 150.0)
    assert choose_bars(60.0, 80.0) == (0.0, 50.0)


def test_scale_and_margins() -> None:
    """Pages that print too small are enlarged; without a measurement, they stay."""
    known = PrintScale(1.002, 0.999)
    assert measure_scale(BARS, (149.4, None), applied=PrintScale(), known=known) == PrintScale(1.00402, 0.999)
    assert measure_scale(BARS, (150.0, 250.5), applied=known, known=known).along == pytest.approx(0.99701)
    assert make_margins((None,) * 4, None) is None
    assert make_margins((4.0, None, 3.0, None), Margins(top=6.0)) == Margins(4.0, 6.0, 3.0, None)


def test_readings_in_one_line() -> None:
    """Pairs, bars, and frames; what is empty was not measured."""
    readings = parse_readings(f"{READ}; 149.5,; 4,5,,4", BARS)
    assert readings.pairs[1] == (0.6, -0.1)
    assert readings.lengths == (149.5, None)
    assert readings.frames == (4.0, 5.0, None, 4.0)
    assert parse_readings(";;;;", BARS).pairs == ((0.0, 0.0),) * 5
    assert parse_pair("\N{MINUS SIGN}0.5 mm, 1") == parse_pair("-0.5 1") == (-0.5, 1.0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0.5,-0.3", "1 readings instead of 5"),
        (f"{READ}; 1,2; 3; 4", "8 readings instead of 5"),
        ("0.5,-0.3; 0,5,0,3; 0,0; 0,0; 0,0", "the scale top left: `0,5,0,3` is not a reading"),
        ("0.5,-0.3; a,b; 0,0; 0,0; 0,0", "the scale top left: `a` is not a number"),
        ("0.5,-0.3; 12,0; 0,0; 0,0; 0,0", "`12` is beyond the scale"),
        (f"{READ}; 149", "`149` is not 2 numbers"),
        (f"{READ}; 140,250", "`140` mm is too far from 150 mm"),
        (f"{READ}; ; 4,5,4", "`4,5,4` is not 4 numbers"),
        (f"{READ}; ; 4,5,4,60", "`60` is no margin"),
    ],
)
def test_readings_that_cannot_be_understood(text: str, told: str) -> None:
    """The message says which, and how to write them."""
    with pytest.raises(Wrong) as caught:
        parse_readings(text, BARS)
    assert told in caught.value.message


def test_single_measures() -> None:
    """A bar within 2 %, a frame or a white edge up to 30 mm."""
    assert parse_bar("149.5 mm", 150.0) == 149.5
    assert parse_frame("4") == 4.0
    for wrong in (lambda: parse_bar("", 150.0), lambda: parse_frame("-1"), lambda: parse_bar("5 cm", 50.0)):
        with pytest.raises(Wrong):
            wrong()
