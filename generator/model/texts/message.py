r"""Texts with placeholders: `{name}`, plurals, and other choices, in ICU message syntax.

{count}
{count, plural, =0 {no coin} one {# coin} other {# coins}}
{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}
{kind, select, coin {the coin} other {the card}}
{count, spellout}   {count, spellout, feminine, upper}   {count, ordinal, feminine}   {kind, upper}
{city, form, to}   {role_gender, select, f {her} other {his}}

A spelled number is a word, in a form of the language; `upper` begins with a capital. A `form` of a text is
one that the text declares in its language, as in `{form, select, to {al Cairo} other {Il Cairo}}`, or one
that depends on the sound at its start: Italian `ad Ana`. Branches may contain rich text and further
placeholders. In a branch of a plural, `#` is the number and `\#` the character `#`. The Grammar of each
language, which readers take from Unicode's tables, defines its plural categories, numbers, and lists.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import chain
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar
from unicodedata import bidirectional

from generator.errors import Wrong, suggest
from generator.model.texts.rich_text import OPENED
from generator.model.values import dataclass, field

Joint: TypeAlias = Literal["and", "or", ","]
"""Connector before the last item of a list: a word, or only a comma like between the other items."""


@dataclass(frozen=True, slots=True)
class ListStyle:
    """Patterns with `{0}` and `{1}`, as in CLDR."""

    two: str
    start: str
    middle: str
    end: str
    softened: str = ""
    """Pattern for the last two items if the last matches `before`: Spanish `y` becomes `e` before `i`."""
    before: str = ""
    """Regular expression, ignoring case."""

    def join(self, items: Sequence[str]) -> str:
        """Join items to one text."""
        if len(items) < 2:
            return "".join(items)
        *others, text = items
        two, end = self.two, self.end
        if self.before and re.match(self.before, text, re.IGNORECASE):
            two = end = self.softened
        patterns = [self.start, *[self.middle] * (len(items) - 3), end] if len(items) > 2 else [two]
        for pattern, item in zip(reversed(patterns), reversed(others), strict=True):
            text = pattern.format(item, text)
        return text


@dataclass(frozen=True, slots=True)
class SoundForm:
    """Patterns with `{0}` for a text, of which one is for texts that begin with certain sounds."""

    other: str
    softened: str = ""
    before: str = ""
    """Regular expression for the start of a text, ignoring case; empty: there is one pattern."""

    def apply(self, text: str) -> str:
        is_soft = self.before and re.match(self.before, text, re.IGNORECASE)
        return (self.softened if is_soft else self.other).format(text)


class FormedText(str):
    """A text with other forms of it, by name, such as `to` and `gender`."""

    forms: Mapping[str, str]

    def __new__(cls, text: str, forms: Mapping[str, str]) -> "FormedText":
        new = super().__new__(cls, text)
        new.forms = forms
        return new


def _one_or_other(number: int) -> str:
    return "one" if number == 1 else "other"


MINUS_SIGN = "\u2212"
LATIN_DIGITS = "0123456789"
_LEAST_GROUPED = 5
"""Minimum number of digits that are grouped by thousands: `1234`, but `12,345`. This is our choice."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The rules of one language; the defaults are close to English."""

    locale: str = "en"
    """BCP 47 tag, for numbers in words."""
    plural: Callable[[int], str] = _one_or_other
    """Function that returns the category of a number: `one`, `few`, `other`."""
    ordinal: Callable[[int], str] = _one_or_other
    plurals: tuple[str, ...] = ("one", "other")
    """All categories of the language."""
    ordinals: tuple[str, ...] = ("one", "other")
    digits: str = LATIN_DIGITS
    decimal: str = "."
    group: str = ","
    minus: str = MINUS_SIGN
    lists_and: ListStyle = ListStyle("{0} and {1}", "{0}, {1}", "{0}, {1}", "{0} and {1}")
    lists_or: ListStyle = ListStyle("{0} or {1}", "{0}, {1}", "{0}, {1}", "{0} or {1}")
    comma: str = ", "
    """Separator between texts side by side."""
    isolates: bool = False
    """True for a language that is read from right to left: what is filled in keeps its own direction."""
    sounds: Mapping[str, "SoundForm"] = field(default_factory=dict, hash=False)
    """Forms of any text that depend on how it begins, by name."""

    @property
    def semicolon(self) -> str:
        """Separator between texts that may have commas."""
        own = _SEMICOLONS.get(self.locale.partition("-")[0])
        return own or _SEMICOLONS.get(self.comma, "; ")

    @property
    def colon(self) -> str:
        """Sign between a place in words and what is said of it."""
        return _COLONS.get(self.locale.partition("-")[0], ": ")

    @property
    def signs(self) -> Mapping[str, str]:
        """Signs with which a page joins texts, by their English names, with the spaces beside them."""
        return {"comma": self.comma, "semicolon": self.semicolon, "colon": self.colon}

    def write(self, number: int | Decimal) -> str:
        """Format a number for the language; a Decimal keeps its decimals."""
        if isinstance(number, int) and 0 <= number < 1000 and self.digits == LATIN_DIGITS:
            return str(number)
        sign = self.minus if number < 0 else ""
        whole, _, places = f"{abs(Decimal(number)):f}".partition(".")
        if len(whole) >= _LEAST_GROUPED:
            whole = f"{int(whole):,}".replace(",", self.group)
        text = f"{whole}{self.decimal}{places}" if places else whole
        if self.digits != LATIN_DIGITS:
            text = text.translate(str.maketrans(LATIN_DIGITS, self.digits))
        return sign + text

    def isolate(self, text: str) -> str:
        """Return a text that is put into another one, so that both keep their directions."""
        return keep_direction(text) if self.isolates else text

    def join(self, items: Sequence[str], joint: Joint = "and") -> str:
        """Join items to a list such as `Ana, Bo and Cleo`; each keeps its own direction.

        The list has the forms of its items: `al Cairo e a Lagos`.
        """
        if len(items) == 1:
            return items[0]
        joined = self._join(items, joint)
        names = dict.fromkeys(name for item in items if isinstance(item, FormedText) for name in item.forms)
        if not names:
            return joined
        forms = {name: [_find_form(item, name, item, self) for item in items] for name in names}
        return FormedText(joined, {name: self._join(texts, joint) for name, texts in forms.items()})

    def _join(self, items: Sequence[str], joint: Joint) -> str:
        if len(items) > 1:
            items = [*map(self.isolate, items)]
        if joint == ",":
            return self.comma.join(items)
        return (self.lists_and if joint == "and" else self.lists_or).join(items)


