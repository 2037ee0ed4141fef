"""POX: Save the People: its rules, its scoring, what is said at the table, and a player for simulation."""

from collections.abc import Mapping

from generator.games.pox.companion import PoxCompanion
from generator.games.pox.game import Pox
from generator.games.pox.greedy import Greedy
from generator.games.pox.plan import make_plan
from generator.games.pox.scoring import PoxScoring
from generator.model.kit import Kit
from generator.rules.variants import check_variant


def make_rules(kit: Kit, *, variant: str = "") -> Pox:
    """Raises NoRules for a kit that lacks what the rules need, RulesError for any variant.

    What may be played otherwise are options: they can be had one with another.
    """
    check_variant(variant, known=())
    return Pox(make_plan(kit))


def make_scoring(kit: Kit, *, variant: str = "") -> PoxScoring:
    """Raises what make_rules does."""
    check_variant(variant, known=())
    return PoxScoring(make_plan(kit))


def make_companion(kit: Kit, *, variant: str = "") -> PoxCompanion:
    """Raises what make_rules does."""
    check_variant(variant, known=())
    return PoxCompanion(make_plan(kit))


def make_policies(kit: Kit, *, variant: str = "") -> Mapping[str, Greedy]:
    """Raises what make_rules does."""
    return {"greedy": Greedy(make_rules(kit, variant=variant))}
