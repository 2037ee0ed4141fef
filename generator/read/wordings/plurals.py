"""Categories of numbers in a language; of a kept game, the rules are parsed when a text has a plural."""

from collections.abc import Mapping
from typing import Any


class Categories:
    """Function from a number to its category, by a rule of Babel; the same small numbers occur often."""

    def __init__(self, rule: Any) -> None:
        self._rule = rule
        self._known: dict[int, str] = {}

    def __call__(self, number: int) -> str:
        if number not in self._known:
            if isinstance(self._rule, Mapping):
                from babel.plural import PluralRule

                self._rule = PluralRule(self._rule)
            self._known[number] = self._rule(abs(number))
        return self._known[number]

    def __reduce__(self) -> tuple[type["Categories"], tuple[Mapping[str, str]]]:
        rule = self._rule
        return Categories, (rule if isinstance(rule, Mapping) else dict(rule.rules),)