_SEMICOLONS = {"، ": "؛ ", "、": "；", "fr": "\u202f; "}
"""Semicolons of scripts, by comma, and of languages with a space before them, by tag."""

_COLONS = {"fr": "\u00a0: ", "ja": "："}
"""Colons of languages with a space before them, or with a wide sign, by tag."""

SPELLED, ORDINAL = "spellout", "ordinal"
_UPPER, FORM = "upper", "form"
_FORMATS = (SPELLED, ORDINAL, _UPPER, FORM)
FORMS = ("masculine", "feminine", "neuter", "m", "n", "r", "s")
"""Forms of a number in words that languages have; German has one for each ending of `ein`."""

_ArgumentType: TypeAlias = Literal["plural", "selectordinal", "select"]
MessageValue: TypeAlias = str | int


@dataclass(frozen=True, slots=True)
class Words:
    """Rich text as it is written."""

    text: str
    position: int


@dataclass(frozen=True, slots=True)
class _Slot:
    """Placeholder for a value; the name `#` is the number of the enclosing plural."""

    name: str
    position: int
    format: tuple[str, ...] = ()
    """Words after the name: `spellout` or `form`, a form such as `feminine`, and `upper`."""

    @property
    def is_spelled(self) -> bool:
        """True if numbers are words."""
        return SPELLED in self.format or ORDINAL in self.format

    @property
    def form(self) -> str:
        """Name of the form of a text; empty for the text itself."""
        return self.format[1] if self.format[:1] == (FORM,) else ""

    @property
    def source(self) -> str:
        """The placeholder as it is written."""
        return f"{{{', '.join((self.name, *self.format))}}}"

    def write(self, value: MessageValue, grammar: Grammar) -> str:
        """Return a value as it is printed; only numbers are spelled."""
        text = _write(value, grammar)
        if self.form:
            text = _find_form(value, self.form, text, grammar)
        if self.is_spelled and isinstance(value, int):
            form = next((word for word in self.format if word in FORMS), "")
            text = spell_number(value, grammar.locale, form, is_ordinal=ORDINAL in self.format)
        text = text[:1].upper() + text[1:] if _UPPER in self.format else text
        return grammar.isolate(text) if isinstance(value, str) else text


