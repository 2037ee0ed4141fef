"""Virus & Co.: its rules, its companion and a player for simulation, and the scoring of finished games."""

from collections.abc import Mapping

from generator.games.virus_and_co.companion import VirusAndCoCompanion
from generator.games.virus_and_co.game import VirusAndCo
from generator.games.virus_and_co.greedy import Greedy
from generator.games.virus_and_co.plan import make_plan
from generator.games.virus_and_co.scoring import VirusAndCoScoring
from generator.model.kit import Kit
from generator.rules.variants import check_variant


def make_rules(kit: Kit, *, variant: str = "") -> VirusAndCo:
    """Raises NoRules for a kit whose cards the rules do not know, RulesError for any variant."""
    check_variant(variant, known=())
    return VirusAndCo(make_plan(kit))


def make_companion(kit: Kit, *, variant: str = "") -> VirusAndCoCompanion:
    """Raises what make_rules does."""
    check_variant(variant, known=())
    return VirusAndCoCompanion(make_plan(kit))


def make_policies(kit: Kit, *, variant: str = "") -> Mapping[str, Greedy]:
    """`greedy`: looks one move ahead. Raises what make_rules does."""
    return {"greedy": Greedy(make_rules(kit, variant=variant))}


def make_scoring(kit: Kit, *, variant: str = "") -> VirusAndCoScoring:
    """Raises what make_rules does."""
    check_variant(variant, known=())
    return VirusAndCoScoring(make_plan(kit))
