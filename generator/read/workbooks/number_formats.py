"""Number formats of spreadsheets: 0.25 with the code `0%` -> `25%`.

The codes are those of ECMA-376, part 1, 18.8.31; a value is shown as in a cell that is wide enough. Spaces
that only align numbers below each other are left out.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache
from locale import windows_locale
from math import floor
from typing import NamedTuple

from generator.model.values import dataclass

GENERAL = "General"
OF_MACHINE = "yyyy-mm-dd"
"""Replacement for a format that depends on settings of the computer, which are not in the file."""
BUILT_IN = {
    0: GENERAL, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00",
    5: '"$"#,##0_);("$"#,##0)', 6: '"$"#,##0_);[Red]("$"#,##0)',
    7: '"$"#,##0.00_);("$"#,##0.00)', 8: '"$"#,##0.00_);[Red]("$"#,##0.00)',
    9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: "[$-F800]", 15: "d-mmm-yy",
    16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss",
    22: "[$-F800] h:mm", 37: "#,##0_);(#,##0)", 38: "#,##0_);[Red](#,##0)", 39: "#,##0.00_);(#,##0.00)",
    40: "#,##0.00_);[Red](#,##0.00)", 41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
    42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
    43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
    44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)',
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
    **dict.fromkeys((*range(27, 37), *range(50, 59)), "[$-F800]"),
}  # fmt: skip
"""Codes of formats that have only a number in files; `[$-F800]` is the date of the computer."""
_MOST_CODE = 500
"""Maximum length of a code; longer ones are ignored."""


class _Token(NamedTuple):
    kind: str
    text: str


@dataclass(frozen=True)
class _Section:
    """A part of a code between semicolons, for some numbers or for texts."""

    tokens: Sequence[_Token]
    language: str = ""
    condition: tuple[str, float] | None = None

    @property
    def kinds(self) -> set[str]:
        return {token.kind for token in self.tokens}

    @property
    def is_date(self) -> bool:
        return not self.kinds.isdisjoint(("date", "elapsed", "half"))

    def holds(self, value: float) -> bool:
        sign, bound = self.condition or ("", 0.0)
        return sign == "" or _COMPARE[sign](value, bound)

    @property
    def is_negative(self) -> bool:
        """True if it is only for negative numbers, whose sign the section writes itself."""
        sign, bound = self.condition or ("", 0.0)
        return (sign == "<" and bound <= 0) or (sign == "<=" and bound < 0) or (sign == "=" and bound < 0)


_COMPARE = {
    "<": float.__lt__, "<=": float.__le__, ">": float.__gt__, ">=": float.__ge__,
    "=": float.__eq__, "<>": float.__ne__,
}  # fmt: skip
_TOKEN = re.compile(
    r"""
    "(?P<quoted>[^"]*)"? | \\(?P<escaped>.) | _(?P<space>.) | \*(?P<fill>.) | (?P<next>;)
    | \[(?P<elapsed>h+|m+|s+)\] | \[(?P<sign><=|>=|<>|[<>=])(?P<bound>-?[0-9.]+(?:E[+-]?[0-9]+)?)\]
    | \[\$(?P<symbol>[^\]]*?)(?:-(?P<language>[^\]]*))?\] | \[[^\]]*\]
    | (?P<general>General) | (?P<half>AM/PM|A/P) | (?P<exponent>E[+-]) | (?P<at>@)
    | (?P<date>y+|m+|d+|h+|s+|e+) | (?P<digit>[0\#?]) | (?P<point>\.) | (?P<comma>,) | (?P<percent>%)
    | (?P<slash>/) | (?P<text>.)
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)


@dataclass(frozen=True)
class NumberFormat:
    """A code, ready to show values."""

    sections: Sequence[_Section]
    is_fixed: bool = True
    """False if the settings of the computer decide how a value is shown."""

    @property
    def is_date(self) -> bool:
        return any(section.is_date for section in self.sections)

    @property
    def is_duration(self) -> bool:
        return any("elapsed" in section.kinds for section in self.sections)

    def show_number(self, value: float, epoch: datetime) -> str:
        """Return a number as a text; dates are days since `epoch`."""
        section = self._choose(value)
        if section is None:
            return show_general(value)
        if section.is_date:
            return _show_date(section, value, epoch)
        shown = _show_parts(section, abs(value))
        has_sign = value < 0 and not section.is_negative and re.search("[1-9]", shown)
        return f"-{shown}" if has_sign else shown

    def show_text(self, text: str) -> str:
        """Return a text as the section for texts shows it."""
        found = [section for section in self.sections[:4] if "at" in section.kinds]
        if len(self.sections) > 3:
            found = [*self.sections[3:4]]
        if not found or GENERAL in (token.text for token in found[0].tokens):
            return text
        return "".join(text if kind == "at" else shown for kind, shown in found[0].tokens)

    def _choose(self, value: float) -> _Section | None:
        numeric = self.sections[:3] if len(self.sections) > 1 else self.sections
        if len(self.sections) > 1 and "at" in numeric[-1].kinds:
            numeric = numeric[:-1]
        return next((section for section in numeric if section.holds(value)), None)


@cache
def parse_number_format(code: str) -> NumberFormat:
    """Return the format of a code; one that is not understood shows the plain number."""
    parts: list[list[_Token]] = [[]]
    conditions: list[tuple[str, float] | None] = [None]
    languages = [""]
    is_fixed = True
    for match in _TOKEN.finditer(code if len(code) <= _MOST_CODE else GENERAL):
        kind, text = match.lastgroup or "", match[0]
        if kind == "next":
            parts.append([])
            conditions.append(None)
            languages.append("")
        elif kind in ("sign", "bound"):
            conditions[-1] = match["sign"], _to_float(match["bound"])
        elif kind in ("symbol", "language"):
            language = match["language"] or ""
            if language.upper() in ("F800", "X-SYSDATE", "F400", "X-SYSTIME"):
                is_fixed = False
                time = "h:mm:ss" if language.upper() in ("F400", "X-SYSTIME") else OF_MACHINE
                parts[-1] = [*_tokenize(time)]
                # The rest of the code is only for programs that do not know the settings.
                if code[match.end() :].strip().lower() != "h:mm":
                    break
            else:
                languages[-1] = languages[-1] or language
                parts[-1] += [_Token("text", match["symbol"])] if match["symbol"] else []
        else:
            parts[-1] += _tokenize_match(match, kind, text)
    return NumberFormat(_complete(parts, languages, conditions), is_fixed)


def _complete(
    parts: Sequence[Sequence[_Token]],
    languages: Sequence[str],
    conditions: Sequence[tuple[str, float] | None],
) -> tuple[_Section, ...]:
    """Return the sections with the conditions that are not written: above 0, below 0, and all others."""
    usual: list[tuple[str, float] | None] = [None, None, None]
    count = len(parts) - (len(parts) in (2, 3) and any(token.kind == "at" for token in parts[-1]))
    if count == 2:
        first = conditions[0]
        usual = [(">=", 0.0), None if first else ("<", 0.0), None]
        if first and first[0] in (">", ">=") and first[1] >= 0 and conditions[1] is None:
            usual = [first, None, None]
    elif count > 2:
        usual = [(">", 0.0), ("<", 0.0), None]
    chosen = [given or usual[min(number, 2)] for number, given in enumerate(conditions)]
    return tuple(
        _Section(tuple(tokens), language, condition)
        for tokens, language, condition in zip(parts, languages, chosen, strict=True)
    )


def _to_float(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _tokenize(code: str) -> Iterable[_Token]:
    for match in _TOKEN.finditer(code):
        yield from _tokenize_match(match, match.lastgroup or "", match[0])


def _tokenize_match(match: re.Match[str], kind: str, text: str) -> list[_Token]:
    match kind:
        case "quoted" | "escaped" | "text":
            return [_Token("text", match[kind])]
        case "space":
            return [_Token("text", " ")]
        case "fill":
            return []
        case "elapsed" | "date":
            return [_Token(kind, (match[kind]).lower())]
        case "":
            return []
    return [_Token(kind, text)]


def show_plain(value: float) -> str:
    """Return a number as expressions read it: `3` for 3.0."""
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"


def show_general(value: float) -> str:
    """Return a number without a format, with at most 15 digits."""
    return show_plain(value).upper()


def _show_parts(section: _Section, value: float) -> str:
    """Return a number that is not negative as a section shows it."""
    kinds = [token.kind for token in section.tokens]
    if "general" in kinds or "at" in kinds:
        plain = show_general(value)
        return "".join(plain if kind in ("general", "at") else text for kind, text in section.tokens)
    with localcontext() as context:
        context.prec = 700
        exact = Decimal(repr(value)) * 100 ** kinds.count("percent")
        if "exponent" in kinds:
            return _show_exponent(section.tokens, exact)
        if _is_fraction(section.tokens):
            return _show_fraction(section.tokens, exact)
        return _show_digits(section.tokens, exact)


def _show_digits(tokens: Sequence[_Token], value: Decimal) -> str:
    """Return a number with its digits in the places of a section."""
    point = next((place for place, token in enumerate(tokens) if token.kind == "point"), len(tokens))
    places = [place for place, token in enumerate(tokens) if token.kind == "digit"]
    before = [place for place in places if place < point]
    after = [place for place in places if place > point]
    last = before[-1] if before else -1
    commas = {place for place, token in enumerate(tokens) if token.kind == "comma" and places}
    scaling = (
        {*_following(commas, last), *_following(commas, places[-1] if places else -1)} if before else set()
    )
    scale = len(scaling)
    is_grouped = any(before[0] < place < last for place in commas) if before else False
    value = value.scaleb(-3 * scale).quantize(Decimal(1).scaleb(-len(after)), ROUND_HALF_UP)
    whole, _, decimals = f"{value:f}".partition(".")
    shown = _place_whole(tokens, before, whole.lstrip("0"), is_grouped)
    shown |= _place_decimals(tokens, after, decimals)
    if not before and point < len(tokens) and whole.strip("0"):
        shown[point] = f"{whole}."
    ignored = scaling | {place for place in commas if before and before[0] < place < last}
    return "".join(
        shown.get(place, "" if place in ignored or token.kind == "digit" else token.text)
        for place, token in enumerate(tokens)
    )


def _following(commas: set[int], place: int) -> Iterator[int]:
    """Yield the places of commas right after a place: each divides the number by 1000."""
    while place >= 0 and (place := place + 1) in commas:
        yield place


def _place_whole(
    tokens: Sequence[_Token], places: Sequence[int], digits: str, is_grouped: bool
) -> dict[int, str]:
    """Return the text for each place before the point: the first one takes all digits that are left."""
    shown: dict[int, str] = {}
    done = 0
    for number, place in enumerate(reversed(places), 1):
        least = "0" if tokens[place].text == "0" else ""
        taken = digits[-1:] if number < len(places) else digits
        digits = digits[: len(digits) - len(taken)]
        text = ""
        for digit in reversed(taken or least):
            text = digit + ("," if is_grouped and done and done % 3 == 0 else "") + text
            done += 1
        shown[place] = text
    return shown


def _place_decimals(tokens: Sequence[_Token], places: Sequence[int], digits: str) -> dict[int, str]:
    """Return the text for each place behind the point, without zeros at the end that need not be there."""
    kept = len(digits.rstrip("0"))
    shown = {}
    for number, place in enumerate(places):
        is_needed = number < kept or any(tokens[later].text == "0" for later in places[number:])
        shown[place] = digits[number : number + 1] if is_needed else ""
    return shown


def _show_exponent(tokens: Sequence[_Token], value: Decimal) -> str:
    at = next(place for place, token in enumerate(tokens) if token.kind == "exponent")
    mantissa, power = [*tokens[:at]], [*tokens[at + 1 :]]
    point = next((place for place, token in enumerate(mantissa) if token.kind == "point"), len(mantissa))
    step = max(1, sum(token.kind == "digit" for token in mantissa[:point]))
    decimals = sum(token.kind == "digit" for token in mantissa[point:])
    exponent = value.adjusted() // step * step if value else 0
    if value:
        rounded = value.scaleb(-exponent).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
        exponent += step if rounded.adjusted() >= step else 0
    sign = "-" if exponent < 0 else "+" if tokens[at].text.endswith("+") else ""
    shown = _show_digits(mantissa, value.scaleb(-exponent))
    return f"{shown}E{sign}{_show_digits(power, Decimal(abs(exponent)))}"


def _is_fraction(tokens: Sequence[_Token]) -> bool:
    return any(
        token.kind == "slash" and 0 < place < len(tokens) - 1 and tokens[place - 1].kind == "digit"
        for place, token in enumerate(tokens)
    )


def _show_fraction(tokens: Sequence[_Token], value: Decimal) -> str:
    """Return a number as a fraction, after a whole number if the section has a place for it."""
    slash = next(place for place, token in enumerate(tokens) if token.kind == "slash")
    start, end = slash, slash + 1
    while start and tokens[start - 1].kind == "digit":
        start -= 1
    while end < len(tokens) and (tokens[end].kind == "digit" or tokens[end].text.isdecimal()):
        end += 1
    below = "".join(token.text for token in tokens[slash + 1 : end])
    places = [place for place in range(start) if tokens[place].kind == "digit"]
    whole = floor(value) if places else 0
    rest = Fraction(value - whole)
    if fixed := re.fullmatch("[0-9]*[1-9][0-9]*", below):
        bottom = int(fixed[0])
        top = floor(rest * bottom + Fraction(1, 2))
    else:
        rest = rest.limit_denominator(10 ** min(len(below), 9) - 1)
        top, bottom = rest.numerator, rest.denominator
    if places and top == bottom:
        whole, top = whole + 1, 0
    last = places[-1] + 1 if places else 0
    lead, joint, tail = tokens[:last], tokens[last:start], tokens[end:]
    needs_whole = bool(whole) or not top
    front = (
        _show_digits(lead, Decimal(whole))
        if needs_whole
        else "".join(token.text for token in lead if token.kind == "text")
    )
    if needs_whole and places and not whole:
        front = front or "0"
    fraction = f"{top}/{bottom}" if top or not places else ""
    between = "".join(token.text for token in joint) if fraction and (needs_whole or not places) else ""
    return front + between + fraction + "".join(token.text for token in tail)


_FIRST_OF_MARCH = 60
"""Days since 1899-12-30 of 1900-02-29, a day that only spreadsheets have."""


def to_datetime(value: float, epoch: datetime, *, digits: int = 0) -> datetime | None:
    """Return the time of a number of days, rounded to parts of a second; None if there is no such date."""
    if epoch.year == 1899 and 1 <= value < _FIRST_OF_MARCH:
        value += 1
    step = 10**digits
    try:
        return epoch + timedelta(microseconds=round(round(value * 86_400 * step) * 1_000_000 / step))
    except (OverflowError, ValueError):
        return None


def _show_date(section: _Section, value: float, epoch: datetime) -> str:
    tokens = _mark_minutes(section.tokens)
    digits = _count_decimals(tokens)
    seconds = Fraction(round(Fraction(abs(value)) * 86_400 * 10**digits), 10**digits)
    moment = to_datetime(value, epoch, digits=digits)
    if moment is None or (value < 0 and not any(token.kind == "elapsed" for token in tokens)):
        return show_general(value)
    is_half = any(token.kind == "half" for token in tokens)
    shown = "-" if value < 0 and any(token.kind == "elapsed" for token in tokens) else ""
    follows_second = False
    number = 0
    while number < len(tokens):
        kind, text = tokens[number]
        if kind == "elapsed":
            unit = {"h": 3600, "m": 60, "s": 1}[text[0]]
            shown += f"{floor(seconds / unit):0{len(text)}d}"
        elif kind == "date":
            shown += _show_unit(text, moment, is_half, section.language)
        elif kind == "slash":
            shown += _find_separator(section.language)
        elif kind == "half":
            shown += (("AM", "PM") if len(text) > 3 else ("A", "P"))[moment.hour >= 12]
        elif kind == "point" and follows_second:
            count = len(_following_zeros(tokens, number))
            fraction = f"{floor(seconds % 1 * 10**count):0{count}d}" if count else ""
            shown += f".{fraction}"
            number += count
        else:
            shown += text
        follows_second = kind in ("date", "elapsed") and text[0] == "s"
        number += 1
    return shown


def _following_zeros(tokens: Sequence[_Token], place: int) -> str:
    zeros = ""
    for kind, text in tokens[place + 1 :]:
        if kind != "digit" or text != "0":
            break
        zeros += text
    return zeros


def _count_decimals(tokens: Sequence[_Token]) -> int:
    """Return the number of decimals of the seconds."""
    points = (place for place, token in enumerate(tokens) if token.kind == "point")
    return max((len(_following_zeros(tokens, place)) for place in points), default=0)


def _mark_minutes(tokens: Sequence[_Token]) -> list[_Token]:
    """Return the tokens with `n` for minutes: an `m` after hours or before seconds."""
    marked = [*tokens]
    units = [place for place, token in enumerate(tokens) if token.kind in ("date", "elapsed")]
    for number, place in enumerate(units):
        kind, text = tokens[place]
        before = tokens[units[number - 1]].text[0] if number else ""
        after = tokens[units[number + 1]].text[0] if number + 1 < len(units) else ""
        if kind == "date" and text[0] == "m" and len(text) < 3 and (before == "h" or after == "s"):
            marked[place] = _Token(kind, "n" * len(text))
    return marked


def _show_unit(text: str, moment: datetime, is_half: bool, language: str) -> str:
    """Return a part of a date: `yyyy`, `mmm`, `dd`, `hh`."""
    length = len(text)
    match text[0]:
        case "y" | "e":
            return f"{moment.year:04d}" if length > 2 or text[0] == "e" else f"{moment.year % 100:02d}"
        case "m" if length > 2:
            return _name_month(moment.month, length, language)
        case "d" if length > 2:
            return _name_day(moment.weekday(), length, language)
        case "h" if is_half:
            return f"{(moment.hour + 11) % 12 + 1:0{min(length, 2)}d}"
    values = {"m": moment.month, "d": moment.day, "h": moment.hour, "n": moment.minute, "s": moment.second}
    return f"{values[text[0]]:0{min(length, 2)}d}"


def _name_month(month: int, length: int, language: str) -> str:
    from babel.dates import get_month_names

    locale = _find_locale(language)
    if length == 4:
        return str(get_month_names("wide", locale=locale)[month])
    name = str(get_month_names("abbreviated", context="stand-alone", locale=locale)[month])
    return name if length == 3 else name[0]


def _name_day(day: int, length: int, language: str) -> str:
    from babel.dates import get_day_names

    locale = _find_locale(language)
    if length == 3:
        return str(get_day_names("abbreviated", context="stand-alone", locale=locale)[day])
    return str(get_day_names("wide", context="stand-alone", locale=locale)[day])


def _find_separator(language: str) -> str:
    """Return the separator of the parts of a date, which is `/` in codes."""
    from babel.dates import get_date_format

    found = (
        re.search("[^A-Za-z']+", get_date_format("short", _find_locale(language)).pattern)
        if language
        else None
    )
    return found[0].strip() if found else "/"


def _find_locale(language: str) -> str:
    """Return the locale of `407` or `de-DE`; English for an unknown one."""
    from babel import Locale, UnknownLocaleError

    name = language.replace("-", "_")
    if re.fullmatch("[0-9A-Fa-f]{1,8}", language):
        name = windows_locale.get(int(language, 16) & 0xFFFF, "en")
    try:
        return str(Locale.parse(name or "en"))
    except (UnknownLocaleError, ValueError):
        return "en"