ISOLATE, ISOLATE_END = "\u2068", "\u2069"


_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN", "NSM", "BN", "WS"})
"""Bidirectional classes of what has the direction of the text around it, or none."""


_ISOLATED = re.compile(f"{ISOLATE}[^{ISOLATE}{ISOLATE_END}]*{ISOLATE_END}")


def keep_direction(text: str) -> str:
    """Return text between marks that keep its direction, unless it is words from right to left alone.

    A value of signs such as `(` or `- ` is marked too, so that it is neither mirrored nor moved. Signs
    between values with marks of their own have the direction of the text around them, as in lists.
    """
    rest = _ISOLATED.sub("", text)
    kinds = {*map(bidirectional, rest)}
    is_mixed = not kinds <= _RIGHT_TO_LEFT if rest == text else not kinds.isdisjoint({"L", "EN"})
    return f"{ISOLATE}{text}{ISOLATE_END}" if is_mixed else text


class Branch(NamedTuple):
    """One branch of a choice; its key is `one`, `other`, `=0`, or a value of a select."""

    key: str
    parts: "tuple[MessagePart, ...]"
    position: int
    """Position of the key in the text."""


_NUMBER = re.compile(r"-?[0-9]{1,18}")
OTHER = "other"
"""Branch that every choice must have."""


@dataclass(frozen=True, slots=True)
class Select:
    """Text that depends on a value."""

    name: str
    kind: _ArgumentType
    branches: tuple[Branch, ...]
    position: int
    """Position of the opening brace in the text."""

    def get_branch(self, key: str) -> Branch | None:
        return next((branch for branch in self.branches if branch.key == key), None)

    def choose(self, value: MessageValue, grammar: Grammar) -> "tuple[MessagePart, ...]":
        """Return the parts of the branch for a value; text that consists of digits is treated as a number."""
        branch = None
        if self.kind == "select":
            branch = self.get_branch(str(value))
        elif isinstance(value, int) or _NUMBER.fullmatch(value):
            rule = grammar.plural if self.kind == "plural" else grammar.ordinal
            branch = self.get_branch(f"={int(value)}") or self.get_branch(rule(int(value)))
        branch = branch or self.get_branch(OTHER)
        return branch.parts if branch else ()


MessagePart: TypeAlias = Words | _Slot | Select
_Parts: TypeAlias = tuple[MessagePart, ...]
T = TypeVar("T", Words, _Slot)
Sample: TypeAlias = tuple[str, tuple[int, ...]]
"""A text, and for each of its characters the position in the source."""


@dataclass(frozen=True, slots=True)
class Message:
    """A text that is parsed once and filled many times."""

    text: str
    parts: _Parts
    names: tuple[str, ...]
    """Names of the values to fill in, in order."""
    choices: tuple[Select, ...]
    """All choices, outer ones first."""

    def fill(self, values: Mapping[str, MessageValue], grammar: Grammar) -> str:
        """Return the text with its values filled in.

        Numbers are formatted for the language; texts are inserted unchanged. A placeholder without a value is
        left unchanged. Raises KeyError if the value of a choice is missing.
        """
        return _fill(self.parts, values, grammar, "")

    def fill_some(self, values: Mapping[str, MessageValue], grammar: Grammar) -> str:
        """Return the text with the values that are given; all other placeholders and choices stay."""
        return _fill_some(self.parts, values, grammar, "")

    @property
    def spelled(self) -> frozenset[str]:
        """Names of which every use is a number in words."""
        slots = [part for part in _list_parts(self.parts, _Slot) if part.name != "#"]
        plain = {slot.name for slot in slots if not slot.is_spelled}
        plain |= {choice.name for choice in self.choices}
        return frozenset(slot.name for slot in slots) - plain

    @property
    def forms(self) -> Mapping[str, str]:
        """The forms that a text declares, each as it is written; empty for a text that declares none."""
        if len(self.parts) != 1 or not isinstance(self.parts[0], Select) or self.parts[0].name != FORM:
            return {}
        return {one.key: _fill_some(one.parts, {}, Grammar(), "") for one in self.parts[0].branches}

    @property
    def used_forms(self) -> tuple[str, ...]:
        """Names of the forms in which values are filled in."""
        return tuple(dict.fromkeys(slot.form for slot in _list_parts(self.parts, _Slot) if slot.form))

    def words(self) -> Iterator[Words]:
        """Yield the text around placeholders and in all branches, from left to right."""
        return _list_parts(self.parts, Words)

    def samples(self) -> Iterator[Sample]:
        """Yield texts that together contain every branch; rich text must be able to parse them.

        Placeholders are left unchanged, and `#` becomes `0`.
        """
        return _sample(self.parts)


