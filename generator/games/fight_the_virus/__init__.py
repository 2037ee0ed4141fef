"""Fight the Virus: its rules, for games move by move, and its scoring, for finished sheets."""

from generator.games.fight_the_virus.plan import make_plan
from generator.games.fight_the_virus.referee import LARGE_GROUPS, FightTheVirus
from generator.games.fight_the_virus.scoring import FightTheVirusScoring
from generator.model.kit import Kit
from generator.rules.variants import check_variant


def make_rules(kit: Kit, *, variant: str = "") -> FightTheVirus:
    """Raises NoRules for a kit whose sheet lacks an area, RulesError for an unknown variant."""
    check_variant(variant, known=(LARGE_GROUPS,))
    return FightTheVirus(kit, make_plan(kit), has_shared_rolls=variant == LARGE_GROUPS)


def make_scoring(kit: Kit, *, variant: str = "") -> FightTheVirusScoring:
    """Raises what make_rules does; a sheet is the same in every variant."""
    check_variant(variant, known=(LARGE_GROUPS,))
    return FightTheVirusScoring(kit, make_plan(kit))
