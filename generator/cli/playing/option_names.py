"""Names and order of a game's options in tables and charts."""

from collections.abc import Sequence

from generator.model.wording import Wording
from generator.rules.game import AnyGame


class OptionNames:
    """Names from the companion of the game, or else keys and values as in a log."""

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
        """Return a value that is clear without its key: `heroic`, or `rounds: 1`."""
        name = self._values.get((key, value))
        return f"{self.say_key(key)}: {value}" if name is None else name

    def sort_values(self, key: str, values: Sequence[str]) -> tuple[str, ...]:
        """Sort values in the order in which the companion lists them."""
        order = self._orders.get(key, ())
        return tuple(sorted(values, key=lambda value: order.index(value) if value in order else len(order)))
