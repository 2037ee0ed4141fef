"""What the options of a game are called in a language, at the head of a column and in it, and their order."""

from collections.abc import Sequence

from generator.model.wording import Wording
from generator.rules.game import AnyGame


class OptionNames:
    """By the companion of the game; as in the head of a log, where it does not know them."""

    def __init__(self, game: AnyGame, wording: Wording) -> None:
        questions = game.companion.questions
        self._orders = {each.key: tuple(each.values) for each in questions}
        self._keys = {each.key: each.name.say(wording) for each in questions if each.name}
        self._values = {
            (each.key, value): name.say(wording) for each in questions for value, name in each.names.items()
        }

    def say_key(self, key: str) -> str:
        return self._keys.get(key, key)

    def say_value(self, key: str, value: str) -> str:
        return self._values.get((key, value), value)

    def say_choice(self, key: str, value: str) -> str:
        """A value that stands alone: a number or a word that has no name says of what it is."""
        name = self._values.get((key, value))
        return f"{self.say_key(key)}: {value}" if name is None else name

    def sort_values(self, key: str, values: Sequence[str]) -> tuple[str, ...]:
        """As they are asked for at the table; those that are not asked for stay behind them."""
        order = self._orders.get(key, ())
        return tuple(sorted(values, key=lambda value: order.index(value) if value in order else len(order)))
