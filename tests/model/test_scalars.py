"""Colours as text."""

import pytest

from generator.errors import Wrong
from generator.model.language.kinds import parse_colour


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("#1f4e9c", (31, 78, 156, 255)),
        ("#FA0", (255, 170, 0, 255)),
        ("#fa08", (255, 170, 0, 136)),
        ("#1f4e9c80", (31, 78, 156, 128)),
        ("navy", (0, 0, 128, 255)),
        ("rebeccapurple", (102, 51, 153, 255)),
        ("transparent", (0, 0, 0, 0)),
        ("rgb(31, 78, 156)", (31, 78, 156, 255)),
        ("rgb(31 78 156 / 50%)", (31, 78, 156, 127.5)),
        ("rgba(10%,20%,100%,.5)", None),
        ("rgba(10%,20%,100%,0.5)", (25.5, 51, 255, 127.5)),
        ("hsl(120, 100%, 25%)", (0, 127.5, 0, 255)),
        ("hsla(-240deg, 100%, 25%, 0.2)", (0, 127.5, 0, 51)),
    ],
)
def test_colours_are_read_as_in_css(text: str, wanted: tuple[float, ...] | None) -> None:
    """Numbers are of 255; a number needs a digit before its point."""
    if wanted is None:
        with pytest.raises(Wrong):
            parse_colour(text)
    else:
        assert [part * 255 for part in parse_colour(text)] == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "`` is not a colour"),
        ("#12345", "`#12345` is not a colour"),
        ("nevy", "`nevy` is not a colour"),
        ("rgb(1, 2)", "`rgb(1, 2)` is not a colour"),
        ("rgb(300, 0, 0)", "a number of `rgb(300, 0, 0)` is out of range"),
        ("hsl(0, 300%, 0%)", "a number of `hsl(0, 300%, 0%)` is out of range"),
        ("rgb(1," + " " * 50_000 + "2, 3)", "is not a colour"),
    ],
)
def test_other_texts_are_errors(text: str, message: str) -> None:
    with pytest.raises(Wrong) as caught:
        parse_colour(text)
    assert message in str(caught.value)
