"""A text that shows a value prints as the text, and counts as the value."""

import pickle
from copy import copy
from typing import get_args

import pytest

from generator.model.elements.boxes import Conditions
from generator.model.language.expressions import Pattern, parse_expression
from generator.model.language.field_values import ShownValue, to_value
from generator.model.language.kinds import Kind

FIELDS = {
    "price": ShownValue("$3.00", "3"),
    "share": ShownValue("25%", "0.25"),
    "day": ShownValue("5 January", "2024-01-05"),
    "later": ShownValue("1 February", "2024-02-01"),
    "hero": ShownValue("-", "0"),
}


@pytest.mark.parametrize(
    ("text", "printed"),
    {
        "{price}": "$3.00",
        "{price} each": "$3.00 each",
        '{price + " each"}': "$3.00 each",
        "{upper(day)}": "5 JANUARY",
        "{price if price > 2 else 0}": "$3.00",
        "{price * 2}": "6",
        "{price + share}": "3.25",
        "{-share}": "-0.25",
        "{max(price, 2.5)}": "3",
        '{share == "25%"} {share == 0.25} {share == "0.25"}': "true true true",
        '{day == "2024-01-05"} {day == "5 January"} {day < later}': "true true true",
        "{not hero}": "true",
    }.items(),
)
def test_texts_show_and_calculations_use_the_value(text: str, printed: str) -> None:
    assert Pattern(text).fill(FIELDS) == printed


@pytest.mark.parametrize(
    "condition",
    [
        "share = 0.25",
        "share = 25%",
        "price != 4",
        "day = 2024-01-05",
        "day = 5 January",
        "not hero",
        "price > 2.5",
    ],
)
def test_conditions_hold_for_the_text_and_for_the_value(condition: str) -> None:
    kind = next(one for one in get_args(Conditions) if isinstance(one, Kind))
    (parsed,) = kind.parse(condition)
    assert parsed.holds(FIELDS)


def test_copies_and_cached_values_keep_both() -> None:
    for copied in (copy(FIELDS["price"]), pickle.loads(pickle.dumps(FIELDS["price"]))):
        assert (copied, to_value(copied)) == ("$3.00", "3")
    assert parse_expression("price").evaluate(FIELDS) == "$3.00"
