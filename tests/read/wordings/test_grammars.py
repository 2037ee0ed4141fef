"""What Unicode says of languages comes out as their speakers write it."""

import pickle
from decimal import Decimal

import pytest

from generator.read.wordings.grammars import get_language_of, has_square_letters, make_grammar


@pytest.mark.parametrize(
    ("locale", "categories", "of_numbers"),
    [
        ("en", "one other", {0: "other", 1: "one", 2: "other"}),
        ("de", "one other", {1: "one", 7: "other"}),
        ("es", "one many other", {1: "one", 2: "other", 1000000: "many"}),
        ("it", "one many other", {1: "one", 0: "other"}),
        ("ja", "other", {1: "other"}),
        ("pl", "one few many other", {1: "one", 22: "few", 12: "many", 5: "many"}),
        ("ar", "zero one two few many other", {0: "zero", 2: "two", 3: "few", 11: "many", 100: "other"}),
        ("qps", "one other", {1: "one"}),
        ("tlh", "other", {1: "other"}),
    ],
)
def test_plural_categories(locale: str, categories: str, of_numbers: dict[int, str]) -> None:
    """Of whole numbers, by CLDR; a language that it does not know has one."""
    grammar = make_grammar(locale)
    assert grammar.plurals == tuple(categories.split())
    assert {number: grammar.plural(number) for number in of_numbers} == of_numbers
    assert grammar.plural(-1) == grammar.plural(1)
    cached, numbers = pickle.loads(pickle.dumps(grammar.plural)), range(-1, 130)
    assert [cached(number) for number in numbers] == [grammar.plural(number) for number in numbers]


@pytest.mark.parametrize(
    ("locale", "written", "listed"),
    [
        ("en", "12,345.5", "a, b and c"),
        ("de", "12.345,5", "a, b und c"),
        ("es", "12.345,5", "a, b y c"),
        ("es-419", "12,345.5", "a, b y c"),
        ("it", "12.345,5", "a, b e c"),
        ("fr", "12\u202f345,5", "a, b et c"),
        ("pt-BR", "12.345,5", "a, b e c"),
        ("sr-Latn", "12.345,5", "a, b i c"),
        ("ja", "12,345.5", "a、b、c"),
        ("ar", "12,345.5", "\u2068a\u2069 و\u2068b\u2069 و\u2068c\u2069"),
        ("ar-EG", "١٢٬٣٤٥٫٥", "\u2068a\u2069 و\u2068b\u2069 و\u2068c\u2069"),
        ("fa", "۱۲٬۳۴۵٫۵", "\u2068a\u2069،\u200f \u2068b\u2069، و \u2068c\u2069"),
    ],
)
def test_numbers_and_lists(locale: str, written: str, listed: str) -> None:
    """Decimal signs, groups, and the word before the last."""
    grammar = make_grammar(locale)
    assert grammar.write(Decimal("12345.5")) == written
    assert grammar.join(("a", "b", "c")) == listed


def test_spanish_and_before_i() -> None:
    """`y` is `e` and `o` is `u` where the next word begins with the same sound."""
    join = make_grammar("es").join
    assert join(("Ana", "Inés")) == "Ana e Inés"
    assert join(("Bo", "Ana", "Hilario")) == "Bo, Ana e Hilario"
    assert join(("agua", "hielo")) == "agua y hielo"
    assert join(("siete", "ocho"), "or") == "siete u ocho"
    assert [join(("7", last), "or") for last in ("8", "11", "110")] == ["7 u 8", "7 u 11", "7 o 110"]
    assert join(("uno", "dos"), "or") == "uno o dos"


def test_italian_and_before_e() -> None:
    """`e` is `ed` before another `e`, which may be the name of a square: `d5 ed e5` is no riddle."""
    join = make_grammar("it").join
    assert join(("Ana", "Eva")) == "Ana ed Eva"
    assert join(("c5", "d5", "e5")) == "c5, d5 ed e5"
    assert join(("Ana", "Bo")) == "Ana e Bo"


def test_japanese_alternatives_may_be_sentences() -> None:
    """There is a comma before `or`, also between two."""
    join = make_grammar("ja").join
    assert join(("加えてください", "省いてください"), "or") == "加えてください、または省いてください"
    assert join(("a", "b", "c"), "or") == "a、b、またはc"


def test_lists_without_a_word_have_the_commas_of_their_language() -> None:
    """As names stand after a colon; where Unicode has a word between all of them, the comma of the script."""
    names = ("Ana", "Bo", "Cy")
    lists = {locale: make_grammar(locale).join(names, ",") for locale in ("en", "es", "ja", "ar")}
    assert lists == {
        "en": "Ana, Bo, Cy",
        "es": "Ana, Bo, Cy",
        "ja": "Ana、Bo、Cy",
        "ar": "\u2068Ana\u2069، \u2068Bo\u2069، \u2068Cy\u2069",
    }


@pytest.mark.parametrize(("tag", "meant"), [("gr", "el"), ("jp", "ja"), ("br", None), ("tlh", None)])
def test_tags_of_countries_are_not_those_of_languages(tag: str, meant: str | None) -> None:
    """Greece speaks Greek; `br` is Breton, whatever Brazil speaks, and of Klingon nobody knows a country."""
    assert get_language_of(tag) == meant


@pytest.mark.parametrize(
    ("tag", "square"),
    [
        ("ja", True),
        ("zh", True),
        ("zh-Hant", True),
        ("ko-KR", True),
        ("en", False),
        ("ar", False),
        ("tlh", False),
    ],
)
def test_languages_whose_characters_fill_squares(tag: str, square: bool) -> None:
    """By the script that a language is mostly written in."""
    assert has_square_letters(tag) is square
