"""Sheets as score files: from games that were played, and scored."""

import random
from collections.abc import Iterator
from functools import cache

from generator.games.fight_the_virus.game import FightTheVirus
from generator.games.fight_the_virus.players import Greedy
from generator.games.fight_the_virus.scoring import FightTheVirusScoring, FinishedGame, draw_sheet
from generator.games.fight_the_virus.sheet import FightTheVirusData, PlayerSheet, State, read_data
from generator.play.contracts.samples import play_moves
from generator.play.paper import Referee, Report
from generator.read.declared.reader import Findings
from generator.read.scores import decode_score
from generator.rules.core import Entry
from generator.rules.form import write_score
from generator.rules.game import find_game
from tests import shipped

GAME = "fight_the_virus"
NAMES = ("Ana", "Bo", "Cai", "Dee")


@cache
def referee() -> Referee:
    return Referee(shipped.kit(GAME))


@cache
def data() -> FightTheVirusData:
    return read_data(shipped.kit(GAME))


@cache
def rules(variant: str = "") -> FightTheVirus:
    made = find_game(shipped.kit(GAME), variant=variant).rules
    assert isinstance(made, FightTheVirus)
    return made


@cache
def scoring() -> FightTheVirusScoring:
    made = find_game(shipped.kit(GAME)).scoring
    assert isinstance(made, FightTheVirusScoring)
    return made


def score(text: str) -> Report:
    return referee().score(decode_score(text.encode()))


def say(*sheets: PlayerSheet) -> str:
    """The score file of these sheets, of Ana, Bo ..."""
    drawn: dict[str, Entry] = {
        name: draw_sheet(data(), sheet) for name, sheet in zip(NAMES, sheets, strict=False)
    }
    return write_score({"game": GAME, "players": [*drawn], "sheets": drawn})


def roll_pairs(seed: int) -> Iterator[tuple[int, int]]:
    """Two dice for ever, the lower one first."""
    chance = random.Random(seed)
    while True:
        low, high = sorted((chance.randint(1, 6), chance.randint(1, 6)))
        yield low, high


@cache
def play_well(seed: int, players: int = 2) -> tuple[State, ...]:
    """All states of a game of simple players."""
    played = play_moves(rules(), NAMES[:players], setup={}, seed=seed, policy=Greedy(data()))
    return tuple(each.step.state for each in played)


@cache
def play_by_chance(seed: int, players: int = 2, variant: str = "") -> tuple[State, ...]:
    """All states of a game of random moves."""
    played = play_moves(rules(variant), NAMES[:players], setup={}, seed=seed)
    return tuple(each.step.state for each in played)


def read(text: str) -> FinishedGame:
    """The sheets of a score file, not judged."""
    source = decode_score(text.encode())
    assert isinstance(source.data, dict)
    table = scoring().read(source.data, (), {}, Findings(source))
    assert table is not None
    return table


def found(report: Report) -> list[str]:
    """Ids of the broken rules, without the name of the game."""
    return [fault.rule.removeprefix(f"{GAME}.") for fault in report.faults]
