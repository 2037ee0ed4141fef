"""Players at the table and turns, the same in every game."""

import re
from collections.abc import Sequence

from generator.errors import RulesError, forbid
from generator.model.kit import Kit
from generator.rules.core import NATURE

LONGEST_NAME = 60


def list_numbers_of_players(kit: Kit) -> tuple[int, int | None]:
    """Return the fewest and the most players of a kit; None: any number."""
    found = re.fullmatch(r"(\d+)(?:(\+)|-(\d+))?", kit.players)
    assert found is not None, "the reader of kits lets nothing else through"
    return int(found[1]), None if found[2] else int(found[3] or found[1])


def format_numbers_of_players(kit: Kit) -> str:
    """Return `3–6` with an en dash, or `2+`."""
    return kit.players.replace("-", "\N{EN DASH}")


def check_players(kit: Kit, players: Sequence[str], *, may_be_some: bool = False) -> None:
    """Raise RulesError for an unsupported number of players or an impossible name.

    `may_be_some`: not all players of the game are listed.
    """
    fewest, most = list_numbers_of_players(kit)
    if len(players) < (1 if may_be_some else fewest) or (most is not None and len(players) > most):
        raise RulesError("players.number", number=len(players), players=format_numbers_of_players(kit))
    for player in players:
        if not player.strip() or player.strip() != player or len(player) > LONGEST_NAME:
            raise RulesError("players.name", name=player[:LONGEST_NAME])
        if player == NATURE:
            raise RulesError("players.nature", name=player)
    if twice := [player for index, player in enumerate(players) if player in players[:index]]:
        raise RulesError("players.twice", name=twice[0])


def split_names(text: str) -> tuple[str, ...]:
    """Split names at commas of any script, or semicolons."""
    return tuple(name.strip() for name in re.split("[,;،؛、，；]", text) if name.strip())


def check_turn(actors: Sequence[str], actor: str) -> None:
    """Raise IllegalMove if the game is over, or if it is not the actor's turn."""
    forbid(not actors, "log.over")
    forbid(actor not in actors, "log.turn", actor=actor, actors=tuple(actors))
