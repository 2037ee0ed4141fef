"""Pandemic: its rules, for games move by move, its scoring, for tables, and its companion."""

from collections.abc import Mapping

from generator.games.pandemic.companion import PandemicCompanion
from generator.games.pandemic.game import Pandemic
from generator.games.pandemic.greedy import Greedy
from generator.games.pandemic.plan import Plan, check_enough, make_plan
from generator.games.pandemic.scoring import PandemicScoring
from generator.model.kit import Kit
from generator.rules.variants import check_variant


def make_rules(kit: Kit, *, variant: str = "") -> Pandemic:
    """Raises NoRules for a kit that lacks what the rules need, RulesError for any variant."""
    return Pandemic(_make_plan(kit, variant))


def make_scoring(kit: Kit, *, variant: str = "") -> PandemicScoring:
    """Raises what make_rules does."""
    return PandemicScoring(_make_plan(kit, variant))


def make_policies(kit: Kit, *, variant: str = "") -> Mapping[str, Greedy]:
    """`greedy`; raises what make_rules does."""
    return {"greedy": Greedy(make_rules(kit, variant=variant))}


def make_companion(kit: Kit, *, variant: str = "") -> PandemicCompanion:
    """Raises what make_rules does."""
    return PandemicCompanion(_make_plan(kit, variant))


def _make_plan(kit: Kit, variant: str) -> Plan:
    check_variant(variant, known=())
    plan = make_plan(kit)
    check_enough(plan)
    return plan
