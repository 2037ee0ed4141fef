"""The fast path of the text engine gives the same results as the complete one."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.layout.text import paragraphs, words
from generator.layout.text import typesetter as typesetting
from generator.layout.text.paragraphs import Setting, TextBlock
from generator.layout.text.words import is_plain, split_at_breaks
from tests.layout.text.setting import BODY, runs, typesetter, uses

EN = typesetter()
LONG_WAY = typesetter()

SENTENCES = """a the Virus 12 1,000 2.5 e.g. don't (see cards) "quoted" well-known and/or 50% – — · … ? !
« x » ( ) naïve Málaga über Ďábel **bold** **two words** *slanted* ***both*** {red|red words} :virus: (**x**).
**a**b x:y -3 +1 “A” ‘b’ Ελλάδα мир שלום 日本 \\* $5 #1 C++ http://x.org/y"""
ODD = [
    "10\u00a0cards",
    "zero\u200bwidth",
    "soft\u00adhyphen",
    "e\u0301",
    "",
    "two words",
    "**two words**",
    "{red|x y}",
]
WORDS = [*SENTENCES.split(), *ODD]
texts = st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join)


def list_drawn(block: TextBlock) -> list[tuple[object, ...]]:
    """Return everything that is drawn, with rounded positions."""
    drawn: list[tuple[object, ...]] = [
        (run.font.name, round(run.x, 6), round(run.y, 6), run.text, [piece.text for piece in run.pieces])
        for run in runs(block)
    ]
    return drawn + [tuple(round(number, 6) for number in use.transform) for use in uses(block)]


@given(text=texts, width=st.floats(8, 80), align=st.sampled_from(["start", "center", "justify"]))
def test_both_ways_draw_the_same(
    monkeypatch: pytest.MonkeyPatch, text: str, width: float, align: str
) -> None:
    """Lines, fonts, and positions are the same on both paths."""
    style = BODY if width > 30 else typesetter_style()
    try:
        short = list_drawn(EN.set_text(Setting(text, style, width=width, align=align)))
    except Exception as error:
        short = [(type(error), str(error))]
    with monkeypatch.context() as patch:
        patch.setattr(typesetting, "split_bold", lambda text: None)
        patch.setattr(paragraphs, "_get_plain_words", lambda spans, maker: None)
        patch.setattr(paragraphs, "_IS_UNIFORM", lambda word: False)
        try:
            long = list_drawn(LONG_WAY.set_text(Setting(text, style, width=width, align=align)))
        except Exception as error:
            long = [(type(error), str(error))]
    assert short == long


def typesetter_style() -> object:
    """Return a style with tracking and capitals."""
    return type(BODY)("Noto Sans", size=3.0, smallest=1.0, leading=1.2, uppercase=True, tracking=0.05)


@pytest.mark.parametrize(
    "token", ["card", "(see", "cards).", "1,000", "1/108", "&", "e.g.", "don’t", "50%", "+"]
)
def test_plain(token: str) -> None:
    """Usual words and signs of cards are plain."""
    assert is_plain(token)


@pytest.mark.parametrize(
    "token",
    [
        "",
        "well-known",
        "and/or",
        '"quoted"',
        "«",
        "—",
        "·",
        "–",
        "(",
        "x\u00ady",
        "שלום",
        "日本",
        "мир",
        "!",
        "a\nb",
    ],
)
def test_not_plain(token: str) -> None:
    """Words are not plain if they may be broken inside, may forbid the next break, or are not Latin."""
    assert not is_plain(token)


def test_what_passes_for_plain_is_so() -> None:
    """Every short mixture of letters, digits, and signs that matches the pattern is plain."""
    signs = "aZ9é.,:'’;!?%…)(/"
    mixtures = ("".join(token) for length in (1, 2, 3) for token in product(signs, repeat=length))
    taken = [token for token in mixtures if words._LETTERS_AND_ENDS.fullmatch(token)]
    assert len(taken) > 500
    for token in taken:
        assert split_at_breaks(f"x {token} x") == ["x ", f"{token} ", "x"], token
    for first, second in product(["a", "9", "a.", "a)", "(a", "a!", "a%", "a…", "1/2"], repeat=2):
        assert split_at_breaks(f"{first} {second} x") == [f"{first} ", f"{second} ", "x"], (first, second)
