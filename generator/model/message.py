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

Kind: TypeAlias = Literal["plural", "selectordinal", "select"]

OTHER = "other"
"""Branch that every choice must have."""

KINDS: tuple[Kind, ...] = ("plural", "selectordinal", "select")

DEEPEST = 8
"""Maximum depth of nested choices; real texts have two."""

MOST_BRANCHES = 300
"""Maximum number of branches of all choices in a text."""

MessageValue: TypeAlias = str | int

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SPECIAL = re.compile(r"\\.?|\{(?:[a-z][a-z0-9_]*|#[0-9a-f]{6}|/)\||[{}#]", re.DOTALL)
_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"[^\s,{}]*")
_NUMBER = re.compile(r"-?[0-9]{1,18}")


class MessageError(ValueError):
    """Invalid placeholder syntax; `position` counts characters from 0."""

    def __init__(self, message: str, position: int, hint: str = "") -> None:
        self.message = message
        self.position = position
        self.hint = hint
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Words:
    """Rich text as it is written."""

    text: str
    position: int


@dataclass(frozen=True, slots=True)
class Place:
    """Placeholder for a value."""

    name: str
    position: int


@dataclass(frozen=True, slots=True)
class NumberSign:
    """`#`: the number of the enclosing plural."""

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
        elif (number := _number_of(value)) is not None:
            rule = grammar.plural if self.kind == "plural" else grammar.ordinal
            branch = self.find(f"={number}") or self.find(rule(number))
        branch = branch or self.find(OTHER)
        return branch.parts if branch else ()


