"""Facts that printed parts need from the rules: the start of a game, and the marks of their places."""

from collections.abc import Sequence

from generator.errors import NoRules, RulesError
from generator.model.kit import Kit
from generator.model.played import Position, Takes
from generator.rules.core import list_numbers_of_players
from generator.rules.game import find_game


def find_start(kit: Kit) -> Position:
    """Return where pieces are at the start of a game with the fewest players and the default options.

    The position is empty if the kit has no rules, or none that fit it, or rules that the user does not trust.
    """
    players = tuple(map(str, range(1, list_numbers_of_players(kit)[0] + 1)))
    try:
        game = find_game(kit)
        state = game.rules.start(players, {})
    except (NoRules, RulesError):
        return Position()
    return game.companion.set_up(state)


def find_takes(kit: Kit) -> Sequence[Takes]:
    """Return what the places of printed parts take, by the forms of a game.

    It is empty if the kit has no rules, or none that fit it, or rules that the user does not trust.
    """
    try:
        game = find_game(kit)
    except (NoRules, RulesError):
        return ()
    return tuple(takes for form in game.forms for takes in form.list_takes() if takes.part)