@lru_cache(maxsize=4096)
def parse_message(text: str) -> Message:
    """Parse a text; raises Wrong for an invalid choice.

    An unmatched brace is not an error here: `parse_rich` reports it.
    """
    if "{" not in text:
        return Message(text, (Words(text, 0),) if text else (), (), ())
    parser = _Parser(text)
    parts = parser.parse()
    choices = sorted(parser.choices, key=lambda choice: choice.position)
    return Message(text, parts, tuple(dict.fromkeys(parser.names)), tuple(choices))


def _fill(parts: _Parts, values: Mapping[str, MessageValue], grammar: Grammar, number: str) -> str:
    filled = []
    for part in parts:
        if isinstance(part, Words):
            filled.append(part.text)
        elif isinstance(part, Select):
            value = _find_value(values, part.name)
            sign = number if part.kind == "select" else _write(value, grammar)
            filled.append(_fill(part.choose(value, grammar), values, grammar, sign))
        elif part.name == "#":
            filled.append(number)
        else:
            given = values.get(part.name)
            filled.append(part.source if given is None else part.write(given, grammar))
    return "".join(filled)


def _fill_some(parts: _Parts, values: Mapping[str, MessageValue], grammar: Grammar, number: str) -> str:
    """Return the source of parts; `number` replaces `#`, and is empty in a choice that stays."""
    filled = []
    for part in parts:
        if isinstance(part, Words):
            # In a plural that stays, a plain `#` was written with a backslash.
            filled.append(part.text if number or part.text != "#" else "\\#")
        elif isinstance(part, _Slot):
            given = values.get(part.name)
            plain = number or "#" if part.name == "#" else part.source
            filled.append(plain if given is None else part.write(given, grammar))
        elif part.name in values:
            value = values[part.name]
            sign = number if part.kind == "select" else _write(value, grammar)
            filled.append(_fill_some(part.choose(value, grammar), values, grammar, sign))
        else:
            sign = number if part.kind == "select" else ""
            inner = (f"{one.key} {{{_fill_some(one.parts, values, grammar, sign)}}}" for one in part.branches)
            filled.append(f"{{{part.name}, {part.kind}, {' '.join(inner)}}}")
    return "".join(filled)


def _find_value(values: Mapping[str, MessageValue], name: str) -> MessageValue:
    """Return a value, or a form of one: `role_gender`; `other` if it has no such form."""
    base, _, form = name.rpartition("_")
    if name in values or base not in values:
        return values[name]
    value = values[base]
    return value.forms.get(form, OTHER) if isinstance(value, FormedText) else OTHER


def _find_form(value: MessageValue, form: str, text: str, grammar: Grammar) -> str:
    """Return the form that a text declares, or else that of its sound; the text itself if it has neither."""
    if isinstance(value, FormedText) and form in value.forms:
        return value.forms[form]
    return grammar.sounds[form].apply(text) if form in grammar.sounds else text


def _list_parts(parts: _Parts, kind: type[T]) -> Iterator[T]:
    """Yield the parts of a kind, those of all choices too."""
    for part in parts:
        if isinstance(part, kind):
            yield part
        elif isinstance(part, Select):
            for branch in part.branches:
                yield from _list_parts(branch.parts, kind)


