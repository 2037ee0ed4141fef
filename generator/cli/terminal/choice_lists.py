"""Numbered lists of moves."""

from collections.abc import Sequence

from generator.cli.terminal.screen import Screen
from generator.model.wording import Wording
from generator.play.choices import Choice, find_rest, find_start, group_moves
from generator.play.vocabulary import Vocabulary, make_vocabulary
from generator.play.walkthrough import Walk
from generator.rules.companion import Cell
from generator.rules.core import NATURE, Sentence

MOST_LISTED = 12
"""Most entries of a list, unless all moves were requested."""

LEAST_LISTED = 4
"""A shorter list would hide too much."""


class ChoiceList:
    """The list that was shown last."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._listed: tuple[Choice, ...] = ()

    @property
    def is_numbered(self) -> bool:
        return bool(self._listed)

    def forget(self) -> None:
        """Ignore numbers until the next list."""
        self._listed = ()

    def find(self, number: int) -> Choice | None:
        return self._listed[number - 1] if 1 <= number <= len(self._listed) else None

    def show(self, walk: Walk, actor: str, moves: Sequence[str], *, most: int | None = None) -> None:
        """Show a numbered list that fits on the screen, or with `most` entries; of dice, an example."""
        rare = walk.game.companion.rare if most is None else ()
        if most is None:
            most = self._screen.find_room(least=LEAST_LISTED, most=MOST_LISTED)
        self._listed = ()
        if not moves:
            return
        if actor == NATURE and walk.chance == "dice":
            self._screen.print("such_as", {"words": moves[len(moves) // 2]}, tone="dim")
            return
        choices = group_moves(moves, most=most, rare=rare)
        if actor == NATURE and len(choices) > most:
            # Which card it was is read off the card, not found in a list.
            words = moves[len(moves) // 2][len(find_start(moves)) :].strip().lower()
            self._screen.print("one_of", {"number": len(moves), "words": words}, tone="dim")
            return
        self._listed = choices[:most]
        vocabulary = make_vocabulary(walk.game, self._screen.wording)
        self._screen.show_rows(
            [
                _format_choice(number, choice, walk, actor, self._screen.wording, vocabulary)
                for number, choice in enumerate(self._listed, 1)
            ]
        )
        hidden = sum(len(choice.moves) for choice in choices[most:])
        if hidden:
            self._screen.print("more", {"number": hidden, "words": choices[-1].start}, tone="dim")


def _format_choice(
    number: int, choice: Choice, walk: Walk, actor: str, wording: Wording, vocabulary: Vocabulary
) -> tuple[Cell, ...]:
    counted = Cell(f"{number:>4}", "dim")
    if not choice.only:
        text = Sentence("walk.several", {"words": choice.start, "number": len(choice.moves)})
        return counted, Cell(text, "strong"), Cell(vocabulary.gloss(choice.start))
    description = walk.describe(actor, choice.only).format(wording)
    return counted, Cell(choice.only, "strong"), Cell(find_rest(choice.only, description))
