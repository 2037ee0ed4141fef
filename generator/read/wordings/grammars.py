"""The grammar of a language, from Unicode's tables (CLDR) in Babel."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Literal

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.plural import PluralRule

from generator.errors import describe_unknown
from generator.model.texts.message import MINUS_SIGN, Grammar, ListStyle, SoundForm
from generator.read.wordings.plurals import Categories

LANGUAGE_NAME = r"[^\n]{1,60}"
"""Names of languages in the files of texts."""


@cache
def make_grammar(locale: str) -> Grammar:
    """Return the grammar of a BCP 47 tag; unknown regions and scripts are ignored.

    An unknown language has one category, `other`, and the numbers of English.
    """
    known = _get_locale(_STAND_INS.get(locale, locale))
    if known is None:
        return Grammar(locale, Categories({}), Categories({}), ("other",), ("other",))
    system = known.default_numbering_system
    zero = _ZEROS.get(system, "0")
    symbols = known.number_symbols.get(system if system in _ZEROS else "latn", {})
    lists = known.list_patterns
    return Grammar(
        locale=locale,
        plural=Categories(known.plural_form),
        ordinal=Categories(known.ordinal_form),
        plurals=_list_categories(known.plural_form),
        ordinals=_list_categories(known.ordinal_form),
        digits="".join(chr(ord(zero) + step) for step in range(10)),
        decimal=symbols.get("decimal", "."),
        group=symbols.get("group", ","),
        minus=symbols.get("minusSign", "-").replace(_HYPHEN, MINUS_SIGN),
        lists_and=_make_list_style(lists["standard"], *_SOFTENED.get((known.language, "and"), ())),
        lists_or=_make_list_style(
            {**lists["or"], **_PAIRS_OR.get(known.language, {})}, *_SOFTENED.get((known.language, "or"), ())
        ),
        comma=_choose_comma(lists["standard"]["middle"], known.text_direction),
        isolates=known.text_direction == "rtl",
        sounds=_SOUNDS.get(known.language, {}),
    )


def describe_language(locale: str) -> tuple[str, Literal["ltr", "rtl"]]:
    """Return a language's own name, with a capital, and its direction; its tag if it is unknown."""
    known = _get_locale(locale)
    if known is None:
        return locale, "ltr"
    name = known.get_display_name() or locale
    if not re.fullmatch(LANGUAGE_NAME, name):
        # Balochi in Latin letters, which CLDR names in a sentence.
        name = known.get_language_name() or locale
    return name[:1].upper() + name[1:], "rtl" if known.text_direction == "rtl" else "ltr"


def list_languages() -> tuple[tuple[str, str], ...]:
    """Return the tags of languages with two letters, and some with a country, each with its name."""
    names = {str(tag): str(name) for tag, name in Locale("en").languages.items()}
    tags = [tag for tag in names if re.fullmatch("[a-z]{2}", tag) and _get_locale(tag)]
    found = []
    for tag in (*tags, "pt-BR", "en-GB", "es-MX", "fr-CA", "zh-Hans", "zh-Hant"):
        own, english = describe_language(tag)[0], names.get(tag, "")
        found.append((tag, own if english in ("", own) else f"{own} ({english})"))
    return tuple(sorted(found))


def describe_unknown_language(name: str, known: Iterable[str]) -> str:
    """Return a message that guesses the language: `spanish`, `español`, `Spanisch`, and `es-MX` are `es`.

    Names of languages are understood in all known languages, and in English.
    """
    tags = tuple(known)
    languages = {tag: language for tag in tags if (language := _get_locale(tag))}
    speakers = [*languages.values(), Locale("en")]
    words = {
        named: tag
        for tag, language in languages.items()
        for speaker in speakers
        if (named := language.get_display_name(speaker))
    }
    likely = _get_locale(name)
    alike = [tag for tag, language in languages.items() if likely and language.language == likely.language]
    words |= dict(zip([name], alike, strict=False))
    return describe_unknown("language", name, tags, words)


def get_language_of(country: str) -> str | None:
    """Return the main language of a country: `el` for `gr`, which is often mistaken for the tag of Greek.

    None if the country is unknown, or if the tag is also that of a language.
    """
    if _get_locale(country) is not None:
        return None
    likely = get_global("likely_subtags").get(f"und_{country.upper()}")
    return likely.split("_")[0] if likely else None


