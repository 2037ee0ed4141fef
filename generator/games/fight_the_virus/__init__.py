"""Fight the Virus: its rules, its companion and its players, and the scoring of finished sheets."""

from generator.games.fight_the_virus.companion import FightTheVirusCompanion
from generator.games.fight_the_virus.entries import FinishedGame
from generator.games.fight_the_virus.game import State
from generator.games.fight_the_virus.moves import Move
from generator.games.fight_the_virus.plan import make_plan
from generator.games.fight_the_virus.referee import LARGE_GROUPS, FightTheVirus
from generator.games.fight_the_virus.scoring import FightTheVirusScoring
from generator.games.fight_the_virus.simple_player import SimplePlayer
from generator.model.kit import Kit
from generator.rules.game import Game, check_variant


def make_game(kit: Kit, *, variant: str = "") -> Game[State, Move, FinishedGame]:
    """Raises NoRules for a kit whose sheet lacks an area, RulesError for an unknown variant.

    A sheet is scored alike in every variant.
    """
    check_variant(variant, known=(LARGE_GROUPS,))
    plan = make_plan(kit)
    has_shared_rolls = variant == LARGE_GROUPS
    return Game(
        kit=kit,
        variant=variant,
        rules=FightTheVirus(kit, plan, has_shared_rolls=has_shared_rolls),
        scoring=FightTheVirusScoring(kit, plan),
        companion=FightTheVirusCompanion(kit, plan, has_shared_rolls=has_shared_rolls),
        policies={"greedy": SimplePlayer(plan)},
    )
