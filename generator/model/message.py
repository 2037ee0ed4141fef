"""Texts with placeholders: `{name}`, plurals, and other choices, in ICU message syntax.

{count}
{count, plural, =0 {no virus} one {# virus} other {# viruses}}
{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}
{kind, select, virus {the virus} other {the card}}

Branches may contain rich text and further placeholders. `#` in a branch of a plural is its number, `\\#` the
character. The Grammar of a language defines its categories and its number format.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.model.grammar import Grammar
from generator.model.rich_text import MarkupError

Kind: TypeAlias = Literal["plural", "selectordinal", "select"]

KINDS: tuple[Kind, ...] = ("plural", "selectordinal", "select")
OTHER = "other"
"""Branch that every choice must have."""
DEEPEST = 8
"""Maximum depth of nested choices; real texts have two."""
MOST_BRANCHES = 300
"""Maximum number of branches of all choices in a text."""

MessageValue: TypeAlias = str | int

_NAME = "[a-z][a-z0-9_]*"
_SPECIAL = re.compile(
    rf"\\.?|(?P<colour>\{{(?:{_NAME}|#[0-9a-f]{{6}}|/)\|)|\{{(?P<place>{_NAME})\}}"
    rf"|\{{(?P<choice>{_NAME})\s*,|[}}#]",
    re.DOTALL,
)
_WORD = re.compile(r"\s*([^\s,{}]*)\s*")
_NUMBER = re.compile(r"-?[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Words:
    """Rich text as it is written."""

    text: str
    position: int


@dataclass(frozen=True, slots=True)
class Place:
    """Placeholder for a value; `#` for the number of the enclosing plural."""

    name: str
    position: int


@dataclass(frozen=True, slots=True)
class Branch:
    """One case: `one`, `other`, `=0`, or a value of a select."""

    key: str
    parts: "tuple[Part, ...]"
    position: int
    """Position of the key in the text."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Text that depends on a value."""

    name: str
    kind: Kind
    branches: tuple[Branch, ...]
    position: int
    """Position of the opening brace in the text."""

    def find(self, key: str) -> Branch | None:
        return next((branch for branch in self.branches if branch.key == key), None)

    def choose(self, value: MessageValue, grammar: Grammar) -> "tuple[Part, ...]":
        """Return the parts of the branch for a value; a text of digits is a number, like scalars in files."""
        branch = None
        if self.kind == "select":
            branch = self.find(str(value))
        elif isinstance(value, int) or _NUMBER.fullmatch(value):
            rule = grammar.plural if self.kind == "plural" else grammar.ordinal
            branch = self.find(f"={int(value)}") or self.find(rule(int(value)))
        branch = branch or self.find(OTHER)
        return branch.parts if branch else ()


Part: TypeAlias = Words | Place | Choice
Sample: TypeAlias = tuple[str, tuple[int, ...]]
"""A text, and the position of each of its characters."""


@dataclass(frozen=True, slots=True)
class Message:
    """A text that is parsed once and filled many times."""

    text: str
    parts: tuple[Part, ...]
    names: tuple[str, ...]
    """Names of its values, in order."""
    choices: tuple[Choice, ...]
    """All choices, outer ones first."""

    def fill(self, values: Mapping[str, MessageValue], grammar: Grammar) -> str:
        """Fill in the values.

        Numbers are formatted for the language, texts are inserted unchanged. A placeholder without a value
        stays as it is written; a choice without one is a KeyError.
        """
        return _fill(self.parts, values, grammar, "")

    def samples(self) -> Iterator[Sample]:
        """Yield texts that together contain every branch; rich text must be able to parse them.

        Placeholders stay as they are written, and `#` becomes `0`.
        """
        return _sample(self.parts)


def parse_message(text: str) -> Message:
    """Parse a text; raises MarkupError for an invalid choice.

    An unmatched brace is not an error here: `parse_rich` reports it.
    """
    if "{" not in text:
        return Message(text, (Words(text, 0),) if text else (), (), ())
    parser = _Parser(text)
    parts = parser.parse()
    choices = sorted(parser.choices, key=lambda choice: choice.position)
    return Message(text, parts, tuple(dict.fromkeys(parser.names)), tuple(choices))


def _fill(parts: tuple[Part, ...], values: Mapping[str, MessageValue], grammar: Grammar, number: str) -> str:
    filled = []
    for part in parts:
        if isinstance(part, Words):
            filled.append(part.text)
        elif isinstance(part, Choice):
            value = values[part.name]
            sign = number if part.kind == "select" else _write(value, grammar)
            filled.append(_fill(part.choose(value, grammar), values, grammar, sign))
        elif part.name == "#":
            filled.append(number)
        else:
            given = values.get(part.name)
            filled.append("{" + part.name + "}" if given is None else _write(given, grammar))
    return "".join(filled)


def _write(value: MessageValue, grammar: Grammar) -> str:
    return grammar.write(value) if isinstance(value, int) else value


