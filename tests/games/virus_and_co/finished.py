"""Finished games as score files: from tableaus, from random play, and scored."""

from collections.abc import Mapping, Sequence
from functools import cache

from generator.games.virus_and_co.data import State, Tableau
from generator.play.contracts.samples import play_moves
from generator.play.paper import Referee, Report
from generator.read.scores import decode_score
from tests import shipped
from tests.games.virus_and_co.table import NAMES, rules

Round = Mapping[str, Tableau]


@cache
def referee() -> Referee:
    return Referee(shipped.kit("virus_and_co"))


def score(text: str) -> Report:
    return referee().score(decode_score(text.encode()))


def score_rounds(*rounds: str) -> Report:
    """As from the command line: `Ana i3 | Bo 4 b | Cleo r`."""
    return referee().score(referee().list_rounds(rounds, {"length": str(max(1, len(rounds)))}))


def say_tableau(tableau: Tableau) -> str:
    """In the words of a score file."""
    found = [virus.text for virus in tableau.viruses]
    if tableau.loose:
        found.append(f"i{tableau.injections}")
    if tableau.pills.number:
        found.append(tableau.pills.text)
    if tableau.diagnosis:
        found.append(f"diagnosis={tableau.diagnosis}")
    if tableau.nurse:
        found.append(f"nurse={tableau.nurse}")
    return " ".join(found) or "-"


def say_game(players: Sequence[str], rounds: Sequence[Round]) -> str:
    """The score file of these rounds."""
    lines = ["game: virus_and_co", f"players: [{', '.join(players)}]", "rounds:"]
    for round in rounds:
        lead = "  - "
        for player, tableau in round.items():
            lines.append(f'{lead}{player}: "{say_tableau(tableau)}"')
            lead = "    "
    return "\n".join(lines) + "\n"


@cache
def play_game(seed: int) -> State:
    """The end of a random game of three rounds, for three to six players by the seed."""
    state = None
    for each in play_moves(rules(), NAMES[: 3 + seed % 4], setup={}, seed=seed):
        state = each.step.state
    assert state is not None
    return state


def rounds_of(state: State) -> list[dict[str, Tableau]]:
    return [dict(zip(state.players, end, strict=True)) for end in state.done]
