"""Numbered lists of moves."""

from collections.abc import Sequence

from generator.cli.terminal.screen import Screen
from generator.play.walks.walkthrough import Walk
from generator.play.walks.words import Choice, find_rest, find_start, group_moves, make_vocabulary
from generator.rules.companion import Cell
from generator.rules.core import NATURE, Sentence

MOST_LISTED = 12
"""Maximum entries of a list, unless the user asks for all moves."""

LEAST_LISTED = 4
"""Minimum entries of a list; a shorter one would hide too much."""


def show_choices(
    screen: Screen, walk: Walk, actor: str, moves: Sequence[str], *, most: int | None = None
) -> tuple[Choice, ...]:
    """Show and return a numbered list that fits on the screen, or has at most `most` entries.

    For dice, show an example instead, and for too many draws their number.
    """
    rare = walk.game.companion.rare if most is None else ()
    if most is None:
        most = screen.find_room(least=LEAST_LISTED, most=MOST_LISTED)
    if not moves:
        return ()
    if actor == NATURE and walk.chance == "dice":
        screen.print("such_as", words=moves[len(moves) // 2], tone="dim")
        return ()
    choices = group_moves(moves, most=most, rare=rare)
    if actor == NATURE and len(choices) > most:
        # Players read the name from the drawn card; a list would not help.
        words = moves[len(moves) // 2][len(find_start(moves)) :].strip().lower()
        screen.print("one_of", number=len(moves), words=words, tone="dim")
        return ()
    listed = choices[:most]
    vocabulary = make_vocabulary(walk.game, screen.wording)
    rows = []
    for choice in listed:
        if choice.only:
            description = walk.describe(actor, choice.only).format(screen.wording)
            rows.append((Cell(choice.only, "strong"), Cell(find_rest(choice.only, description))))
        else:
            several = Sentence("walk.several", words=choice.start, number=len(choice.moves))
            rows.append((Cell(several, "strong"), Cell(vocabulary.gloss(choice.start))))
    screen.show_numbered(rows)
    hidden = sum(len(choice.moves) for choice in choices[most:])
    if hidden:
        screen.print("more", number=hidden, words=choices[-1].start, tone="dim")
    return listed
