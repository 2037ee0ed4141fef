"""The player sheet as the rules see it: the same squares that are printed, made ready for play."""

from dataclasses import dataclass
from typing import TypeVar

from generator.errors import NoRules
from generator.games.fight_the_virus.analysis import Area, make_area
from generator.games.fight_the_virus.curve import Curve
from generator.games.fight_the_virus.research import Research, make_research
from generator.games.fight_the_virus.testing import Wall
from generator.model.kit import Kit
from generator.model.sheet import GridSection, Sheet, TrackSection

_Section = TypeVar("_Section", GridSection, TrackSection)


@dataclass(frozen=True, slots=True)
class Plan:
    area: Area
    research: Research
    wall: Wall
    curve: Curve
    fields: int
    """Of analysis progress."""


def make_plan(kit: Kit) -> Plan:
    """Raises NoRules when the kit has no sheet with the five areas of the game."""
    return Plan(
        area=make_area(find_section(kit, "analysis", GridSection).grid, kit.dice),
        research=make_research(find_section(kit, "research", TrackSection)),
        wall=Wall(find_section(kit, "testing", GridSection)),
        curve=Curve(find_section(kit, "curve", GridSection)),
        fields=len(find_section(kit, "progress", TrackSection).fields),
    )


def find_section(kit: Kit, id: str, kind: type[_Section]) -> _Section:
    """The section of the kit's sheet; raises NoRules when there is none of this kind."""
    for part in kit.parts:
        if isinstance(part, Sheet):
            for section in part.sections.values():
                if section.id == id and isinstance(section, kind):
                    return section
    raise NoRules(f"{kit.id}: no sheet has a section `{id}` of squares or fields as the rules need it")
