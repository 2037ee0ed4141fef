"""The texts of one language, by key."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Literal

from generator.model.grammar import Grammar, Joint
from generator.model.message import Message, parse_message
from generator.model.values import dataclass, field


@dataclass(frozen=True)
class Wording:
    """Texts by dotted key; a missing key is a KeyError, because readers check all keys."""

    locale: str
    """BCP 47 tag, such as `en`, `es`, or `pt-BR`."""
    name: str
    """Name of the language in that language, such as `Español`."""
    direction: Literal["ltr", "rtl"]
    sentences: Mapping[str, str]
    grammar: Grammar = field(default_factory=Grammar)
    """Rules for plurals, numbers, and lists."""
    is_draft: bool = False
    """True if the language is not finished: missing texts fall back to English."""
    fallbacks: frozenset[str] = frozenset()
    """Keys that fall back to English."""
    direct: Mapping[str, str] = field(default_factory=dict)
    """Keys of texts that are written in decks themselves, by their English text."""
    _messages: dict[str, Message] = field(default_factory=dict, init=False, compare=False, repr=False)
    """Texts with placeholders, parsed on first use."""

    @property
    def languages(self) -> int:
        """Number of languages in which each text is printed."""
        return len(self.each)

    @property
    def each(self) -> tuple["Wording", ...]:
        """One wording for each language."""
        return (self,)

    @property
    def tag(self) -> str:
        """BCP 47 tag; for a locale of several languages, the tag of the first."""
        return self.locale

    def __contains__(self, key: str) -> bool:
        return key in self.sentences

    def format(self, key: str, values: Mapping[str, str | int] | None = None) -> str:
        """Return the text with its placeholders and plurals filled in.

        Int values are formatted as in the language. Raises KeyError if the number of a plural is missing.
        """
        sentence = self.sentences[key]
        if values is None or "{" not in sentence:
            return sentence
        return self.message(key).fill(values, self.grammar)

    def message(self, key: str) -> Message:
        """Return the parsed text, which can be filled many times."""
        if key not in self._messages:
            self._messages[key] = parse_message(self.sentences[key])
        return self._messages[key]

    @property
    def translates(self) -> bool:
        """True if direct texts are printed in another language than their own."""
        return bool(self.direct) and self.locale != "en"

    def translate(self, text: str) -> str:
        """Return a direct text, such as a field of a card, in this language; other texts as they are."""
        key = self.direct.get(text)
        return text if key is None else self.format(key)

    def write(self, number: int | Decimal) -> str:
        return self.grammar.write(number)

    def join(self, items: Sequence[str], joint: Joint = "and") -> str:
        return self.grammar.join(items, joint)
