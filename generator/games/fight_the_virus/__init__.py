"""Fight the Virus, as a game to play."""

from generator.games.fight_the_virus.companion import FightTheVirusCompanion, SheetForm
from generator.games.fight_the_virus.game import FightTheVirus
from generator.games.fight_the_virus.players import FightTheVirusKnowledge, Greedy
from generator.games.fight_the_virus.scoring import FightTheVirusScoring, FinishedGame
from generator.games.fight_the_virus.sheet import MOVE_FORMS, Move, State, list_sheet_numbers, read_data
from generator.model.kit import Kit
from generator.rules.game import Game, Knowledge, check_variant

LARGE_GROUPS = "large_groups"
"""The variant with shared rolls."""


def make_game(kit: Kit, *, variant: str = "") -> Game[State, Move, FinishedGame]:
    """Raise NoRules for a kit whose sheet lacks an area, RulesError for an unknown variant.

    All variants score sheets in the same way.
    """
    check_variant(variant, known=(LARGE_GROUPS,))
    data, has_shared_rolls = read_data(kit), variant == LARGE_GROUPS
    rules = FightTheVirus(data, has_shared_rolls=has_shared_rolls)
    companion = FightTheVirusCompanion(data, has_shared_rolls=has_shared_rolls)
    scoring, player = FightTheVirusScoring(rules), Greedy(data)
    known = FightTheVirusKnowledge(rules, player)
    return Game(
        kit=kit,
        variant=variant,
        rules=rules,
        scoring=scoring,
        resume=scoring.resume,
        companion=companion,
        notation=MOVE_FORMS,
        numbers=list_sheet_numbers(data),
        policies={"greedy": player},
        knowledge=Knowledge(evaluate=known.evaluate, macros=known.macros, horizon=2),
        forms=(SheetForm(scoring, companion),),
    )
