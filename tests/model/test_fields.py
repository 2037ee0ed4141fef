"""Fields in the strings of templates, and the conditions that ask for them."""

import pytest

from generator.model.elements.boxes import Condition
from generator.model.language.expressions import Pattern, get_field
from generator.model.language.field_values import list_items

FIELDS = {
    "id": "ana",
    "name": "Ana {red|x}",
    "empty": "",
    "pills": ("red", "blue"),
    "none": (),
    "pill": {"colour": "red", "cost": {"coins": "3"}},
}


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("plain", "plain"),
        ("{id}", "ana"),
        ("city.{id}.x", "city.ana.x"),
        ("{pill.colour}{pill.cost.coins}", "red3"),
        ("{red|{id}}", "{red|ana}"),
        ("{empty}", ""),
        ("{name}", "Ana {red|x}"),
        (r"\{id + 1\} {} {red|{1 + 1}} {'{}' + id}", r"\{id + 1\} {} {red|2} {}ana"),
    ],
)
def test_places_are_filled(text: str, filled: str) -> None:
    """Names in braces are places; colours of rich text and anything else are not."""
    assert Pattern(text).fill(FIELDS) == filled


@pytest.mark.parametrize("text", ["{nobody}", "{pills}", "{pill}", "{id.x}", "{pill.size}"])
def test_what_is_no_text_fills_no_place(text: str) -> None:
    """A field that is not there, a list, or named texts."""
    with pytest.raises(KeyError):
        Pattern(text).fill(FIELDS)


def test_names() -> None:
    """Each field once, in order; `only` where there is nothing else."""
    assert Pattern("{a} {b.c} {a}").names == ("a", "b.c")
    assert Pattern("{a}").only == "a"
    assert Pattern("{a} ").only == ""
    assert Pattern("a{b}c").literals == ("a", "c")


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (Condition("pills"), True),
        (Condition("empty"), False),
        (Condition("none"), False),
        (Condition("nobody"), False),
        (Condition("pill.cost"), True),
        (Condition("empty", negated=True), True),
        (Condition("id", ("bo", "ana")), True),
        (Condition("id", ("bo",)), False),
        (Condition("id", ("bo",), negated=True), True),
        (Condition("pills", ("blue",)), True),
        (Condition("pills", ("green",)), False),
        (Condition("nobody", ("x",), negated=True), True),
        (Condition("pill.colour", ("red",)), True),
    ],
)
def test_conditions(condition: Condition, holds: bool) -> None:
    """There and not empty; one of some values; of a list, one item is enough."""
    assert condition.holds(FIELDS) is holds


def test_items() -> None:
    """A list as it is; a number stands for so many; one text that is neither is refused."""
    assert list_items(("a", "b")) == ("a", "b")
    assert list_items("3") == ("1", "2", "3")
    assert list_items("0") == list_items("") == list_items(None) == ()
    assert list_items({"a": "b"}) == ({"a": "b"},)
    with pytest.raises(ValueError, match="`many` is neither a list nor a number"):
        list_items("many")


def test_finding() -> None:
    """A name with points leads into named texts."""
    assert get_field(FIELDS, "pill.cost.coins") == "3"
    assert get_field(FIELDS, "id.x") is None
