"""The grammar of a language, from Unicode's tables (CLDR): the only module that asks Babel for it."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Literal

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.plural import PluralRule

from generator.model.grammar import MINUS, Grammar, ListStyle

_STAND_INS = {"en": "en-GB", "qps": "en-GB"}
"""Our English joins lists as Britain does, without a comma before `and`; `qps` is English in disguise."""

_CATEGORIES = ("zero", "one", "two", "few", "many", "other")

_HYPHEN = "-"
"""What Unicode's tables have for most languages: the sign on a keyboard. Print has a minus."""

_ZEROS = {
    "adlm": "\U0001e950",
    "arab": "\u0660",
    "arabext": "\u06f0",
    "beng": "\u09e6",
    "cakm": "\U00011136",
    "deva": "\u0966",
    "hmnp": "\U0001e140",
    "java": "\ua9d0",
    "mtei": "\uabf0",
    "mymr": "\u1040",
    "nkoo": "\u07c0",
    "olck": "\u1c50",
    "rohg": "\U00010d30",
    "tibt": "\u0f20",
}
"""The zero of the numbering systems that languages have by themselves, other than `latn`."""

_SQUARE = frozenset({"Bopo", "Hani", "Hans", "Hant", "Hira", "Jpan", "Kana", "Kore"})
"""Scripts whose characters fill squares."""

_SOFTENED = {
    ("es", "and"): ("{0} e {1}", r"h?[ií](?!e)|y(?![aeiou])"),
    ("es", "or"): ("{0} u {1}", r"h?[oó]|8|11(?!\d)"),
    ("it", "and"): ("{0} ed {1}", r"[eèé]"),
}
"""What CLDR leaves to programs: Spanish `y` before the sound `i`, `o` before `o`; Italian `e` before `e`."""


@cache
def find_grammar(locale: str) -> Grammar:
    """By BCP 47 tag; a region or script that Unicode does not know is left out.

    A language that it does not know at all has one category, `other`, and the numbers of English.
    """
    known = _find_locale(_STAND_INS.get(locale, locale))
    if known is None:
        return Grammar(_only_other, _only_other, ("other",), ("other",))
    system = known.default_numbering_system
    zero = _ZEROS.get(system, "0")
    symbols = known.number_symbols.get(system if system in _ZEROS else "latn", {})
    lists = known.list_patterns
    return Grammar(
        plural=_call(known.plural_form),
        ordinal=_call(known.ordinal_form),
        plurals=_categories(known.plural_form),
        ordinals=_categories(known.ordinal_form),
        digits="".join(chr(ord(zero) + step) for step in range(10)),
        decimal=symbols.get("decimal", "."),
        group=symbols.get("group", ","),
        minus=symbols.get("minusSign", "-").replace(_HYPHEN, MINUS),
        lists_and=_style(lists["standard"], *_SOFTENED.get((known.language, "and"), ())),
        lists_or=_style(lists["or"], *_SOFTENED.get((known.language, "or"), ())),
        comma=_find_comma(lists["standard"]["middle"], known.text_direction),
    )


def describe_language(locale: str) -> tuple[str, Literal["ltr", "rtl"]]:
    """What a language calls itself, with a capital, and its direction; its tag where it is not known."""
    known = _find_locale(locale)
    if known is None:
        return locale, "ltr"
    name = known.get_display_name() or locale
    return name[:1].upper() + name[1:], "rtl" if known.text_direction == "rtl" else "ltr"


def find_language_of(country: str) -> str | None:
    """What is mostly spoken in a country: `el` for `gr`, which people take for the tag of Greek.

    None where Unicode knows no such country, or where the tag is that of a language, too.
    """
    if _find_locale(country) is not None:
        return None
    likely = get_global("likely_subtags").get(f"und_{country.upper()}")
    return likely.split("_")[0] if likely else None


def has_square_letters(locale: str) -> bool:
    """Whether a language is written with characters as wide as they are high, as Japanese is."""
    known = _find_locale(locale)
    if known is None:
        return False
    likely = get_global("likely_subtags").get(str(known)) or get_global("likely_subtags").get(known.language)
    return (known.script or (likely or "").partition("_")[2].partition("_")[0]) in _SQUARE


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
    """Remembers numbers: games say the same small ones again and again."""

    @lru_cache(maxsize=1000)
    def find(number: int) -> str:
        return rule(abs(number))

    return find


def _categories(rule: PluralRule) -> tuple[str, ...]:
    there = {*rule.tags, "other"}
    return tuple(category for category in _CATEGORIES if category in there)


def _find_comma(middle: str, direction: str) -> str:
    """What Unicode has between items; where it says `and` there, as in Arabic, the comma of the script."""
    between = middle.replace("{0}", "").replace("{1}", "")
    if between.strip() and not any(map(str.isalpha, between)):
        return between
    return "، " if direction == "rtl" else ", "


def _style(patterns: dict[str, str], softened: str = "", before: str = "") -> ListStyle:
    return ListStyle(patterns["2"], patterns["start"], patterns["middle"], patterns["end"], softened, before)
