"""Numbers and lists, as a language writes them."""

from decimal import Decimal

from generator.model.texts.message import Grammar
from generator.model.texts.wordings import Wording


def test_numbers() -> None:
    """Groups from five digits on, the decimal sign of the language, its digits, its minus."""
    grammar = Grammar(decimal=",", group=".", minus="−", digits="٠١٢٣٤٥٦٧٨٩")
    assert Grammar().write(1234) == "1234"
    assert Grammar().write(-12345) == "−12,345"
    assert Grammar(decimal=",", group=".").write(Decimal("1234567.50")) == "1.234.567,50"
    assert grammar.write(Decimal("-12.5")) == "−١٢,٥"
    assert Grammar().write(Decimal("1E+2")) == "100"


def test_lists() -> None:
    """None, one, two and many; items may hold braces."""
    join = Grammar().join
    assert [join(items) for items in ((), ("a",), ("a", "b"), ("a", "{1}", "c"))] == [
        "",
        "a",
        "a and b",
        "a, {1} and c",
    ]
    assert join(("a", "b", "c", "d"), "or") == "a, b, c or d"
    assert join(("a", "b", "c"), ",") == "a, b, c"


def test_only_numbers_are_written_as_numbers() -> None:
    """An int is; a text, such as an id or a year, is not."""
    wording = Wording("en", "English", "ltr", {"a": "{number} {id}", "b": "{x"})
    assert wording.format("a", {"number": 12345, "id": "12345"}) == "12,345 12345"
    assert wording.format("a") == "{number} {id}"
    assert wording.format("b") == "{x"
