"""The companion of a game that brings none: moves are shown in their notation, and nothing is explained."""

from collections.abc import Collection, Sequence

from generator.model.position import Position
from generator.rules.companion import Chance, OptionQuestion, View
from generator.rules.core import NATURE, Move, Sentence, State


class PlainCompanion:
    """Says only what is true of every game."""

    questions: Sequence[OptionQuestion] = ()
    words: Sequence[tuple[str, Sentence]] = ()
    rare: Collection[str] = ()

    def prepare(self, state: State) -> Sequence[Sentence]:
        return ()

    def chance(self, state: State) -> Chance:
        return "cards"

    def ask(self, state: State, actor: str) -> Sentence:
        if actor == NATURE:
            return Sentence("walk.plain.chance")
        return Sentence("walk.plain.ask", {"player": actor})

    def tell(self, state: State, actor: str, move: Move) -> Sentence:
        return Sentence("walk.plain.move", {"words": move.text})

    def lesson(self, state: State, actor: str) -> Sentence | None:
        return None

    def view(self, state: State) -> View:
        return View()

    def position(self, state: State) -> Position:
        return Position()
