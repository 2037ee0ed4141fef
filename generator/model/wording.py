"""The sentences of one language, by key."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Wording:
    """Sentences by dotted key; a key that is not there is a KeyError: readers check before."""

    locale: str
    """BCP 47: `en`, `es`, `pt-BR`."""
    name: str
    """What the language calls itself: `Español`."""
    direction: Literal["ltr", "rtl"]
    sentences: Mapping[str, str]

    def __contains__(self, key: str) -> bool:
        return key in self.sentences

    def say(self, key: str, values: Mapping[str, str | int] | None = None) -> str:
        """The sentence, with `{name}` places filled from values."""
        sentence = self.sentences[key]
        if values is None:
            return sentence
        for name, value in values.items():
            sentence = sentence.replace("{" + name + "}", str(value))
        return sentence