@lru_cache(maxsize=1024)
def spell_number(number: int, locale: str, form: str = "", *, is_ordinal: bool = False) -> str:
    """Return a number in words: `eight`, or `eighth`; a form that the language lacks is its default."""
    kind = "ordinal" if is_ordinal else "cardinal" if form else ""
    # ICU ignores rules that a language lacks.
    rules = f",%spellout-{kind}{'-' * bool(form)}{form}" if kind else ""
    return str(_make_speller(locale, rules).format({"n": number}))


@lru_cache(maxsize=64)
def _make_speller(locale: str, rules: str) -> Any:
    # Imported here, because few texts need it.
    from icu4py.messageformat import MessageFormat

    return MessageFormat(f"{{n,spellout{rules}}}", locale)


def _write(value: MessageValue, grammar: Grammar) -> str:
    return grammar.write(value) if isinstance(value, int) else value


def _sample(parts: _Parts) -> Iterator[Sample]:
    """Yield the text with `other` in all choices, then every text that differs from it in one choice."""
    samples = [list(_sample_part(part)) for part in parts]
    default = [first for first, *_ in samples]
    yield _join(default)
    for index, (_, *others) in enumerate(samples):
        for other in others:
            yield _join([*default[:index], other, *default[index + 1 :]])


def _sample_part(part: MessagePart) -> Iterator[Sample]:
    if isinstance(part, Words):
        yield part.text, tuple(range(part.position, part.position + len(part.text)))
    elif isinstance(part, _Slot):
        shown = "0" if part.name == "#" else f"{{{part.name}}}"
        yield shown, (part.position,) * len(shown)
    else:
        for branch in sorted(part.branches, key=lambda branch: branch.key != OTHER):
            yield from _sample(branch.parts)


def _join(samples: list[Sample]) -> Sample:
    text = "".join(text for text, _ in samples)
    return text, tuple(chain.from_iterable(positions for _, positions in samples))


_TYPES: tuple[_ArgumentType, ...] = ("plural", "selectordinal", "select")
_DEEPEST = 8
"""Maximum depth of nested choices; real texts have two."""
_MOST_BRANCHES = 300
"""Maximum number of branches of all choices in a text."""
_NAME = "[a-z][a-z0-9_]*"
_SPECIAL = re.compile(
    rf"\\.?|(?P<mark>\{{(?:{OPENED})\|)|\{{(?P<place>{_NAME})\}}"
    rf"|\{{(?P<choice>{_NAME})\s*,|[}}#]",
    re.DOTALL,
)
_WORD = re.compile(r"\s*([^\s,{}]*)\s*")


