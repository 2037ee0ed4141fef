"""Plural categories of numbers; of a cached game, they are parsed when a text with a plural is drawn."""

from collections.abc import Mapping, Sequence
from typing import Any

_COMMON = 100
"""Numbers below this are cached with their category: importing Babel would cost a small run a twentieth."""


class Categories:
    """Function from a number to its plural category, by a rule of Babel; results are kept."""

    def __init__(self, rule: Any, common: Sequence[str] = ()) -> None:
        self._rule = rule
        self._known: dict[int, str] = dict(enumerate(common))

    def __call__(self, number: int) -> str:
        if number not in self._known:
            if isinstance(self._rule, Mapping):
                from babel.plural import PluralRule

                self._rule = PluralRule(self._rule)
            self._known[number] = self._rule(abs(number))
        return self._known[number]

    def __reduce__(self) -> tuple[type["Categories"], tuple[Mapping[str, str], tuple[str, ...]]]:
        common = tuple(self(number) for number in range(_COMMON))
        rule = self._rule
        return Categories, (rule if isinstance(rule, Mapping) else dict(rule.rules), common)
