"""Who may sit at the table, and how it is played: asked alike of every game."""

import re
from collections.abc import Generator, Sequence

from generator.errors import RulesError
from generator.model.kit import Kit
from generator.rules.core import NATURE, Question, Sentence

LONGEST_NAME = 60


def list_numbers_of_players(kit: Kit) -> tuple[int, int | None]:
    """The fewest and the most players that a kit is made for; None: any number."""
    found = re.fullmatch(r"(\d+)(?:(\+)|-(\d+))?", kit.players)
    assert found is not None, "the reader of kits lets nothing else through"
    fewest = int(found[1])
    if found[2]:
        return fewest, None
    return fewest, int(found[3] or found[1])


def check_players(kit: Kit, players: Sequence[str], *, may_be_some: bool = False) -> None:
    """Raises RulesError for a number of players that the kit is not made for, or a name that cannot be.

    `may_be_some`: these need not be all who played.
    """
    fewest, most = list_numbers_of_players(kit)
    if len(players) < (1 if may_be_some else fewest) or (most is not None and len(players) > most):
        raise RulesError("players.number", {"number": len(players), "players": kit.players})
    for player in players:
        if not player.strip() or player.strip() != player or len(player) > LONGEST_NAME:
            raise RulesError("players.name", {"name": player[:LONGEST_NAME]})
        if player == NATURE:
            raise RulesError("players.nature", {"name": player})
    twice = [player for index, player in enumerate(players) if player in players[:index]]
    if twice:
        raise RulesError("players.twice", {"name": twice[0]})


def split_names(text: str) -> tuple[str, ...]:
    """Names with commas between them, in whatever script the commas are; or semicolons."""
    return tuple(name.strip() for name in re.split("[,;،؛、，；]", text) if name.strip())


def ask_players(kit: Kit, *, may_be_some: bool = False) -> Generator[Question, str, tuple[str, ...]]:
    """Names with commas between them, asked for (`tally.ask.players`) until they can be."""
    problem: Sentence | str = ""
    while True:
        answer = yield Question(Sentence("tally.ask.players"), problem)
        players = split_names(answer)
        try:
            check_players(kit, players, may_be_some=may_be_some)
            return players
        except RulesError as error:
            problem = Sentence(f"rule.{error.rule}", error.values)


def ask_value(
    text: Sentence, key: str, values: Sequence[str], *, usual: str
) -> Generator[Question, str, str]:
    """One of the values of an option, asked for until it is one; an empty answer is the usual one."""
    problem: Sentence | str = ""
    while True:
        answer = yield Question(text, problem)
        value = "_".join(answer.lower().replace("_", " ").split()) or usual
        if value in values:
            return value
        known = {"key": key, "value": answer.strip()[:40], "known": ", ".join(values)}
        problem = Sentence("rule.log.value", known)
