"""POX: Save the People, as a game to play."""

from generator.games.pox.companion import BoardForm, FinishedBoard, PoxCompanion, PoxScoring
from generator.games.pox.game import MOVE_FORMS, Move, Pox, State, list_pox_numbers, read_data
from generator.games.pox.players import Greedy, PoxKnowledge
from generator.model.kit import Kit
from generator.rules.game import Game, Knowledge


def make_game(kit: Kit, *, variant: str = "") -> Game[State, Move, FinishedBoard]:
    """Raise NoRules for a kit that lacks what the rules need."""
    data = read_data(kit)
    rules, companion = Pox(data), PoxCompanion(data)
    scoring, known = PoxScoring(rules), PoxKnowledge(rules)
    return Game(
        kit=kit,
        rules=rules,
        scoring=scoring,
        resume=scoring.resume,
        arrange=companion.arrange,
        companion=companion,
        notation=MOVE_FORMS,
        numbers=list_pox_numbers(data),
        policies={"greedy": Greedy(rules)},
        knowledge=Knowledge(evaluate=known.evaluate, macros=known.macros, horizon=2),
        forms=(BoardForm(scoring, companion),),
    )