def _sample(parts: tuple[Part, ...]) -> Iterator[Sample]:
    """Yield the text in which all choices are `other`, then those that differ in one choice."""
    samples = [list(_sample_part(part)) for part in parts]
    usual = [first for first, *_ in samples]
    yield _join(usual)
    for index, (_, *others) in enumerate(samples):
        for other in others:
            yield _join([*usual[:index], other, *usual[index + 1 :]])


def _sample_part(part: Part) -> Iterator[Sample]:
    if isinstance(part, Words):
        yield part.text, tuple(range(part.position, part.position + len(part.text)))
    elif isinstance(part, Place):
        shown = "0" if part.name == "#" else "{" + part.name + "}"
        yield shown, (part.position,) * len(shown)
    else:
        for branch in sorted(part.branches, key=lambda branch: branch.key != OTHER):
            yield from _sample(branch.parts)


def _join(samples: list[Sample]) -> Sample:
    text = "".join(text for text, _ in samples)
    return text, tuple(position for _, positions in samples for position in positions)


class _Parser:
    """Parser that reads from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._depth = 0
        self._branches = 0
        self.names: list[str] = []
        self.choices: list[Choice] = []

    def parse(self, *, inside: bool = False, counts: bool = False) -> tuple[Part, ...]:
        """Parse up to the end or, inside a branch, its closing brace; `counts` if `#` is a number."""
        parts: list[Part] = []
        begin, colours = self._at, 0
        while (found := _SPECIAL.search(self._text, self._at)) is not None:
            start, sign = found.span()[0], found[0]
            if sign == "}" and inside and not colours:
                break
            self._at = found.end()
            part: Part | None = None
            if found["place"]:
                self.names.append(found["place"])
                part = Place(found["place"], start)
            elif found["choice"]:
                self.names.append(found["choice"])
                part = self._parse_choice(found["choice"], start, counts)
            elif sign == "#" and counts:
                part = Place("#", start)
            elif found["colour"]:
                colours += 1
            elif sign == "}":
                colours = max(0, colours - 1)
            if part is not None or (sign == "\\#" and counts):
                parts += self._words(begin, start)
                parts += () if part is None else (part,)
                begin = start + 1 if part is None else self._at
        self._at = len(self._text) if found is None else found.start()
        return (*parts, *self._words(begin, self._at))

    def _words(self, begin: int, end: int) -> tuple[Words, ...]:
        return (Words(self._text[begin:end], begin),) if begin < end else ()

    def _parse_choice(self, name: str, start: int, counts: bool) -> Choice:
        kind, at = self._read_word()
        if kind not in KINDS:
            raise MarkupError(f"unknown choice type `{kind}`", at, f"use one of: {', '.join(KINDS)}")
        if not self._take(","):
            hint = f"write `{{{name}, {kind}, other {{...}}}}`"
            raise MarkupError(f"missing comma after `{kind}`", self._at, hint)
        branches: list[Branch] = []
        while True:
            key, at = self._read_word()
            if not key and self._take("}"):
                break
            if not key and at >= len(self._text):
                raise MarkupError(f"`{{{name}, {kind}, ...` is never closed", start)
            branch = Branch(key, self._parse_branch(key, at, start, kind, counts), at)
            if any(key == known.key for known in branches):
                raise MarkupError(f"duplicate branch `{key}`", at)
            branches.append(branch)
        choice = Choice(name, kind, tuple(branches), start)
        if choice.find(OTHER) is None:
            raise MarkupError(f"`{{{name}, {kind}, ...}}` has no `{OTHER}`", start, "add `other {...}`")
        self.choices.append(choice)
        return choice

    def _parse_branch(self, key: str, at: int, start: int, kind: Kind, counts: bool) -> tuple[Part, ...]:
        if not key:
            raise MarkupError("missing branch name", at, "write `one {...} other {...}`")
        if kind == "select" and not re.fullmatch(r"[a-z0-9_]+", key):
            raise MarkupError(f"`{key}` is not a valid value", at, "use lower-case letters, digits, and `_`")
        if kind != "select" and key.startswith("=") and not re.fullmatch(r"=(0|[1-9][0-9]{0,8})", key):
            raise MarkupError(f"`{key}` is not a number", at, "write `=0`, `=1`, or `=12`")
        opened = self._at
        if not self._take("{"):
            position = opened if opened < len(self._text) else at
            raise MarkupError(f"missing text of `{key}`", position, f"write `{key} {{...}}`")
        self._branches += 1
        if self._depth >= DEEPEST:
            raise MarkupError(f"choices are nested deeper than {DEEPEST} levels", start)
        if self._branches > MOST_BRANCHES:
            raise MarkupError(f"the choices have more than {MOST_BRANCHES} branches", start)
        self._depth += 1
        parts = self.parse(inside=True, counts=counts or kind != "select")
        self._depth -= 1
        if not self._take("}"):
            raise MarkupError(f"the `{{` of `{key}` is never closed", opened)
        return parts

    def _read_word(self) -> tuple[str, int]:
        """Return the next word, which may be empty, and its position."""
        found = _WORD.match(self._text, self._at)
        assert found is not None
        self._at = found.end()
        return found[1], found.start(1)

    def _take(self, sign: str) -> bool:
        is_there = self._text.startswith(sign, self._at)
        self._at += is_there
        return is_there
