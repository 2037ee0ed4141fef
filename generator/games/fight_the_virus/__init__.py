"""Fight the Virus: its rules, its companion and its players, and the scoring of finished sheets."""

from collections.abc import Mapping

from generator.games.fight_the_virus.companion import FightTheVirusCompanion
from generator.games.fight_the_virus.plan import make_plan
from generator.games.fight_the_virus.referee import LARGE_GROUPS, FightTheVirus
from generator.games.fight_the_virus.scoring import FightTheVirusScoring
from generator.games.fight_the_virus.simple_player import SimplePlayer
from generator.model.kit import Kit
from generator.rules.variants import check_variant


def make_rules(kit: Kit, *, variant: str = "") -> FightTheVirus:
    """Raises NoRules for a kit whose sheet lacks an area, RulesError for an unknown variant."""
    check_variant(variant, known=(LARGE_GROUPS,))
    return FightTheVirus(kit, make_plan(kit), has_shared_rolls=variant == LARGE_GROUPS)


def make_companion(kit: Kit, *, variant: str = "") -> FightTheVirusCompanion:
    """Raises what make_rules does."""
    check_variant(variant, known=(LARGE_GROUPS,))
    return FightTheVirusCompanion(kit, make_plan(kit), has_shared_rolls=variant == LARGE_GROUPS)


def make_policies(kit: Kit, *, variant: str = "") -> Mapping[str, SimplePlayer]:
    """`greedy`: the player of plain habits, who looks no move ahead. Raises what make_rules does."""
    check_variant(variant, known=(LARGE_GROUPS,))
    return {"greedy": SimplePlayer(make_plan(kit))}


def make_scoring(kit: Kit, *, variant: str = "") -> FightTheVirusScoring:
    """Raises what make_rules does; a sheet is the same in every variant."""
    check_variant(variant, known=(LARGE_GROUPS,))
    return FightTheVirusScoring(kit, make_plan(kit))