Part: TypeAlias = Words | Place | NumberSign | Choice


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

    def samples(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield texts that together contain every branch, with the positions of their characters.

        Placeholders stay as they are written, and `#` becomes `0`: rich text must be able to parse these
        texts.
        """
        yield _sample(self, None, None)
        for choice in self.choices:
            for branch in choice.branches:
                if branch.key != OTHER:
                    yield _sample(self, choice, branch)


def parse_message(text: str) -> Message:
    """Parse a text; raises MessageError for an invalid choice.

    An unmatched brace is not an error here: `parse_rich` reports it.
    """
    if "{" not in text:
        return Message(text, (Words(text, 0),) if text else (), (), ())
    parser = _Parser(text)
    parts, _ = parser.parse(0, inside=None)
    names = dict.fromkeys(parser.names)
    choices = sorted(parser.choices, key=lambda choice: choice.position)
    return Message(text, parts, tuple(names), tuple(choices))


def _fill(parts: tuple[Part, ...], values: Mapping[str, MessageValue], grammar: Grammar, number: str) -> str:
    filled = []
    for part in parts:
        if isinstance(part, Words):
            filled.append(part.text)
        elif isinstance(part, Place):
            value = values.get(part.name)
            filled.append("{" + part.name + "}" if value is None else _write(value, grammar))
        elif isinstance(part, NumberSign):
            filled.append(number)
        else:
            value = values[part.name]
            sign = number if part.kind == "select" else _write(value, grammar)
            filled.append(_fill(part.choose(value, grammar), values, grammar, sign))
    return "".join(filled)


def _write(value: MessageValue, grammar: Grammar) -> str:
    return grammar.write(value) if isinstance(value, int) else value


def _number_of(value: MessageValue) -> int | None:
    if isinstance(value, int):
        return value
    return int(value) if _NUMBER.fullmatch(value) else None


def _sample(message: Message, wanted: Choice | None, branch: Branch | None) -> tuple[str, tuple[int, ...]]:
    """Return one text in which `wanted` and its enclosing choices use `branch`, all others `other`."""
    words: list[str] = []
    spots: list[int] = []

    def walk(parts: tuple[Part, ...]) -> None:
        for part in parts:
            if isinstance(part, Words):
                words.append(part.text)
                spots.extend(range(part.position, part.position + len(part.text)))
            elif isinstance(part, Choice):
                chosen = _branch_towards(part, wanted, branch)
                walk(chosen.parts if chosen else ())
            else:
                shown = "{" + part.name + "}" if isinstance(part, Place) else "0"
                words.append(shown)
                spots.extend([part.position] * len(shown))

    walk(message.parts)
    return "".join(words), tuple(spots)


def _branch_towards(choice: Choice, wanted: Choice | None, branch: Branch | None) -> Branch | None:
    if wanted is not None and branch is not None:
        if choice == wanted:
            return branch
        for inner in choice.branches:
            if _holds(inner.parts, wanted):
                return inner
    return choice.find(OTHER)


def _holds(parts: tuple[Part, ...], wanted: Choice) -> bool:
    for part in parts:
        if isinstance(part, Choice) and (
            part == wanted or any(_holds(branch.parts, wanted) for branch in part.branches)
        ):
            return True
    return False


class _Parser:
    """Parser that reads from left to right, with a method for each meaning of braces."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.names: list[str] = []
        self.choices: list[Choice] = []
        self._depth = 0
        self._branches = 0

    def parse(self, at: int, *, inside: Kind | None, counts: bool = False) -> tuple[tuple[Part, ...], int]:
        """Parse from `at` to the end or, inside a branch, to its closing brace."""
        text = self._text
        parts: list[Part] = []
        begin, colours = at, 0

        def close_words(end: int) -> None:
            if begin < end:
                parts.append(Words(text[begin:end], begin))

        while (found := _SPECIAL.search(text, at)) is not None:
            at, sign = found.start(), found[0]
            if sign == "}" and inside and not colours:
                close_words(at)
                return tuple(parts), at
            if sign[0] == "{" and len(sign) > 1:
                colours += 1
                at = found.end()
            elif sign == "}":
                colours = max(0, colours - 1)
                at += 1
            elif sign[0] == "\\":
                if counts and sign == "\\#":
                    close_words(at)
                    begin = at + 1
                at = found.end()
            elif sign == "#" and counts:
                close_words(at)
                parts.append(NumberSign(at))
                at = begin = at + 1
            elif sign == "{" and (read := self._parse_brace(at, counts)) is not None:
                close_words(at)
                parts.append(read[0])
                at = begin = read[1]
            else:
                at += 1
        close_words(len(text))
        return tuple(parts), len(text)

    def _parse_brace(self, start: int, counts: bool) -> tuple[Part, int] | None:
        """Parse a placeholder or a choice, and return its end; None for any other brace."""
        text = self._text
        name = _NAME.match(text, start + 1)
        if name is None:
            return None
        at = self._skip(name.end())
        if at == name.end() and text[at : at + 1] == "}":
            self.names.append(name[0])
            return Place(name[0], start), at + 1
        if text[at : at + 1] != ",":
            return None
        self.names.append(name[0])
        return self._parse_choice(name[0], start, self._skip(at + 1), counts)

    def _parse_choice(self, name: str, start: int, at: int, counts: bool) -> tuple[Choice, int]:
        text = self._text
        word = _WORD.match(text, at)
        kind = word[0] if word else ""
        if kind not in KINDS:
            raise MessageError(f"unknown choice type `{kind}`", at, f"use one of: {', '.join(KINDS)}")
        at = self._skip(at + len(kind))
        if text[at : at + 1] != ",":
            hint = f"write `{{{name}, {kind}, other {{...}}}}`"
            raise MessageError(f"missing comma after `{kind}`", at, hint)
        at = self._skip(at + 1)
        branches: list[Branch] = []
        while text[at : at + 1] != "}":
            branch, at = self._parse_branch(name, kind, start, at, counts or kind != "select")
            if any(branch.key == known.key for known in branches):
                raise MessageError(f"duplicate branch `{branch.key}`", branch.position)
            branches.append(branch)
            at = self._skip(at)
        choice = Choice(name, kind, tuple(branches), start)
        if choice.find(OTHER) is None:
            raise MessageError(f"`{{{name}, {kind}, ...}}` has no `{OTHER}`", start, "add `other {...}`")
        self.choices.append(choice)
        return choice, at + 1

    def _parse_branch(self, name: str, kind: Kind, start: int, at: int, counts: bool) -> tuple[Branch, int]:
        text = self._text
        word = _WORD.match(text, at)
        key = word[0] if word else ""
        if not key and at >= len(text):
            raise MessageError(f"`{{{name}, {kind}, ...` is never closed", start)
        if not key:
            raise MessageError("missing branch name", at, "write `one {...} other {...}`")
        if kind == "select" and not re.fullmatch(r"[a-z0-9_]+", key):
            raise MessageError(f"`{key}` is not a valid value", at, "use lower-case letters, digits, and `_`")
        if kind != "select" and key.startswith("=") and not re.fullmatch(r"=(0|[1-9][0-9]{0,8})", key):
            raise MessageError(f"`{key}` is not a number", at, "write `=0`, `=1`, or `=12`")
        after = self._skip(at + len(key))
        if text[after : after + 1] != "{":
            hint = f"write `{key} {{...}}`"
            raise MessageError(f"missing text of `{key}`", after if after < len(text) else at, hint)
        self._check_size(start)
        self._depth += 1
        parts, end = self.parse(after + 1, inside=kind, counts=counts)
        self._depth -= 1
        if end >= len(text):
            raise MessageError(f"the `{{` of `{key}` is never closed", after)
        return Branch(key, parts, at), end + 1

    def _check_size(self, start: int) -> None:
        """Raise MessageError for one branch too many; `start` is the position of its choice."""
        self._branches += 1
        if self._depth >= DEEPEST:
            raise MessageError(f"choices are nested deeper than {DEEPEST} levels", start)
        if self._branches > MOST_BRANCHES:
            raise MessageError(f"the choices have more than {MOST_BRANCHES} branches", start)

    def _skip(self, at: int) -> int:
        space = _SPACE.match(self._text, at)
        return space.end() if space else at
