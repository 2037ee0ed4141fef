"""The grammar of a language, from Unicode's tables (CLDR): the only module that asks Babel for it."""

from collections.abc import Callable
from functools import cache
from typing import Literal

from babel import Locale, UnknownLocaleError
from babel.plural import PluralRule

from generator.model.grammar import Grammar, ListStyle

_STAND_INS = {"en": "en-GB", "qps": "en-GB"}
"""Our English joins lists as Britain does, without a comma before `and`; `qps` is English in disguise."""

_CATEGORIES = ("zero", "one", "two", "few", "many", "other")

_SOFTENED = {
    ("es", "and"): ("{0} e {1}", r"h?[ií](?!e)|y(?![aeiou])"),
    ("es", "or"): ("{0} u {1}", r"h?[oó]|8"),
}
"""What CLDR leaves to programs: Spanish `y` before a spoken `i`, `o` before a spoken `o`."""


@cache
def find_grammar(locale: str) -> Grammar:
    """By BCP 47 tag; a region or script that Unicode does not know is left out.

    A language that it does not know at all has one category, `other`, and the numbers of English.
    """
    known = _find_locale(_STAND_INS.get(locale, locale))
    if known is None:
        return Grammar(_only_other, _only_other, ("other",), ("other",))
    symbols = known.number_symbols.get("latn", {})
    lists = known.list_patterns
    return Grammar(
        plural=_call(known.plural_form),
        ordinal=_call(known.ordinal_form),
        plurals=_categories(known.plural_form),
        ordinals=_categories(known.ordinal_form),
        decimal=symbols.get("decimal", "."),
        group=symbols.get("group", ","),
        minus=symbols.get("minusSign", "-"),
        lists_and=_style(lists["standard"], *_SOFTENED.get((known.language, "and"), ())),
        lists_or=_style(lists["or"], *_SOFTENED.get((known.language, "or"), ())),
    )


def describe_language(locale: str) -> tuple[str, Literal["ltr", "rtl"]]:
    """What a language calls itself, with a capital, and its direction; its tag where it is not known."""
    known = _find_locale(locale)
    if known is None:
        return locale, "ltr"
    name = known.get_display_name() or locale
    return name[:1].upper() + name[1:], "rtl" if known.text_direction == "rtl" else "ltr"


def _find_locale(tag: str) -> Locale | None:
    """The nearest that there is: `es-XX` is `es`."""
    parts = tag.split("-")
    for end in range(len(parts), 0, -1):
        try:
            return Locale.parse("_".join(parts[:end]))
        except (UnknownLocaleError, ValueError):
            continue
    return None


def _only_other(number: int) -> str:
    return "other"


def _call(rule: PluralRule) -> Callable[[int], str]:
    return lambda number: rule(abs(number))


def _categories(rule: PluralRule) -> tuple[str, ...]:
    there = {*rule.tags, "other"}
    return tuple(category for category in _CATEGORIES if category in there)


def _style(patterns: dict[str, str], softened: str = "", before: str = "") -> ListStyle:
    return ListStyle(patterns["2"], patterns["start"], patterns["middle"], patterns["end"], softened, before)
