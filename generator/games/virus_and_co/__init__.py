"""Virus & Co.: its rules, for games move by move, and its scoring, for finished games."""

from generator.games.virus_and_co.game import VirusAndCo
from generator.games.virus_and_co.plan import make_plan
from generator.model.kit import Kit


def make_rules(kit: Kit, *, variant: str = "") -> VirusAndCo:
    """Raises NoRules for a kit whose cards the rules do not know; there are no variants."""
    return VirusAndCo(make_plan(kit))
