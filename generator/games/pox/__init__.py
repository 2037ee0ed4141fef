"""POX: Save the People: its rules, its scoring, what is said at the table, and a player for simulation."""

from generator.games.pox.companion import PoxCompanion
from generator.games.pox.entries import FinishedBoard
from generator.games.pox.game import Pox
from generator.games.pox.greedy import Greedy
from generator.games.pox.moves import Move
from generator.games.pox.plan import make_plan
from generator.games.pox.scoring import PoxScoring
from generator.games.pox.state import State
from generator.model.kit import Kit
from generator.rules.game import Game


def make_game(kit: Kit, *, variant: str = "") -> Game[State, Move, FinishedBoard]:
    """Raises NoRules for a kit that lacks what the rules need, RulesError for any variant.

    What may be played otherwise are options: they can be had one with another.
    """
    plan = make_plan(kit)
    rules = Pox(plan)
    return Game(
        kit=kit,
        rules=rules,
        scoring=PoxScoring(plan),
        companion=PoxCompanion(plan),
        policies={"greedy": Greedy(rules)},
    )
