"""JSON Schema of a game's score files, for editors."""

from collections.abc import Sequence

from generator.read.declared.schemas import Schema, describe
from generator.read.scores.scores import ScoreHead
from generator.rules.core import NATURE
from generator.rules.game import AnyGame
from generator.rules.players import list_numbers_of_players


def make_schema(game: AnyGame) -> Schema:
    """Return the schema of finished games and logs."""
    schema = describe(ScoreHead)
    fewest, most = list_numbers_of_players(game.kit)
    finished = dict(game.scoring.schema()) if game.scoring else {}
    options = {key: _list_values(values) for key, values in game.rules.options.items()}
    players = {"uniqueItems": True} | ({"maxItems": most} if most else {})
    if not (game.scoring and game.scoring.takes_some_players):
        players["minItems"] = fewest
    schema["description"] = f"A finished game of {game.kit.slug}, its log, or both."
    schema["properties"]["game"] = {"enum": [game.kit.id, game.kit.slug]}
    schema["properties"]["players"] |= players
    schema["properties"]["log"]["items"]["description"] = f"Who acts, a player or {NATURE}, and the move."
    schema["properties"] |= options | finished
    if game.resume:
        table = {"type": "object", "properties": finished, "additionalProperties": False, "minProperties": 1}
        schema["properties"]["start"] |= table
        schema["dependentRequired"] = {"start": ["players", "log"]}
    else:
        del schema["properties"]["start"]
    schema["anyOf"] = [{"required": [key]} for key in (*finished, "log")]
    return schema | {"additionalProperties": False}


def _list_values(values: Sequence[str]) -> Schema:
    numbers = [int(value) for value in values if value.isdecimal()]
    return {"enum": [*values, *numbers]} if values else {}
