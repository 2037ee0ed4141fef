"""The sentences of one language, by key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from generator.model.grammar import Grammar, Joint
from generator.model.message import Message, parse_message


@dataclass(frozen=True)
class Wording:
    """Sentences by dotted key; a key that is not there is a KeyError: readers check before."""

    locale: str
    """BCP 47: `en`, `es`, `pt-BR`."""
    name: str
    """What the language calls itself: `Español`."""
    direction: Literal["ltr", "rtl"]
    sentences: Mapping[str, str]
    grammar: Grammar = field(default_factory=Grammar)
    """Its plurals, numbers and lists."""
    is_draft: bool = False
    """A language that is not done: what it lacks is said in English."""
    fallbacks: frozenset[str] = frozenset()
    """Keys that fall back to English."""
    _messages: dict[str, Message] = field(default_factory=dict, init=False, compare=False, repr=False)
    """Sentences with places, parsed when they are first said."""

    @property
    def languages(self) -> int:
        """How many languages its sentences are said in, one after the other."""
        return 1

    @property
    def each(self) -> tuple["Wording", ...]:
        """The languages, one by one."""
        return (self,)

    @property
    def tag(self) -> str:
        """BCP 47, also where the locale is made of several: that of the first."""
        return self.locale

    def __contains__(self, key: str) -> bool:
        return key in self.sentences

    def say(self, key: str, values: Mapping[str, str | int] | None = None) -> str:
        """The sentence, with `{name}` places and plurals filled from values.

        An int is written as the language writes numbers; ids and all else that is not counted come
        as text. KeyError for a plural whose number is not among the values.
        """
        sentence = self.sentences[key]
        if values is None or "{" not in sentence:
            return sentence
        return self.message(key).fill(values, self.grammar)

    def message(self, key: str) -> Message:
        """The sentence with its places, to be filled many times."""
        known = self._messages.get(key)
        if known is None:
            known = self._messages[key] = parse_message(self.sentences[key])
        return known

    def write(self, number: int | Decimal) -> str:
        """A number as the language writes it: `12,5`; a Decimal keeps its places."""
        return self.grammar.write(number)

    def join(self, items: Sequence[str], joint: Joint = "and") -> str:
        """A list as the language has it: `Ana, Bo and Cleo`."""
        return self.grammar.join(items, joint)
