"""Virus & Co., as a game to play."""

from generator.games.virus_and_co.companion import PadForm, PadScoring, TableauForm, VirusAndCoCompanion
from generator.games.virus_and_co.data import CHANCES, DEEDS, Move, State, read_data
from generator.games.virus_and_co.game import VirusAndCo, list_virus_numbers
from generator.games.virus_and_co.players import Greedy, VirusAndCoKnowledge
from generator.games.virus_and_co.scoring import FinishedGame, VirusAndCoScoring
from generator.model.kit import Kit
from generator.rules.game import Game, Knowledge


def make_game(kit: Kit, *, variant: str = "") -> Game[State, Move, FinishedGame]:
    """Raise NoRules for a kit with missing or unknown cards."""
    data = read_data(kit)
    rules = VirusAndCo(data)
    scoring, known = VirusAndCoScoring(rules), VirusAndCoKnowledge(rules)
    return Game(
        kit=kit,
        rules=rules,
        scoring=scoring,
        companion=VirusAndCoCompanion(data),
        notation=(*CHANCES, *DEEDS),
        numbers=list_virus_numbers(data),
        policies={"greedy": Greedy(rules)},
        knowledge=Knowledge(evaluate=known.evaluate, macros=known.macros, horizon=4),
        resume=scoring.resume,
        forms=(TableauForm(scoring), PadForm(PadScoring(kit, data))),
    )
