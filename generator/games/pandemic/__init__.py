"""Pandemic, as a game to play."""

from generator.games.pandemic.companion import BoardForm, PandemicCompanion
from generator.games.pandemic.data import PandemicMove, State, check_enough, list_pandemic_numbers, read_data
from generator.games.pandemic.game import Pandemic
from generator.games.pandemic.players import Greedy, PandemicKnowledge
from generator.games.pandemic.scoring import PandemicScoring
from generator.games.pandemic.table import FinishedTable
from generator.model.kit import Kit
from generator.rules.game import Game, Knowledge


def make_game(kit: Kit, *, variant: str = "") -> Game[State, PandemicMove, FinishedTable]:
    """Raise NoRules for a kit that lacks what the rules need."""
    data = read_data(kit)
    check_enough(data)
    rules, companion = Pandemic(data), PandemicCompanion(data)
    scoring, known = PandemicScoring(data), PandemicKnowledge(rules)
    return Game(
        kit=kit,
        rules=rules,
        scoring=scoring,
        resume=scoring.resume,
        arrange=companion.arrange,
        notation=rules.notation,
        companion=companion,
        numbers=list_pandemic_numbers(data),
        policies={"greedy": Greedy(rules)},
        knowledge=Knowledge(evaluate=known.evaluate, macros=known.macros, horizon=2),
        forms=(BoardForm(scoring, companion),),
    )
