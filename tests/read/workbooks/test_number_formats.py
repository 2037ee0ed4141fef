"""Number formats show values as spreadsheets do; tests/survey/books.py compares many with LibreOffice."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.read.workbooks.cells import EPOCH_1904, make_number, make_text
from generator.read.workbooks.number_formats import BUILT_IN, parse_number_format

DAY = 45413.60448
"""2024-05-01 14:30:27"""
ACCOUNTING = '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)'

SHOWN = (
    (0.25, "0%", "25%"), (0.125, "0.0%", "12.5%"), (-0.25, "0%", "-25%"), (1.005, "0.00", "1.01"),
    (7, "000", "007"), (3, "0.00", "3.00"), (3.14159, "0.0#", "3.14"), (3, "#.##", "3."),
    (0.5, ".00", ".50"),
    (0, "#", ""), (2.5, "0", "3"), (-2.5, "0", "-3"), (-0.4, "0", "0"),
    (1234567.891, "#,##0.00", "1,234,567.89"), (5, "0,000", "0,005"), (12500, '0.0,"k"', "12.5k"),
    (1234567, '0.0,,"M"', "1.2M"), (3, '"$"#,##0.00', "$3.00"), (-3, '"$"#,##0.00', "-$3.00"),
    (3, "[$€-407]#,##0.00", "€3.00"), (-1234, "#,##0_);(#,##0)", "(1,234)"),
    (1234, "#,##0_);(#,##0)", "1,234"),
    (3.5, ACCOUNTING, "$3.50"), (0, ACCOUNTING, "$-"), (-3.5, ACCOUNTING, "$(3.50)"),
    (2, "+0;-0", "+2"), (-2, "+0;-0", "-2"), (0, '0;-0;"none"', "none"), (9, ";;;", ""), (0, "0;0;", ""),
    (150, '[>=100]"many";0', "many"), (50, '[>=100]"many";0', "50"),
    (-5, '[>=100]"many";[<0]"below";0', "below"),
    (1, '[=1]0" card";0" cards"', "1 card"), (3, '[=1]0" card";0" cards"', "3 cards"),
    (5551234567, "(000) 000-0000", "(555) 123-4567"), (3, 'General" pcs"', "3 pcs"), (4, "@", "4"),
    (2.25, "# ?/?", "2 1/4"), (0.5, "# ?/?", "1/2"), (0.5, "?/8", "4/8"), (3, "# ?/?", "3"),
    (0.3, "# ??/??", "3/10"),
    (12345, "0.00E+00", "1.23E+04"), (12345, "##0.0E+0", "12.3E+3"), (0.00012, "0.00E+00", "1.20E-04"),
    (DAY, "yyyy-mm-dd", "2024-05-01"), (DAY, "d mmmm yyyy", "1 May 2024"), (DAY, "ddd d", "Wed 1"),
    (DAY, "[$-407]d. mmmm yyyy", "1. Mai 2024"), (DAY, "[$-407]d/m/yy", "1.5.24"),
    (DAY, "h:mm AM/PM", "2:30 PM"),
    (DAY, "hh:mm:ss", "14:30:27"), (0.000347222, "mm:ss.0", "00:30.0"), (1.09375, "[h]:mm", "26:15"),
    (0.5, "[mm]", "720"), (2.5, '[h]" hours"', "60 hours"), (-0.5, "[h]:mm", "-12:00"),
    (1 / 3, "General", "0.333333333333333"), (1e20, "General", "1E+20"),
)  # fmt: skip


@pytest.mark.parametrize(("value", "code", "shown"), SHOWN)
def test_a_number_is_shown_by_its_format(value: float, code: str, shown: str) -> None:
    assert make_number(float(value), code).shown == shown


@pytest.mark.parametrize(
    ("code", "shown"), {"0;-0;0;@": "gold", '@" coins"': "gold coins", ";;;": "", "0.00": "gold"}.items()
)
def test_a_text_is_shown_by_the_section_for_texts(code: str, shown: str) -> None:
    assert make_text("gold", code).shown == shown


@pytest.mark.parametrize(
    ("value", "code", "plain"),
    [
        (0.25, "0%", "0.25"), (3, '"$"#,##0.00', "3"), (0.1 + 0.2, "0.0", "0.3"),
        (DAY, "dddd", "2024-05-01 14:30:27"),
        (45413, "d mmmm", "2024-05-01"), (0.25, "h:mm", "06:00"), (1.09375, "[h]:mm", "26:15:00"),
    ],
)  # fmt: skip
def test_the_value_behind_is_plain(value: float, code: str, plain: str) -> None:
    assert make_number(float(value), code).value == plain


def test_dates_may_count_from_1904() -> None:
    assert make_number(43951.0, "yyyy-mm-dd", EPOCH_1904).shown == "2024-05-01"


def test_a_date_that_depends_on_the_computer_is_said() -> None:
    """The file does not say whether it was seen as 5/1/2024 or 1.5.2024."""
    cell = make_number(45413.0, BUILT_IN[14])
    assert (cell.shown, cell.value) == ("2024-05-01", "2024-05-01")
    assert "depends on the computer" in cell.warnings[0]


@given(
    st.text(alphabet='0#?.,%/E+-@;:[]<>=$"\\_*ymdhsAPMG aé1', max_size=30),
    st.floats(allow_nan=False, allow_infinity=False),
)
def test_any_code_shows_any_number(code: str, value: float) -> None:
    """Codes come from files of others: none may raise an error."""
    assert isinstance(parse_number_format(code).show_number(value, datetime(1899, 12, 30)), str)
    assert isinstance(parse_number_format(code).show_text("x"), str)
