"""Quotation marks and hyphens of a language."""

from dataclasses import replace

import pytest

from generator.layout.text.lines import AUTOMATIC_HYPHEN
from generator.layout.text.paragraphs import Setting
from generator.layout.text.typesetter import refine
from generator.model.texts.rich_text import parse_rich
from tests.layout.text.setting import BODY, lines, typesetter

NARROW = replace(BODY, hyphenate=True, smallest=BODY.size)


def quote(text: str, language: str = "en") -> str:
    spans = refine(parse_rich(text), (language, ""), has_quotes=True, hyphens=0)
    return "".join(span.text for span in spans)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ('"Yes," he said.', "“Yes,” he said."),
        ("it's the players' turn", "it’s the players’ turn"),
        ("\"A 'nested' one\"", "“A ‘nested’ one”"),
        ('(**"bold"** and {red|"red"})', "(“bold” and “red”)"),
        ("a 5\" card, 6' high", "a 5\" card, 6' high"),
        ('"5 cards"', "“5 cards”"),
        ('"Roll 5" and "6"', "“Roll 5” and “6”"),
        ("back in the '90s", "back in the ’90s"),
        ("'tis so", "’tis so"),
        ('one\n"two"', "one\n“two”"),
        ('say "', 'say "'),
        ("no quotes", "no quotes"),
    ],
)
def test_quotation_marks(typed: str, printed: str) -> None:
    assert quote(typed) == printed


@pytest.mark.parametrize(
    ("language", "printed"),
    [
        ("de", "„A ‚b‘ c“"),
        ("fr-CA", "«\u00a0A “b” c\u00a0»"),
        ("es", "«A “b” c»"),
        ("pl", "„A ‚b’ c”"),
        ("ja", "「A 『b』 c」"),
        ("th", "“A ‘b’ c”"),
    ],
)
def test_each_language_has_its_own(language: str, printed: str) -> None:
    """With no-break spaces in French; a language that is not listed has those of English."""
    assert quote("\"A 'b' c\"", language) == printed


def test_another_language_is_left_alone() -> None:
    """The second language of a text, and icons, are not changed."""
    spans = parse_rich('"one" {/|"two"} :virus:')
    refined = refine(spans, ("de", ""), has_quotes=True, hyphens=3)
    assert [span.text for span in refined][1:] == [span.text for span in spans][1:]
    assert refined[0].text == "„one“ "


def test_a_second_language_has_its_own() -> None:
    """If the second language of a text is known, its marks are those of that language."""
    spans = parse_rich('"it\'s one" {/|"l\'uno"} "two"')
    refined = refine(spans, ("en", "de"), has_quotes=True, hyphens=0)
    assert [span.text for span in refined] == ["“it’s one” ", "„l’uno“", " “two”"]


@pytest.mark.parametrize(
    ("language", "word", "broken"),
    [
        ("en", "incomprehensible", "incom|pre|hens|ible"),
        ("es-419", "biblioteca", "biblio|teca"),
        ("de", "Zauberlehrling", "Zau|ber|lehr|ling"),
        ("en", "soft\u00adhyphenation", "soft|hyphenation"),
        ("en", "once", "once"),
        ("xx", "incomprehensible", "incomprehensible"),
        ("de", "https://zauberlehrling-spiele.example.org", "https://zauberlehrling-spiele.example.org"),
        ("de", "Zauberlehrling. Wanderung.", "Zau|ber|lehr|ling. Wan|de|rung."),
    ],
)
def test_long_words_are_hyphenated(language: str, word: str, broken: str) -> None:
    """In languages with patterns; words with soft hyphens are broken only there."""
    (span,) = refine(parse_rich(word), (language, ""), has_quotes=False, hyphens=3)
    assert span.text.replace(AUTOMATIC_HYPHEN, "|").replace("\u00ad", "|") == broken


def test_lines_end_with_hyphens_only_if_the_style_says_so() -> None:
    """Hyphens are printed only at the end of lines."""
    text = "An incomprehensible manuscript"
    found = lines(typesetter().set_text(Setting(text, replace(BODY, smallest=BODY.size), 26)))
    assert found == ["An", "incomprehensible", "manuscript"]
    assert lines(typesetter().set_text(Setting(text, NARROW, 25))) == [
        "An incompre-",
        "hensible",
        "manuscript",
    ]
    assert lines(typesetter().set_text(Setting(text, NARROW, 99))) == [text]