_FORM_NAME = re.compile(r"[^\W\d]\w{0,19}")


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = self._depth = self._branches = 0
        self.names: list[str] = []
        self.choices: list[Select] = []

    def parse(self, *, inside: bool = False, counts: bool = False) -> _Parts:
        """Parse to the end of the text or, if `inside` a branch, to its closing brace.

        `counts` is True if `#` is the number of a plural.
        """
        parts: list[MessagePart] = []
        begin, marks = self._at, 0
        while (match := _SPECIAL.search(self._text, self._at)) is not None:
            start, sign = match.start(), match[0]
            if sign == "}" and inside and not marks:
                break
            self._at = match.end()
            part: MessagePart | None = None
            if match["place"]:
                self.names.append(match["place"])
                part = _Slot(match["place"], start)
            elif match["choice"]:
                self.names.append(match["choice"])
                part = self._parse_format(match["choice"], start) or self._parse_choice(
                    match["choice"], start, counts
                )
            elif sign in ("#", "\\#") and counts:
                part = _Slot("#", start) if sign == "#" else Words("#", start + 1)
            elif match["mark"]:
                marks += 1
            elif sign == "}":
                marks = max(0, marks - 1)
            if part is not None:
                parts += (*self._words(begin, start), part)
                begin = self._at
        self._at = len(self._text) if match is None else match.start()
        return (*parts, *self._words(begin, self._at))

    def _words(self, begin: int, end: int) -> tuple[Words, ...]:
        return (Words(self._text[begin:end], begin),) if begin < end else ()

    def _parse_format(self, name: str, start: int) -> _Slot | None:
        """Return a placeholder with words for its format; None if what follows is not one of them."""
        before = self._at
        words = [self._read_word()]
        if words[0][0] not in _FORMATS:
            self._at = before
            return None
        while self._take(","):
            words.append(self._read_word())
        if not self._take("}"):
            raise Wrong(f"`{{{name}, {words[0][0]}` is never closed", "add a `}`", position=start)
        if words[0][0] == FORM and (len(words) == 1 or not _FORM_NAME.fullmatch(words[1][0])):
            raise Wrong(f"missing form of `{name}`", f"write `{{{name}, form, to}}`", position=words[-1][1])
        for index, (word, at) in enumerate(words):
            if index == 1 and words[0][0] == FORM:
                continue
            known = _FORMATS if not index else (_UPPER,) if words[0][0] == FORM else (*FORMS, _UPPER)
            if word not in known or (index and words[0][0] == _UPPER):
                raise Wrong(f"unknown form `{word}`", suggest(word, known), position=at)
        return _Slot(name, start, tuple(word for word, _ in words))

    def _parse_choice(self, name: str, start: int, counts: bool) -> Select:
        kind, at = self._read_word()
        if kind not in _TYPES:
            known = ", ".join((*_TYPES, *_FORMATS))
            raise Wrong(f"unknown choice type `{kind}`", f"use one of: {known}", position=at)
        if not self._take(","):
            hint = f"write `{{{name}, {kind}, other {{...}}}}`"
            raise Wrong(f"missing comma after `{kind}`", hint, position=self._at)
        branches: list[Branch] = []
        while True:
            key, at = self._read_word()
            if not key and self._take("}"):
                break
            if not key and at >= len(self._text):
                raise Wrong(f"`{{{name}, {kind}, ...` is never closed", position=start)
            branch = Branch(key, self._parse_branch(key, at, start, kind, counts), at)
            if any(key == known.key for known in branches):
                raise Wrong(f"duplicate branch `{key}`", position=at)
            branches.append(branch)
        choice = Select(name, kind, tuple(branches), start)
        if choice.get_branch(OTHER) is None:
            raise Wrong(f"`{{{name}, {kind}, ...}}` has no `{OTHER}`", "add `other {...}`", position=start)
        self.choices.append(choice)
        return choice

    def _parse_branch(self, key: str, at: int, start: int, kind: _ArgumentType, counts: bool) -> _Parts:
        if not key:
            raise Wrong("missing branch name", "write `one {...} other {...}`", position=at)
        if kind == "select" and not (re.fullmatch(r"\w+", key) and key == key.lower()):
            hint = "use lower-case letters, digits, and `_`"
            raise Wrong(f"`{key}` is not a valid value", hint, position=at)
        if kind != "select" and key.startswith("=") and not re.fullmatch(r"=(0|[1-9][0-9]{0,8})", key):
            raise Wrong(f"`{key}` is not a number", "write `=0`, `=1`, or `=12`", position=at)
        opened = self._at
        if not self._take("{"):
            position = opened if opened < len(self._text) else at
            raise Wrong(f"missing text of `{key}`", f"write `{key} {{...}}`", position=position)
        self._branches += 1
        if self._depth >= _DEEPEST:
            raise Wrong(f"choices are nested deeper than {_DEEPEST} levels", position=start)
        if self._branches > _MOST_BRANCHES:
            raise Wrong(f"the choices have more than {_MOST_BRANCHES} branches", position=start)
        self._depth += 1
        parts = self.parse(inside=True, counts=counts or kind != "select")
        self._depth -= 1
        if not self._take("}"):
            raise Wrong(f"the `{{` of `{key}` is never closed", position=opened)
        return parts

    def _read_word(self) -> tuple[str, int]:
        """Return the next word, which may be empty, and its position."""
        match = _WORD.match(self._text, self._at)
        assert match is not None
        self._at = match.end()
        return match[1], match.start(1)

    def _take(self, sign: str) -> bool:
        is_there = self._text.startswith(sign, self._at)
        self._at += is_there
        return is_there