def has_square_letters(locale: str) -> bool:
    """Return True if the characters of a language are as wide as they are high, as in Japanese."""
    known = _get_locale(locale)
    if known is None:
        return False
    likely = get_global("likely_subtags").get(str(known)) or get_global("likely_subtags").get(known.language)
    return (known.script or (likely or "").partition("_")[2].partition("_")[0]) in _SQUARE


_STAND_INS = {"en": "en-GB", "qps": "en-GB"}
"""Our English has no comma before `and`, as in Britain; `qps` is a pseudo-language based on English."""


def _get_locale(tag: str) -> Locale | None:
    """Return the locale of the longest known beginning of a tag; None if the language is unknown."""
    parts = tag.split("-")
    for end in range(len(parts), 0, -1):
        try:
            return Locale.parse("_".join(parts[:end]))
        except (UnknownLocaleError, ValueError):
            continue
    return None


_CATEGORIES = ("zero", "one", "two", "few", "many", "other")


def _list_categories(rule: PluralRule) -> tuple[str, ...]:
    there = {*rule.tags, "other"}
    return tuple(category for category in _CATEGORIES if category in there)


_HYPHEN = "-"
"""The minus sign of most languages in CLDR; a real minus is printed instead."""

_ZEROS: dict[str, str] = dict(
    re.findall(
        r"(\w+)=(.)",
        "adlm=\U0001e950 arab=\u0660 arabext=\u06f0 beng=\u09e6 cakm=\U00011136 deva=\u0966 hmnp=\U0001e140 "
        "java=\ua9d0 mtei=\uabf0 mymr=\u1040 nkoo=\u07c0 olck=\u1c50 rohg=\U00010d30 tibt=\u0f20",
    )
)
"""The zero of each default numbering system other than `latn`."""

_SQUARE = frozenset({"Bopo", "Hani", "Hans", "Hant", "Hira", "Jpan", "Kana", "Kore"})
"""Scripts with characters as wide as they are high."""

_PAIRS_OR = {"ja": {"2": "{0}、または{1}"}}
"""Patterns of two alternatives, instead of those of CLDR: in Japanese, they may be sentences, too."""

_SOFTENED = {
    ("es", "and"): ("{0} e {1}", r"h?[ií](?!e)|y(?![aeiou])"),
    ("es", "or"): ("{0} u {1}", r"h?[oó]|8|11(?!\d)"),
    ("it", "and"): ("{0} ed {1}", r"[eèé]"),
}
"""Forms that CLDR lacks: Spanish `y` before the sound `i`, `o` before `o`; Italian `e` before `e`."""


_VOWEL = r"(?:h?[aeiouàâäéèêëîïôöùûüœæ]|y(?![aeiouéèê]))"
_SOUNDS = {
    "it": {
        "a": SoundForm("a {0}", "ad {0}", "[aà]"),
        "di": SoundForm("di {0}"),
        "da": SoundForm("da {0}"),
        "in": SoundForm("in {0}"),
        "e": SoundForm("e {0}", "ed {0}", "[eèé]"),
        "il": SoundForm("il {0}", "l’{0}", r"(?:1|11|8\d*)(?!\d)"),
    },
    "es": {
        "a": SoundForm("a {0}"),
        "de": SoundForm("de {0}"),
        "en": SoundForm("en {0}"),
        "y": SoundForm("y {0}", "e {0}", _SOFTENED["es", "and"][1]),
        "o": SoundForm("o {0}", "u {0}", _SOFTENED["es", "or"][1]),
    },
    "fr": {
        "à": SoundForm("à {0}"),
        "de": SoundForm("de {0}", "d’{0}", _VOWEL),
        "que": SoundForm("que {0}", "qu’{0}", _VOWEL),
    },
    "pt": {"a": SoundForm("a {0}"), "de": SoundForm("de {0}"), "em": SoundForm("em {0}")},
    "de": {"nach": SoundForm("nach {0}"), "von": SoundForm("von {0}"), "in": SoundForm("in {0}")},
}
"""Forms of any text by language, named after the word before it; a text may have its own of that name."""


def _choose_comma(middle: str, direction: str) -> str:
    """Return the text between items; if it is a word, as in Arabic, the comma of the script."""
    between = middle.replace("{0}", "").replace("{1}", "")
    if between.strip() and not any(map(str.isalpha, between)):
        return between
    return "، " if direction == "rtl" else ", "


def _make_list_style(patterns: dict[str, str], softened: str = "", before: str = "") -> ListStyle:
    return ListStyle(patterns["2"], patterns["start"], patterns["middle"], patterns["end"], softened, before)
