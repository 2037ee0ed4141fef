"""Virus & Co.: its rules, for games move by move, and its scoring, for finished games."""

from generator.games.virus_and_co.game import VirusAndCo
from generator.games.virus_and_co.plan import make_plan
from generator.games.virus_and_co.scoring import VirusAndCoScoring
from generator.model.kit import Kit
from generator.rules.variants import check_variant


def make_rules(kit: Kit, *, variant: str = "") -> VirusAndCo:
    """Raises NoRules for a kit whose cards the rules do not know, RulesError for any variant."""
    check_variant(variant, known=())
    return VirusAndCo(make_plan(kit))


def make_scoring(kit: Kit, *, variant: str = "") -> VirusAndCoScoring:
    """Raises what make_rules does."""
    check_variant(variant, known=())
    return VirusAndCoScoring(make_plan(kit))
