"""The strict reader of bodies refuses fuzzed JSON, or returns the declared values."""

import json
from contextlib import suppress
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.model.values import dataclass
from generator.web.safe import BadBody, read_body


@dataclass(frozen=True)
class Point:
    """A place on a page."""

    x: float
    y: float = 0.0


@dataclass(frozen=True)
class Sent:
    """One field of every kind."""

    name: str
    number: int = 0
    is_open: bool = False
    how: Literal["fill", "cross"] = "fill"
    points: tuple[Point, ...] = ()
    places: dict[str, tuple[str, ...]] | None = None


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=8), inside, max_size=3),
    max_leaves=8,
)
FIELDS = st.dictionaries(st.sampled_from(["name", "number", "is_open", "how", "points", "places"]), ANYTHING)


def test_declared_fields_are_read() -> None:
    text = '{"name": "Bo", "how": "cross", "points": [{"x": 1}], "places": {"a": ["b"]}, "is_open": true}'
    read = read_body(Sent, text.encode())
    assert read == Sent("Bo", 0, True, "cross", (Point(1.0, 0.0),), {"a": ("b",)})
    assert read_body(Sent, b'{"name": "Bo", "places": null}') == Sent("Bo")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "the body has no `name`"),
        ("[]", "the body must be an object"),
        ('{"name": 1}', "`name` must be a text"),
        ('{"nmae": ""}', "the body has an unknown key `nmae`; did you mean `name`?"),
        ('{"name": "", "number": "1"}', "`number` must be a whole number"),
        ('{"name": "", "how": "circle"}', "`how` must be one of: fill, cross"),
        ('{"name": "", "points": [{"x": 1}, {"x": ""}]}', "`x` must be a number"),
        ('{"name": "", "points": [1]}', "item 1 of `points` must be an object"),
        ('{"name": "", "places": {"a": [1]}}', "item 1 of `a` of `places` must be a text"),
    ],
)
def test_wrong_bodies_name_the_field(text: str, message: str) -> None:
    with pytest.raises(BadBody) as refused:
        read_body(Sent, text.encode())
    assert str(refused.value) == message


@given(FIELDS | ANYTHING)
def test_any_json_is_read_or_refused(value: Any) -> None:
    """Nothing else is raised, and what is read can be written as UTF-8."""
    with suppress(BadBody):
        read = read_body(Sent, json.dumps(value).encode())
        assert isinstance(read, Sent)
        repr(read).encode()


@given(st.binary(max_size=60))
def test_any_bytes_are_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(BadBody):
        read_body(Sent, data)
